// SPDX-License-Identifier: Apache-2.0
// Reports of a bench that did not run.
#pragma once
#include <utility>
#include <vector>

#include "app/bench/report.h"

namespace satscope::app {

/// Of 8u32u 64x48 on the CPU, whose floor is 1 ms.
inline BenchReport made_report(std::vector<BenchResult> results) {
  BenchReport report;
  report.floors = {
      {.type = "8u32u", .extent = {64, 48}, .machine = Machine::cpu, .bytes = 15360, .milliseconds = 1, .method = "copy"}};
  report.results = std::move(results);
  return report;
}

}  // namespace satscope::app
