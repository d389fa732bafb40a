// SPDX-License-Identifier: Apache-2.0
// The window without its contents: parts of it, in all sizes.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "app/ui/shell.h"

namespace satscope::app {

struct LayoutCase {
  double width, height, em;
  ShellRequests requests;
  double columns() const { return width / em; }
  Shell shell(SideShape side) const { return shell_of(width, height, em, requests, side); }
};

inline std::vector<LayoutCase> layout_cases() {
  std::vector<LayoutCase> all;
  for (const double em : {11.0, 12.0, 16.0, 17.0, 32.0, 48.0})
    for (const auto& [width, height] : std::vector<std::pair<double, double>>{{1280, 720},
                                                                              {1920, 1080},
                                                                              {3840, 2160},
                                                                              {900, 1400},
                                                                              {640, 900},
                                                                              {577, 331},
                                                                              {320, 240},
                                                                              {100, 1000},
                                                                              {40, 30},
                                                                              {1, 1}})
      for (int requests = 0; requests < 8; ++requests)
        all.push_back({width, height, em, {(requests & 1) != 0, (requests & 2) != 0, (requests & 4) != 0}});
  return all;
}

inline bool overlap(const Area& a, const Area& b) {
  constexpr double k_slack = 0.01;
  return a.width > 0 && a.height > 0 && b.width > 0 && b.height > 0 && a.x + k_slack < b.right() && b.x + k_slack < a.right() &&
         a.y + k_slack < b.bottom() && b.y + k_slack < a.bottom();
}

/// The shell's own parts and those that fill its middle share the window and stay in it; only an open drawer lies over others,
/// and over neither menus nor bottom line.
inline void expect_apart(const LayoutCase& at, const Shell& shell, std::vector<Area> parts) {
  SCOPED_TRACE(testing::Message() << at.width << "x" << at.height << " em " << at.em);
  parts.insert(parts.end(), {shell.top, shell.message, shell.bottom});
  if (shell.side_docked) parts.push_back(shell.side);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    EXPECT_GE(parts[i].x, 0);
    EXPECT_GE(parts[i].y, 0);
    EXPECT_GE(parts[i].width, 0);
    EXPECT_LE(parts[i].right(), at.width + 0.5);
    EXPECT_LE(parts[i].bottom(), at.height + 0.5);
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(parts[i], parts[j])) << i << " and " << j;
  }
  EXPECT_FALSE(overlap(shell.side, shell.top));
  EXPECT_FALSE(overlap(shell.side, shell.bottom));
}

}  // namespace satscope::app
