// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/steps.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/ui/area_corners.h"
#include "app/workspaces/steps/explain.h"
#include "app/workspaces/steps/keys.h"
#include "app/workspaces/steps/look_back_view.h"

namespace satscope::app {
namespace {

/// What pass this is and what it does, with the views to choose from.
void draw_heading(StepsUi& ui, const Area& area) {
  const StepsRoom& room = ui.steps;
  const float right = draw_view_buttons(ui, area);
  const Player* player = room.state.player();
  const float left = static_cast<float>(area.x) + 0.9F * ui.em;
  std::vector<std::string> texts;
  if (player && !player->story().beats.empty()) {
    const Story& story = player->story();
    const Step& step = story.first_step(player->current() ? *player->current() : story.beats.front());
    const TracePass& pass = story.trace.passes[static_cast<std::size_t>(step.pass)];
    const std::string where = fmt::format("Pass {} of {}: {}", step.pass + 1, story.trace.passes.size(), pass.name);
    const std::string what = player->current() ? step.label : "not begun";
    texts = {fmt::format("{}  ·  {}  ·  {} block{} of {} thread{}", where, what, pass.blocks, pass.blocks == 1 ? "" : "s",
                         pass.threads, pass.threads == 1 ? "" : "s"),
             fmt::format("{}  ·  {}", where, what), what};
  }
  ImGui::PushFont(ui.fonts.strong);
  const std::string text = first_that_fits(texts, right - left - ui.em);
  const float text_y = static_cast<float>(area.y) + (static_cast<float>(area.height) - ui.fonts.strong->FontSize) / 2;
  ImGui::GetWindowDrawList()->AddText({left, std::round(text_y)}, packed(ui.palette.text), text.c_str());
  ImGui::PopFont();
}

/// Shapes and colours in words, under the grids.
void draw_legend(const StepsUi& ui, const Area& area) {
  const StepsLayout& layout = ui.steps.grids.layout;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImFont& small = *ui.fonts.small;
  float x = static_cast<float>(area.x) + 0.9F * ui.em;
  const float y = static_cast<float>(area.y), right = static_cast<float>(area.right()) - 0.6F * ui.em;
  const float side = 0.8F * ui.em, top = y + (static_cast<float>(area.height) - side) / 2;
  const auto words = [&](const std::string& text, Rgb colour) {
    const float wide = small.CalcTextSizeA(small.FontSize, 1e9F, 0, text.c_str()).x;
    if (x + wide > right) {
      x = right + 1;
      return;
    }
    list.AddText(&small, small.FontSize, {x, std::round(y + (static_cast<float>(area.height) - small.FontSize) / 2)},
                 packed(colour), text.c_str());
    x += wide + ui.em;
  };
  const int hidden = layout.all_blocks - layout.blocks;
  if (hidden > 0) words(fmt::format("+ {} more block{} (wheel)", hidden, hidden == 1 ? "" : "s"), ui.palette.accent);
  if (x + 18 * ui.em > right) return;
  list.AddRect({x, top}, {x + side, top + side}, packed(ui.palette.accent), 0.3F * side, 0, 2);
  x += side + 0.4F * ui.em;
  words("read", ui.palette.quiet);
  list.AddRectFilled({x, top}, {x + side, top + side}, packed(ui.palette.plus_mark));
  x += side + 0.4F * ui.em;
  words("written", ui.palette.quiet);
  const float middle = top + side / 2;
  list.AddRectFilled({x, middle - 2}, {x + side, middle + 2}, packed(ui.palette.accent));
  x += side + 0.4F * ui.em;
  words("thread at work", ui.palette.quiet);
  if (x + 6 * ui.em > right) return;
  for (const float at : {0.0F, 0.4F, 0.8F})
    list.AddLine({x + at * side, middle}, {x + (at + 0.2F) * side, middle}, packed(ui.palette.quiet), 2);
  x += side + 0.4F * ui.em;
  words("idle", ui.palette.quiet);
  if (x + 6 * ui.em > right) return;
  constexpr int k_ticks = 4;
  for (int i = 0; i < k_ticks; ++i)
    list.AddRectFilled({x + static_cast<float>(i) * side / k_ticks, middle},
                       {x + static_cast<float>(i + 1) * side / k_ticks, middle + 3},
                       packed(colour_of(ColourMap::viridis, static_cast<double>(i) / (k_ticks - 1))));
  x += side + 0.4F * ui.em;
  words("bank", ui.palette.quiet);
}

void draw_centre(StepsUi& ui, const StepsParts& parts) {
  StepsRoom& room = ui.steps;
  Area all = parts.canvas;
  if (parts.heading.height > 0)
    all = {parts.heading.x, parts.heading.y, parts.canvas.width, parts.heading.height + parts.canvas.height};
  begin_area("steps", all, Ground::clear, ImGuiWindowFlags_NoNav);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(corner(all), {static_cast<float>(all.right()), static_cast<float>(all.bottom())},
                     packed(ui.palette.backdrop));
  if (parts.heading.height > 0) draw_heading(ui, parts.heading);
  const bool legend = parts.canvas.height > 12 * ui.em;
  Area canvas = parts.canvas;
  if (legend) canvas.height -= std::round(1.6 * ui.em);
  if (room.state.player() && canvas.height > 2 * ui.em) {
    const StepsView view = shown_view(ui.session.part<StepsSettings>().view, room.state.talks());
    if (view == StepsView::network) {
      draw_steps_network(ui, room.state, room.network, canvas);
    } else if (view == StepsView::look_back) {
      draw_look_back(ui, room.state, parts.canvas);
    } else {
      draw_steps_grids(ui, room.state, room.grids, canvas);
      draw_marks(ui);
      if (!room.grids.layout.fits)
        list.AddText({static_cast<float>(canvas.x) + ui.em, static_cast<float>(canvas.y) + ui.em}, packed(ui.palette.quiet),
                     "Too little room for these buffers.");
      if (legend) draw_legend(ui, {canvas.x, canvas.bottom(), canvas.width, parts.canvas.bottom() - canvas.bottom()});
    }
  } else if (!room.state.player()) {
    list.AddText({static_cast<float>(canvas.x) + ui.em, static_cast<float>(canvas.y) + ui.em}, packed(ui.palette.quiet),
                 room.state.problem.empty() ? "Tracing ..." : "Nothing to step through yet.");
  }
  ImGui::End();
}

}  // namespace

StepsParts steps_parts(const Area& middle, double em, double transport) {
  const auto ems = [em](double count) { return std::round(count * em); };
  StepsParts parts{.heading = {}, .canvas = middle, .transport = {}, .explain = {}};
  Area& rest = parts.canvas;
  if (rest.width >= ems(46) && rest.height >= ems(16)) {
    const double explain = std::clamp(std::round(rest.width * 0.34), ems(19), ems(30));
    rest.width -= explain;
    parts.explain = {rest.right(), rest.y, explain, rest.height};
  }
  if (rest.height >= ems(9)) {
    const double high = ems(rest.height >= ems(11.1 + transport) ? transport : 2.4);
    rest.height -= high;
    parts.transport = {rest.x, rest.bottom(), rest.width, high};
  }
  if (rest.height >= ems(14)) {
    parts.heading = {rest.x, rest.y, rest.width, ems(2.2)};
    rest = {rest.x, rest.y + parts.heading.height, rest.width, rest.height - parts.heading.height};
  }
  return parts;
}

float draw_view_buttons(StepsUi& ui, const Area& heading) {
  struct Button {
    StepsView view;
    const char *label, *control, *tip;
  };
  constexpr std::array k_buttons{
      Button{StepsView::stages, "Stages", "steps:stages",
             "The whole picture, also live: what the running machine holds after each pass, and how long the pass took"},
      Button{StepsView::look_back, "Look-back", "steps:look-back",
             "The blocks as tiles of the picture: what each has told the others, and who looks at whom"},
      Button{StepsView::network, "Network", "steps:network", "The additions of one row of a block, time downward"},
      Button{StepsView::grids, "Grids", "steps:grids", "Every buffer as a grid of cells"}};
  ImGui::PushFont(ui.fonts.small);
  float right = static_cast<float>(heading.right()) - 0.6F * ui.em;
  const float height = ImGui::GetFrameHeight(), pad = ImGui::GetStyle().FramePadding.x;
  const float y = static_cast<float>(heading.y) + (static_cast<float>(heading.height) - height) / 2;
  const bool talks = ui.steps.state.talks();
  for (const Button& button : k_buttons) {
    if (button.view == StepsView::look_back && !talks) continue;
    const float width = ImGui::CalcTextSize(button.label).x + 2 * pad;
    if (right - width < static_cast<float>(heading.x)) break;
    right -= width;
    ImGui::SetCursorScreenPos({right, y});
    const bool chosen = shown_view(ui.session.part<StepsSettings>().view, talks) == button.view;
    if (chosen) {
      ImGui::PushStyleColor(ImGuiCol_Button, packed(ui.palette.accent));
      ImGui::PushStyleColor(ImGuiCol_Text, packed(ui.palette.on_accent));
    }
    if (ImGui::Button(button.label)) ui.session.part<StepsSettings>().view = button.view;
    if (chosen) ImGui::PopStyleColor(2);
    ui.control(button.control, button.tip, StepsAction::view);
    right -= 0.3F * ui.em;
  }
  ImGui::PopFont();
  return right;
}

void draw_story(StepsUi& ui, const Shell& shell) {
  StepsRoom& room = ui.steps;
  if (!room.state.problem.empty() && !(ui.doing.message && ui.doing.message->text == room.state.problem)) {
    ui.doing.message = Notice{room.state.problem, std::nullopt, {}};
    room.state.problem.clear();
  }
  const StepsParts parts = steps_parts(shell.middle, static_cast<double>(ui.em));
  draw_centre(ui, parts);
  if (parts.transport.height > 0) {
    begin_area("transport", parts.transport, Ground::panel);
    draw_transport(ui, parts.transport);
    ImGui::End();
  }
  if (parts.explain.height > 0) {
    begin_area("explain", parts.explain, Ground::panel);
    ui.controls["explain"] = parts.explain;
    draw_explain(ui);
    draw_code(ui);
    ImGui::End();
  }
  if (const Player* player = room.state.player(); player && (player->playing() || room.state.sliding(ui.now)))
    ui.animating = true;
}

}  // namespace satscope::app
