// SPDX-License-Identifier: Apache-2.0
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"
#include "app/ui/views/canvas.h"
#include "app/workspaces/storage/storage.h"

namespace satscope::app {
namespace {

ImVec2 point(const Pane& pane, double x, double y) {
  const Point at = on_screen(pane, {x, y});
  return {static_cast<float>(at.x), static_cast<float>(at.y)};
}

/// 0: exact; else the more the larger the error.
int level_of(float error, double white_sum) {
  if (error == 0) return 0;
  const auto below = [&](double step) { return static_cast<double>(error) < step * white_sum; };
  return below(k_error_steps[0]) ? 1 : below(k_error_steps[1]) ? 2 : 3;
}

/// A cell is where the middle of its boxes is. Cells that look alike are one rectangle.
void draw_errors(ImDrawList& list, const StorageUi& ui, const Pane& pane, const ErrorMap& map) {
  if (map.wrong == 0 || map.worst.empty()) return;
  const double pixels = map.step * pane.view.zoom, least = 0.4 * static_cast<double>(ui.em);
  const int group = std::max(1, static_cast<int>(std::ceil(least / pixels)));
  const double white = static_cast<double>(k_white) * static_cast<double>(map.box.area()), size = group * map.step;
  const double left = (map.box.width - 1) / 2.0, top = (map.box.height - 1) / 2.0;
  const Box seen = visible_pixels(pane.view, pane.area, {map.places.width + map.box.width, map.places.height + map.box.height});
  const auto first = [&](double from, double shift) {
    return std::max(0, static_cast<int>(std::floor((from - shift) / size)));
  };
  const int columns = (map.cells.width + group - 1) / group, rows = (map.cells.height + group - 1) / group;
  const int last_row = std::min(rows - 1, first(seen.y + seen.height, top)),
            last_column = std::min(columns - 1, first(seen.x + seen.width, left));
  const auto level = [&](int column, int row) {
    float worst = 0;
    for (int y = row * group; y < std::min((row + 1) * group, map.cells.height); ++y)
      for (int x = column * group; x < std::min((column + 1) * group, map.cells.width); ++x)
        worst = std::max(worst, map.at(x, y));
    return level_of(worst, white);
  };
  for (int row = first(seen.y, top); row <= last_row; ++row)
    for (int column = first(seen.x, left); column <= last_column;) {
      const int begin = column, of = level(column, row);
      while (++column <= last_column && level(column, row) == of) {
      }
      if (of == 0) continue;
      const double right = std::min<double>(column * size, map.places.width),
                   low = std::min<double>((row + 1) * size, map.places.height);
      list.AddRectFilled(point(pane, left + begin * size, top + row * size), point(pane, left + right, top + low),
                         packed(ui.palette.minus_mark, error_strength(of)));
    }
}

/// In cells large enough for a number: what the stored table gives in place of the plain one. What is dropped has no number,
/// unless its hatching is hidden.
void draw_entries(ImDrawList& list, const StorageUi& ui, const Pane& pane, const Coding& coding) {
  const double zoom = pane.view.zoom;
  if (zoom < static_cast<double>(smallest_numbered_texel(ui)) || ui.frame.shown().reduction > 1) return;
  const Box seen = visible_pixels(pane.view, pane.area, coding.picture);
  const ColourRange& range = ui.session.range;
  const double span = std::max(1e-300, range.hi - range.lo);
  std::vector<CellNumber> numbers;
  for (int y = seen.y; y < seen.y + seen.height; ++y)
    for (int x = seen.x; x < seen.x + seen.width; ++x) {
      const bool restored = coding.keeps(x, y) || !ui.session.part<StorageView>().dropped;
      const double value = ui.model.entry(x, y)->value;
      const Rgb ground =
          restored && std::isfinite(value) ? colour_of(colour_map_of(ui.session), (value - range.lo) / span) : ui.palette.panel;
      const ImVec2 from = point(pane, x, y), to = point(pane, x + 1, y + 1);
      list.AddRectFilled(from, to, packed(ground));
      list.AddRect(from, to, packed(ui.palette.backdrop));
      const std::string text = std::isfinite(value) ? grouped(value, 6) : "inf",
                        narrow = std::isfinite(value) ? ungrouped(value, 6) : "inf";
      if (restored) numbers.push_back({{(from.x + to.x) / 2.0, (from.y + to.y) / 2.0}, text, narrow, ground});
    }
  if (ui.session.numbers) draw_cell_numbers(list, ui, numbers, zoom, zoom);
}

void draw_dropped(ImDrawList& list, const StorageUi& ui, const Pane& pane, const Coding& coding) {
  if (coding.blocks() == 0 || pane.view.zoom < 0.35 * static_cast<double>(ui.em)) return;
  const Box seen = visible_pixels(pane.view, pane.area, coding.picture);
  const unsigned dark = packed(Rgb{0, 0, 0}, 0.55F), light = packed(Rgb{1, 1, 1}, 0.75F);
  for (int y = seen.y; y < seen.y + seen.height; ++y)
    for (int x = seen.x; x < seen.x + seen.width; ++x) {
      if (coding.keeps(x, y)) continue;
      const auto stroke = [&](double x0, double y0, double x1, double y1) {
        list.AddLine(point(pane, x + x0, y + y0), point(pane, x + x1, y + y1), dark, 3);
        list.AddLine(point(pane, x + x0, y + y0), point(pane, x + x1, y + y1), light, 1);
      };
      stroke(0, 1, 1, 0);
    }
}

/// The words and the pixel from which the entry under the pointer is restored.
void draw_sources(ImDrawList& list, const StorageUi& ui, const Pane& pane, const Coding& coding) {
  if (!ui.doing.hover || !ui.doing.hover_in_table) return;
  const auto [x, y] = *ui.doing.hover;
  if (x >= coding.picture.width || y >= coding.picture.height) return;
  const auto ring = [&](int column, int row, Rgb colour) {
    list.AddRect(point(pane, column, row), point(pane, column + 1, row + 1), packed(Rgb{0, 0, 0}, 0.75F), 0, 0, 4);
    list.AddRect(point(pane, column, row), point(pane, column + 1, row + 1), packed(colour), 0, 0, 2);
  };
  const bool table = pane.kind == ViewKind::table;
  if (table && coding.method->word == WordKind::column_sum) {
    list.AddRect(point(pane, 0, y), point(pane, x + 1, y + 1), packed(ui.palette.plus_mark), 0, 0, 2);
  } else if (!coding.keeps(x, y)) {
    for (const RestoringTerm& term : terms_of(x, y))
      if (term.pixel != table) ring(term.x, term.y, term.sign > 0 ? ui.palette.plus_mark : ui.palette.minus_mark);
  }
}

void draw_exact(ImDrawList& list, const StorageUi& ui, const Pane& pane, Extent size) {
  if (size.area() == 0) return;
  const Box box = exact_box(ui, size);
  const ImVec2 from = point(pane, box.x, box.y), to = point(pane, box.x + box.width, box.y + box.height);
  list.AddRect(from, to, packed(Rgb{0, 0, 0}, 0.75F), 0, 0, 5);
  list.AddRect(from, to, packed(ui.palette.plus_mark), 0, 0, 2);
}

}  // namespace

Box exact_box(const Ui& ui, Extent size) {
  const Extent picture = ui.frame.shown().picture;
  const Box& box = ui.session.edit.box;
  return {std::clamp(box.x, 0, std::max(0, picture.width - size.width)),
          std::clamp(box.y, 0, std::max(0, picture.height - size.height)), size.width, size.height};
}

void draw_storage_marks(ImDrawList& list, const StorageUi& ui, const Pane& pane) {
  const StorageFacts* facts = ui.model.facts();
  if (!facts || !(facts->kept->stored.coding.picture == ui.frame.shown().picture)) return;
  const Coding& coding = facts->kept->stored.coding;
  const StorageView& view = ui.session.part<StorageView>();
  if (pane.kind == ViewKind::picture) {
    if (view.errors) draw_errors(list, ui, pane, facts->map);
    draw_exact(list, ui, pane, facts->kept->exact_here);
  } else {
    draw_entries(list, ui, pane, coding);
    if (view.dropped) draw_dropped(list, ui, pane, coding);
  }
  draw_sources(list, ui, pane, coding);
}

}  // namespace satscope::app
