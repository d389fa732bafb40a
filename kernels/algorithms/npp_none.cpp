// SPDX-License-Identifier: Apache-2.0
// NPP of a build without its headers.
#include "kernels/algorithms/npp.h"
#include "kernels/device.h"
#include "kernels/not_supported.h"

namespace satscope::npp {

std::string absence() {
  if (gpu_status().toolkit.empty()) return gpu_status().reason;
  return "the CUDA toolkit that this satscope was built with has no NPP, so nppiIntegral is not supported";
}

void integral(PlacedRows, Extent, const TypePair&, PlacedRows, void*) { throw NotSupported(absence()); }

}  // namespace satscope::npp
