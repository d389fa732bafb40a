// SPDX-License-Identifier: Apache-2.0
// Looks for what a cascade knows in windows of all sizes.
//
// The picture is scaled down step by step, so the window keeps its size and every feature its exact rectangles. All levels lie
// in one picture (atlas.h), of which one of our algorithms makes two tables, of the pixels and of their squares; the second one
// gives the deviation that makes a window independent of light. Windows lie two pixels apart, one from half size on; where the
// first stage rejects one, its right neighbour is not looked at. These are the rules of cv::CascadeClassifier, so that results
// can be compared with it. Nothing is stored and no person is recognised.
#pragma once
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/faces/cascade.h"
#include "kernels/table.h"

namespace satscope::faces {

struct Search {
  double factor = 1.1;                           ///< from one window size to the next, above 1
  int least = 0;                                 ///< smallest side of a window in pixels of the picture
  int threads = 0;                               ///< of the host, 0 for all
  Extent map = {};                               ///< cells that the picture is divided into for Detection::map; none: no map
  const std::atomic<bool>* cancelled = nullptr;  ///< once it is true, the result is that of a part of the search
};

/// Before grouping. Windows are in pixels of the picture.
struct Detection {
  std::vector<Box> windows = {};            ///< that passed all stages, from the smallest size on, row by row
  std::vector<std::int64_t> rejected = {};  ///< by each stage
  std::int64_t flat = 0;                    ///< rejected before, because their deviation is at most 10
  std::int64_t looked_at = 0;               ///< all of these together
  int sizes = 0;                            ///< of windows
  /// How far windows got, by the cell that their middle lies in: 1 + the most stages that one of them passed; 0 where there was
  /// none, or all were flat.
  std::vector<std::uint8_t> map = {};
  double scale_ms = 0, tables_ms = 0, cascade_ms = 0;
};

/// grey: packed rows. Throws std::invalid_argument for a factor that is not allowed, and std::runtime_error if so many windows
/// pass that the cascade distinguishes nothing.
Detection detect(const Cascade& cascade, std::span<const std::uint8_t> grey, Extent picture, const Search& search = {});

/// Windows that were found at one place.
struct Face {
  Box box;             ///< their mean
  int neighbours = 0;  ///< how many
};

/// Windows belong together if their edges differ by at most `eps` of their mean side, also by way of others. Groups of fewer
/// than `least` windows are dropped, and groups that lie within a stronger one. As cv::groupRectangles; least 0: each stays
/// alone.
std::vector<Face> grouped(std::span<const Box> windows, int least = 3, double eps = 0.2);

/// What of the box lies in the picture: sizes are rounded, so a window at the edge may reach a pixel beyond it.
Box cut_to(Extent picture, const Box& box);

/// A picture in another size, linear between pixel centres, in fixed point with 8 bits after each direction's weights:
/// cv::INTER_LINEAR_EXACT to the bit. to: rows of `size`, so many pixels apart.
void scale_linear(std::span<const std::uint8_t> grey, Extent picture, std::uint8_t* to, std::ptrdiff_t pitch, Extent size,
                  int threads);

}  // namespace satscope::faces
