// SPDX-License-Identifier: Apache-2.0
// The bar below the result: film, photo, comparison, command. It is at the same place for every filter.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "app/ui/drawing/accent_buttons.h"
#include "app/workspaces/playground/layout.h"
#include "app/workspaces/playground/playground.h"

namespace satscope::app {
namespace {

struct BarButton {
  const char *label, *shorter, *id, *tip;
  Action action;
};
constexpr float k_click_seconds = 0.3F;  ///< who presses for longer holds

constexpr const char* k_whole_folder = "whole_folder";

constexpr std::array k_buttons{
    BarButton{
        "Record", "Record", "record",
        "Records the result, without wipe or difference, as a video in the videos folder. Press again to stop. A video file "
        "keeps its sound while it plays on, and Whole film gives every frame. Other sources give no sound: the program records "
        "no microphone",
        PlaygroundAction::record},
    BarButton{
        "Whole film", "Film", "whole_film",
        "Records the video from its first frame to its last, with its sound, into the videos folder. It does not matter what "
        "plays meanwhile. Press again to stop: what is done so far is saved",
        PlaygroundAction::whole_film},
    BarButton{
        "Whole folder", "Folder", k_whole_folder,
        "Filters every picture of the folder and saves it under its own name, in a new folder in the pictures folder. Press "
        "again to stop: what is done so far is saved",
        PlaygroundAction::whole_film},
    BarButton{"Photo", "Photo", "save_result", "Saves the result as a PNG in the pictures folder, never mirrored",
              PlaygroundAction::save_result},
    BarButton{"To camera", "To camera", "camera",
              "Shows the result as a camera to other programs, such as a video call. Needs v4l2loopback. Press again to stop",
              PlaygroundAction::camera},
    BarButton{"Original", "Original", "original", "Shows the picture before the filters. Hold it down for a short look",
              PlaygroundAction::original},
    BarButton{"Wipe", "Wipe", "wipe", "Shows the original to the left of the handle. Drag the handle", PlaygroundAction::wipe},
    BarButton{"Difference", "Difference", "difference", "Shows by how much the filters change each pixel, four times as strong",
              PlaygroundAction::difference},
    BarButton{"Full screen", "Full", "result_alone", "Shows the result alone on the whole screen. Esc leaves",
              PlaygroundAction::alone},
    BarButton{
        "Copy as command", "Copy", "copy_command",
        "Copies a command for a terminal that filters the same picture or video with this chain: every frame, with its sound",
        PlaygroundAction::copy_command},
};

bool is_lit(const PlaygroundUi& ui, Action action) {
  const PlaygroundView& view = ui.session.part<PlaygroundView>();
  if (action == PlaygroundAction::record) return ui.playground.recorder.records();
  if (action == PlaygroundAction::whole_film) return ui.playground.film.runs();
  if (action == PlaygroundAction::camera) return ui.playground.camera.runs();
  if (action == PlaygroundAction::original) return ui.tool.original;
  return (action == PlaygroundAction::wipe && view.wipe) || (action == PlaygroundAction::difference && view.difference);
}

}  // namespace

void draw_bar(PlaygroundUi& ui, const Area& area) {
  const float row_height = static_cast<float>(k_bar_row) * ui.em;
  const int rows = std::max(1, static_cast<int>(std::lround(static_cast<float>(area.height) / row_height)));
  std::vector<BarButton> buttons(k_buttons.begin(), k_buttons.end());
  const WholeFilm& film = ui.playground.film;
  const bool of_folder = film.runs() ? film.runs_folder() : WholeFilm::of_folder(ui);
  const bool of_video = film.runs() ? !film.runs_folder() : WholeFilm::of_video(ui);
  std::erase_if(buttons, [&](const BarButton& button) {
    return button.action == PlaygroundAction::whole_film &&
           !(button.id == std::string_view(k_whole_folder) ? of_folder : of_video);
  });
  const std::size_t in_a_row = (buttons.size() - 1) / static_cast<std::size_t>(rows) + 1;
  ImGui::PushFont(ui.fonts.small);
  const float pad = 0.75F * ui.em, gap = 0.3F * ui.em, inner = 0.35F * ui.em;
  const float room = static_cast<float>(area.width) - 2 * pad, height = std::max(24.0F, std::round(1.6F * ui.em));
  const auto label_of = [](const BarButton& button, bool shorter) { return shorter ? button.shorter : button.label; };
  // what all of a row need, and what is left for each of its buttons
  const auto spare_of = [&](std::size_t row, bool shorter) {
    const std::size_t first = row * in_a_row, end = std::min(first + in_a_row, buttons.size());
    float needed = gap * static_cast<float>(end - first - 1);
    for (std::size_t i = first; i < end; ++i) needed += ImGui::CalcTextSize(label_of(buttons[i], shorter)).x + 2 * inner;
    return (room - needed) / static_cast<float>(end - first);
  };
  ui.tool.button_held = false;
  for (std::size_t i = 0; i < buttons.size(); ++i) {
    const BarButton& button = buttons[i];
    const std::size_t row = i / in_a_row;
    const bool shorter = spare_of(row, false) < 0;
    const std::string label = button.action == PlaygroundAction::record && is_lit(ui, button.action) ? "Stop"
                              : button.action == PlaygroundAction::whole_film && is_lit(ui, button.action)
                                  ? (of_folder ? "Stop" : "Stop film")
                                  : label_of(button, shorter);
    const float width =
        ImGui::CalcTextSize(label_of(button, shorter)).x + 2 * inner + std::clamp(spare_of(row, shorter), 0.0F, 2 * ui.em);
    if (i % in_a_row == 0)
      ImGui::SetCursorPos({pad, static_cast<float>(row) * row_height + (row_height - height) / 2});
    else
      ImGui::SameLine(0, gap);
    {
      const AccentButtons accent(ui.palette, is_lit(ui, button.action));
      const bool pressed = ImGui::Button((label + "###" + button.id).c_str(), {width, height});
      if (button.action != PlaygroundAction::original) {
        if (pressed) ui.ask(button.action);
      } else {
        ui.tool.button_held = ImGui::IsItemActive();
        if (pressed)  // after a long press the result is back, after a click the original stays
          ui.tool.original_stays = !ui.tool.original_stays && ImGui::GetIO().MouseDownDurationPrev[0] < k_click_seconds;
      }
    }
    ui.control(button.id, button.tip, button.action);
  }
  ImGui::PopFont();
}

}  // namespace satscope::app
