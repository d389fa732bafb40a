// SPDX-License-Identifier: Apache-2.0
// The range of a grey picture whose white is not 255: up to which value it is black, and from which on white. Sums do not
// change by it; filters work on the 256 greys between both.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string>

#include "app/ui/panels/panels.h"
#include "app/ui/workspace.h"

namespace satscope::app {
namespace {

/// The value that is black or white, to drag or to type.
void draw_end_of_greys(Ui& ui, bool black, double& value, const DeepGreys& greys) {
  const auto speed = static_cast<float>(std::clamp((greys.largest / 2 - greys.least / 2) / 250, 1e-30, 1e30));
  const bool whole = greys.largest - greys.least >= 255 && std::floor(greys.least) == greys.least &&
                     std::floor(greys.largest) == greys.largest;  // as of a picture of 16 bits
  const std::string format = fmt::format("{} {}", black ? "black" : "white", whole ? "%.0f" : "%.6g");
  double typed = value;
  ImGui::SetNextItemWidth(-FLT_MIN);  // all that is left
  if (ImGui::DragScalar(black ? "##black" : "##white", ImGuiDataType_Double, &typed, speed, nullptr, nullptr, format.c_str()) &&
      std::isfinite(typed)) {
    value = typed;
    ui.session.picture_range.automatic = false;
  }
  ui.control(black ? "picture_black" : "picture_white",
             black ? "This value and those below are black; drag, or Ctrl+click to type. Filters get the greys in between; "
                     "sums are still of the values in the file"
                   : "This value and those above are white; drag, or Ctrl+click to type. Filters get the greys in between; "
                     "sums are still of the values in the file");
}

}  // namespace

void draw_picture_greys(Ui& ui, const std::optional<DeepGreys>& greys) {
  if (!greys) return;
  caption(ui, "BLACK AND WHITE");
  ColourRange& range = ui.session.picture_range;
  ImGui::Checkbox("Auto##greys", &range.automatic);
  ui.control("auto_picture_range",
             "Black is the smallest value of the picture, white the largest; of a live source those of all frames so far");
  ImGui::SameLine();
  const float left = ImGui::GetCursorPosX();
  draw_end_of_greys(ui, true, range.lo, *greys);
  ImGui::SetCursorPosX(left);
  draw_end_of_greys(ui, false, range.hi, *greys);
}

}  // namespace satscope::app
