// SPDX-License-Identifier: Apache-2.0
// The result: moved and zoomed as pictures are elsewhere, with its title above and the pixel under the pointer below it.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/extent_text.h"
#include "app/core/text/number_text.h"
#include "app/ui/drawing/area_corners.h"
#include "app/ui/window_actions.h"
#include "app/workspaces/playground/chain/chain_edit.h"
#include "app/workspaces/playground/hovered_window.h"
#include "app/workspaces/playground/playground.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr double k_factor_per_step = 1.25;
constexpr double k_said_seconds = 0.9, k_one_turn_seconds = 0.4;

void turn_wheel(PlaygroundUi& ui, const ResultPane& pane, Point mouse) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheel == 0) return;
  if (io.KeyCtrl != ui.session.part<PlaygroundView>().wheel_zooms) {
    const double factor = std::pow(k_factor_per_step, static_cast<double>(io.MouseWheel));
    ui.session.view = zoomed_at(pane.view, pane.area, pane.picture, mouse, factor);
    return;
  }
  PlaygroundDoing& doing = ui.tool;
  doing.wheel += static_cast<double>(io.MouseWheel);
  const int steps = static_cast<int>(doing.wheel);
  doing.wheel -= steps;
  if (steps != 0) change_radius(ui.session, doing, steps, true, ui.now);
}

/// Middle and right button move the view, and the left one where no tool has taken it.
void move_view(PlaygroundUi& ui, const ResultPane& pane, bool over, bool held) {
  Interaction& doing = ui.doing;
  const ImGuiIO& io = ImGui::GetIO();
  const bool began_before = doing.panning;  // because: the way to the press is none of the drag's
  if (over && ui.tool.hold == Hold::none) {
    const bool brush = paints(ui.session), regions = draws_rectangles(ui.session);
    const bool pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Middle) ||
                         (ImGui::IsMouseClicked(ImGuiMouseButton_Right) && !brush) ||
                         (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !brush && (!regions || io.KeyShift));
    if (pressed) doing.panning = true;
  }
  const auto down = [](int button) { return ImGui::IsMouseDown(button); };
  if (!down(ImGuiMouseButton_Left) && !down(ImGuiMouseButton_Right) && !down(ImGuiMouseButton_Middle)) doing.panning = false;
  if (!held || !doing.panning || !began_before) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)
    ui.session.view =
        panned(pane.view, pane.picture, static_cast<double>(io.MouseDelta.x), static_cast<double>(io.MouseDelta.y));
}

void read_pointer(PlaygroundUi& ui, const ResultPane& pane) {
  ImGui::SetCursorScreenPos(corner(pane.area));
  invisible_button("result", {static_cast<float>(pane.area.width), static_cast<float>(pane.area.height)},
                   ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
  const bool over = ImGui::IsItemHovered(), held = ImGui::IsItemActive();
  ui.doing.hover.reset();
  ui.doing.hover_in_table = false;
  if (pane.picture.area() == 0) return;
  const ImGuiIO& io = ImGui::GetIO();
  const Point mouse{io.MousePos.x, io.MousePos.y};
  const Point there = to_picture(pane.view, pane.area, mouse);
  if (over && there.x >= 0 && there.y >= 0 && there.x < pane.picture.width && there.y < pane.picture.height)
    ui.doing.hover = Pixel{static_cast<int>(there.x), static_cast<int>(there.y)};
  if (over && !held) turn_wheel(ui, pane, mouse);
  if (over && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ui.doing.in_panels = false;
  if (over && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !paints(ui.session) && !ui.tool.crop &&
      !over_wipe(ui, pane, mouse)) {
    cancel_tool(ui.session, ui.tool);
    ui.ask(WindowAction::fit);
    return;
  }
  follow_crop(ui, pane);
  use_tools(ui, pane, over);
  move_view(ui, pane, over, held);
}

void add_view(PlaygroundUi& ui, const ResultPane& pane) {
  const ImGuiIO& io = ImGui::GetIO();
  const PlaygroundView& view = ui.session.part<PlaygroundView>();
  ViewSpec spec;
  spec.viewport = {static_cast<int>(pane.area.x), static_cast<int>(pane.area.y), static_cast<int>(pane.area.width),
                   static_cast<int>(pane.area.height)};
  spec.framebuffer = {static_cast<int>(io.DisplaySize.x), static_cast<int>(io.DisplaySize.y)};
  spec.centre_x = pane.view.centre_x;
  spec.centre_y = pane.view.centre_y;
  spec.zoom = pane.view.zoom;
  spec.kind = ViewKind::filtered;
  spec.compared = ui.tool.original ? Compared::original : view.difference ? Compared::difference : Compared::result;
  spec.wipe = view.wipe ? wipe_column(view, pane.picture) : 0;
  spec.gain = k_difference_gain;
  spec.grid = ui.session.grid;
  spec.background = ui.palette.backdrop;
  ui.views.push_back(spec);
  ui.controls["view:result"] = pane.area;
}

/// The filters in force, in the order of their work.
std::vector<std::string> chain_in_words(const PlaygroundEdit& edit) {
  std::string titles, ids;
  for (const ChainLink& link : chain_in_force(edit)) {
    titles += (titles.empty() ? "" : " → ") + link.filter->title;
    ids += (ids.empty() ? "" : " → ") + link.filter->id;
  }
  if (ids.empty()) return {"no filter: the picture as it is", "no filter", ""};
  return {titles, ids, ""};
}

void draw_title(PlaygroundUi& ui, const Area& area, const ResultPane& pane) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont &strong = *ui.fonts.strong, &small = *ui.fonts.small;
  const std::string title = "Result", size = pane.picture.area() > 0 ? spaced_extent(pane.picture) : "";
  const float left = static_cast<float>(area.x) + 0.6F * ui.em, right = static_cast<float>(area.right()) - 0.6F * ui.em;
  const float middle = static_cast<float>(area.middle().y);
  const float wide = strong.CalcTextSizeA(strong.FontSize, 1e9F, 0, title.c_str()).x;
  if (left + wide > right) return;
  list.AddText(&strong, strong.FontSize, {left, std::round(middle - strong.FontSize / 2)}, packed(ui.palette.text),
               title.c_str());
  ImGui::PushFont(&small);
  const float from = left + wide + 0.8F * ui.em;
  const std::string words = first_that_fits(chain_in_words(ui.session.edit.part<PlaygroundEdit>()), right - from);
  const float words_wide = ImGui::CalcTextSize(words.c_str()).x, size_wide = ImGui::CalcTextSize(size.c_str()).x;
  ImGui::PopFont();
  const float y = std::round(middle - small.FontSize / 2 + 0.06F * ui.em);
  list.AddText(&small, small.FontSize, {from, y}, packed(ui.palette.quiet), words.c_str());
  if (from + words_wide + ui.em + size_wide < right)
    list.AddText(&small, small.FontSize, {right - size_wide, y}, packed(ui.palette.quiet), size.c_str());
}

/// The pixel under the pointer, before and after, and the window that made it.
std::vector<std::string> foot_texts(const PlaygroundUi& ui, Extent picture) {
  const std::vector<std::string> pixels = pixel_texts(ui);
  if (pixels.empty()) return {"Hover a pixel to see its old value, its new value and its window", "Hover a pixel", ""};
  const auto window = hovered_window(ui.session, ui.doing, picture);
  std::vector<std::string> texts;
  if (window)
    for (const std::string& words : texts_of(*window)) texts.push_back(fmt::format("{}  ·  {}", pixels.front(), words));
  texts.insert(texts.end(), pixels.begin(), pixels.end());
  return texts;
}

void draw_foot(PlaygroundUi& ui, const Area& area, Extent picture) {
  ImFont& small = *ui.fonts.small;
  const float left = static_cast<float>(area.x) + 0.6F * ui.em;
  ImGui::PushFont(&small);
  const std::string text = first_that_fits(foot_texts(ui, picture), static_cast<float>(area.width) - 1.2F * ui.em);
  ImGui::PopFont();
  ImGui::GetWindowDrawList()->AddText(&small, small.FontSize,
                                      {left, std::round(static_cast<float>(area.middle().y) - small.FontSize / 2)},
                                      packed(ui.doing.hover ? ui.palette.text : ui.palette.quiet), text.c_str());
}

std::string colour_text(std::uint32_t word) {
  const unsigned r = word & 0xFFU, g = word >> 8 & 0xFFU, b = word >> 16 & 0xFFU;
  return r == g && g == b ? fmt::format("{}", r) : fmt::format("{} {} {}", r, g, b);
}

}  // namespace

std::vector<std::string> pixel_texts(const Ui& ui) {
  if (!ui.doing.hover) return {};
  const auto [x, y] = *ui.doing.hover;
  const std::string place = fmt::format("({}, {})", x, y);
  const auto pixel = ui.frame.filtered_pixel(x, y);
  if (!pixel) return {place, ""};
  std::string values = fmt::format("{} → {}", colour_text(pixel->before), colour_text(pixel->after));
  if (ui.frame.filtered().greys && !ui.session.edit.live && ui.samples && x < ui.samples->extent.width &&
      y < ui.samples->extent.height)
    values = fmt::format("{} in the file, {}", grouped(ui.samples->value(x, y)), values);  // that black and white are set by
  return {fmt::format("{}  {}", place, values), values, ""};
}

bool change_radius(Session& session, PlaygroundDoing& doing, int steps, bool widening, double now) {
  ChainEntry* entry = chosen_entry(session.edit.part<PlaygroundEdit>(), session.part<PlaygroundView>());
  const Filter* filter = entry ? find_filter(entry->filter) : nullptr;
  const Param* param = filter ? radius_param_of(*filter) : nullptr;
  if (!param) return false;
  const double before = std::get<double>(value_of(*entry, *param));
  const double after = widening ? widened(*param, before, steps) : moved_by(*param, before, steps);
  entry->params[param->id] = after;
  doing.said = fmt::format("{} {}", param->id == "r" ? "radius" : param->id, grouped(after));
  doing.said_until = now + k_said_seconds;
  doing.changing_until = now + k_one_turn_seconds;
  return true;
}

void draw_result(PlaygroundUi& ui, const Area& area) {
  const double em = static_cast<double>(ui.em);
  const bool alone = ui.tool.alone;
  const double title = area.height > 9 * em && !alone ? std::round(1.8 * em) : 0,
               foot = area.height > 12 * em && !alone ? std::round(1.6 * em) : 0;
  ResultPane pane{whole_pixels({area.x, area.y + title, area.width, area.height - title - foot}), ui.session.view,
                  ui.frame.filtered().picture};
  if (!ui.frame.filtered().ready) pane.picture = {};
  if (pane.picture.area() > 0 && ui.session.view.fitted)
    pane.view = ui.session.view = fitted_view(pane.picture, pane.area, alone ? 0 : 0.8 * em);
  read_pointer(ui, pane);
  PlaygroundDoing& doing = ui.tool;
  ui.doing.changing = ui.doing.changing || doing.hold != Hold::none || ui.now < doing.changing_until;
  if (ui.now < std::max(doing.said_until, doing.changing_until)) ui.animating = true;
  pane.view = ui.session.view;
  add_view(ui, pane);
  if (title > 0) draw_title(ui, {area.x, area.y, area.width, title}, pane);
  if (foot > 0) draw_foot(ui, {area.x, area.bottom() - foot, area.width, foot}, pane.picture);
  draw_result_marks(ui, pane);
}

}  // namespace satscope::app
