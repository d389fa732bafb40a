// SPDX-License-Identifier: Apache-2.0
// The range of a grey picture whose white is not 255: up to which value it is black, and from which on white. Sums do not
// change by it.
#include <imgui.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "app/ui/panels/panels.h"
#include "app/ui/workspace.h"

namespace satscope::app {
namespace {

/// The value that is black or white, to drag or to type.
void draw_end_of_greys(Ui& ui, bool black, double& value, const DeepGreys& greys) {
  const auto speed = static_cast<float>(std::clamp((greys.largest / 2 - greys.least / 2) / 250, 1e-30, 1e30));
  double typed = value;
  ImGui::SetNextItemWidth(-FLT_MIN);  // all that is left
  if (ImGui::DragScalar(black ? "##black" : "##white", ImGuiDataType_Double, &typed, speed, nullptr, nullptr,
                        black ? "black %.6g" : "white %.6g") &&
      std::isfinite(typed)) {
    value = typed;
    ui.session.picture_range.automatic = false;
  }
  ui.control(black ? "picture_black" : "picture_white",
             black ? "This value and those below are black; drag, or Ctrl+click to type. Sums do not change"
                   : "This value and those above are white; drag, or Ctrl+click to type. Sums do not change");
}

}  // namespace

void draw_picture_greys(Ui& ui) {
  const std::optional<DeepGreys>& greys = ui.frame.shown().greys;
  const bool seen = std::ranges::any_of(ui.views, [](const ViewSpec& view) { return view.kind == ViewKind::picture; });
  if (!greys || !seen || !ui.workspace.shows_table()) return;
  ColourRange& range = ui.session.picture_range;
  ImGui::Checkbox("Auto##greys", &range.automatic);
  ui.control("auto_picture_range", "Black is the smallest value of the picture, white the largest");
  ImGui::SameLine();
  const float left = ImGui::GetCursorPosX();
  draw_end_of_greys(ui, true, range.lo, *greys);
  ImGui::SetCursorPosX(left);
  draw_end_of_greys(ui, false, range.hi, *greys);
}

}  // namespace satscope::app
