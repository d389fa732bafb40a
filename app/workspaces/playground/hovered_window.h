// SPDX-License-Identifier: Apache-2.0
// The window of a filter around one pixel, with its count of pixels and of reads.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/views/view_transform.h"
#include "app/workspaces/playground/settings.h"

namespace satscope::app {

struct Interaction;
struct Session;

struct HoveredWindow {
  int radius = 0;
  Box box;                  ///< under clip the part in the picture, else all of it, which may leave the picture
  std::int64_t pixels = 0;  ///< that a mean divides by
  int reads = 0;            ///< of each table; in all where `tables` is 0
  std::size_t tables = 0;   ///< that are read alike
  Border border = Border::clip;
  bool leaves = false;                               ///< some of the window lies beyond the picture
  std::string kernel = {};                           ///< its shape where it is no square: disc, tent
  std::optional<std::pair<Point, Point>> line = {};  ///< instead of the box
};

/// Empty for filters without a radius `r`. (x, y) within the picture; map: what was painted, or null.
std::optional<HoveredWindow> hovered_window(const ChainEntry& entry, Extent picture, const PaintedMap* map, int x, int y);
/// Of the chosen filter and the pixel under the pointer; empty where there is none.
std::optional<HoveredWindow> hovered_window(const Session& session, const Interaction& doing, Extent picture);

/// An entry P(x, y) of the padded table at a corner of the window; those of the first row and column are 0 and not read.
struct WindowCorner {
  char letter;
  int x, y;
  bool read;
};
/// A, B, C, D of every table. Empty where other reads than four corners make the pixel: another shape, no table, an edge that
/// is clamped or mirrored.
std::vector<WindowCorner> corners_of(const HoveredWindow& window, Extent picture);

/// "(2·12+1)² = 625 pixels, 4 reads", from the longest to the shortest.
std::vector<std::string> texts_of(const HoveredWindow& window);

}  // namespace satscope::app
