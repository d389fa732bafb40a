// SPDX-License-Identifier: Apache-2.0
// The bar below the result: film, photo, comparison, command. It is at the same place for every filter.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/drawing/accent_buttons.h"
#include "app/workspaces/playground/layout.h"
#include "app/workspaces/playground/playground.h"

namespace satscope::app {
namespace {

struct BarButton {
  const char *label, *shorter, *id, *tip;
  Action action;
};
constexpr std::array k_buttons{
    BarButton{"Record", "Record", "record", "A film of the result, without sound, into the videos folder; once more ends it",
              PlaygroundAction::record},
    BarButton{"Photo", "Photo", "save_result", "The result as a PNG into the pictures folder, never mirrored",
              PlaygroundAction::save_result},
    BarButton{"Original", "Original", "original", "Hold it: the picture before the filters", PlaygroundAction::original},
    BarButton{"Wipe", "Wipe", "wipe", "Left of the handle the original; drag it", PlaygroundAction::wipe},
    BarButton{"Difference", "Difference", "difference", "The difference between result and original, four times as strong",
              PlaygroundAction::difference},
    BarButton{"Copy as command", "Copy", "copy_command",
              "Copies the line for a terminal that filters the same picture or video with this chain",
              PlaygroundAction::copy_command},
};

bool is_lit(const PlaygroundUi& ui, Action action) {
  const PlaygroundView& view = ui.session.part<PlaygroundView>();
  if (action == PlaygroundAction::record) return ui.playground.recorder.records();
  if (action == PlaygroundAction::original) return ui.tool.original;
  return (action == PlaygroundAction::wipe && view.wipe) || (action == PlaygroundAction::difference && view.difference);
}

}  // namespace

void draw_bar(PlaygroundUi& ui, const Area& area) {
  const float row_height = static_cast<float>(k_bar_row) * ui.em;
  const int rows = std::max(1, static_cast<int>(std::lround(static_cast<float>(area.height) / row_height)));
  const std::size_t in_a_row = k_buttons.size() / static_cast<std::size_t>(rows);
  ImGui::PushFont(ui.fonts.small);
  const float pad = 0.75F * ui.em, gap = 0.3F * ui.em, inner = 0.35F * ui.em;
  const float room = static_cast<float>(area.width) - 2 * pad, height = std::max(24.0F, std::round(1.6F * ui.em));
  const auto label_of = [](const BarButton& button, bool shorter) { return shorter ? button.shorter : button.label; };
  // what all of a row need, and what is left for each of its buttons
  const auto spare_of = [&](std::size_t row, bool shorter) {
    float needed = gap * static_cast<float>(in_a_row - 1);
    for (std::size_t i = row * in_a_row; i < (row + 1) * in_a_row; ++i)
      needed += ImGui::CalcTextSize(label_of(k_buttons[i], shorter)).x + 2 * inner;
    return (room - needed) / static_cast<float>(in_a_row);
  };
  ui.tool.button_held = false;
  for (std::size_t i = 0; i < k_buttons.size(); ++i) {
    const BarButton& button = k_buttons[i];
    const std::size_t row = i / in_a_row;
    const bool shorter = spare_of(row, false) < 0;
    const std::string label =
        button.action == PlaygroundAction::record && is_lit(ui, button.action) ? "Stop" : label_of(button, shorter);
    const float width =
        ImGui::CalcTextSize(label_of(button, shorter)).x + 2 * inner + std::clamp(spare_of(row, shorter), 0.0F, 2 * ui.em);
    if (i % in_a_row == 0)
      ImGui::SetCursorPos({pad, static_cast<float>(row) * row_height + (row_height - height) / 2});
    else
      ImGui::SameLine(0, gap);
    {
      const AccentButtons accent(ui.palette, is_lit(ui, button.action));
      if (ImGui::Button((label + "###" + button.id).c_str(), {width, height}) && !(button.action == PlaygroundAction::original))
        ui.ask(button.action);
    }
    if (button.action == PlaygroundAction::original) ui.tool.button_held = ImGui::IsItemActive();
    ui.control(button.id, button.tip, button.action);
  }
  ImGui::PopFont();
}

}  // namespace satscope::app
