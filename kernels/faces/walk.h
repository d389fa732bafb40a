// SPDX-License-Identifier: Apache-2.0
// One window, node by node: what the search does with it, in full, to be looked at. Sums are added up from the pixels, so a
// walk also says what the tables must give.
#pragma once
#include <optional>

#include "kernels/faces/levels.h"

namespace satscope::faces {

/// A node that the window meets.
struct WalkStep {
  int stage, tree;                   ///< the tree's number within its stage
  int node;                          ///< of the cascade
  std::array<std::int64_t, 3> sums;  ///< of the pixels in its rectangles
  float value;                       ///< its feature / (n s), which is compared with the node's threshold
  std::optional<float> leaf;         ///< where the tree ends
  double stage_sum;                  ///< of the leaves of this stage up to here
  bool ends_stage;                   ///< it is the last one of its stage: stage_sum is compared with the stage's threshold
  int reads;                         ///< of the tables up to here, those for the deviation among them
};

struct WindowWalk {
  Level level;
  int x, y;                ///< of the window in its level
  Box box;                 ///< in pixels of the picture
  double mean, deviation;  ///< of the pixels inside
  bool flat;               ///< no stage looks at it
  int passed = 0;          ///< stages
  std::vector<WalkStep> steps = {};

  /// A rectangle of the window in pixels of the picture: left, top, right, bottom.
  std::array<double, 4> on_picture(const WeightedRect& r) const;
};

/// Of the windows that the search may look at, the one of nearly this width whose upper left corner is nearest to (x, y).
/// Empty: the picture has none. grey: packed rows.
std::optional<WindowWalk> walk_window(const Cascade& cascade, std::span<const std::uint8_t> grey, Extent picture,
                                      const Search& search, const Box& wanted);

/// Of the windows whose middle is next to pixel (x, y), nine of each size, the one that passes the most stages; of equals the
/// one that meets more nodes.
std::optional<WindowWalk> furthest_window(const Cascade& cascade, std::span<const std::uint8_t> grey, Extent picture,
                                          const Search& search, int x, int y);

}  // namespace satscope::faces
