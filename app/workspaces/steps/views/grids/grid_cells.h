// SPDX-License-Identifier: Apache-2.0
// The cells of a grid: what each is filled with, the marks on it and its number.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "app/workspaces/steps/views/grids/grid.h"

namespace satscope::app {

/// Draws them for one frame.
class GridCells {
 public:
  GridCells(Drawing& drawing, const StepsState& steps, const StepsGridCache& cache, ColourMap map, double arrived);

  /// Grounds and marks.
  void draw(const GridPanel& panel);
  /// halo: each with its cell's ground around it, over an arrow.
  void draw_numbers(const GridPanel& panel, bool halo);

 private:
  /// A cell as it is shown: while a value is on its way there, what it held before.
  struct Shown {
    const CellUse* touch;
    bool known, written;
    Cell cell;
    bool counts = true;  ///< false: a zero that holds no pixel
  };
  Shown shown(const GridPanel& panel, const PlacesNow& now, std::uint32_t index) const;
  Shown held(const GridPanel& panel, const PlacesNow& now, std::uint32_t index) const;

  /// What a cell is filled with, and the same as a word of `Drawing::cells`.
  struct Ground {
    Ground() = default;
    explicit Ground(Rgb filled) : colour(filled), word(to_word(filled)) {}
    Rgb colour = {};
    std::uint32_t word = 0;
  };
  const Ground& ground_of(const GridPanel& panel, const Shown& at) const;
  std::size_t shade(std::uint32_t buffer, const Cell& cell) const;

  void draw_number(const GridPanel& panel, const PlacesNow& now, std::uint32_t index, bool halo);

  /// Nothing was written there yet.
  static bool is_empty(const GridPanel& panel, double gap, const Shown& cell) {
    return !cell.known && gap > 0 && panel.role != GridRole::strip;
  }
  bool is_filled_up(const GridPanel& panel, std::uint32_t index, const Shown& cell) const;
  bool has_bank(const GridPanel& panel, const Shown& cell) const;
  static bool has_ring(const GridPanel& panel, const Shown& cell) {
    return cell.touch && cell.touch->read && panel.role != GridRole::strip;
  }
  bool is_raced(const GridPanel& panel, std::uint32_t index) const;
  /// An entry that sums the wrong pixels, in the step that writes it and from then on.
  bool is_wrong(const GridPanel& panel, std::uint32_t index) const {
    return index < cache_.wrong_from.size() && cache_.wrong_from[index] > 0 && panel.role != GridRole::strip &&
           static_cast<int>(panel.buffer) == trace_.table && steps_.player()->position() >= cache_.wrong_from[index];
  }
  bool is_lit(const GridPanel& panel, std::uint32_t index) const;
  bool is_selected(const CellAt& at) const { return steps_.hover == at || steps_.chosen == at; }
  bool is_marked(const GridPanel& panel, std::uint32_t index, double gap, const Shown& cell) const;
  void draw_marks(const GridPanel& panel, std::uint32_t index, double gap, const Area& inner, const Shown& cell);
  void draw_bank(std::uint32_t index, const Area& cell);
  void draw_ring(const Area& cell, bool on_fill);
  void draw_rings(const GridPanel& panel);
  void draw_race(const Area& cell);
  void draw_lit(const Area& cell, std::int32_t times);

  Drawing& drawing_;
  const Palette& palette_;
  const StepsState& steps_;
  const StepsGridCache& cache_;
  const Story& story_;
  const Trace& trace_;
  std::array<Ground, 256> shades_, behind_numbers_;  // because: of 50,000 cells each would take four points of a curve
  const Ground empty_, written_, written_filler_;
  const double arrived_;
  std::vector<std::int32_t> lit_;     // by pixel: how often the cell under the pointer sums it
  std::vector<std::uint32_t> words_;  // of the grid that is drawn
  enum class Ring : std::uint8_t { none, plain, on_fill };
  std::vector<Ring> rings_;                              // likewise
  std::vector<std::pair<std::uint32_t, Shown>> marked_;  // likewise: its places with more than a ground
};

}  // namespace satscope::app
