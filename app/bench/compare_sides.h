// SPDX-License-Identifier: Apache-2.0
// Where the runs of a comparison come from, and what else than the program differs between its sides.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "app/bench/compare.h"

namespace satscope::app {

ComparedSide side_of(std::span<const BenchReport> runs);

/// "compiler: 'GNU 12' before, 'GNU 13' after".
std::vector<std::string> differences(std::span<const BenchReport> before, std::span<const BenchReport> after);

/// Whether two of all runs are of other devices or processors; machines: or had another number of threads.
bool are_of_other_hardware(std::span<const BenchReport> before, std::span<const BenchReport> after);
bool are_of_other_machines(std::span<const BenchReport> before, std::span<const BenchReport> after);

}  // namespace satscope::app
