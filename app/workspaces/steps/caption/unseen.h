// SPDX-License-Identifier: Apache-2.0
// What the current story step writes and a view does not show. Such a view says so, and where it is seen: because a step that
// leaves no trace in the picture looks as if nothing had happened.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/workspaces/steps/state.h"
#include "app/workspaces/steps/views/tree_network/sums.h"

namespace satscope::app {

/// One sentence in several lengths, the longest first, about the writes of the current step in this block that are not `shown`;
/// that of the selected thread is named. Empty: all are shown.
std::vector<std::string> unseen_texts(const StepsState& steps, int block, const std::function<bool(const Write&)>& shown);

/// What the current step writes in this block and is not `shown`: "left[4] \u2190 73 and 15 more writes"; empty: nothing.
std::string unseen_name(const StepsState& steps, int block, const std::function<bool(const Write&)>& shown);

/// Of these nodes one is of the current step and has the number that was written.
bool has_node(std::span<const SumNode> nodes, const StepsState& steps, const Write& write);

}  // namespace satscope::app
