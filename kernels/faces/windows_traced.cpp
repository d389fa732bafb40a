// SPDX-License-Identifier: Apache-2.0
#include "kernels/faces/windows.h"
#include "kernels/simt/on_traced.h"

namespace satscope::faces {

FilterDraft windows_traced(const WindowSearch& search, const FilterRequest& request) {
  return windows::draft<OnTraced>(search, request);
}

}  // namespace satscope::faces
