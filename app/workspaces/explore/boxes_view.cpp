// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/explore/boxes_view.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace satscope::app {
namespace {

struct Edges {
  ImVec2 from, to;
};

ImVec2 on_pane(const Pane& pane, double x, double y) {
  const Point p = on_screen(pane, {x, y});
  return {static_cast<float>(p.x), static_cast<float>(p.y)};
}

Edges edges_of(const Pane& pane, const Box& box) {
  return {on_pane(pane, box.x, box.y), on_pane(pane, box.x + box.width, box.y + box.height)};
}

std::string signed_text(int number) { return fmt::format("{}{}", number < 0 ? "−" : "+", std::abs(number)); }

/// A text in a disc where it is added, in a square where it is taken off, so that colour is not needed.
void draw_badge(ImDrawList& list, const Ui& ui, ImVec2 middle, const std::string& text, bool added) {
  const ImFont& font = *ui.fonts.small;
  const ImVec2 size = font.CalcTextSizeA(font.FontSize, 1e9F, 0, text.c_str());
  const float half_x = std::max(size.x / 2 + 0.3F * ui.em, 0.6F * ui.em), half_y = 0.6F * ui.em;
  const ImVec2 from{middle.x - half_x, middle.y - half_y}, to{middle.x + half_x, middle.y + half_y};
  const float round = added ? half_y : 0.12F * ui.em;
  list.AddRectFilled({from.x - 1.5F, from.y - 1.5F}, {to.x + 1.5F, to.y + 1.5F}, packed({0, 0, 0}, 0.75F), round);
  list.AddRectFilled(from, to, packed(added ? ui.palette.plus_mark : ui.palette.minus_mark), round);
  list.AddText(ui.fonts.small, font.FontSize, {std::round(middle.x - size.x / 2), std::round(middle.y - size.y / 2)},
               packed(ui.palette.on_mark), text.c_str());
}

void dashed_rect(ImDrawList& list, const Edges& at, unsigned colour, float dash) {
  for (const auto& [a, b] : {std::pair{at.from, ImVec2{at.to.x, at.from.y}}, std::pair{ImVec2{at.to.x, at.from.y}, at.to},
                             std::pair{at.to, ImVec2{at.from.x, at.to.y}}, std::pair{ImVec2{at.from.x, at.to.y}, at.from}}) {
    const float length = std::hypot(b.x - a.x, b.y - a.y), count = std::min(400.0F, std::ceil(length / dash));
    for (float i = 0; i < count; i += 2) {
      const float s = i / count, t = std::min(1.0F, (i + 1) / count);
      list.AddLine({a.x + s * (b.x - a.x), a.y + s * (b.y - a.y)}, {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)}, colour, 2);
    }
  }
}

void draw_part(ImDrawList& list, const Ui& ui, const Pane& pane, const BoxPart& part, const std::string& text) {
  const Edges at = edges_of(pane, part.pixels);
  const Rgb colour = part.factor > 0 ? ui.palette.plus_mark : ui.palette.minus_mark;
  list.AddRectFilled(at.from, at.to, packed(colour, 0.26F));
  list.AddRect(at.from, at.to, packed({0, 0, 0}, 0.6F), 0, 0, 3);
  list.AddRect(at.from, at.to, packed(colour), 0, 0, 1.5F);
  const ImVec2 middle{(at.from.x + at.to.x) / 2, (at.from.y + at.to.y) / 2};
  if (!text.empty() && at.to.x - at.from.x > 2.4F * ui.em && at.to.y - at.from.y > 1.6F * ui.em)
    draw_badge(list, ui, middle, text, part.factor > 0);
}

void draw_dot(ImDrawList& list, const Ui& ui, ImVec2 middle, bool added) {
  const float radius = 0.3F * ui.em, rim = radius + 1.5F;
  const unsigned colour = packed(added ? ui.palette.plus_mark : ui.palette.minus_mark), dark = packed({0, 0, 0}, 0.75F);
  if (added) {
    list.AddCircleFilled(middle, rim, dark);
    list.AddCircleFilled(middle, radius, colour);
  } else {
    list.AddRectFilled({middle.x - rim, middle.y - rim}, {middle.x + rim, middle.y + rim}, dark);
    list.AddRectFilled({middle.x - radius, middle.y - radius}, {middle.x + radius, middle.y + radius}, colour);
  }
}

/// The entries that are read, each with its factor beside it, outside of the box.
void draw_entries(ImDrawList& list, const Ui& ui, const Pane& pane, const Box& box, const std::vector<BoxPart>& parts) {
  const float away = 1.1F * ui.em;
  const Edges first = edges_of(pane, parts.front().pixels);
  const bool crowded = first.to.x - first.from.x < 2.2F * ui.em || first.to.y - first.from.y < 1.4F * ui.em;
  for (const auto& [x, y, factor] : entries_read(parts)) {
    const float up = y == box.y ? -away : y == box.y + box.height ? away : 0;
    const float aside = up != 0 ? 0 : x == box.x ? -1.3F * away : 1.3F * away;
    // where P(x, y) is in the inclusive table; on the border outside of it P is 0
    const ImVec2 entry = on_pane(pane, x == 0 ? 0.0 : x - 0.5, y == 0 ? 0.0 : y - 0.5);
    if (crowded)
      draw_dot(list, ui, entry, factor > 0);
    else
      draw_badge(list, ui, {entry.x + aside, entry.y + up}, signed_text(factor), factor > 0);
  }
}

/// The same marks as for the first box, without letters.
void draw_corner_dots(ImDrawList& list, const Ui& ui, const Pane& pane, const Box& box) {
  for (const char letter : k_corner_letters) {
    const Point at = corner_mark(pane, box, letter);
    draw_dot(list, ui, {static_cast<float>(at.x), static_cast<float>(at.y)}, is_added(letter));
  }
}

void draw_number_tag(ImDrawList& list, const Ui& ui, const Edges& at, const char* number) {
  const float side = 1.2F * ui.em;
  if (at.to.x - at.from.x < 2.5F * side || at.to.y - at.from.y < 2.5F * side) return;
  const ImVec2 middle{(at.from.x + at.to.x) / 2, (at.from.y + at.to.y) / 2};
  list.AddRectFilled({middle.x - side / 2, middle.y - side / 2}, {middle.x + side / 2, middle.y + side / 2},
                     packed(ui.palette.box), 0.2F * ui.em);
  const ImVec2 size = ui.fonts.strong->CalcTextSizeA(ui.fonts.strong->FontSize, 1e9F, 0, number);
  list.AddText(ui.fonts.strong, ui.fonts.strong->FontSize,
               {std::round(middle.x - size.x / 2), std::round(middle.y - size.y / 2)}, packed(ui.palette.on_mark), number);
}

}  // namespace

std::vector<BoxPart> shown_parts(const Ui& ui) {
  const Edit& edit = ui.session.edit;
  return parts_of(edit.box, edit.part<BoxSet>(), ui.frame.shown().picture);
}

void draw_parts(ImDrawList& list, const Ui& ui, const Pane& pane) {
  const BoxShape shape = ui.session.edit.part<BoxSet>().shape;
  const std::vector<BoxPart> parts = shown_parts(ui);
  if (shape == BoxShape::one || parts.size() < 2) return;
  if (shape == BoxShape::two) {
    const Edges second = edges_of(pane, parts[1].pixels);
    list.AddRectFilled(second.from, second.to, packed(ui.palette.box, 0.08F));
    list.AddRect(second.from, second.to, packed({0, 0, 0}, 0.6F), 0, 0, 3);
    dashed_rect(list, second, packed(ui.palette.box), 0.4F * ui.em);
    draw_corner_dots(list, ui, pane, parts[1].pixels);
    if (pane.kind == ViewKind::picture) {
      draw_number_tag(list, ui, edges_of(pane, parts[0].pixels), "1");
      draw_number_tag(list, ui, second, "2");
    }
    return;
  }
  for (const BoxPart& part : parts)
    draw_part(list, ui, pane, part, pane.kind == ViewKind::picture ? signed_text(part.factor) + "×" : std::string());
  if (pane.kind == ViewKind::table) draw_entries(list, ui, pane, ui.session.edit.box, parts);
}

void read_second_box(Ui& ui, const Pane& pane) {
  Edit& edit = ui.session.edit;
  BoxSet& set = edit.part<BoxSet>();
  Interaction& doing = ui.doing;
  const bool fresh = doing.drag && doing.drag->grip == Grip::fresh && doing.drag->before == edit.box;
  if (set.shape != BoxShape::two || !fresh || !ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
  const std::vector<BoxPart> parts = shown_parts(ui);
  const Point there = doing.drag->from;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const bool in_pane =
      mouse.x >= pane.area.x && mouse.x < pane.area.right() && mouse.y >= pane.area.y && mouse.y < pane.area.bottom();
  if (!in_pane || parts.size() < 2) return;
  const Box second = parts[1].pixels;
  if (there.x < second.x || there.x >= second.x + second.width || there.y < second.y || there.y >= second.y + second.height)
    return;
  set.second = std::exchange(edit.box, second);
  doing.drag = BoxDrag{Grip::inside, second, there};
}

}  // namespace satscope::app
