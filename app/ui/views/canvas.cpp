// SPDX-License-Identifier: Apache-2.0
#include "app/ui/views/canvas.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"
#include "app/ui/drawing/area_corners.h"
#include "app/ui/drawing/box_frame.h"
#include "app/ui/drawing/marks.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"

namespace satscope::app {
namespace {

float grip_reach(const Ui& ui) { return 0.5F * ui.em; }

bool inside_picture(const Point& p, Extent picture) {
  return p.x >= 0 && p.y >= 0 && p.x < picture.width && p.y < picture.height;
}

void read_wheel(Ui& ui, const Pane& pane, Extent picture, const Point& mouse) {
  const float steps = ImGui::GetIO().MouseWheel;
  if (steps == 0) return;
  constexpr double k_factor_per_step = 1.25;
  const View next = zoomed_at(pane.view, pane.area, picture, mouse, std::pow(k_factor_per_step, static_cast<double>(steps)));
  ui.session.view = next;
}

void read_box_drag(Ui& ui, const Pane& pane, Extent picture, const Point& mouse, bool pressed) {
  Interaction& doing = ui.doing;
  Box& box = ui.session.edit.box;
  const Point there = to_picture(pane.view, pane.area, mouse);
  const Grip grip = doing.drag ? doing.drag->grip : grip_at(box, pane.view, pane.area, mouse, grip_reach(ui));
  if (pressed && (grip != Grip::fresh || inside_picture(there, picture))) doing.drag = BoxDrag{grip, box, there};
  if (!doing.drag) {
    show_cursor_of(grip);
    return;
  }
  show_cursor_of(doing.drag->grip);
  const bool has_moved = std::abs(there.x - doing.drag->from.x) + std::abs(there.y - doing.drag->from.y) > 0.01;
  if (has_moved || doing.drag->grip != Grip::fresh) box = dragged(*doing.drag, there, picture);
  if (has_moved) doing.dragged_once = true;
}

/// The pointer over one view.
void read_pointer(Ui& ui, const Pane& pane, const char* id) {
  const Shown& shown = ui.frame.shown();
  Interaction& doing = ui.doing;
  ImGui::SetCursorScreenPos(corner(pane.area));
  invisible_button(id, {static_cast<float>(pane.area.width), static_cast<float>(pane.area.height)},
                   ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
  const bool hovered = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
  if (!shown.ready || (!hovered && !held)) return;
  const ImGuiIO& io = ImGui::GetIO();
  const Point mouse{io.MousePos.x, io.MousePos.y};
  const Point there = to_picture(pane.view, pane.area, mouse);
  if (hovered && inside_picture(there, shown.picture)) {
    doing.hover = Pixel{static_cast<int>(there.x), static_cast<int>(there.y)};
    doing.hover_in_table = pane.kind == ViewKind::table;
  }
  if (hovered && !held) read_wheel(ui, pane, shown.picture, mouse);
  if (hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) doing.in_panels = false;
  if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !io.KeyShift) {
    if (doing.drag) ui.session.edit.box = doing.drag->before;
    doing.drag.reset();
    ui.ask(WindowAction::fit);
    return;
  }
  const bool left_pans = io.KeyShift && !doing.drag;
  const bool pan_pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Middle) || ImGui::IsMouseClicked(ImGuiMouseButton_Right) ||
                           (left_pans && ImGui::IsMouseClicked(ImGuiMouseButton_Left));
  const bool pans_already = doing.panning;  // because: the way to the press is none of the drag's
  if (hovered && pan_pressed) doing.panning = true;
  if (held && doing.panning) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (pans_already && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0))
      ui.session.view = panned(pane.view, shown.picture, io.MouseDelta.x, io.MouseDelta.y);
    return;
  }
  if (left_pans) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    return;
  }
  const bool pressed = hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  read_box_drag(ui, pane, shown.picture, mouse, pressed);
}

void end_drags(Ui& ui) {
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left)) ui.doing.drag.reset();
  if (!ImGui::IsMouseDown(ImGuiMouseButton_Left) && !ImGui::IsMouseDown(ImGuiMouseButton_Right) &&
      !ImGui::IsMouseDown(ImGuiMouseButton_Middle))
    ui.doing.panning = false;
  ui.doing.changing |= ui.doing.drag.has_value();
}

void add_view(Ui& ui, const Pane& pane) {
  const ImGuiIO& io = ImGui::GetIO();
  ViewSpec spec;
  spec.viewport = {static_cast<int>(pane.area.x), static_cast<int>(pane.area.y), static_cast<int>(pane.area.width),
                   static_cast<int>(pane.area.height)};
  spec.framebuffer = {static_cast<int>(io.DisplaySize.x), static_cast<int>(io.DisplaySize.y)};
  spec.centre_x = pane.view.centre_x;
  spec.centre_y = pane.view.centre_y;
  spec.zoom = pane.view.zoom;
  spec.kind = pane.kind;
  spec.colours = colour_map_of(ui.session);
  spec.lo = ui.session.range.lo;
  spec.hi = ui.session.range.hi;
  spec.deramp = ui.session.deramp;
  if (pane.kind == ViewKind::picture) set_picture_range(spec, ui.session);
  spec.grid = ui.session.grid;
  spec.background = ui.palette.backdrop;
  ui.views.push_back(spec);
  ui.controls[pane.kind == ViewKind::picture ? "view:picture" : "view:table"] = pane.area;
}

void draw_title(ImDrawList& list, const Ui& ui, const Area& area, const std::string& title,
                const std::vector<std::string>& more) {
  const ImVec2 from = corner(area);
  const float strong_size = ui.fonts.strong->FontSize, small_size = ui.fonts.small->FontSize;
  const float middle = static_cast<float>(area.y + area.height / 2);
  const float indent = 0.3F * ui.em;
  const float width = ui.fonts.strong->CalcTextSizeA(strong_size, 1e9F, 0, title.c_str()).x;
  if (width + indent > area.width) return;
  list.AddText(ui.fonts.strong, strong_size, {from.x + indent, std::round(middle - strong_size / 2)}, packed(ui.palette.text),
               title.c_str());
  const float room = static_cast<float>(area.width) - width - indent - ui.em;
  ImGui::PushFont(ui.fonts.small);
  const std::string fitting = first_that_fits(more, room);
  ImGui::PopFont();
  list.AddText(ui.fonts.small, small_size,
               {from.x + indent + width + 0.7F * ui.em, std::round(middle - small_size / 2 + 0.06F * ui.em)},
               packed(ui.palette.quiet), fitting.c_str());
}

/// A bubble in the middle of the lower edge of a view.
void draw_bubble(ImDrawList& list, const Ui& ui, const Area& area, const std::vector<std::string>& texts) {
  const float pad = 0.6F * ui.em;
  const std::string text = first_that_fits(texts, static_cast<float>(area.width) - 4 * pad);
  if (text.empty() || area.height < 10 * ui.em) return;
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  const ImVec2 from{std::round(static_cast<float>(area.middle().x) - size.x / 2 - pad),
                    std::round(static_cast<float>(area.bottom()) - size.y - 3 * pad)};
  const ImVec2 to{from.x + size.x + 2 * pad, from.y + size.y + pad};
  list.AddRectFilled(from, to, packed(ui.palette.panel, 0.95F), pad);
  list.AddRect(from, to, packed(ui.palette.box, 0.9F), pad);
  list.AddText({from.x + pad, from.y + pad / 2}, packed(ui.palette.text), text.c_str());
}

void draw_over(Ui& ui, const Pane& pane, const PaneOverlay& over, bool letters, bool entries) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(corner(pane.area), far_corner(pane.area), true);
  if (ui.frame.shown().ready) {
    if (entries || pane.kind == ViewKind::picture) draw_numbers(list, ui, pane);
    if (over) over(list, pane);
    draw_box(list, ui, pane);
    draw_cursor(list, ui, pane);
    if (letters) draw_corners(list, ui, pane);
    if (pane.kind == ViewKind::picture && !ui.doing.dragged_once && ui.settings.used.empty() && !ui.doing.guided &&
        !ui.session.presenting)
      draw_bubble(list, ui, pane.area, kind_of(ui.session).over_picture);
  } else {
    const bool refused = !ui.frame.status().message.empty();  // the bar above says why
    draw_bubble(list, ui, pane.area, {ui.loading ? "Loading ..." : refused ? "No table" : "Computing ..."});
  }
  list.PopClipRect();
}

void draw_views(Ui& ui, const Area& area, const PaneOverlay& over, bool letters, bool entries) {
  const Shown& shown = ui.frame.shown();
  const double gap = std::round(0.4 * ui.em), title = area.height > 12 * ui.em ? std::round(1.9 * ui.em) : 0;
  constexpr double k_narrow_ems = 30, k_upright = 1.5, k_upright_of_narrow = 0.8;  // as a phone is held: one above the other
  const double upright = area.width < k_narrow_ems * ui.em ? k_upright_of_narrow : k_upright;
  const bool stacked = area.height > upright * area.width;
  const double width = stacked ? area.width : (area.width - gap) / 2, height = stacked ? (area.height - gap) / 2 : area.height;
  const auto below_title = [&](double x, double y) { return whole_pixels({x, y + title, width, height - title}); };
  const Area left = below_title(area.x, area.y);
  const Area right = stacked ? below_title(area.x, area.y + height + gap) : below_title(area.x + width + gap, area.y);

  if (shown.ready && ui.session.view.fitted)
    ui.session.view = fitted_view(shown.picture, left, 0.8 * static_cast<double>(ui.em));
  ui.doing.hover.reset();
  for (const bool table : {false, true})
    read_pointer(ui, {table ? ViewKind::table : ViewKind::picture, table ? right : left, ui.session.view},
                 table ? "table" : "picture");
  end_drags(ui);

  const View view = ui.session.view;
  const Pane picture{ViewKind::picture, left, view}, table{ViewKind::table, right, view};
  add_view(ui, picture);
  add_view(ui, table);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (title > 0) {
    const std::string size = shown.ready ? fmt::format("{} × {}", grouped(static_cast<std::uint64_t>(shown.picture.width)),
                                                       grouped(static_cast<std::uint64_t>(shown.picture.height)))
                                         : std::string();
    const Area left_title{left.x, left.y - title, left.width, title}, right_title{right.x, right.y - title, right.width, title};
    draw_title(list, ui, left_title, "Picture", {size});
    draw_title(list, ui, right_title, ui.session.deramp ? "Table without its ramp" : "Table",
               {ui.session.deramp ? "each entry minus mean · x · y"
                                  : "inclusive: each entry sums its own pixel and all above and to the left",
                ui.session.deramp ? "" : "inclusive: each sums from the top left to itself",
                ui.session.deramp ? "" : "sums from the top left"});
  }
  draw_over(ui, picture, over, letters, entries);
  draw_over(ui, table, over, letters, entries);
}

}  // namespace

ColourMap colour_map_of(const Session& session) {
  for (const auto& known : k_colour_maps)
    if (known.id == session.colour_map) return known.value;
  return ColourMap::cividis;
}

ColourRange range_in_force(const Session& session, const Shown& shown) {
  ColourRange range = session.range;
  if (!range.automatic) return range;
  range.lo = 0;
  range.hi = shown.total;
  if (shown.spreads) {
    const ValueSpread& spread = session.deramp ? shown.spreads->deramped : shown.spreads->table;
    range.lo = spread.min;
    range.hi = spread.max;
  }
  if (!(range.hi > range.lo)) range.hi = range.lo + 1;
  return range;
}

ColourRange picture_range_in_force(const Session& session, const DeepGreys& greys) {
  ColourRange range = session.picture_range;
  if (range.automatic) range = {true, greys.least, greys.largest};
  if (!(range.hi > range.lo)) range.hi = range.lo + 1;
  return range;
}

void set_picture_range(ViewSpec& spec, const Session& session) {
  spec.lo = session.picture_range.lo;
  spec.hi = session.picture_range.hi;
}

Box numbers_wanted(const Ui& ui) {
  const Shown& shown = ui.frame.shown();
  const auto pane = ui.controls.find("view:table");
  if (!shown.ready || pane == ui.controls.end()) return {};
  const bool large = ui.session.view.zoom >= smallest_numbered_texel(ui);
  if (ui.session.numbers && large && shown.reduction == 1) return visible_pixels(ui.session.view, pane->second, shown.picture);
  if (ui.doing.hover) return {ui.doing.hover->x, ui.doing.hover->y, 1, 1};
  return {};
}

void draw_canvas(Ui& ui, const Area& area, const PaneOverlay& over, bool letters, bool entries) {
  begin_area("canvas", area, Ground::clear, ImGuiWindowFlags_NoNav);
  if (area.height >= 1) draw_views(ui, area, over, letters, entries);
  ImGui::End();
}

}  // namespace satscope::app
