// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/marks.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"
#include "app/ui/views/canvas.h"

namespace satscope::app {
namespace {

constexpr unsigned k_rim = 0xC0000000;  // dark, so that a mark shows on light ground too

ImVec2 at(const Pane& pane, double x, double y) {
  const Point point = on_screen(pane, {x, y});
  return {static_cast<float>(point.x), static_cast<float>(point.y)};
}

void rimmed_rect(ImDrawList& list, ImVec2 from, ImVec2 to, unsigned colour, float thickness) {
  list.AddRect(from, to, k_rim, 0, 0, thickness + 2);
  list.AddRect(from, to, colour, 0, 0, thickness);
}

double pulse(const Ui& ui) {
  constexpr double k_seconds = 1.4;
  if (!ui.doing.pulse_from || ui.session.reduced_motion) return 0;
  const double t = (ui.now - *ui.doing.pulse_from) / k_seconds;
  return t >= 0 && t < 1 ? std::sin(t * 3.14159265358979) : 0;
}

/// The element of the inclusive table that holds P(x, y); outside the kept table, the place beside its edge.
struct Place {
  double x, y;     ///< middle of the mark, picture coordinates
  bool on_border;  ///< P is zero there, and not part of the kept table
};
Place place_of(ViewKind kind, const Box& box, char letter) {
  const int X = letter == 'A' || letter == 'C' ? box.x : box.x + box.width;
  const int Y = letter == 'A' || letter == 'B' ? box.y : box.y + box.height;
  if (kind == ViewKind::picture) return {static_cast<double>(X), static_cast<double>(Y), false};
  return {X == 0 ? 0.0 : X - 0.5, Y == 0 ? 0.0 : Y - 0.5, X == 0 || Y == 0};
}

struct Label {
  ImVec2 from, size;
  std::string value;  ///< empty: the letter alone
  float right() const { return from.x + size.x; }
  float bottom() const { return from.y + size.y; }
  bool overlaps(const Label& other) const {
    return from.x < other.right() && other.from.x < right() && from.y < other.bottom() && other.from.y < bottom();
  }
};

bool inside(const Label& label, const Area& area) {
  return label.from.x >= area.x && label.right() <= area.right() && label.from.y >= area.y && label.bottom() <= area.bottom();
}

/// A label outside the box, diagonally off its corner. With the value where that fits into the view, above or below a box that
/// is wide enough if need be; else the letter alone, pushed into the view.
Label label_beside(const Ui& ui, const Pane& pane, ImVec2 corner, char letter, const std::string& value, float gap,
                   double box_width) {
  const bool left = letter == 'A' || letter == 'C', above = letter == 'A' || letter == 'B';
  const float side = std::round(1.25F * ui.em);
  const auto placed = [&](float width, bool leftward) {
    return ImVec2{leftward ? corner.x - gap - width : corner.x + gap, above ? corner.y - gap - side : corner.y + gap};
  };
  if (!value.empty()) {
    const float width = side + ui.fonts.small->CalcTextSizeA(ui.fonts.small->FontSize, 1e9F, 0, value.c_str()).x + 0.6F * ui.em;
    for (const bool leftward : {left, !left})
      if (const Label full{placed(width, leftward), {width, side}, value};
          inside(full, pane.area) && (leftward == left || box_width > 2 * static_cast<double>(width + gap)))
        return full;
  }
  Label letter_only{placed(side, left), {side, side}, {}};
  const auto pushed = [side](float v, double from, double to) {
    return std::clamp(v, static_cast<float>(from), std::max(static_cast<float>(from), static_cast<float>(to) - side));
  };
  letter_only.from = {pushed(letter_only.from.x, pane.area.x, pane.area.right()),
                      pushed(letter_only.from.y, pane.area.y, pane.area.bottom())};
  return letter_only;
}

void draw_label(ImDrawList& list, const Ui& ui, const Label& label, char letter) {
  const Palette& palette = ui.palette;
  const Rgb colour = is_added(letter) ? palette.plus_mark : palette.minus_mark;
  const ImVec2 to{label.right(), label.bottom()};
  const float rounding = 0.25F * ui.em;
  list.AddRectFilled(label.from, to, packed(palette.panel, 0.94F), rounding);
  const ImVec2 badge_to{label.from.x + label.size.y, to.y};
  list.AddRectFilled(label.from, badge_to, packed(colour), rounding);
  const char text[2] = {letter, 0};
  const ImFont& strong = *ui.fonts.strong;
  const ImVec2 size = strong.CalcTextSizeA(strong.FontSize, 1e9F, 0, text);
  list.AddText(ui.fonts.strong, strong.FontSize,
               {std::round(label.from.x + (label.size.y - size.x) / 2), std::round(label.from.y + (label.size.y - size.y) / 2)},
               packed(palette.on_mark), text);
  if (!label.value.empty()) {
    const float height = ui.fonts.small->FontSize;
    list.AddText(ui.fonts.small, height,
                 {std::round(badge_to.x + 0.3F * ui.em), std::round(label.from.y + (label.size.y - height) / 2)},
                 packed(palette.text), label.value.c_str());
  }
  list.AddRect(label.from, to, packed(colour), rounding);
}

/// A letter in its shape: a disc is added, a square taken off, so that colour is not needed.
void draw_letter(ImDrawList& list, const Ui& ui, ImVec2 middle, float radius, char letter) {
  const Rgb colour = is_added(letter) ? ui.palette.plus_mark : ui.palette.minus_mark;
  if (is_added(letter)) {
    list.AddCircleFilled(middle, radius + 1.5F, k_rim);
    list.AddCircleFilled(middle, radius, packed(colour));
  } else {
    const float half = 0.88F * radius;
    list.AddRectFilled({middle.x - half - 1.5F, middle.y - half - 1.5F}, {middle.x + half + 1.5F, middle.y + half + 1.5F},
                       k_rim);
    list.AddRectFilled({middle.x - half, middle.y - half}, {middle.x + half, middle.y + half}, packed(colour));
  }
  const float height = 1.45F * radius;
  if (height < 0.55F * ui.em) return;
  const char text[2] = {letter, 0};
  const ImVec2 size = ui.fonts.strong->CalcTextSizeA(height, 1e9F, 0, text);
  list.AddText(ui.fonts.strong, height, {middle.x - size.x / 2, middle.y - size.y / 2}, packed(ui.palette.on_mark), text);
}

/// In large texels the numbers are in the texels themselves: frames with small letters, which cover none of them. In the
/// picture, too, the entry's own pixel is framed, because a letter at the box's corner seems to mean the first pixel inside.
void draw_large_corners(ImDrawList& list, const Ui& ui, const Pane& pane) {
  const Box& box = ui.session.edit.box;
  const auto half = static_cast<float>(pane.view.zoom) / 2;
  const float radius = std::min(0.6F * ui.em, 0.42F * half);
  for (const char letter : k_corner_letters) {
    const Place place = place_of(ViewKind::table, box, letter);
    const ImVec2 middle = at(pane, place.x, place.y);
    if (place.on_border) {
      draw_letter(list, ui, middle, radius, letter);
      continue;
    }
    const unsigned colour = packed(is_added(letter) ? ui.palette.plus_mark : ui.palette.minus_mark);
    rimmed_rect(list, {middle.x - half, middle.y - half}, {middle.x + half, middle.y + half}, colour, 2.5F);
    // outward from the box, so that no two meet
    const float across = letter == 'A' || letter == 'C' ? -half : half, down = letter == 'A' || letter == 'B' ? -half : half;
    draw_letter(list, ui, {middle.x + across, middle.y + down}, radius, letter);
  }
}

/// In small texels every corner has a label beside it, with the value where there is room.
void draw_small_corners(ImDrawList& list, const Ui& ui, const Pane& pane) {
  const Box& box = ui.session.edit.box;
  const auto sum = pane.kind == ViewKind::table ? ui.frame.box_sum(box) : std::nullopt;
  const float radius = std::max(0.36F * ui.em, static_cast<float>(pane.view.zoom) / 2);
  const auto label_of = [&](std::size_t i, const std::string& value) {
    const Place place = place_of(pane.kind, box, k_corner_letters[i]);
    return label_beside(ui, pane, at(pane, place.x, place.y), k_corner_letters[i], value, radius + 0.3F * ui.em,
                        box.width * pane.view.zoom);
  };
  const auto labels_of = [&](bool with_place) {
    std::array<Label, 4> labels;
    for (std::size_t i = 0; i < 4; ++i) {
      std::string value = sum ? grouped(sum->reads[i].value) : std::string();
      if (sum && with_place) value = fmt::format("P({}, {}) = {}", sum->reads[i].x, sum->reads[i].y, value);
      labels[i] = label_of(i, value);
    }
    for (std::size_t i = 1; i < 4; ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (labels[i].overlaps(labels[j])) labels[i] = label_of(i, "");
    return labels;
  };
  const auto apart = [](const std::array<Label, 4>& labels) {
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (labels[i].overlaps(labels[j])) return false;
    return std::ranges::none_of(labels, [](const Label& label) { return label.value.empty(); });
  };
  // because: four labels of one kind are read at a glance
  std::array<Label, 4> labels = labels_of(true);
  if (!apart(labels)) labels = labels_of(false);
  for (const char letter : k_corner_letters) {
    const Place place = place_of(pane.kind, box, letter);
    draw_letter(list, ui, at(pane, place.x, place.y), 0.36F * ui.em, letter);
  }
  for (std::size_t i = 1; i < 4; ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (labels[i].overlaps(labels[j])) {  // pushed into a corner of the view: B and D give way to the side, C downwards
        if (k_corner_letters[i] == 'C')
          labels[i].from.y = labels[j].bottom() + 1;
        else
          labels[i].from.x = labels[j].right() + 1;
      }
  for (std::size_t i = 0; i < 4; ++i) draw_label(list, ui, labels[i], k_corner_letters[i]);
}

/// Black or white, whichever reads better on a colour.
unsigned ink_on(Rgb ground) { return contrast(ground, {1, 1, 1}) > contrast(ground, {0, 0, 0}) ? 0xFFFFFFFF : 0xFF000000; }

}  // namespace

Point on_screen(const Pane& pane, Point at) {
  const Point point = to_screen(pane.view, pane.area, at);
  // because: far beyond the screen, floats of a draw list lose the pixel
  return {std::clamp(point.x, -1e5, 1e5), std::clamp(point.y, -1e5, 1e5)};
}

char letter_of_entry(const Box& box, int x, int y) {
  if (box.area() <= 0) return 0;
  for (const char letter : k_corner_letters) {
    const int X = letter == 'A' || letter == 'C' ? box.x : box.x + box.width;
    const int Y = letter == 'A' || letter == 'B' ? box.y : box.y + box.height;
    if (X == x + 1 && Y == y + 1) return letter;
  }
  return 0;
}

Point corner_mark(const Pane& pane, const Box& box, char letter) {
  const Place place = place_of(pane.kind, box, letter);
  return on_screen(pane, {place.x, place.y});
}

void draw_box(ImDrawList& list, const Ui& ui, const Pane& pane) {
  const Box& box = ui.session.edit.box;
  if (box.area() <= 0) return;
  const ImVec2 from = at(pane, box.x, box.y), to = at(pane, box.x + box.width, box.y + box.height);
  const double glow = pulse(ui);
  const float thickness = std::max(1.5F, 0.11F * ui.em);
  list.AddRectFilled(from, to, packed(ui.palette.box, static_cast<float>(0.10 + 0.25 * glow)));
  draw_box_frame(list, ui, from, to, thickness + static_cast<float>(2 * glow));
}

void draw_cursor(ImDrawList& list, const Ui& ui, const Pane& pane) {
  if (!ui.doing.hover || ui.doing.drag) return;
  const auto [x, y] = *ui.doing.hover;
  const ImVec2 from = at(pane, x, y), to = at(pane, x + 1, y + 1);
  const ImVec2 middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
  const unsigned colour = packed({1, 1, 1}, 0.9F);
  if (ui.doing.hover_in_table && pane.kind == ViewKind::picture) {
    const ImVec2 origin = at(pane, 0, 0);
    list.AddRectFilled(origin, to, packed(ui.palette.plus_mark, 0.16F));
    list.AddRect(origin, to, packed(ui.palette.plus_mark, 0.8F));
  }
  const float half = std::max((to.x - from.x) / 2, 0.2F * ui.em), arm = half + 0.7F * ui.em;
  for (const unsigned pass : {k_rim, colour}) {
    const float thickness = pass == k_rim ? 3.0F : 1.0F;
    list.AddLine({middle.x - arm, middle.y}, {middle.x - half, middle.y}, pass, thickness);
    list.AddLine({middle.x + half, middle.y}, {middle.x + arm, middle.y}, pass, thickness);
    list.AddLine({middle.x, middle.y - arm}, {middle.x, middle.y - half}, pass, thickness);
    list.AddLine({middle.x, middle.y + half}, {middle.x, middle.y + arm}, pass, thickness);
    list.AddRect({middle.x - half, middle.y - half}, {middle.x + half, middle.y + half}, pass, 0, 0, thickness);
  }
}

void draw_corners(ImDrawList& list, const Ui& ui, const Pane& pane) {
  if (ui.session.edit.box.area() <= 0) return;
  if (pane.view.zoom >= 2 * static_cast<double>(ui.em))
    draw_large_corners(list, ui, pane);
  else
    draw_small_corners(list, ui, pane);
}

void draw_cell_numbers(ImDrawList& list, const Ui& ui, const std::vector<CellNumber>& cells, double width, double height) {
  ImFont& font = *ui.fonts.small;
  const auto widest = [&](std::string CellNumber::*text) {
    float most = 0;
    for (const CellNumber& cell : cells)
      most = std::max(most, font.CalcTextSizeA(font.FontSize, 1e9F, 0, (cell.*text).c_str()).x);
    return most;
  };
  const float room = static_cast<float>(width) - 0.4F * ui.em;
  // because: from the last row a smaller number is a speck
  const float smallest = ui.session.presenting ? 0.75F * font.FontSize : std::max(9.0F, 0.6F * ui.em);
  const float largest = std::min(1.2F * ui.em, 0.6F * static_cast<float>(height));
  std::string CellNumber::*text = &CellNumber::text;
  float size = std::min(largest, font.FontSize * room / std::max(1.0F, widest(text)));
  if (size < smallest) {
    text = &CellNumber::narrow;
    size = std::min(largest, font.FontSize * room / std::max(1.0F, widest(text)));
  }
  if (size < smallest) return;
  for (const CellNumber& cell : cells) {
    const std::string& written = cell.*text;
    const ImVec2 extent = font.CalcTextSizeA(size, 1e9F, 0, written.c_str());
    list.AddText(&font, size,
                 {std::round(static_cast<float>(cell.middle.x) - extent.x / 2),
                  std::round(static_cast<float>(cell.middle.y) - extent.y / 2)},
                 ink_on(cell.ground), written.c_str());
  }
}

void draw_numbers(ImDrawList& list, const Ui& ui, const Pane& pane) {
  const auto zoom = static_cast<float>(pane.view.zoom);
  const Shown& shown = ui.frame.shown();
  if (!ui.session.numbers || !shown.ready || shown.reduction > 1 || zoom < smallest_numbered_texel(ui)) return;
  const Box visible = visible_pixels(pane.view, pane.area, shown.picture);
  const ColourMap map = colour_map_of(ui.session);
  const ColourRange& range = ui.session.range;
  const ColourRange greys = shown.greys ? ui.session.picture_range : ColourRange{.lo = 0, .hi = 255};

  std::vector<CellNumber> cells;
  for (int y = visible.y; y < visible.y + visible.height; ++y)
    for (int x = visible.x; x < visible.x + visible.width; ++x) {
      const Point middle = to_screen(pane.view, pane.area, {x + 0.5, y + 0.5});
      if (pane.kind == ViewKind::picture) {
        if (const auto value = ui.frame.pixel(x, y)) {
          const auto grey = static_cast<float>(std::clamp((*value - greys.lo) / (greys.hi - greys.lo), 0.0, 1.0));
          cells.push_back({middle, grouped(*value, 5), grouped(*value, 5), {grey, grey, grey}});
        }
      } else if (const auto entry = ui.frame.padded(x + 1, y + 1)) {
        const double value = to_double(*entry) - (ui.session.deramp ? shown.mean * (x + 1.0) * (y + 1.0) : 0);
        cells.push_back({middle, grouped(*entry, 6), ungrouped(*entry, 6),
                         colour_of(map, (value - range.lo) / std::max(1e-300, range.hi - range.lo))});
      }
    }
  draw_cell_numbers(list, ui, cells, pane.view.zoom, pane.view.zoom);
}

}  // namespace satscope::app
