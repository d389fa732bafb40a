// SPDX-License-Identifier: Apache-2.0
// What a story has cost after each of its steps, from the trace: the counters of its passes as running sums, and its depth.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "app/workspaces/steps/trace/story.h"

namespace satscope::app {

struct RunCost {
  std::int64_t depth = 0;      ///< additions that wait for one another: in one thread, over a barrier, or by a number
  std::int64_t work = 0;       ///< additions
  std::int64_t barriers = 0;   ///< of blocks
  std::int64_t traffic = 0;    ///< reads and writes of global memory
  std::int64_t sectors = 0;    ///< of 32 bytes of global memory
  std::int64_t shared = 0;     ///< reads and writes of shared memory
  std::int64_t conflicts = 0;  ///< rounds that warps wait for a bank
};

struct RunCostField {
  std::string_view id, name, tip;
  std::int64_t RunCost::*value;
};
inline constexpr std::array k_run_costs{
    RunCostField{
        "depth", "depth",
        "Additions that must follow one another: those of one thread, those before and after a barrier, and those that "
        "use each other's sum. With a processor for each thread of this run it takes as many additions one after another",
        &RunCost::depth},
    RunCostField{"work", "work", "Additions of all threads together", &RunCost::work},
    RunCostField{"barriers", "barriers", "How often a block waited for all of its threads", &RunCost::barriers},
    RunCostField{"traffic", "global traffic", "Numbers read from global memory or written to it", &RunCost::traffic},
    RunCostField{"sectors", "32-byte sectors", "Pieces of global memory that the warps asked for", &RunCost::sectors},
    RunCostField{"shared", "shared traffic", "Numbers read from shared memory or written to it", &RunCost::shared},
    RunCostField{"conflicts", "bank conflicts", "Turns that warps waited for a bank of shared memory", &RunCost::conflicts},
};

/// After 0, 1, ... all steps.
std::vector<RunCost> run_costs(const Story& story);

}  // namespace satscope::app
