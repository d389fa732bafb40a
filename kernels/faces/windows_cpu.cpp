// SPDX-License-Identifier: Apache-2.0
#include "kernels/faces/windows.h"
#include "kernels/simt/on_cpu.h"

namespace satscope::faces {

FilterDraft windows_on_cpu(const WindowSearch& search, const FilterRequest& request) {
  return windows::draft<OnCpu>(search, request);
}

}  // namespace satscope::faces
