// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/workspaces/steps/views/grids/grid.h"
#include "app/workspaces/steps/views/grids/grid_cells.h"
#include "app/workspaces/steps/views/grids/grid_moves.h"

namespace satscope::app {
namespace {

constexpr std::size_t k_most_numbers = 600;

/// Draws the panels of one frame.
class GridPainter {
 public:
  GridPainter(Drawing& drawing, const StepsState& steps, const StepsGridCache& cache, ColourMap map, double arrived)
      : drawing_(drawing),
        palette_(drawing.palette),
        em_(drawing.em),
        steps_(steps),
        cache_(cache),
        trace_(steps.player()->story().trace),
        arrived_(arrived),
        cells_(drawing, steps, cache, map, arrived) {}

  void draw() {
    const std::vector<GridMove> moves =
        steps_.player()->current() ? moves_of(drawing_, steps_, cache_) : std::vector<GridMove>{};
    std::size_t marks = 0;
    for (const GridPanel& panel : cache_.layout.panels)
      if (panel.role != GridRole::strip) marks += panel.places;
    drawing_.expect(marks + moves.size());
    for (const GridPanel& panel : cache_.layout.panels) {
      draw_panel(panel);
      if (const auto part = cache_.part.find(panel.buffer); part != cache_.part.end()) draw_part(panel, part->second);
    }
    for (const LaneRow& row : cache_.layout.lanes) draw_lanes(row);
    draw_arrows(moves);
    // over the arrows, so that numbers and words stay readable
    for (const GridPanel& panel : cache_.layout.panels)
      if (panel.number_size > 0) cells_.draw_numbers(panel, !moves.empty());
    if (arrived_ >= 1) paint_labels(drawing_, trace_, moves);
    for (const GridLabel& label : cache_.layout.labels) draw_label(label);
    for (const GridPanel& panel : cache_.layout.panels) {
      draw_title(panel);
      draw_names(panel);
    }
    if (const FilterWindow* window = steps_.window(); window && arrived_ >= 1) draw_window(*window);
    draw_chips(moves);
  }

  void draw_own_arrows() {
    if (steps_.player()->current()) draw_own_arrows(moves_of(drawing_, steps_, cache_));
  }

 private:
  void draw_label(const GridLabel& label) {
    draw_words({label.area.x, label.area.middle().y - drawing_.letters(Face::small) / 2}, label.text, palette_.quiet,
               label.area);
  }

  /// Words on ground of their own.
  void draw_words(Point at, std::string_view words, Rgb colour, const Area& within) {
    drawing_.rect({at.x, at.y, drawing_.width_of(words), drawing_.letters(Face::small)}, {palette_.backdrop});
    drawing_.text(at, words, {colour}, Face::small, 0, &within);
  }

  void draw_title(const GridPanel& panel) {
    const bool lit = panel.role == GridRole::strip && cache_.main[panel.buffer] != 0;
    double y = panel.area.y;
    for (std::size_t at = 0; at < panel.title.size();) {
      const std::size_t end = std::min(panel.title.find('\n', at), panel.title.size());
      draw_words({panel.area.x, y}, std::string_view(panel.title).substr(at, end - at), lit ? palette_.accent : palette_.quiet,
                 panel.area);
      y += drawing_.letters(Face::small);
      at = end + 1;
    }
    if (panel.heads > 0) draw_beside_title(panel);
  }

  /// What the rows and columns are, or why places are empty.
  void draw_beside_title(const GridPanel& panel) {
    const double x = panel.area.x + drawing_.width_of(panel.title) + em_;
    const std::string words = drawing_.first_that_fits(panel.meaning_texts(), panel.area.right() - x);
    // because: arrows come down to the left half of registers
    const double at = panel.warp > 0 ? panel.area.right() - drawing_.width_of(words) : x;
    if (!words.empty()) draw_words({at, panel.area.y}, words, palette_.text, panel.area);
  }

  /// The first of the names that has room in the cells: in every column, or every second, fourth, ...
  void draw_names(const GridPanel& panel) {
    for (std::size_t place = 0; panel.number_size > 0 && panel.rows == 1 && place < panel.uses.size(); ++place)
      if (panel.uses[place] == PlaceIs::padding) draw_hole(panel.cell(place));
    if (panel.heads <= 0) return;
    const double high = drawing_.letters(Face::small);
    const auto wide = [&](const std::string& words) { return drawing_.width_of(words) + 2; };
    const auto named = [&](auto&& name, double room) { return wide(name(false)) <= room ? name(false) : name(true); };
    int every = names_apart(panel.cell_width(), wide(panel.column_name(panel.columns - 1, true)) + 2, panel.columns);
    for (int column = 0; column < panel.columns; column += every) {
      const std::size_t place = panel.place_of(column, 0);
      const PlaceIs use = panel.use_of(place);
      if (use == PlaceIs::unused) continue;
      const double room = every * panel.cell_width();
      const bool pads = use == PlaceIs::padding && panel.rows > 1;  // a column of its own
      const std::string words =
          named([&](bool brief) { return pads ? brief ? "pad" : "padding" : panel.column_name(column, brief); }, room);
      if (pads && wide(words) > room) continue;
      const double x = std::min(panel.cell(place).middle().x - drawing_.width_of(words) / 2, panel.area.right() - wide(words));
      draw_words({x, panel.cells.y - panel.heads + std::round(k_heads * em_) - high - 3}, words, palette_.quiet, panel.area);
    }
    if (panel.margin <= 0) return;
    every = names_apart(panel.cell_height(), high, panel.rows);
    for (int row = 0; row < panel.rows; row += every) {
      const double y = panel.cells.y + (row + 0.5) * panel.cell_height() - high / 2;
      const std::string words = named([&](bool brief) { return panel.row_name(row, brief); }, panel.margin);
      draw_words({panel.cells.x - drawing_.width_of(words) - 0.3 * em_, y}, words, palette_.quiet, panel.area);
    }
  }

  /// A place that stays empty says so, because its neighbours' numbers go on over it.
  void draw_hole(const Area& cell) {
    const std::string words = drawing_.first_that_fits({"padding", "pad"}, cell.width - 4);
    if (words.empty() || cell.height < 2 * drawing_.letters(Face::small)) return;
    const Point middle = cell.middle();
    draw_words({middle.x - drawing_.width_of(words) / 2, middle.y - drawing_.letters(Face::small) / 2}, words, palette_.quiet,
               cell);
  }

  /// Around the places that the block works on.
  void draw_part(const GridPanel& panel, const std::vector<bool>& part) {
    const auto is_in = [&](int x, int y) {
      const auto place = static_cast<std::size_t>(y) * static_cast<std::size_t>(panel.columns) + static_cast<std::size_t>(x);
      return x >= 0 && y >= 0 && x < panel.columns && y < panel.rows && place < part.size() && part[place];
    };
    const double wide = panel.cell_width(), high = panel.cell_height();
    std::vector<std::pair<Point, Point>> lines;
    const auto add = [&](int x0, int y0, int x1, int y1) {
      lines.push_back(
          {{panel.cells.x + x0 * wide, panel.cells.y + y0 * high}, {panel.cells.x + x1 * wide, panel.cells.y + y1 * high}});
    };
    for (int y = 0; y <= panel.rows; ++y)
      for (int x = 0, from = 0; x <= panel.columns; ++x) {
        const auto edge = [&](int at) { return is_in(at, y) != is_in(at, y - 1); };
        if (!edge(x) && x > from) add(from, y, x, y);
        if (!edge(x)) from = x + 1;
      }
    for (int x = 0; x <= panel.columns; ++x)
      for (int y = 0, from = 0; y <= panel.rows; ++y) {
        const auto edge = [&](int at) { return is_in(x, at) != is_in(x - 1, at); };
        if (!edge(y) && y > from) add(x, from, x, y);
        if (!edge(y)) from = y + 1;
      }
    for (const auto& [a, b] : lines) drawing_.line(a, b, {{0, 0, 0}, 0.75}, 4);
    for (const auto& [a, b] : lines) drawing_.line(a, b, {palette_.selected}, 2);
  }

  void draw_panel(const GridPanel& panel) {
    cells_.draw(panel);
    drawing_.frame(panel.cells, {palette_.line});
    for (int thread = panel.warp; panel.heads > 0 && panel.warp > 0 && thread < panel.columns; thread += panel.warp) {
      const double x = panel.cells.x + thread * panel.cell_width() - 0.5;
      drawing_.line({x, panel.cells.y - 0.5 * panel.heads}, {x, panel.cells.bottom()}, {palette_.text}, 3);
    }
  }

  /// A filter's window over the picture, and where it was read from tables.
  void draw_window(const FilterWindow& window) {
    for (const GridPanel& panel : cache_.layout.panels) {
      if (panel.buffer == 0 && window.window.area() > 0) {
        const Box& box = window.window;
        const auto place = [&](int x, int y) { return panel.cell(static_cast<std::size_t>(y * panel.columns + x)); };
        const Area first = place(box.x, box.y), last = place(box.x + box.width - 1, box.y + box.height - 1);
        draw_outline({first.x, first.y, last.right() - first.x, last.bottom() - first.y}, palette_.selected);
      }
      for (const FilterSource& source : window.sources)
        if (source.at.buffer == panel.buffer && panel.buffer != 0) draw_source(panel, source);
      if (window.result.buffer == panel.buffer) draw_outline(panel.cell(window.result.index), palette_.selected);
    }
  }
  void draw_outline(const Area& area, Rgb colour) {
    drawing_.frame(area, {{0, 0, 0}, 0.75}, 4);
    drawing_.frame(area, {colour}, 2);
  }
  /// Added corners and subtracted ones, each with its letter where that does not cover the number; else a place that was read.
  void draw_source(const GridPanel& panel, const FilterSource& source) {
    const Area cell = panel.cell(source.at.index);
    const bool minus = source.corner == 'B' || source.corner == 'C';
    const Rgb colour = source.corner == 0 ? palette_.accent : minus ? palette_.minus_mark : palette_.plus_mark;
    draw_outline(cell, colour);
    const double letters = drawing_.letters(Face::small);
    if (source.corner == 0 || cell.height < panel.number_size + 2 * letters + 4 || cell.width < 3 * letters) return;
    const std::string name = (minus ? "\u2212" : "+") + std::string(1, source.corner);
    constexpr double k_frame = 2;  // that is around the cell
    drawing_.rect({cell.x + k_frame, cell.y + k_frame, drawing_.width_of(name) + 4, letters}, {colour});
    drawing_.text({cell.x + k_frame + 2, cell.y + k_frame}, name, {palette_.on_mark});
  }

  /// A mark per thread: filled if it did something, dashed if it was idle.
  void draw_lanes(const LaneRow& row) {
    const StoryStep* story_step = steps_.player()->current();
    std::set<std::uint32_t> busy;
    bool takes_part = false;
    for (std::uint32_t at = story_step ? story_step->first : 0; story_step && at < story_step->end; ++at) {
      const Step& step = trace_.steps[at];
      if (step.block != row.block) continue;
      takes_part = true;
      for (const Read& read : trace_.reads_of(step)) busy.insert(read.thread);
      for (const Write& write : trace_.writes_of(step)) busy.insert(write.thread);
    }
    const int threads = trace_.passes[static_cast<std::size_t>(cache_.pass)].threads;
    const double slot = std::min(0.9 * em_, row.area.width / threads);
    const double y = row.area.y + 0.12 * em_, high = std::max(2.0, 0.22 * em_);
    for (int thread = 0; thread < threads; ++thread) {
      const double x = row.area.x + thread * slot, wide = std::max(1.0, slot - 2);
      if (busy.contains(static_cast<std::uint32_t>(thread))) {
        drawing_.rect({x, y, wide, high}, {palette_.accent});
      } else {
        const Ink ink{palette_.quiet, takes_part ? 0.8 : 0.35};
        const double dash = wide / 5;
        for (const int i : {0, 2, 4}) {
          const double left = x + i * dash;
          drawing_.line({left, y}, {left + dash, y}, ink);
          drawing_.line({left, y + high}, {left + dash, y + high}, ink);
        }
      }
    }
  }

  void draw_arrows(const std::vector<GridMove>& moves) {
    const bool many = moves.size() > k_most_arrows;
    for (const GridMove& move : moves) {
      if (many || move.full) continue;
      if (steps_.all_arrows)
        paint_arrow(drawing_, move.route, {palette_.quiet, moves.size() > 60 ? 0.35 : 0.6});
      else
        paint_ticks(drawing_, move, {palette_.quiet, 0.8}, {arrived_ < 1 ? palette_.quiet : palette_.on_mark, 0.7});
    }
    draw_own_arrows(moves);
  }

  /// Over the others and on a ground of their own, because these are what the words beside them are about.
  void draw_own_arrows(const std::vector<GridMove>& moves) {
    if (std::ranges::count(moves, true, &GridMove::full) > k_most_full_arrows) return;
    const std::vector<Route> own = arrived_ < 1 ? std::vector<Route>{} : own_arrows(drawing_, steps_, cache_, moves);
    for (const bool ground : {true, false}) {
      for (const Route& route : own) paint_arrow(drawing_, route, {ground ? palette_.backdrop : palette_.accent}, ground);
      for (const GridMove& move : moves)
        if (move.full) paint_arrow(drawing_, move.route, {ground ? palette_.backdrop : palette_.accent}, ground);
    }
  }

  void draw_chips(const std::vector<GridMove>& moves) {
    if (arrived_ >= 1) return;
    const double t = arrived_ * arrived_ * (3 - 2 * arrived_);
    for (const GridMove& move : moves) draw_chip(move, t, moves.size() <= k_most_numbers);
  }

  /// A number on its way; where cells have no numbers, a mark.
  void draw_chip(const GridMove& move, double t, bool with_number) {
    const Point at = move.route.at(t);
    if (!with_number || move.number_size <= 0) {
      const double side = std::clamp(0.7 * move.cell, 3.0, 0.6 * em_);
      return drawing_.rect({at.x - side / 2, at.y - side / 2, side, side}, {palette_.accent});
    }
    const std::string words = words_of(trace_, move);
    const double size = std::min(move.number_size, 1.4 * em_), wide = drawing_.width_of(words, Face::text, size);
    const double pad = 0.25 * size;
    const Area chip{at.x - wide / 2 - pad, at.y - size / 2 - pad, wide + 2 * pad, size + 2 * pad};
    drawing_.rect(chip, {palette_.accent}, pad);
    drawing_.frame(chip, {palette_.on_accent}, 1, pad);
    drawing_.text({at.x - wide / 2, at.y - size / 2}, words, {palette_.on_accent}, Face::text, size);
  }

  Drawing& drawing_;
  const Palette& palette_;
  const double em_;
  const StepsState& steps_;
  const StepsGridCache& cache_;
  const Trace& trace_;
  const double arrived_;
  GridCells cells_;
};

}  // namespace

void paint_grids(Drawing& drawing, const StepsState& steps, const StepsGridCache& cache, ColourMap colours, double arrived) {
  GridPainter(drawing, steps, cache, colours, arrived).draw();
}

void paint_own_arrows(Drawing& drawing, const StepsState& steps, const StepsGridCache& cache) {
  GridPainter(drawing, steps, cache, {}, 1).draw_own_arrows();  // no cell is painted, so no colour map is used
}

}  // namespace satscope::app
