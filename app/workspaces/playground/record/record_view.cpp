// SPDX-License-Identifier: Apache-2.0
// The timer of photos and films, the red marks and the countdown.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/workspaces/playground/playground.h"

namespace satscope::app {

void draw_timer(PlaygroundUi& ui) {
  Recorder& recorder = ui.playground.recorder;
  struct Delay {
    int seconds;
    const char *label, *id;
  };
  constexpr std::array k_delays{Delay{0, "At once", "timer:0"}, Delay{3, "3 s", "timer:3"}, Delay{10, "10 s", "timer:10"}};
  for (const Delay& delay : k_delays) {
    if (delay.seconds > 0) ImGui::SameLine();
    if (ImGui::RadioButton(delay.label, recorder.timer == delay.seconds)) recorder.timer = delay.seconds;
    ui.control(delay.id, "How long a photo or a recording waits before it begins, with a countdown over the picture");
  }
}

void draw_record_marks(PlaygroundUi& ui, const ResultPane& pane) {
  const Recorder& recorder = ui.playground.recorder;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (const int seconds = recorder.countdown(ui.now); seconds > 0) {
    ImFont& font = *ui.fonts.strong;
    const float size = 6 * font.FontSize, radius = 0.75F * size;
    const std::string text = std::to_string(seconds);
    const ImVec2 wide = font.CalcTextSizeA(size, 1e9F, 0, text.c_str());
    const ImVec2 middle{static_cast<float>(pane.area.middle().x), static_cast<float>(pane.area.middle().y)};
    list.AddCircleFilled(middle, radius, packed(ui.palette.panel, 0.9F));
    list.AddText(&font, size, {std::round(middle.x - wide.x / 2), std::round(middle.y - wide.y / 2)}, packed(ui.palette.text),
                 text.c_str());
  }
  ImFont& font = *ui.fonts.strong;
  const float pad = 0.5F * ui.em, dot = 0.4F * ui.em;
  // because: messages lie over the upper edge
  float bottom = static_cast<float>(pane.area.bottom()) - pad;
  for (const std::string& text : {recorder.mark(), ui.playground.film.mark(), ui.playground.camera.mark()}) {
    if (text.empty()) continue;
    const float wide = font.CalcTextSizeA(font.FontSize, 1e9F, 0, text.c_str()).x;
    const ImVec2 to{static_cast<float>(pane.area.right()) - pad, bottom};
    const ImVec2 from{to.x - wide - 2 * dot - 3 * pad, bottom - pad - font.FontSize};
    constexpr unsigned k_red = 0xFF2020E0;
    list.AddRectFilled(from, to, packed(ui.palette.panel, 0.95F), 0.3F * ui.em);
    list.AddRect(from, to, k_red, 0.3F * ui.em, 0, 2);
    list.AddCircleFilled({from.x + pad + dot, (from.y + to.y) / 2}, dot, k_red);
    list.AddText(&font, font.FontSize, {from.x + 2 * pad + 2 * dot, std::round((from.y + to.y - font.FontSize) / 2)},
                 packed(ui.palette.text), text.c_str());
    if (text == recorder.mark()) {
      ImGui::SetCursorScreenPos(from);
      ImGui::Dummy({to.x - from.x, to.y - from.y});
      ui.control("recording", recorder.sounds()
                                  ? "The film has the sound of the video that plays, while it plays on without a jump"
                                  : "The film has no sound: the program records no microphone, only the sound of a video file "
                                    "that plays. Press Record or F9 to stop");
    }
    bottom = from.y - pad;
  }
}

}  // namespace satscope::app
