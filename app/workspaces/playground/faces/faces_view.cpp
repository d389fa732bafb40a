// SPDX-License-Identifier: Apache-2.0
// What was found, over the picture and in words: faces, how far each window got, and how the cascade thins them out.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"
#include "app/sources/files/cascade_file.h"
#include "app/ui/panels/choices.h"
#include "app/workspaces/playground/faces/face_walk.h"
#include "app/workspaces/playground/mark_pen.h"
#include "app/workspaces/playground/playground.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

int stages_of(const FacesFound& found) { return static_cast<int>(found.detection.rejected.size()); }

std::string count(double number, std::string_view one) { return fmt::format("{} {}", grouped(number), noun(number, one)); }

std::string left_text(const FacesFound& found, int stages) {
  const auto all = static_cast<double>(std::max<std::int64_t>(1, found.detection.looked_at));
  const auto left = static_cast<double>(windows_left(found.detection, stages));
  const std::string share = left == 0             ? "none"
                            : left / all < 0.0001 ? "under 0.01 %"
                                                  : fmt::format("{:.2f} %", 100 * left / all);
  return stages == 0 ? count(left, "window")
                     : fmt::format("After {}: {} left, {}", count(stages, "stage"), count(left, "window"), share);
}

/// A bar for each stage: the windows that are left before it, as powers of ten. A click chooses the stage.
void draw_bars(Ui& ui, const FacesFound& found, PlaygroundView& view) {
  const int stages = stages_of(found);
  const float width = ImGui::GetContentRegionAvail().x, height = std::round(4 * ui.em);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const bool pressed = invisible_button("##stages", {width, height});
  const bool over = ImGui::IsItemHovered() || ImGui::IsItemActive();
  const float bar = width / static_cast<float>(stages + 1);
  const int under = std::clamp(static_cast<int>((ImGui::GetIO().MousePos.x - from.x) / bar), 0, stages);
  const double most = std::log10(1.0 + static_cast<double>(found.detection.looked_at));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(from, {from.x + width, from.y + height}, packed(ui.palette.backdrop), 0.2F * ui.em);
  for (int i = 0; i <= stages; ++i) {
    const double share = most > 0 ? std::log10(1.0 + static_cast<double>(windows_left(found.detection, i))) / most : 0;
    const float left = from.x + bar * static_cast<float>(i), top = from.y + height * static_cast<float>(1 - 0.94 * share);
    const bool chosen = view.far && i == view.stage;
    list.AddRectFilled({left + 0.5F, top}, {left + bar - 0.5F, from.y + height},
                       packed(chosen || (over && i == under) ? ui.palette.accent : ui.palette.quiet, 0.8F));
  }
  std::string tip = "Windows left after each stage, by powers of ten. Click: the map shows those that got so far.";
  if (over) tip = fmt::format("{}\n{}", left_text(found, under), tip);
  ui.control("faces:stages", tip);
  if (!pressed) return;
  view.far = true;
  view.stage = under;
}

void draw_found(Ui& ui, const FacesFound& found, bool busy) {
  PlaygroundView& view = ui.session.part<PlaygroundView>();
  ImGui::PushTextWrapPos(0);
  caption(ui,
          fmt::format("{} in {}{} {} of {}.", count(static_cast<double>(found.faces.size()), "face"),
                      milliseconds_text(found.ms), busy ? " ..." : ".",
                      count(static_cast<double>(found.detection.looked_at), "window"), count(found.detection.sizes, "size")));
  ImGui::PopTextWrapPos();
  if (stages_of(found) == 0) return;
  draw_bars(ui, found, view);
  view.stage = std::clamp(view.stage, 0, stages_of(found));
  ImGui::Checkbox("Stages passed by windows", &view.far);
  ui.control("faces:far", "Over the picture: the most stages that a window around each place passed, of all sizes");
  if (!view.far) return;
  const TextOverGrab readable(ui);
  ImGui::SliderInt("##stage", &view.stage, 0, stages_of(found), "stages passed: %d", ImGuiSliderFlags_AlwaysClamp);
  ui.control("faces:stage", "Shows only windows that passed so many stages: watch the cascade reject the others");
  ImGui::PushTextWrapPos(0);
  caption(ui, left_text(found, view.stage));
  ImGui::PopTextWrapPos();
}

}  // namespace

void draw_face_controls(PlaygroundUi& ui) {
  PlaygroundView& view = ui.session.part<PlaygroundView>();
  const FaceFinder& finder = ui.playground.finder;
  ImGui::PushTextWrapPos(0);
  if (!finder.problem().empty())
    coloured_text(ui.palette.bad, finder.problem() + ". Everything is hidden until faces can be found.");
  else if (!finder.found())
    caption(ui, finder.on() ? "Searching for faces; everything is hidden until then." : "The filter is off.");
  ImGui::PopTextWrapPos();
  if (finder.found()) {
    draw_found(ui, *finder.found(), finder.busy());
    draw_walk_controls(ui);
  }
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##cascade",
                           installed_cascade().empty() ? "file of OpenCV's haarcascades" : "other cascade: its file",
                           &view.cascade, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ui.control(
      "faces:cascade",
      "Path of another cascade in OpenCV's XML format, such as one for cats or profiles; Enter loads it. Empty: frontal faces");
}

void draw_faces(PlaygroundUi& ui, const ResultPane& pane) {
  FaceFinder& finder = ui.playground.finder;
  const FacesFound* found = finder.found();
  if (!found || found->picture != pane.picture) return;
  const PlaygroundView& view = ui.session.part<PlaygroundView>();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (view.far)
    if (const unsigned texture = finder.map_texture(view.stage)) {
      const auto [from, to] = corners(pane, {0, 0, pane.picture.width, pane.picture.height});
      // NOLINTNEXTLINE(performance-no-int-to-ptr): ImGui's backend carries OpenGL's names so
      list.AddImage(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture)), from, to);
    }
  for (const faces::Face& face : view.walk_at ? std::vector<faces::Face>() : found->faces) {
    const auto [from, to] = corners(pane, face.box);
    rimmed_rect(list, from, to, packed(ui.palette.plus_mark), 2);
    if (to.x - from.x < 4 * ui.em) continue;
    chip_within(list, ui, pane, {from.x, to.y + 0.3F * ui.em}, "found by " + count(face.neighbours, "window"),
                ui.palette.plus_mark);
  }
  draw_walk(ui, pane);
}

}  // namespace satscope::app
