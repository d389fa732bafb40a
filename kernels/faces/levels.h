// SPDX-License-Identifier: Apache-2.0
// The sizes of windows that a search looks at, as cv::CascadeClassifier has them, and how a picture is scaled for each.
#pragma once
#include <cmath>
#include <vector>

#include "kernels/faces/detect.h"
#include "kernels/simt/simt.h"

namespace satscope::faces {

/// One size of the window. Products are rounded as floats, because OpenCV's are.
struct Level {
  float scale;        ///< pixels of the picture for one of the level
  Extent size;        ///< of the scaled picture
  int step;           ///< from window to window
  int columns, rows;  ///< places of a window, before steps
  int width, height;  ///< of the window in the picture

  /// Windows beside and below each other.
  Extent windows() const { return {(columns + step - 1) / step, (rows + step - 1) / step}; }
  /// That window in pixels of the picture, from its place in the level.
  Box box(int x, int y) const;
};

std::vector<Level> levels_of(const Cascade& cascade, Extent picture, const Search& search);

/// Throws std::invalid_argument and std::runtime_error as detect does.
void check_search(const Cascade& cascade, Extent picture, const Search& search);

inline constexpr std::size_t k_most_windows = 50'000;  // because: grouping compares each with each
[[noreturn]] void refuse_so_many();

/// Cells of Detection::map that the middles of windows lie in.
class ReachMap {
 public:
  ReachMap(Extent cells, Extent picture, Extent window, float scale, std::vector<std::uint8_t>& stages)
      : cells_(cells), picture_(picture), window_(window), scale_(scale), stages_(stages) {}
  /// From several threads at once.
  void passed(int x, int y, int stages);

 private:
  Extent cells_, picture_, window_;
  float scale_;
  std::vector<std::uint8_t>& stages_;
};

/// Pixels of a line for one of the line that it is scaled to. Two divisions, because the library's rounds twice.
SIMT double pixels_for_one(int from, int to) { return 1.0 / (static_cast<double>(to) / from); }

/// Between which two pixels of a line a place lies when it is scaled, and how much of 256 the second one counts.
struct Between {
  int first, second;
  std::uint32_t weight;
};
SIMT Between place_between(int at, int from, double for_one) {
  const double place = for_one * (at + 0.5) - 0.5;
  const int below = static_cast<int>(::floor(place));
  if (below < 0) return {0, 0, 0};
  if (below >= from - 1) return {from - 1, from - 1, 0};
  return {below, below + 1, static_cast<std::uint32_t>(::rint((place - below) * 256))};
}

}  // namespace satscope::faces
