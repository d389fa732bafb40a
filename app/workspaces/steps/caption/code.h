// SPDX-License-Identifier: Apache-2.0
// What the source beside the views says of the current step. Found out once, because a step may touch memory a million times.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/workspaces/steps/caption/caption.h"
#include "app/workspaces/steps/state.h"

namespace satscope::app {

/// What of a source the current story step ran: the statement of its step, and the lines that touched memory.
struct Running {
  std::string_view name;  ///< as kernel_text takes it
  std::vector<std::string_view> lines;
  int first = 0, last = 0;
  std::set<std::uint32_t> touched = {};
  std::map<std::uint32_t, std::string> values = {};  ///< by line, of the selected thread
};

/// The source of the step, and behind it those that helped: a filter's window is read in a file of its own. Without values.
std::vector<Running> running_sources(const StepsState& steps);

/// Kept from frame to frame.
struct RunningCode {
  std::uint64_t story = 0;  ///< its number
  std::size_t position = 0;
  std::optional<ThreadFocus> focus = {};  ///< whose values these are
  std::vector<Running> sources = {};
};

}  // namespace satscope::app
