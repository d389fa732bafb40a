// SPDX-License-Identifier: Apache-2.0
#include "kernels/faces/windows.h"
#include "kernels/simt/on_gpu.h"

namespace satscope::faces {

FilterDraft windows_on_gpu(const WindowSearch& search, const FilterRequest& request) {
  return windows::draft<OnGpu>(search, request);
}

}  // namespace satscope::faces
