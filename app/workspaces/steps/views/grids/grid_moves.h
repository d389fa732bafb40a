// SPDX-License-Identifier: Apache-2.0
// The movements of a step over the grids: from where to where, along the lines between cells, because a line through a number
// strikes it out.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/workspaces/steps/views/grids/grid.h"

namespace satscope::app {

/// Straight parts from a to d; drawn with round corners.
class Route {
 public:
  /// A point that is where the last one is makes no part; one that goes on along a row or column makes the last part longer.
  void to(Point point);
  std::size_t size() const { return count_; }
  Point& operator[](std::size_t i) { return points_[i]; }
  Point begin() const { return points_[0]; }
  Point end() const { return points_[count_ - 1]; }
  Point at(double t) const;  ///< t: share of its length, 0 ... 1
  double length() const;
  std::vector<Point> rounded(double radius) const;

 private:
  std::array<Point, 8> points_;
  std::size_t count_ = 0;
};

/// What a cell held before the current step, small in its upper left corner.
struct OldNumber {
  Area area;
  double size = 0;  ///< height of its letters; 0: there is none, or no room
  std::string text = {};
};
OldNumber old_number(const Drawing& drawing, const StepsState& steps, const TypeSize& type, const GridPanel& panel,
                     std::uint32_t index);
/// What is in a cell, where no arrow may end.
struct CellLetters {
  OldNumber old;
  Area number;  ///< no width: there is none
};
CellLetters letters_in(const Drawing& drawing, const StepsState& steps, const TypeSize& type, const GridPanel& panel,
                       std::uint32_t index);

/// Of more movements no arrows are drawn, and numbers go straight: the way between grids takes time to find.
inline constexpr std::size_t k_most_arrows = 1500;
/// The same of those of the selected thread, or of the lit cell: so large arrows hide the grids and one another.
inline constexpr std::ptrdiff_t k_most_full_arrows = 400;

/// One value on its way.
struct GridMove {
  const Flow* flow;
  Route route;
  double number_size;          ///< of the panel it goes to; 0: its cells have no numbers
  double cell;                 ///< height of the cells there
  bool full;                   ///< of the selected thread, or of the cell that is lit
  double free = 0;             ///< height of the numbers beside which it goes along the lines
  Area goal = {}, old = {};    ///< the cell that it goes to, and the old number in it
  const Flow* also = nullptr;  ///< a second value from the same place into the same number
  Area label = {};             ///< over this its values are in words; no width: there is no room, or no need
};
/// The values on their way: "376 + 44".
std::string words_of(const Trace& trace, const GridMove& move);

/// From a cell of one panel to a cell of another or the same. old: the number in it that moves; without a size: the cell's own.
Route route_between(const StepsLayout& layout, const GridPanel& from, std::uint32_t at, const OldNumber& old,
                    const GridPanel& to, std::uint32_t target, const CellLetters& there, double em);
/// From a cell to one in its row that is no further than `most` away: straight, between their numbers. None: there is no room.
std::optional<Route> route_to_next(const Area& cell, const CellLetters& here, const Area& goal, const CellLetters& there,
                                   double most, double em);
/// Gives full moves to the next cell that way and, where several values go it, their words.
void straighten(const Drawing& drawing, const StepsState& steps, const StepsGridCache& cache, std::span<GridMove> moves);
/// The values beside those arrows that bring more than one.
void paint_labels(Drawing& drawing, const Trace& trace, std::span<const GridMove> moves);
/// In the cells whose old number goes into the new one, by the selected thread: from one to the other.
std::vector<Route> own_arrows(const Drawing& drawing, const StepsState& steps, const StepsGridCache& cache,
                              std::span<const GridMove> moves);
/// Routes that lie on one another get tracks side by side.
void spread(std::span<GridMove> moves, double em);
/// One for each value that goes from a cell to another one, in the blocks that are drawn.
std::vector<GridMove> moves_of(const Drawing& drawing, const StepsState& steps, const StepsGridCache& cache);
/// "441 arrows left out": of a step that has more than are drawn; else empty.
std::string left_out_text(const StepsState& steps, const StepsGridCache& cache);
/// ground: under an arrow, so that it stands out.
void paint_arrow(Drawing& drawing, const Route& route, const Ink& ink, bool ground = false);
/// A short line where the value leaves, and a head where it arrives.
void paint_ticks(Drawing& drawing, const GridMove& move, const Ink& ink, const Ink& head);

}  // namespace satscope::app
