// SPDX-License-Identifier: Apache-2.0
#include "app/ui/panels/presentation.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <utility>

#include "app/core/json.h"
#include "app/ui/window_actions.h"

namespace satscope::app {
namespace {

constexpr double k_type = 36, k_rows = 1080, k_columns = 1440;  // pixels
constexpr double k_largest_presented = 4.5;                     // because: the letters' atlas must fit a texture
constexpr float k_magnification = 2.5F;
constexpr float k_spot = 2;  // em
constexpr const char* k_pen_window = "pen";
constexpr const char* k_clock_tip = "Since the lesson was presented. A click starts the time again.";

bool pointer_is_inside() {
  const ImGuiIO& io = ImGui::GetIO();
  return io.MousePos.x >= 0 && io.MousePos.y >= 0 && io.MousePos.x < io.DisplaySize.x && io.MousePos.y < io.DisplaySize.y;
}

/// Because: a class takes a picture that stays for one that moves.
void draw_frozen(const Ui& ui, const Area& stage) {
  constexpr const char* k_frozen = "Frozen";
  const ImVec2 wide = ui.fonts.strong->CalcTextSizeA(ui.fonts.strong->FontSize, 1e9F, 0, k_frozen);
  const ImVec2 from{static_cast<float>(stage.right()) - wide.x - 1.4F * ui.em, static_cast<float>(stage.y) + 0.5F * ui.em};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRectFilled(from, {from.x + wide.x + ui.em, from.y + wide.y + 0.4F * ui.em}, packed(ui.palette.panel), 0.3F * ui.em);
  list.AddText(ui.fonts.strong, ui.fonts.strong->FontSize, {from.x + 0.5F * ui.em, from.y + 0.2F * ui.em},
               packed(ui.palette.warning), k_frozen);
}

/// Darkens the stage around a spot, so that the spot is seen on any ground.
void draw_shade(ImDrawList& list, const Area& stage, const ImVec2& middle, float radius) {
  constexpr unsigned k_shade = IM_COL32(0, 0, 0, 120);
  constexpr int k_parts = 64;
  const auto far = static_cast<float>(stage.width + stage.height);
  const auto at = [&](int part, float distance) {
    const float angle = static_cast<float>(part) * 2 * IM_PI / k_parts;
    return ImVec2{middle.x + distance * std::cos(angle), middle.y + distance * std::sin(angle)};
  };
  list.PushClipRect({static_cast<float>(stage.x), static_cast<float>(stage.y)},
                    {static_cast<float>(stage.right()), static_cast<float>(stage.bottom())});
  const ImDrawListFlags flags =
      std::exchange(list.Flags, list.Flags & ~ImDrawListFlags_AntiAliasedFill);  // it would leave seams
  for (int part = 0; part < k_parts; ++part)
    list.AddQuadFilled(at(part, radius), at(part, far), at(part + 1, far), at(part + 1, radius), k_shade);
  list.Flags = flags;
  list.PopClipRect();
}

/// Where something is drawn that is no ground: its triangles.
std::vector<ImRect> drawn_things(const Area& stage) {
  const auto wide = 0.45F * static_cast<float>(stage.width), high = 0.45F * static_cast<float>(stage.height);
  std::vector<ImRect> things;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (!window->Active || window->Hidden) continue;
    const ImDrawList& list = *window->DrawList;
    for (const ImDrawCmd& command : list.CmdBuffer)
      for (unsigned e = 0; e + 2 < command.ElemCount; e += 3) {
        const auto corner = [&](unsigned k) {
          const unsigned index = list.IdxBuffer[static_cast<int>(command.IdxOffset + e + k)] + command.VtxOffset;
          return list.VtxBuffer[static_cast<int>(index)].pos;
        };
        ImRect one(corner(0), corner(0));
        one.Add(corner(1));
        one.Add(corner(2));
        const bool ground = one.GetWidth() > wide || one.GetHeight() > high;
        one.ClipWith(command.ClipRect);
        if (!ground && !one.IsInverted()) things.push_back(one);
      }
  }
  return things;
}

/// `wanted`, or where nothing is: on the last line of the stage that has room, at its right.
ImVec2 free_place(const ImVec2& wanted, const ImVec2& size, const Area& stage) {
  const std::vector<ImRect> things = drawn_things(stage);
  const auto is_free = [&](const ImVec2& from) {
    const ImRect place{from, {from.x + size.x, from.y + size.y}};
    return std::ranges::none_of(things, [&](const ImRect& one) { return one.Overlaps(place); });
  };
  if (is_free(wanted)) return wanted;
  for (float y = static_cast<float>(stage.bottom()) - 1.2F * size.y; y > static_cast<float>(stage.y); y -= 0.5F * size.y)
    for (float x = static_cast<float>(stage.right()) - 1.2F * size.x; x > static_cast<float>(stage.x); x -= 0.3F * size.x)
      if (is_free({x, y})) return {x, y};
  return wanted;
}

/// "3:07"
std::string time_text(double seconds) {
  const auto whole = static_cast<int>(std::max(0.0, seconds));
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

double presented_scale(Extent window) {
  const double part = std::min(window.height / k_rows, window.width / k_columns);
  return std::min(k_largest_presented, part * k_type / static_cast<double>(k_font_pixels));
}

void draw_class_keys(const Ui& ui, const Area& area) {
  begin_area("class keys", area, Ground::scrolling, ImGuiWindowFlags_NoNav);
  const float keys = 5.5F * ui.em;
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushTextWrapPos(0);
  for (const ActionRow& row : all_actions()) {
    if (row.group != k_class_keys) continue;
    coloured_text(ui.palette.accent, keys_text(row));
    ImGui::SameLine(keys);
    coloured_text(ui.palette.quiet, row.text);
  }
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ImGui::End();
}

bool Presentation::put_away() {
  const bool any = points();
  spot_ = lens_ = pen_ = drawing_ = false;
  return any;
}

/// The pen takes the pointer from the stage while it is in the hand.
void Presentation::draw_marks(Ui& ui, const Area& stage) {
  page_ = ui.doing.card.empty() ? ui.session.workspace : ui.doing.card;
  std::vector<Stroke>& strokes = strokes_[page_];
  const ImGuiWindow* cards = ImGui::FindWindowByName(k_all_cards);
  const bool covered = cards && cards->Active;
  if (pen_ && !black_ && !covered && !ui.window.has_popup()) {
    begin_area(k_pen_window, stage, Ground::clear, ImGuiWindowFlags_NoNav);
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    invisible_button("paper", {static_cast<float>(stage.width), static_cast<float>(stage.height)});
    ui.control("pen");
    const ImVec2 at = ImGui::GetIO().MousePos;
    const Point point{static_cast<double>(at.x) / stage.width, static_cast<double>(at.y) / stage.height};
    if (ImGui::IsItemActivated()) strokes.push_back({point});
    drawing_ = ImGui::IsItemActive() && !strokes.empty();
    if ((drawing_ || ImGui::IsItemDeactivated()) && !strokes.empty()) {
      const Point last = strokes.back().back();
      if (std::hypot((point.x - last.x) * stage.width, (point.y - last.y) * stage.height) >= 1) strokes.back().push_back(point);
    }
    ImGui::End();
  } else {
    drawing_ = false;
  }
  if (drawing_) ui.animating = true;
  if (covered) return;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const auto on_screen = [&](const Point& point) {
    return ImVec2{static_cast<float>(point.x * stage.width), static_cast<float>(point.y * stage.height)};
  };
  for (const Stroke& stroke : strokes) {
    for (const bool rim : {true, false}) {
      const float thick = (rim ? 0.36F : 0.22F) * ui.em;
      const unsigned colour = packed(rim ? ui.palette.on_mark : ui.palette.minus_mark);
      for (const Point& point : stroke) list.PathLineTo(on_screen(point));
      list.PathStroke(colour, 0, thick);
      if (stroke.size() == 1) list.AddCircleFilled(on_screen(stroke.front()), thick / 2, colour);
    }
  }
}

/// Copies what is drawn around the pointer when ImGui's lists are painted, and draws it larger. Of the stage only, because:
/// beside it are the lecturer's notes.
void Presentation::draw_lens(const Ui& ui, const Area& stage) {
  const ImGuiIO& io = ImGui::GetIO();
  const float part = std::max(
      1.0F,
      std::floor(std::min({6 * ui.em, 0.45F * static_cast<float>(stage.width), 0.45F * static_cast<float>(stage.height)}) /
                 k_magnification));
  const float radius = part * k_magnification;
  const auto inside = [&](float at, double begin, double end) {
    const float least = static_cast<float>(begin) + part;
    return std::round(std::clamp(at, least, std::max(least, static_cast<float>(end) - part)));
  };
  const ImVec2 seen{inside(io.MousePos.x, stage.x, stage.right()), inside(io.MousePos.y, stage.y, stage.bottom())};
  const int side = static_cast<int>(2 * part);
  const ImVec2 middle = io.MousePos;
  copied_ = {&glass_,
             std::max(0, static_cast<int>(seen.x - part)),
             std::max(0, static_cast<int>(io.DisplaySize.y - seen.y - part)),
             {side, side}};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddCallback(
      [](const ImDrawList*, const ImDrawCmd* command) {
        const auto& what = *static_cast<const Copied*>(command->UserCallbackData);
        what.glass->copy(what.x, what.y, what.extent);
      },
      &copied_);
  list.AddCallback(ImDrawCallback_ResetRenderState, nullptr);
  list.AddImageRounded(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(glass_.texture())),
                       {middle.x - radius, middle.y - radius}, {middle.x + radius, middle.y + radius}, {0, 1}, {1, 0},
                       IM_COL32_WHITE, radius);
  list.AddCircle(middle, radius, packed(ui.palette.on_mark), 0, 0.3F * ui.em);
  list.AddCircle(middle, radius, packed(ui.palette.box), 0, 0.15F * ui.em);
}

/// In the line of a caption, left of the time; without a caption in a corner of the stage. What is to be said is for the
/// lecturer alone, so it is there for a moment and small.
void Presentation::draw_what_is_on(Ui& ui, const Area& stage) {
  constexpr double k_moment = 5;  // seconds
  std::string text = ui.doing.message ? ui.doing.message->text : ui.frame.status().message;
  if (text != said_) said_since_ = ui.now;
  said_ = text;
  says_ = !text.empty() && ui.now < said_since_ + k_moment;
  ui.animating = ui.animating || says_;
  // because: the title of a card is there, too
  const auto room = ui.controls.find(k_class_news);
  const float wide_at_most = static_cast<float>(room != ui.controls.end() ? room->second.width : 0.6 * stage.width);
  text = says_ ? cut_to_fit(*ui.fonts.small, text, wide_at_most) : "";
  for (const auto& [on, action, name] :
       {std::tuple{spot_, WindowAction::spot, "spot"}, {lens_, WindowAction::lens, "lens"}, {pen_, WindowAction::pen, "pen"}})
    if (on && !says_) text += fmt::format("{}{} is on: {} ends it", text.empty() ? "" : "  ·  ", name, keys_text(action));
  if (text.empty()) return;
  const ImFont& font = *ui.fonts.small;
  const float pad = 0.3F * ui.em, wide = font.CalcTextSizeA(font.FontSize, 1e9F, 0, text.c_str()).x;
  ImVec2 from{static_cast<float>(stage.right()) - wide - 2 * pad, static_cast<float>(stage.bottom()) - font.FontSize - 2 * pad};
  if (const auto time = ui.controls.find(k_class_time); time != ui.controls.end())
    from = {static_cast<float>(time->second.x) - wide - 2 * pad - 0.5F * ui.em, static_cast<float>(time->second.y) - pad / 2};
  from = free_place(from, {wide + pad, font.FontSize + pad}, stage);
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRectFilled({from.x - pad, from.y}, {from.x + wide + pad, from.y + font.FontSize + pad}, packed(ui.palette.panel),
                     pad);
  list.AddText(&font, font.FontSize, {from.x, from.y + pad / 2}, packed(ui.palette.quiet), text.c_str());
}

void Presentation::draw(Ui& ui, const Area& stage) {
  draw_marks(ui, stage);
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const ImVec2 at = ImGui::GetIO().MousePos;
  if (lens_ && stage.contains({at.x, at.y})) draw_lens(ui, stage);
  if ((spot_ || ui.doing.played) && pointer_is_inside()) {
    if (!ui.doing.played) draw_shade(list, stage, at, k_spot * ui.em);
    list.AddCircle(at, k_spot * ui.em, packed(ui.palette.on_mark), 0, 0.3F * ui.em);
    list.AddCircle(at, k_spot * ui.em, packed(ui.palette.box), 0, 0.15F * ui.em);
  }
  if (!ui.doing.lecturing) draw_what_is_on(ui, stage);  // because: the shade around the spot would dim it
  if (ui.session.edit.live && ui.session.paused && !black_) draw_frozen(ui, stage);
  if (black_ && !ui.doing.lecturing) list.AddRectFilled({0, 0}, ImGui::GetIO().DisplaySize, IM_COL32_BLACK);
}

double Presentation::draw_clock(Ui& ui, const Area& area, double& since) {
  begin_area("clock", area, Ground::panel, ImGuiWindowFlags_NoNav);
  const std::time_t clock = std::time(nullptr);
  char time[16] = "";
  if (std::tm local{}; localtime_r(&clock, &local)) std::strftime(time, sizeof time, "%H:%M", &local);
  ImGui::PushFont(ui.fonts.large);
  ImGui::TextUnformatted(time_text(ui.now - since).c_str());
  ImGui::PopFont();
  if (ImGui::IsItemClicked()) since = ui.now;
  ui.control("class:clock", k_clock_tip);
  ImGui::SameLine(0, ui.em);
  coloured_text(ui.palette.quiet, time);
  ImGui::PushTextWrapPos(0);
  if (black_) coloured_text(ui.palette.warning, fmt::format("The class sees black: {}.", keys_text(WindowAction::black)));
  std::string turned;
  for (const auto& [on, action, name] :
       {std::tuple{spot_, WindowAction::spot, "spot"}, {lens_, WindowAction::lens, "lens"}, {pen_, WindowAction::pen, "pen"}})
    turned +=
        fmt::format("{}{} {}", turned.empty() ? "" : "  ·  ", keys_text(action), on ? std::string(name) + " is on" : name);
  ImGui::PushFont(ui.fonts.small);
  coloured_text(ui.palette.quiet, turned);
  ImGui::PopFont();
  ImGui::PopTextWrapPos();
  const double high = static_cast<double>(ImGui::GetCursorPosY());
  ImGui::End();
  return high;
}

void Presentation::draw_time(Ui& ui, const Area& area, double& since) {
  if (ui.now - since < 1) return;  // because: a slide of a card has no time
  const std::string text = time_text(ui.now - since);
  begin_area("class time", area, Ground::clear, ImGuiWindowFlags_NoNav);
  if (ImGui::IsWindowAppearing()) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());  // before the caption
  if (invisible_button("time", ImGui::GetContentRegionAvail())) since = ui.now;
  ui.control(k_class_time, k_clock_tip);
  ImGui::GetWindowDrawList()->AddText(
      {static_cast<float>(area.right()) - ImGui::CalcTextSize(text.c_str()).x, static_cast<float>(area.y)},
      packed(ui.palette.quiet), text.c_str());
  ImGui::End();
}

nlohmann::json Presentation::report() const {
  const auto drawn = strokes_.find(page_);
  return {{"black", black_},
          {"spot", spot_},
          {"lens", lens_},
          {"pen", pen_},
          {"marks", drawn == strokes_.end() ? 0 : drawn->second.size()},
          {"few_colours", few_colours_}};
}

}  // namespace satscope::app
