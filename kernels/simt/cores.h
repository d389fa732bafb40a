// SPDX-License-Identifier: Apache-2.0
// What the system says of the cores that this process has.
#pragma once
#include <chrono>

namespace satscope {

/// How many it may use, by its affinity and by the quota of its control group, at least 1; 0: not known.
int cores_of_process();

/// For how long this thread has had a core.
std::chrono::steady_clock::duration core_time();

}  // namespace satscope
