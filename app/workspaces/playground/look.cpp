// SPDX-License-Identifier: Apache-2.0
// What else is shown, and the timer.
#include <imgui.h>

#include <algorithm>
#include <string_view>

#include "app/workspaces/playground/playground.h"

namespace satscope::app {
namespace {

/// Two controls beside each other, where the widest of them (in pixels) fits; else one below the other.
class Columns {
 public:
  explicit Columns(float widest) {
    const float all = ImGui::GetContentRegionAvail().x, half = (all - gap_) / 2;
    two_ = widest <= half;
    width_ = two_ ? half : all;
  }
  float width() const { return width_; }
  void next() {
    if (++count_ % 2 == 1 || !two_) {
      left_ = ImGui::GetCursorPosX();
      return;
    }
    ImGui::SameLine(left_ + width_ + gap_);
  }

 private:
  float gap_ = ImGui::GetStyle().ItemSpacing.x, width_ = 0, left_ = 0;
  bool two_ = true;
  int count_ = 0;
};

float width_of(std::string_view text) { return ImGui::CalcTextSize(text.data(), text.data() + text.size()).x; }
float checkbox_width(std::string_view text) {
  return ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + width_of(text);
}

}  // namespace

void draw_look(PlaygroundUi& ui) {
  PlaygroundView& view = ui.session.part<PlaygroundView>();
  constexpr const char* k_wheel = "Wheel zooms";
  Columns columns(checkbox_width(k_wheel));
  columns.next();
  ImGui::Checkbox("Race", &view.race);
  ui.control("race", "Measures the filter at every radius, with the table and with its rivals without one");
  columns.next();
  ImGui::Checkbox(k_wheel, &view.wheel_zooms);
  ui.control("wheel_zooms", "The wheel over the picture zooms, and Ctrl+wheel changes the radius; off: the other way round");
  caption(ui, "TIMER FOR PHOTO AND RECORDING");
  draw_timer(ui);
}

}  // namespace satscope::app
