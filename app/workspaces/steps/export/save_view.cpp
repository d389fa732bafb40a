// SPDX-License-Identifier: Apache-2.0
// The card on which one says what is saved: which steps, as what, how large.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

#include "app/ui/drawing/accent_buttons.h"
#include "app/ui/drawing/area_corners.h"
#include "app/ui/panels/choices.h"
#include "app/ui/window_actions.h"
#include "app/workspaces/steps/steps.h"

namespace satscope::app {
namespace {

/// Why these steps cannot be saved as this kind.
std::string why_not(const SaveKind& kind, WriteOrder order) {
  order.strip = kind.strip;
  order.out = kind.numbered ? "%d" : "";
  return refusal(order);
}

/// What the pages look like, and where they go.
void draw_paper(StepsUi& ui, SaveRequest& request) {
  if (kind_of(request).ending != ".html") {
    std::string ground(k_page_grounds[static_cast<std::size_t>(request.ground)].id);
    const std::string before = ground;
    ImGui::SetNextItemWidth(-1);
    if (choose(ui, "##ground", "steps:save:background", "Behind the drawing", ground,
               {{"seen", "Background: as seen", "with all that the window shows"},
                {"white", "Background: white", "for a slide: without small pictures and colours of banks"},
                {"transparent", "Background: transparent", "the same for a slide of any colour"}}))
      request.ground = ground_of(ground);
    if (ground != before) ui.requests.push_back({k_remember_choice, {}, "background " + ground});
    ImGui::Checkbox("Caption", &request.captions);
    ui.control("steps:save:caption", "A sentence below each step");
  }
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##place", "folder and name", &request.place);
  ui.control("steps:save:place",
             "Folder and name, without the ending; empty: a free name in the folder for pictures, or for videos");
}

void draw_request(StepsUi& ui, SaveRequest& request, const Clock& player, const std::string& phase) {
  const auto [before, end] = player.around();
  std::string what = std::to_string(static_cast<int>(request.what));
  ImGui::SetNextItemWidth(-1);
  if (choose(ui, "##what", "steps:save:what", "Which steps", what,
             {{"0", fmt::format("This step: {}", player.position()), {}},
              {"1",
               phase.empty() ? fmt::format("Steps {} to {}, of this phase", before + 1, end)
                             : fmt::format("This phase: {}", phase),
               {}},
              {"2", fmt::format("All {} steps", player.count()), {}},
              {"3", "Steps from ... to ...", {}}})) {
    request.what = static_cast<SaveRequest::What>(what[0] - '0');
    if (request.what == SaveRequest::What::range && request.last == 0) {
      request.first = static_cast<int>(before) + 1;
      request.last = static_cast<int>(end);
    }
  }
  if (request.what == SaveRequest::What::range) {
    const int last = static_cast<int>(player.count());
    const float half = (ImGui::GetContentRegionAvail().x - 0.5F * ui.em) / 2;
    ImGui::SetNextItemWidth(half);
    ImGui::DragInt("##first", &request.first, 0.2F, 0, last, "from %d", ImGuiSliderFlags_AlwaysClamp);
    ui.control("steps:save:first", "Drag, or Ctrl+click to type; 0 is before the first step");
    ImGui::SameLine(0, 0.5F * ui.em);
    ImGui::SetNextItemWidth(half);
    ImGui::DragInt("##last", &request.last, 0.2F, 0, last, "to %d", ImGuiSliderFlags_AlwaysClamp);
    ui.control("steps:save:last", "Drag, or Ctrl+click to type");
  }
  const WriteOrder order = order_of(request, player);
  std::vector<Choice> kinds;
  for (const SaveKind& kind : k_save_kinds)
    if (kind.several == (request.what != SaveRequest::What::step))
      kinds.push_back({std::string(kind.id), std::string(kind.title), std::string(kind.help), {}, why_not(kind, order)});
  std::string id(kind_of(request).id);
  ImGui::SetNextItemWidth(-1);
  if (choose(ui, "##kind", "steps:save:kind", "As what", id, kinds)) request.kind = id;
  draw_paper(ui, request);
  if (!kind_of(request).has_scale()) return;
  const float gap = 0.4F * ui.em, wide = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3;
  for (const int scale : k_save_scales) {
    if (scale != k_save_scales.front()) ImGui::SameLine(0, gap);
    const bool chosen = request.scale == scale;
    {
      const AccentButtons accent(ui.palette, chosen);
      if (ImGui::Button(fmt::format("{}×", scale).c_str(), {wide, 0})) request.scale = scale;
    }
    ui.control(fmt::format("steps:save:scale:{}", scale),
               fmt::format("{} × {} pixels", order.size.width * scale, order.size.height * scale));
  }
}

}  // namespace

void draw_save_card(StepsUi& ui, const Area& views) {
  StepsModel& model = ui.steps;
  const Area& middle = ui.doing.lecturing ? ui.doing.lecturers_part : views;
  const Player* player = model.state.player();
  if (!model.save_card || !player || player->story().steps.empty()) return;
  const double wide = std::min(20.0 * ui.em, middle.width), high = std::min(24.0 * ui.em, middle.height);
  const Area card{std::round(middle.middle().x - wide / 2), std::round(middle.middle().y - high / 2), wide, high};
  ui.doing.dialog = true;
  begin_area("save card", card, Ground::over_others);
  if (ImGui::IsWindowAppearing()) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  ImGui::GetWindowDrawList()->AddRect(corner(card), far_corner(card), packed(ui.palette.line), 0, 0, 2);
  caption(ui, "SAVE STEPS");
  const bool running = model.saved_part >= 0;
  if (running) {
    ImGui::ProgressBar(static_cast<float>(model.saved_part), {-1, 0});
    ui.control("steps:save:progress");
    if (ImGui::Button("Cancel", {-1, 0})) ui.ask(WindowAction::leave);
    ui.control("steps:save:cancel", "Stops; nothing is left", WindowAction::leave);
    ImGui::End();
    return;
  }
  // because: the phases of two stories end at different steps
  const std::string phase =
      model.pair.clock() ? "" : player->story().phases[static_cast<std::size_t>(player->story_phase())].name;
  model.save_request.ground = ground_of(ui.settings.background);
  draw_request(ui, model.save_request, *model.clock(), phase);
  const WriteOrder order = order_of(model.save_request, *model.clock());
  const std::filesystem::path folder = std::filesystem::path(order.out).parent_path();
  std::error_code error;
  const std::string problem = std::filesystem::is_directory(folder, error)
                                  ? refusal(order)
                                  : fmt::format("there is no folder {}; name one that is there", folder.string());
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushTextWrapPos(0);
  coloured_text(problem.empty() ? ui.palette.quiet : ui.palette.bad,
                !problem.empty() ? problem
                : order.numbered()
                    ? fmt::format("{} to {}", file_of_step(order.out, order.first), file_of_step(order.out, order.last))
                    : order.out);
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ui.control("steps:save:file");
  const float half = (ImGui::GetContentRegionAvail().x - 0.5F * ui.em) / 2;
  // because: the rows above differ from kind to kind, and the buttons stay where they are
  ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), ImGui::GetWindowContentRegionMax().y - ImGui::GetFrameHeight()));
  if (ImGui::Button("Save", {half, 0}) && problem.empty()) ui.ask(StepsAction::save_request);
  ui.control("steps:save:go", "Writes the file only when all of it is there");
  ImGui::SameLine(0, 0.5F * ui.em);
  if (ImGui::Button("Close", {half, 0})) model.save_card = false;
  ui.control("steps:save:close", "Esc", WindowAction::leave);
  ImGui::End();
}

}  // namespace satscope::app
