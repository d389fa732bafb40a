// SPDX-License-Identifier: Apache-2.0
// The cascade along a row of windows, on the host. Neighbouring windows read neighbouring entries of the table, so a vector
// holds a group of them:
//
//      windows     0  1  2  3  4  5  6  7        all of a group meet a node together, until one at most is left
//      entry       .  .  .  .  .  .  .  .        of one corner of a rectangle: one load
//
// Where windows lie two pixels apart, rows of the table are first laid out anew, the even columns before the odd ones.
#pragma once
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/faces/cascade.h"
#include "kernels/simt/simt.h"

namespace satscope::faces {

/// How the rows of a table lie: entry of column x at x / step, behind those of the columns before it modulo step.
struct RowLayout {
  std::ptrdiff_t pitch = 0;  ///< entries from row to row
  int step = 1;              ///< pixels from window to window: 1 or 2
  std::ptrdiff_t odd = 0;    ///< where the odd columns begin, if the step is 2
  std::ptrdiff_t place(int x, int y) const { return y * pitch + (step == 1 ? x : x / 2 + x % 2 * odd); }
};

/// Where the corners of a rectangle lie from the window's upper left one.
struct Corners {
  std::int32_t a = 0, b = 0, c = 0, d = 0;
  Corners() = default;
  Corners(const WeightedRect& r, const RowLayout& layout)
      : a(static_cast<std::int32_t>(layout.place(r.x, r.y))),
        b(static_cast<std::int32_t>(layout.place(r.x + r.width, r.y))),
        c(static_cast<std::int32_t>(layout.place(r.x, r.y + r.height))),
        d(static_cast<std::int32_t>(layout.place(r.x + r.width, r.y + r.height))) {}
  template <class T>
  T sum(const T* window) const {
    return window[d] - window[b] - window[c] + window[a];
  }
};

/// A node with all that it needs, for tables of one layout: nodes are met in this order, so memory is read in order too.
struct RowNode {
  Corners corners[3];
  float weights[3];
  float threshold;
  int next[2];    ///< node of the same tree, on the left and on the right; 0: a leaf
  float leaf[2];  ///< otherwise
  float value(const std::uint32_t* window) const {
    const auto sum = [&](int i) { return weights[i] * static_cast<float>(static_cast<std::int32_t>(corners[i].sum(window))); };
    const float two = sum(0) + sum(1);
    return weights[2] == 0 ? two : two + sum(2);
  }
};

/// A cascade for tables of one layout.
struct RowCascade {
  struct Tree {
    std::size_t first;
    int nodes;
  };
  std::vector<RowNode> nodes;
  std::vector<Tree> trees;
  std::vector<Stage> stages;
  double pixels;  ///< of the window's inside
  Corners inside, inside_squares;

  RowCascade(const Cascade& cascade, const RowLayout& sums, std::ptrdiff_t pitch_of_squares);

  /// Whether a window passes the stage. unit: 1 / (n s).
  bool passes(const Stage& stage, const std::uint32_t* window, float unit) const;
};

struct WindowRow {
  const RowCascade& cascade;
  const std::uint32_t* sums;     ///< entry above left of the first window; at least k_beyond may be read behind the last row
  const std::uint64_t* squares;  ///< the same; columns lie in their order
  int windows, step;
};
inline constexpr std::size_t k_beyond = 8;

/// What became of a window, if not the number of the stages that it passed.
inline constexpr std::int16_t k_row_flat = -1, k_row_skipped = -2;

/// As if each window were looked at in turn, and the right neighbour of one that the first stage rejects were not.
void look_along(const WindowRow& row, std::span<std::int16_t> reached);

namespace detail {

/// 1 / (n s) of a window, or 0 if it is flat.
inline float unit_of(const WindowRow& row, int i) {
  const RowCascade& c = row.cascade;
  const double sum = c.inside.sum(row.sums + i), n = c.pixels;
  const auto square_sum = static_cast<double>(c.inside_squares.sum(row.squares + static_cast<std::ptrdiff_t>(i) * row.step));
  const double scaled_variance = n * square_sum - sum * sum;  // exact: below 2^53
  if (scaled_variance <= 0) return 0;
  const auto unit = static_cast<float>(1 / std::sqrt(scaled_variance));
  return static_cast<double>(static_cast<float>(n) * unit) >= 1e-1 ? 0 : unit;
}

/// The row in groups of so many windows. pass(stage, first window, units) returns in bits which of a group pass.
template <int most, class Pass>
void look_in_groups(const WindowRow& row, std::span<std::int16_t> reached, int lanes, Pass&& pass) {
  const auto stages = static_cast<std::int16_t>(row.cascade.stages.size());
  alignas(64) float units[most] = {};
  bool skip = false;
  for (int first = 0; first < row.windows; first += lanes) {
    const int count = row.windows - first < lanes ? row.windows - first : lanes;
    unsigned textured = 0;
    for (int i = 0; i < count; ++i) {
      units[i] = unit_of(row, first + i);
      textured |= (units[i] != 0 ? 1U : 0U) << i;
    }
    unsigned going = textured != 0 && stages > 0 ? pass(row.cascade.stages.front(), first, units) & textured : textured;
    for (int i = 0; i < count; ++i) {
      const unsigned bit = 1U << i;
      std::int16_t& own = reached[static_cast<std::size_t>(first + i)];
      own = skip ? k_row_skipped : (textured & bit) == 0 ? k_row_flat : (going & bit) != 0 ? stages : std::int16_t{0};
      if (skip) going &= ~bit;
      skip = own == 0;
    }
    for (std::int16_t number = 1; number < stages && going != 0; ++number) {
      const Stage& stage = row.cascade.stages[static_cast<std::size_t>(number)];
      const bool alone = (going & (going - 1)) == 0;
      unsigned passed = 0;
      if (alone) {
        int i = 0;
        while ((going >> i & 1) == 0) ++i;
        passed = row.cascade.passes(stage, row.sums + first + i, units[i]) ? going : 0;
      } else {
        passed = pass(stage, first, units) & going;
      }
      for (int i = 0; i < count; ++i)
        if (((going & ~passed) >> i & 1) != 0) reached[static_cast<std::size_t>(first + i)] = number;
      going = passed;
    }
  }
}

}  // namespace detail
}  // namespace satscope::faces
