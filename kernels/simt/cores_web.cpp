// SPDX-License-Identifier: Apache-2.0
#include "kernels/simt/cores.h"

namespace satscope {

// because: a page gets a second thread only from servers that send two headers, and never from a file
int cores_of_process() { return 1; }

std::chrono::steady_clock::duration core_time() { return std::chrono::steady_clock::now().time_since_epoch(); }

}  // namespace satscope
