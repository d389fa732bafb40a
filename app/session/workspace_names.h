// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <string_view>

namespace satscope::app {

/// What the window is used for.
struct Workspace {
  std::string_view id, title, about;
};
inline constexpr std::array k_workspaces{Workspace{"explore", "Explore", "A picture, its table, a box"},
                                         Workspace{"steps", "Steps", "An algorithm step by step"},
                                         Workspace{"playground", "Playground", "Filters on the moving picture"},
                                         Workspace{"race", "Race", "Algorithms take turns on the picture"}};

}  // namespace satscope::app
