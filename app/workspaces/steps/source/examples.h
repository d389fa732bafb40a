// SPDX-License-Identifier: Apache-2.0
// A way into Steps: examples in the order in which one learns from them. Each sets what is stepped and on which numbers.
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "app/workspaces/steps/settings.h"

namespace satscope::app {

struct StepsExample {
  std::string_view id, title;
  std::string_view about;  ///< one sentence on what is new in it
  std::string_view algorithm, ready;
  std::optional<Form> form = {};
  int side = 8;                ///< of a ready table that comes in any size
  int passes = 0;              ///< that are shown; 0: all
  bool without_hole = false;   ///< shared memory without padding
  std::string_view view = {};  ///< id of the view that it begins with; empty: the first
};
std::span<const StepsExample> steps_examples();

/// Sets everything that is stepped, and leaves pace and machine order alone.
void apply_example(StepsSettings& settings, const StepsExample& example);

/// The number of the example that the settings are; none: they are their own.
std::optional<std::size_t> current_example(const StepsSettings& settings);

/// The example to go to from here; none: this is the last one. direction: 1 or -1. From settings of one's own: the first.
std::optional<std::size_t> next_example(const StepsSettings& settings, int direction);

}  // namespace satscope::app
