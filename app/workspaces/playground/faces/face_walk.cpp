// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/faces/face_walk.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/core/text/walk_text.h"
#include "app/workspaces/playground/chain/chain_edit.h"
#include "app/workspaces/playground/mark_pen.h"

namespace satscope::app {
namespace {

const faces::WindowWalk* walk_of(const FaceFinder& finder) {
  const FacesFound* found = finder.found();
  return found && found->walk ? &*found->walk : nullptr;
}

void draw_step_buttons(PlaygroundUi& ui, const faces::WindowWalk& walk) {
  PlaygroundView& view = ui.session.part<PlaygroundView>();
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x, width = (ImGui::GetContentRegionAvail().x - 3 * gap) / 4;
  struct Button {
    const char *label, *id, *tip;
    int steps, stages;
  };
  constexpr std::array k_buttons{Button{"|<", "previous-stage", "The stage before: Shift+Left", 0, -1},
                                 Button{"<", "previous", "The feature before: Left", -1, 0},
                                 Button{">", "next", "The next feature: Right", 1, 0},
                                 Button{">|", "next-stage", "The next stage: Shift+Right", 0, 1}};
  ImGui::BeginDisabled(walk.steps.empty());
  for (const Button& button : k_buttons) {
    if (&button != &k_buttons.front()) ImGui::SameLine(0, gap);
    if (ImGui::Button(fmt::format("{}##walk", button.label).c_str(), {width, 0}))
      move_in_walk(ui.playground.finder, view, button.steps, button.stages);
    ui.control(fmt::format("faces:{}", button.id), button.tip);
  }
  ImGui::EndDisabled();
}

}  // namespace

const faces::WalkStep* shown_step(const FaceFinder& finder, const PlaygroundView& view) {
  const faces::WindowWalk* walk = walk_of(finder);
  if (!view.walk_at || !walk || walk->steps.empty()) return nullptr;
  return &walk->steps[static_cast<std::size_t>(std::clamp(view.walk_step, 0, static_cast<int>(walk->steps.size()) - 1))];
}

void move_in_walk(const FaceFinder& finder, PlaygroundView& view, int steps, int stages) {
  const faces::WalkStep* shown = shown_step(finder, view);
  if (!shown) return;
  const std::vector<faces::WalkStep>& all = walk_of(finder)->steps;
  const int last = static_cast<int>(all.size()) - 1;
  view.walk_step = std::clamp(std::clamp(view.walk_step, 0, last) + steps, 0, last);
  if (stages == 0) return;
  const int wanted = std::clamp(shown->stage + stages, 0, all.back().stage);
  if (wanted == shown->stage && stages > 0)
    view.walk_step = last;
  else
    view.walk_step = static_cast<int>(std::ranges::find(all, wanted, &faces::WalkStep::stage) - all.begin());
}

bool takes_window(const Session& session) {
  const PlaygroundView& view = session.part<PlaygroundView>();
  const ChainEntry* entry = chosen_entry(session.edit.part<PlaygroundEdit>(), view);
  return view.walk_at && entry && entry->filter == "faces";
}

void take_window(Session& session, Point place, Extent picture) {
  PlaygroundView& view = session.part<PlaygroundView>();
  const auto within = [](double at, int length) { return std::clamp(static_cast<int>(at), 0, std::max(0, length - 1)); };
  view.walk_at = {within(place.x, picture.width), within(place.y, picture.height)};
  view.walk_step = 0;
}

void draw_walk_controls(PlaygroundUi& ui) {
  PlaygroundView& view = ui.session.part<PlaygroundView>();
  const FacesFound& found = *ui.playground.finder.found();
  bool on = view.walk_at.has_value();
  if (ImGui::Checkbox("One window, step by step", &on)) {
    view.walk_at.reset();
    const Box middle = found.faces.empty() ? Box{0, 0, found.picture.width, found.picture.height} : found.faces.front().box;
    if (on) take_window(ui.session, {middle.x + middle.width / 2.0, middle.y + middle.height / 2.0}, found.picture);
  }
  ui.control("faces:walk", "What the cascade does in one window: its features one after the other, with their sums");
  if (!view.walk_at) return;
  ImGui::PushTextWrapPos(0);
  caption(ui, "Click in the picture: the window there that gets furthest. Left and Right go through its features.");
  const faces::WindowWalk* walk = walk_of(ui.playground.finder);
  if (!walk) {
    caption(ui, ui.playground.finder.busy() ? "Looking ..." : "No window fits into the picture.");
    ImGui::PopTextWrapPos();
    return;
  }
  caption(ui, fmt::format("{} × {} at ({}, {}): {}.", walk->box.width, walk->box.height, walk->box.x, walk->box.y,
                          fate_text(*found.cascade, *walk)));
  ImGui::PopTextWrapPos();
  draw_step_buttons(ui, *walk);
  const faces::WalkStep* step = shown_step(ui.playground.finder, view);
  if (!step) return;
  ImGui::PushTextWrapPos(0);
  for (const std::string& text : step_texts(*found.cascade, *step)) caption(ui, text);
  ImGui::PopTextWrapPos();
}

void draw_walk(PlaygroundUi& ui, const ResultPane& pane) {
  const PlaygroundView& view = ui.session.part<PlaygroundView>();
  const FacesFound* found = ui.playground.finder.found();
  const faces::WindowWalk* walk = walk_of(ui.playground.finder);
  if (!view.walk_at || !found || !walk || found->picture != pane.picture) return;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto [from, to] = corners(pane, walk->box);
  rimmed_rect(list, from, to, packed(ui.palette.box), 2);
  const faces::WalkStep* step = shown_step(ui.playground.finder, view);
  if (!step) {
    chip_within(list, ui, pane, {from.x, to.y + 0.3F * ui.em}, fate_text(*found->cascade, *walk), ui.palette.box);
    return;
  }
  ImFont& small = *ui.fonts.small;
  const auto& nodes = found->cascade->nodes;
  const auto& rects =
      found->cascade->features[static_cast<std::size_t>(nodes[static_cast<std::size_t>(step->node)].feature)].rects;
  for (const faces::WeightedRect& r : rects) {
    if (r.weight == 0) continue;
    const auto [left, top, right, bottom] = walk->on_picture(r);
    const ImVec2 a = screen_place(pane, {left, top}), b = screen_place(pane, {right, bottom});
    const Rgb colour = r.weight < 0 ? ui.palette.minus_mark : ui.palette.plus_mark;
    list.AddRectFilled(a, b, packed(colour, 0.25F));
    rimmed_rect(list, a, b, packed(colour), 1.5F);
    const std::string text = fmt::format("{}{:g}", r.weight < 0 ? "−" : "+", std::abs(static_cast<double>(r.weight)));
    const ImVec2 size = small.CalcTextSizeA(small.FontSize, 1e9F, 0, text.c_str());
    if (size.x + 1.6F * ui.em < b.x - a.x && size.y + 1.2F * ui.em < b.y - a.y)
      chip(list, ui, {a.x + 0.3F * ui.em, a.y + 0.3F * ui.em}, text, colour);
  }
  const std::vector<std::string> texts = step_texts(*found->cascade, *step);
  float y = to.y + 0.3F * ui.em;
  for (const std::string& text : {texts.front(), texts[2]}) {
    chip_within(list, ui, pane, {from.x, y}, text, ui.palette.box);
    y += 1.9F * ui.em;
  }
}

}  // namespace satscope::app
