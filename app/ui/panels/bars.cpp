// SPDX-License-Identifier: Apache-2.0
#include "app/ui/panels/bars.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <initializer_list>

#include "app/core/text/number_text.h"
#include "app/sources/files/session_file.h"
#include "app/sources/live/live_open.h"
#include "app/ui/drawing/marks.h"
#include "app/ui/inputs.h"
#include "app/ui/panels/status_text.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"

namespace satscope::app {
namespace {

/// The verdict as a shape, so that colour is not needed: a tick, a wave, a cross, a ring.
void draw_verdict_mark(ImDrawList& list, const Ui& ui, ImVec2 middle, Verdict verdict) {
  const float r = 0.32F * ui.em, line = std::max(1.5F, 0.12F * ui.em);
  const auto stroke = [&](std::initializer_list<ImVec2> points, Rgb colour) {
    for (const ImVec2& point : points) list.PathLineTo({middle.x + r * point.x, middle.y + r * point.y});
    list.PathStroke(packed(colour), 0, line);
  };
  switch (verdict) {
    case Verdict::exact: stroke({{-1, 0}, {-0.25F, 0.8F}, {1, -0.8F}}, ui.palette.good); break;
    case Verdict::overflows:
    case Verdict::rounded: stroke({{-1.1F, 0.4F}, {-0.4F, -0.4F}, {0.4F, 0.4F}, {1.1F, -0.4F}}, ui.palette.warning); break;
    case Verdict::wrong:
      stroke({{-1, -1}, {1, 1}}, ui.palette.bad);
      stroke({{-1, 1}, {1, -1}}, ui.palette.bad);
      break;
    case Verdict::unknown: list.AddCircle(middle, 0.8F * r, packed(ui.palette.quiet), 0, 1.5F); break;
  }
}

/// Changes to the workspace of this number, as its key does.
void ask_for_workspace(Ui& ui, std::size_t number) {
  ui.requests.push_back({WindowAction::workspace, {.key = '1' + static_cast<int>(number), .ctrl = true}});
}

/// Where there is no room for tabs: a menu with the name of the chosen one.
void workspace_menu(Ui& ui) {
  const auto chosen = std::ranges::find(workspaces(), ui.session.workspace, &WorkspaceKind::id);
  if (chosen == workspaces().end()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, packed(ui.palette.accent));
  const bool opened = ImGui::BeginMenu(fmt::format("{}###workspaces", chosen->title).c_str());
  ImGui::PopStyleColor();
  if (opened) {
    for (std::size_t i = 0; i < workspaces().size(); ++i) {
      const WorkspaceKind& one = workspaces()[i];
      if (ImGui::MenuItem(std::string(one.title).c_str(), fmt::format("Ctrl+{}", i + 1).c_str(), &one == &*chosen))
        ask_for_workspace(ui, i);
      ui.control(fmt::format("workspace:{}", one.id), one.about, WindowAction::workspace);
    }
    ImGui::EndMenu();
  }
  ui.control("menu:workspaces");
}

/// The workspaces side by side; a click or its key changes to another.
void workspace_tabs(Ui& ui) {
  if (ImGui::GetWindowWidth() < 38 * ui.em) return workspace_menu(ui);
  ImGui::Dummy({0.6F * ui.em, 0});
  for (std::size_t i = 0; i < workspaces().size(); ++i) {
    const WorkspaceKind& one = workspaces()[i];
    const std::string title(one.title);
    const bool chosen = ui.session.workspace == one.id;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::CalcTextSize(title.c_str()).x + ui.em, height = ImGui::GetFrameHeight();
    if (invisible_button(title.c_str(), {width, height})) ask_for_workspace(ui, i);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered() || ImGui::IsItemFocused())
      list.AddRectFilled(from, {from.x + width, from.y + height}, packed(ui.palette.raised), ImGui::GetStyle().FrameRounding);
    list.AddText({from.x + 0.5F * ui.em, from.y + (height - ImGui::GetFontSize()) / 2},
                 packed(chosen ? ui.palette.accent : ui.palette.quiet), title.c_str());
    if (chosen)
      list.AddRectFilled({from.x + 0.5F * ui.em, from.y + height - 0.25F * ui.em},
                         {from.x + width - 0.5F * ui.em, from.y + height - 0.1F * ui.em}, packed(ui.palette.accent));
    ui.control(fmt::format("workspace:{}", one.id), one.about, WindowAction::workspace);
  }
}

void status_details(const Ui& ui) {
  ImGui::PushTextWrapPos(26 * ui.em);
  for (const auto& [name, text] : status_lines(ui.frame.status())) {
    coloured_text(ui.palette.quiet, name);
    ImGui::TextUnformatted(text.c_str());
  }
  ImGui::PopTextWrapPos();
}

/// While a camera or the screen is read, the top bar says so in every workspace, whatever is folded away; a click ends it.
void watching_mark(Ui& ui) {
  const SourceStatus& source = ui.frame.status().source;
  const bool opening = source.feed.phase == Phase::opening && watches(ui.session.edit.source);
  const bool runs = source.feed.phase == Phase::running && source.feed.description.leaves_mark;
  if (!source.on || (!opening && !runs)) return;
  const std::string name = opening ? short_name_of(ui.session.edit.source) : source.feed.description.name;
  const float room = ImGui::GetWindowWidth() - ImGui::GetCursorPosX() - 2 * ui.em;
  const std::string text = first_that_fits({name + " is on", "on"}, std::min(room, 14 * ui.em));
  const float dot = 0.9F * ui.em, width = dot + ImGui::CalcTextSize(text.c_str()).x + ui.em, height = ImGui::GetFrameHeight();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  if (invisible_button("watching", {width, height})) ui.ask(WindowAction::live);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddCircleFilled({from.x + 0.5F * ui.em + dot / 2, from.y + height / 2}, dot / 2, packed(ui.palette.bad));
  list.AddText({from.x + 0.7F * ui.em + dot, from.y + (height - ImGui::GetFontSize()) / 2}, packed(ui.palette.text),
               text.c_str());
  ui.control("watching", name + " is on; nothing leaves this machine. Click to switch it off.", WindowAction::live);
}

/// Where there is room; else it is in the menu *File* alone.
void share_button(Ui& ui) {
  if (!ui.window.shares() || ImGui::GetWindowWidth() < 60 * ui.em) return;
  if (ImGui::Button("Share")) ui.window.share();
  ui.control("share", k_share_tip);
}

/// The right end of the top bar: a button that says how the table was made, and explains itself.
void status_corner(Ui& ui, float right) {
  const FrameStatus& status = ui.frame.status();
  const float mark = 1.2F * ui.em, pad = ImGui::GetStyle().FramePadding.x;
  const float room = right - ImGui::GetCursorPosX() - mark - 3 * pad;
  const Verdict verdict = verdict_of(status, ui.frame.box_truth(ui.session.edit.box));
  const std::string text = first_that_fits(ui.workspace.status_texts(ui), room);
  const float width = ImGui::CalcTextSize(text.c_str()).x + mark + 2 * pad;
  if (room < 0) return;
  ImGui::SetCursorPosX(right - width - pad);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight();
  if (invisible_button("status", {width, height})) ImGui::OpenPopup("status details");
  const bool lit = ImGui::IsItemHovered() || ImGui::IsItemFocused();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (lit)
    list.AddRectFilled(from, {from.x + width, from.y + height}, packed(ui.palette.raised), ImGui::GetStyle().FrameRounding);
  if (ImGui::IsItemHovered()) {
    ImGui::BeginTooltip();
    status_details(ui);
    ImGui::EndTooltip();
  }
  ui.control("status");
  if (ui.workspace.shows_table())
    draw_verdict_mark(list, ui, {from.x + pad + mark / 2 - 0.2F * ui.em, from.y + height / 2}, verdict);
  list.AddText({from.x + pad + mark, from.y + (height - ImGui::GetFontSize()) / 2}, packed(ui.palette.text), text.c_str());
  if (ImGui::BeginPopup("status details")) {
    status_details(ui);
    ImGui::EndPopup();
  }
}

/// Fills a part of a bar, up to its very edge: ImGui's own clip leaves half of the padding free.
void fill(Rgb colour, const ImVec2& from, const ImVec2& to) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRectFullScreen();
  list.AddRectFilled(from, to, packed(colour));
  list.PopClipRect();
}

void line_between(const Ui& ui, const Area& area, bool below) {
  const float y = static_cast<float>(below ? area.bottom() - 1 : area.y);
  fill(ui.palette.line, {static_cast<float>(area.x), y}, {static_cast<float>(area.right()), y + 1});
}

/// In the middle of something: how it ends. Else what the workspace says.
std::vector<Hint> live_hints(const Ui& ui) {
  if (ui.doing.in_panels)
    return {
        {"Arrows", "choose"}, {"Space", "press"}, hint(WindowAction::next_panel, "next"), hint(WindowAction::leave, "back")};
  if (ui.doing.drag) return {{"release", "keeps the box"}, hint(WindowAction::leave, "gives the old one back")};
  if (ui.doing.panning) return {{"release", "stops moving the view"}};
  return ui.workspace.hints(ui);
}

/// What is to be said now.
Notice message_of(const Ui& ui) {
  return ui.doing.message ? *ui.doing.message : Notice{ui.frame.status().message, {}, {}, false};
}

void close_button(Ui& ui) {
  // because: Esc ends first what else goes on, such as a prediction
  if (ImGui::Button("Close")) ui.doing.message.reset();
  ui.control("message:close", {}, WindowAction::leave);
}

/// Of its action.
void message_button(Ui& ui, const Notice& message) {
  if (ImGui::Button(message.action_label.c_str())) ui.requests.push_back({*message.action, {}, message.action_text});
  ui.control("message:act", {}, message.action);
}

}  // namespace

void draw_top_bar(Ui& ui, const Area& area) {
  const float font = ImGui::GetFontSize();
  const float vertical = std::max(0.0F, std::floor((static_cast<float>(area.height) - font) / 2));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.5F * ui.em, vertical});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.25F * ui.em, 0});
  begin_area(k_top_window, area, Ground::panel, ImGuiWindowFlags_MenuBar);
  if (ImGui::BeginMenuBar()) {
    ImGui::PopStyleVar(2);
    draw_menus(ui);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.5F * ui.em, vertical});
    workspace_tabs(ui);
    watching_mark(ui);
    share_button(ui);
    status_corner(ui, static_cast<float>(area.width));
    ImGui::PopStyleVar();
    ImGui::EndMenuBar();
  } else {
    ImGui::PopStyleVar(2);
  }
  line_between(ui, area, true);
  ImGui::End();
}

double draw_message_panel(Ui& ui, const Area& area) {
  const bool own = ui.doing.message.has_value();
  const Notice message = message_of(ui);
  begin_area("message", area, Ground::over_others,
             ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoFocusOnAppearing);
  if (ImGui::IsWindowAppearing()) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  line_between(ui, area, false);
  ImGui::PushTextWrapPos(0);
  coloured_text(message.bad ? ui.palette.bad : ui.palette.text, message.text);
  ImGui::PopTextWrapPos();
  if (message.action) message_button(ui, message);
  if (message.action && own) ImGui::SameLine();
  if (own) close_button(ui);
  const double high = static_cast<double>(ImGui::GetCursorPosY());
  ImGui::End();
  return high;
}

void draw_message_bar(Ui& ui, const Area& area) {
  if (area.height <= 0) return;
  const bool own = ui.doing.message.has_value();
  const Notice message = message_of(ui);
  begin_area("message", area, Ground::over_others,
             ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoScrollbar |
                 ImGuiWindowFlags_NoScrollWithMouse);  // because: who types goes on
  // because: windows that come later are behind those that are there, and it lies over the picture
  if (ImGui::IsWindowAppearing()) {
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    for (const ImGuiPopupData& popup : ImGui::GetCurrentContext()->OpenPopupStack)  // dialogs and menus stay above it
      if (popup.Window) ImGui::BringWindowToDisplayFront(popup.Window);
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Rgb colour = message.bad ? ui.palette.bad : ui.palette.good;
  fill(colour, {static_cast<float>(area.x), static_cast<float>(area.y)},
       {static_cast<float>(area.x) + 0.3F * ui.em, static_cast<float>(area.bottom())});
  const float height = ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemSpacing.x, pad = ImGui::GetStyle().FramePadding.x;
  float right = static_cast<float>(area.width) - gap;
  const auto button_width = [&](const char* label) { return ImGui::CalcTextSize(label).x + 2 * pad; };
  const float close_width = own ? button_width("Close") : 0;
  const float act_width = message.action ? button_width(message.action_label.c_str()) : 0;
  const float y = (static_cast<float>(area.height) - height) / 2;
  if (own) {
    right -= close_width;
    ImGui::SetCursorPos({right, y});
    close_button(ui);
    right -= gap;
  }
  if (message.action && right - act_width > 12 * ui.em) {
    right -= act_width;
    ImGui::SetCursorPos({right, y});
    message_button(ui, message);
    right -= gap;
  }
  // One line at the usual size, else two small ones; all of it always in the tooltip.
  const float left = 0.9F * ui.em, room = right - left;
  ImGui::SetCursorPos({left, (static_cast<float>(area.height) - ImGui::GetFontSize()) / 2});
  if (ImGui::CalcTextSize(message.text.c_str()).x <= room) {
    ImGui::TextUnformatted(message.text.c_str());
  } else if (room > 2 * ui.em) {
    ImFont& small = *ui.fonts.small;
    const char* begin = message.text.c_str();
    const char* cut = small.CalcWordWrapPositionA(1, begin, begin + message.text.size(), room);
    const float top =
        static_cast<float>(area.y) + std::max(0.0F, (static_cast<float>(area.height) - 2.1F * small.FontSize) / 2);
    const float x = static_cast<float>(area.x) + left;
    // because: a letter such as w begins a little left of its place
    const ImVec4 clip{x - 0.1F * ui.em, static_cast<float>(area.y), x + room, static_cast<float>(area.bottom())};
    list.AddText(&small, small.FontSize, {x, top}, packed(ui.palette.text), begin, cut);
    while (*cut == ' ') ++cut;
    const std::string rest = cut_to_fit(small, cut, room);
    list.AddText(&small, small.FontSize, {x, top + 1.05F * small.FontSize}, packed(ui.palette.text), rest.c_str(), nullptr, 0,
                 &clip);
    ImGui::SetCursorPos({left, 0});
    invisible_button("sentence", {room, static_cast<float>(area.height)});
    ui.control("message:text", message.text);
  }
  line_between(ui, area, true);
  ImGui::End();
}

void draw_bottom_line(Ui& ui, const Area& area) {
  if (area.height <= 0) return;
  begin_area("bottom", area, Ground::panel, ImGuiWindowFlags_NoNav);
  ImGui::PushFont(ui.fonts.small);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float pad = 0.75F * ui.em, gap = 1.1F * ui.em;
  const float y = std::round(static_cast<float>(area.y) + (static_cast<float>(area.height) - ImGui::GetFontSize()) / 2);
  const float left = static_cast<float>(area.x) + pad, right = static_cast<float>(area.right()) - pad;
  const std::string hover = first_that_fits(ui.workspace.hover_texts(ui), right - left);
  const float hover_width = ImGui::CalcTextSize(hover.c_str()).x;
  list.AddText({right - hover_width, y}, packed(ui.palette.text), hover.c_str());
  float x = left;
  for (const Hint& hint : live_hints(ui)) {
    const std::string does(hint.does);
    const float keys_width = ImGui::CalcTextSize(hint.keys.c_str()).x;
    const float width = keys_width + 0.4F * ui.em + ImGui::CalcTextSize(does.c_str()).x;
    if (x + width + gap > right - hover_width) break;
    bool hovered = false;
    if (hint.chord) {
      const std::string id = "key:" + hint.keys;
      ImGui::SetCursorScreenPos({x - gap / 2, static_cast<float>(area.y)});
      if (invisible_button(id.c_str(), {width + gap, static_cast<float>(area.height)}))
        ui.requests.push_back({hint.action, *hint.chord});
      hovered = ImGui::IsItemHovered();
      ui.control(id);
    }
    list.AddText({x, y}, packed(ui.palette.accent), hint.keys.c_str());
    list.AddText({x + keys_width + 0.4F * ui.em, y}, packed(hovered ? ui.palette.text : ui.palette.quiet), does.c_str());
    x += width + gap;
  }
  ImGui::PopFont();
  line_between(ui, area, false);
  ImGui::End();
}

}  // namespace satscope::app
