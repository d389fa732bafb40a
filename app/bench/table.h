// SPDX-License-Identifier: Apache-2.0
// The results of a bench as Markdown tables, for docs/benchmarks.md.
#pragma once
#include <string>

#include "app/bench/report.h"

namespace satscope::app {

/// A table for each machine, type and number of channels.
std::string bench_table(const BenchReport& report);

}  // namespace satscope::app
