// SPDX-License-Identifier: Apache-2.0
// What is stepped is changed here, and all that hangs on it.
#pragma once
#include <string>
#include <string_view>

#include "app/workspaces/steps/settings.h"
#include "kernels/filter.h"

namespace satscope::app {

/// Steps another algorithm, or a filter, from its beginning: with parameters that fit a patch, on the smallest machine. A
/// filter is shown a block at a time, as every pixel does the same; its tables are made in the fewest passes.
void step_algorithm(StepsSettings& settings, const std::string& id);
void step_filter(StepsSettings& settings, const Filter& filter);
/// Whether the parameter changes anything in a trace with these values of the others: lengths that are sizes of the machine are
/// chosen there. A number of banks also says how conflicts are counted.
bool acts_in_traces(const Described& self, const Param& param, const Params& values);
/// The number of the machine among the trace sizes: the one that was chosen, or the one that fits the numbers.
std::size_t size_of_machine(const StepsSettings& settings, Extent numbers);
/// text: "box r=2", as parse_chain reads it. Throws std::invalid_argument with a sentence.
void step_filter(StepsSettings& settings, std::string_view text);
/// "4 here": what a choice for a warp of 32 lanes amounts to on a machine with fewer; empty: itself.
std::string amounts_here(const Param& param, const std::string& choice, int warp);

}  // namespace satscope::app
