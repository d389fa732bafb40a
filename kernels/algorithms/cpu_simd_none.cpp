// SPDX-License-Identifier: Apache-2.0
// The vectors of a build without Highway.
#include <stdexcept>

#include "kernels/algorithms/cpu_simd.h"

namespace satscope::cpu_simd {

std::string absence() { return "this satscope was built without Highway (libhwy-dev), so cpu-simd is not supported"; }

std::string without_best(int) { return {}; }

void sum_in_bands(const Job&, const HostRun&) { throw std::runtime_error(absence()); }

}  // namespace satscope::cpu_simd
