// SPDX-License-Identifier: Apache-2.0
// The vectors of a build without Highway.
#include "kernels/algorithms/cpu_simd.h"
#include "kernels/not_supported.h"

namespace satscope::cpu_simd {

std::string absence() { return "this satscope was built without Highway (libhwy-dev), so cpu-simd is not supported"; }

std::string without_best(int) { return {}; }

void sum_in_bands(const Job&, const HostRun&) { throw NotSupported(absence()); }

}  // namespace satscope::cpu_simd
