// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/grids/grid_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/workspaces/steps/views/grids/grid_moves.h"

namespace satscope::app {
namespace {

constexpr float k_panel = 0.6F;   // of the panel's colour behind cells
constexpr float k_shade = 0.32F;  // of the colour map behind numbers: the numbers stay readable

Rgb mixed(Rgb a, Rgb b, float t) { return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t}; }
Area grown(const Area& area, double by) { return {area.x - by, area.y - by, area.width + 2 * by, area.height + 2 * by}; }

}  // namespace

GridCells::GridCells(Drawing& drawing, const StepsState& steps, const StepsGridCache& cache, ColourMap map, double arrived)
    : drawing_(drawing),
      palette_(drawing.palette),
      steps_(steps),
      cache_(cache),
      story_(steps.player()->story()),
      trace_(story_.trace),
      empty_(palette_.panel),
      written_(palette_.plus_mark),
      written_filler_(mixed(palette_.plus_mark, palette_.panel, 0.75F)),
      arrived_(arrived) {
  for (std::size_t i = 0; i < shades_.size(); ++i) {
    const Rgb colour = colour_of(map, static_cast<double>(i) / static_cast<double>(shades_.size() - 1));
    shades_[i] = Ground(colour);
    behind_numbers_[i] = Ground(mixed(palette_.panel, colour, k_shade));
  }
  if (steps.hover && !steps.hides_hover && steps.holds_value(*steps.hover))
    lit_ = pixels_of(trace_, steps.cell(*steps.hover)).times;
}

GridCells::Shown GridCells::shown(const GridPanel& panel, const PlacesNow& now, std::uint32_t index) const {
  Shown cell = held(panel, now, index);
  cell.counts = !is_filler(story_, panel.buffer, cell.cell);
  return cell;
}

GridCells::Shown GridCells::held(const GridPanel& panel, const PlacesNow& now, std::uint32_t index) const {
  const CellUse* touch = now.touch(index);
  if (touch && touch->written && arrived_ < 1) return {touch, now.held_value(index), false, touch->before};
  const bool written = touch && touch->written && panel.role != GridRole::strip;
  return {touch, now.holds_value(index), written, now.cells[index]};
}

const GridCells::Ground& GridCells::ground_of(const GridPanel& panel, const Shown& at) const {
  if (at.written) return at.counts ? written_ : written_filler_;
  if (!at.known || !at.counts) return empty_;
  return (panel.number_size > 0 ? behind_numbers_ : shades_)[shade(panel.buffer, at.cell)];
}

std::size_t GridCells::shade(std::uint32_t buffer, const Cell& cell) const {
  const Extremes& ends = cache_.shades[buffer];
  const double value = to_double(number(cell, trace_.buffers[buffer].type));
  const double t = ends.most > ends.least ? std::clamp((value - ends.least) / (ends.most - ends.least), 0.0, 1.0) : 0;
  return static_cast<std::size_t>(std::lround(t * static_cast<double>(shades_.size() - 1)));
}

void GridCells::draw(const GridPanel& panel) {
  const PlacesNow now = steps_.places(panel.buffer);
  const double gap = std::min(panel.cell_width(), panel.cell_height()) >= 5 ? 1 : 0;
  words_.clear();
  marked_.clear();
  rings_.clear();
  for (int row = 0; row < panel.rows; ++row)
    for (int column = 0; column < panel.columns; ++column) {
      std::uint32_t& word = words_.emplace_back();
      Ring& ring = rings_.emplace_back(Ring::none);
      const auto place = static_cast<std::uint32_t>(panel.place_of(column, row));
      if (place >= panel.places) continue;
      const Shown cell = shown(panel, now, place);
      if (cell.written || cell.known) word = ground_of(panel, cell).word;
      if (gap == 0 && has_ring(panel, cell)) ring = cell.written ? Ring::on_fill : Ring::plain;
      if (is_empty(panel, gap, cell) || is_marked(panel, place, gap, cell)) marked_.emplace_back(place, cell);
    }
  drawing_.rect(panel.cells, {palette_.panel, k_panel});
  drawing_.cells(panel.cells, {panel.columns, panel.rows}, words_, {gap, mixed(palette_.backdrop, palette_.panel, k_panel)});
  if (gap == 0) draw_rings(panel);
  for (const auto& [place, cell] : marked_) {
    const Area area = panel.cell(place), inner{area.x, area.y, area.width - gap, area.height - gap};
    if (is_empty(panel, gap, cell)) drawing_.frame(inner, {palette_.line, 0.8});
    draw_marks(panel, place, gap, inner, cell);
  }
}

/// Where cells lie side by side, so do the edges of their rings: a rectangle for all in a row. A step may read thousands.
void GridCells::draw_rings(const GridPanel& panel) {
  const double wide = panel.cell_width(), high = panel.cell_height(), line = std::min({1.0, wide, high});
  const auto runs = [&](int lines, int length, auto&& ring_at, auto&& edges) {
    for (int i = 0; i < lines; ++i)
      for (int first = 0, end = 0; first < length; first = end) {
        const Ring ring = ring_at(i, first);
        for (end = first + 1; end < length && ring_at(i, end) == ring;) ++end;
        if (ring != Ring::none) edges(i, first, end - first, Ink{ring == Ring::on_fill ? palette_.on_mark : palette_.accent});
      }
  };
  const auto at = [&](int column, int row) { return rings_[static_cast<std::size_t>(row * panel.columns + column)]; };
  runs(
      panel.rows, panel.columns, [&](int row, int column) { return at(column, row); },
      [&](int row, int first, int count, const Ink& ink) {
        const double x = panel.cells.x + first * wide, y = panel.cells.y + row * high;
        drawing_.rect({x, y, count * wide, line}, ink);
        drawing_.rect({x, y + high - line, count * wide, line}, ink);
      });
  runs(panel.columns, panel.rows, at, [&](int column, int first, int count, const Ink& ink) {
    const double x = panel.cells.x + column * wide, y = panel.cells.y + first * high;
    drawing_.rect({x, y, line, count * high}, ink);
    drawing_.rect({x + wide - line, y, line, count * high}, ink);
  });
}

void GridCells::draw_numbers(const GridPanel& panel, bool halo) {
  const PlacesNow now = steps_.places(panel.buffer);
  for (std::uint32_t i = 0; i < panel.places; ++i) draw_number(panel, now, i, halo);
}

void GridCells::draw_number(const GridPanel& panel, const PlacesNow& now, std::uint32_t index, bool halo) {
  const Shown cell = shown(panel, now, index);
  if (!cell.known) return;
  const std::string words = cell_text(trace_, {panel.buffer, index}, cell.cell);
  const Ink ink{!cell.counts ? palette_.quiet : cell.written ? palette_.on_mark : palette_.text};
  Area area = panel.cell(index);
  const CellLetters letters = cell.written ? letters_in(drawing_, steps_, cache_.em, panel, index) : CellLetters{};
  if (const OldNumber& old = letters.old; old.size > 0) {
    if (halo) drawing_.rect({old.area.x - 2, old.area.y, old.area.width + 4, old.size}, {ground_of(panel, cell).colour}, 2);
    drawing_.text({old.area.x, old.area.y}, old.text, ink, Face::text, old.size);
    const double middle = old.area.y + 0.55 * old.size, beyond = std::max(1.0, 0.15 * old.size);
    drawing_.line({old.area.x - beyond, middle}, {old.area.right() + beyond, middle}, ink);
    const double down = letters.number.middle().y - area.middle().y;
    area = {area.x, area.y + 2 * down, area.width, area.height - 2 * down};
  }
  if (halo || !cell.counts) {
    const double wide = drawing_.width_of(words, Face::text, panel.number_size) + 4, high = 0.8 * panel.number_size;
    const Area ground{area.middle().x - wide / 2, area.middle().y - high / 2, wide, high};
    drawing_.rect(ground, {ground_of(panel, cell).colour}, 2);
  }
  drawing_.text_in(area, words, ink, Face::text, panel.number_size);
}

bool GridCells::is_filled_up(const GridPanel& panel, std::uint32_t index, const Shown& cell) const {
  return cell.known ? !cell.counts : panel.use_of(index) != PlaceIs::used;
}

bool GridCells::has_bank(const GridPanel& panel, const Shown& cell) const {
  return steps_.banks && panel.number_size > 0 && cell.known && trace_.buffers[panel.buffer].space == Space::shared;
}

/// Whether two threads raced for this place, one of them in the current step.
bool GridCells::is_raced(const GridPanel& panel, std::uint32_t index) const {
  if (trace_.races.empty() || panel.role == GridRole::strip || !steps_.player()->current()) return false;
  const std::string& label = steps_.player()->story().first_step(*steps_.player()->current()).label;
  return std::any_of(trace_.races.begin(), trace_.races.end(), [&](const Race& race) {
    return race.index == index && race.second.label == label && race.buffer == trace_.buffers[panel.buffer].name &&
           (panel.block < 0 || panel.block == race.second.block);
  });
}

bool GridCells::is_lit(const GridPanel& panel, std::uint32_t index) const {
  return panel.buffer == 0 && index < lit_.size() && lit_[index] != 0;
}

bool GridCells::is_marked(const GridPanel& panel, std::uint32_t index, double gap, const Shown& cell) const {
  return is_filled_up(panel, index, cell) || has_bank(panel, cell) || (gap > 0 && has_ring(panel, cell)) ||
         is_raced(panel, index) || is_wrong(panel, index) || is_lit(panel, index) || is_selected({panel.buffer, index});
}

void GridCells::draw_marks(const GridPanel& panel, std::uint32_t index, double gap, const Area& inner, const Shown& cell) {
  if (is_filled_up(panel, index, cell)) paint_filler(drawing_, inner);
  if (has_bank(panel, cell)) draw_bank(index, inner);
  if (gap > 0 && has_ring(panel, cell)) draw_ring(inner, cell.written);
  if (is_raced(panel, index) || is_wrong(panel, index)) draw_race(inner);
  if (is_lit(panel, index)) draw_lit(inner, lit_[index]);
  if (is_selected({panel.buffer, index})) {
    const double line = cache_.em.to_class ? std::max(2.0, 0.25 * cache_.em.em) : 2;  // the last row must find it
    drawing_.frame(grown(inner, 1), {{0, 0, 0}, 0.75}, line + 2);
    drawing_.frame(grown(inner, 1), {palette_.selected}, line);
  }
}

/// The bank that a place of shared memory lies in, as a coloured tick.
void GridCells::draw_bank(std::uint32_t index, const Area& cell) {
  const auto banks = static_cast<std::uint32_t>(std::max(2, steps_.player()->story().request.sizes.warp));
  const Rgb colour = colour_of(ColourMap::viridis, static_cast<double>(index % banks) / (banks - 1));
  const double high = std::max(1.0, 0.1 * cell.height);
  drawing_.rect({cell.x, cell.bottom() - high, cell.width, high}, {colour});
}

/// Read: a ring, inside of the cell.
void GridCells::draw_ring(const Area& cell, bool on_fill) {
  const double room = std::min(cell.width, cell.height), line = std::clamp(room / 12, 1.0, 2.0);
  drawing_.frame(grown(cell, -line / 2), {on_fill ? palette_.on_mark : palette_.accent}, line, room > 12 ? 0.2 * room : 0);
}

/// A frame with a corner cut off, so that the number stays readable.
void GridCells::draw_race(const Area& cell) {
  drawing_.frame(cell, {palette_.bad}, 3);
  const double side = 0.4 * std::min(cell.width, cell.height), right = cell.right();
  drawing_.triangle({right - side, cell.y}, {right, cell.y}, {right, cell.y + side}, {palette_.bad});
}

/// A pixel that the hovered cell sums; in a table more than once is worth a warning.
void GridCells::draw_lit(const Area& cell, std::int32_t times) {
  const Rgb colour = times == 1 || steps_.player()->story().of_filter() ? palette_.selected : palette_.bad;
  drawing_.rect(cell, {colour, 0.45});
  drawing_.frame(cell, {colour});
  if (times != 1 && cell.height >= drawing_.em) drawing_.text({cell.x, cell.y}, fmt::format("{}×", times), {palette_.text});
}

}  // namespace satscope::app
