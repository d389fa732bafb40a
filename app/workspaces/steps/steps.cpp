// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/steps.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/ui/area_corners.h"
#include "app/workspaces/steps/banks_view.h"
#include "app/workspaces/steps/explain.h"
#include "app/workspaces/steps/keys.h"
#include "app/workspaces/steps/look_back_view.h"
#include "app/workspaces/steps/step_words.h"
#include "app/workspaces/steps/tree.h"

namespace satscope::app {
namespace {

/// What pass this is and what it does, with the views to choose from.
void draw_story_heading(StepsUi& ui, const Area& area) {
  const StepsRoom& room = ui.steps;
  const float right = draw_view_buttons(ui, area);
  const Player* player = room.state.player();
  const float left = static_cast<float>(area.x) + 0.9F * ui.em;
  std::vector<std::string> texts = player ? heading_texts(*player) : std::vector<std::string>{};
  if (const StepsPair& pair = ui.session.part<StepsPair>(); pair.on)
    texts = {fmt::format("Two at once, linked by {}", id_of(pair.link)), "Two at once"};
  ImGui::PushFont(ui.fonts.strong);
  const std::string text = first_that_fits(texts, right - left - ui.em);
  const float text_y = static_cast<float>(area.y) + (static_cast<float>(area.height) - ui.fonts.strong->FontSize) / 2;
  ImGui::GetWindowDrawList()->AddText({left, std::round(text_y)}, packed(ui.palette.text), text.c_str());
  ImGui::PopFont();
}

/// Where the right panel has no room: the step in a line or two under the views.
void draw_narration(StepsUi& ui, const Area& area) {
  const Player* player = ui.steps.state.player();
  begin_area("narration", area, Ground::panel);
  ui.controls["narration"] = area;
  const ToldStep* told = ui.steps.state.told();
  std::string text =
      told && !told->this_step.empty() ? told->this_step : narration_of(*player, ui.steps.grids.layout.first_block);
  if (ui.session.part<StepsPair>().on) text = pair_narration(ui.steps);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const auto high = [&] { return ImGui::CalcTextSize(text.c_str(), nullptr, false, room.x).y; };
  while (high() > room.y && text.find(';') != text.npos) text.resize(text.rfind(';'));  // its last part is worth least
  while (high() > room.y && text.find(' ') != text.npos) text.resize(text.rfind(' '));
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::End();
}

void draw_story_views(StepsUi& ui, const StepsParts& parts) {
  StepsRoom& room = ui.steps;
  Area all = parts.canvas;
  if (parts.heading.height > 0)
    all = {parts.heading.x, parts.heading.y, parts.canvas.width, parts.heading.height + parts.canvas.height};
  begin_area("steps", all, Ground::clear, ImGuiWindowFlags_NoNav);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(corner(all), {static_cast<float>(all.right()), static_cast<float>(all.bottom())},
                     packed(ui.palette.backdrop));
  if (parts.heading.height > 0) draw_story_heading(ui, parts.heading);
  const bool legend = parts.canvas.height > 12 * ui.em;
  Area canvas = parts.canvas;
  if (legend) canvas.height -= std::round(1.6 * ui.em);
  if (room.state.player() && canvas.height > 2 * ui.em) {
    const StepsView view = shown_view(ui.session.part<StepsSettings>().view, room.state.talks());
    const bool low = view == StepsView::banks || view == StepsView::look_back;  // they have a legend of their own
    if (ui.session.part<StepsPair>().on) {
      draw_pair(ui, parts.canvas);
    } else {
      draw_story_view(ui, {room.state, room.grids, room.network, room.banks}, view, low ? parts.canvas : canvas);
      if (view == StepsView::grids) draw_marks(ui);
      if (view == StepsView::grids && legend)
        draw_grid_legend(ui, room, {canvas.x, canvas.bottom(), canvas.width, parts.canvas.bottom() - canvas.bottom()});
    }
  } else if (!room.state.player()) {
    list.AddText({static_cast<float>(canvas.x) + ui.em, static_cast<float>(canvas.y) + ui.em}, packed(ui.palette.quiet),
                 room.state.problem.empty() ? "Tracing ..." : "Nothing to step through yet.");
  }
  ImGui::End();
}

}  // namespace

void draw_story_view(StepsUi& ui, const StepsLook& look, StepsView view, const Area& area) {
  switch (view) {
    case StepsView::network: return draw_steps_network(ui, look.state, look.network, area);
    case StepsView::tree: return draw_steps_tree(ui, look.state, look.network, area);
    case StepsView::banks: return draw_banks(ui, look.state, look.banks, area);
    case StepsView::look_back: return draw_look_back(ui, look.state, area);
    default: break;
  }
  draw_steps_grids(ui, look.state, look.grids, area);
  if (!look.grids.layout.fits)
    ImGui::GetWindowDrawList()->AddText({static_cast<float>(area.x) + ui.em, static_cast<float>(area.y) + ui.em},
                                        packed(ui.palette.quiet), "Too little room for these buffers.");
}

StepsParts steps_parts(const Area& middle, double em, double transport, bool panel) {
  const auto ems = [em](double count) { return std::round(count * em); };
  StepsParts parts{.heading = {}, .canvas = middle, .transport = {}, .explain = {}, .narration = {}};
  Area& rest = parts.canvas;
  if (panel && rest.width >= ems(46) && rest.height >= ems(16)) {
    const double explain = std::clamp(std::round(rest.width * 0.34), ems(19), ems(30));
    rest.width -= explain;
    parts.explain = {rest.right(), rest.y, explain, rest.height};
  }
  if (rest.height >= ems(9)) {
    const double high = ems(rest.height >= ems(11.1 + transport) ? transport : 2.4);
    rest.height -= high;
    parts.transport = {rest.x, rest.bottom(), rest.width, high};
  }
  if (rest.height >= ems(13)) {
    parts.heading = {rest.x, rest.y, rest.width, ems(2.2)};
    rest = {rest.x, rest.y + parts.heading.height, rest.width, rest.height - parts.heading.height};
  }
  if (panel && parts.explain.height <= 0 && rest.height >= ems(10)) {
    rest.height -= ems(3.6);
    parts.narration = {rest.x, rest.bottom(), rest.width, ems(3.6)};
  }
  return parts;
}

void draw_story(StepsUi& ui, const Shell& shell) {
  StepsRoom& room = ui.steps;
  if (!room.state.problem.empty() && !(ui.doing.message && ui.doing.message->text == room.state.problem)) {
    ui.doing.message = Notice{room.state.problem, std::nullopt, {}};
    room.state.problem.clear();
  }
  const StepsSettings& settings = ui.session.part<StepsSettings>();
  const StepsParts parts = steps_parts(shell.middle, static_cast<double>(ui.em), k_transport, settings.panel);
  draw_story_views(ui, parts);
  if (parts.narration.height > 0 && room.state.player()) draw_narration(ui, parts.narration);
  if (parts.transport.height > 0) {
    begin_area("transport", parts.transport, Ground::panel);
    draw_transport(ui, parts.transport);
    ImGui::End();
  }
  if (parts.explain.height > 0) {
    begin_area("explain", parts.explain, Ground::panel);
    ui.controls["explain"] = parts.explain;
    if (ui.session.part<StepsPair>().on) {
      draw_pair_told(ui);
    } else {
      draw_explain(ui);
      draw_code(ui);
    }
    ImGui::End();
  }
  draw_save_card(ui, parts.canvas);
  if (const Clock* clock = room.clock();
      clock && (clock->playing() || room.state.sliding(ui.now) || room.pair.second.sliding(ui.now)))
    ui.animating = true;
}

}  // namespace satscope::app
