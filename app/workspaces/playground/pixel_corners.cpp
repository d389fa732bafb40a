// SPDX-License-Identifier: Apache-2.0
// The pixel under the pointer as four entries of the table, which lie in the panel as they lie around the window.
#include <fmt/format.h>
#include <imgui.h>

#include "app/ui/drawing/marks.h"
#include "app/workspaces/playground/hovered_window.h"
#include "app/workspaces/playground/playground.h"

namespace satscope::app {
namespace {

/// A and B, below them C and D.
void draw_square(const Ui& ui, const std::vector<WindowCorner>& corners) {
  const float left = ImGui::GetCursorPosX(), half = ImGui::GetContentRegionAvail().x / 2;
  for (const WindowCorner& one : corners) {
    if (one.letter == 'B' || one.letter == 'D') ImGui::SameLine(left + half);
    const std::string name = fmt::format("{}{}", is_added(one.letter) ? "+" : "−", one.letter);
    const std::string place = fmt::format("({}, {})", one.x, one.y), zero = one.read ? "" : " = 0";
    const Rgb colour = !one.read ? ui.palette.quiet : is_added(one.letter) ? ui.palette.plus : ui.palette.minus;
    coloured_text(colour, first_that_fits({name + "  P" + place + zero, name + " " + place, place, name}, half));
  }
}

}  // namespace

void draw_pixel_corners(PlaygroundUi& ui) {
  const Extent picture = ui.frame.filtered().picture;
  const auto window = hovered_window(ui.session, ui.doing, picture);
  const std::vector<WindowCorner> corners = window ? corners_of(*window, picture) : std::vector<WindowCorner>();
  caption(ui, "ONE PIXEL");
  ImGui::PushFont(ui.fonts.small);
  ImGui::PushTextWrapPos(0);
  ImGui::BeginGroup();
  // because: what is below keeps its place, whatever the text
  const float bottom = ImGui::GetCursorPosY() + 2 * ImGui::GetTextLineHeightWithSpacing();
  if (!corners.empty())
    draw_square(ui, corners);
  else
    coloured_text(ui.palette.quiet, !ui.doing.hover ? "Hover a pixel to see what it is made of."
                                    : !window       ? "This pixel does not come from a single window."
                                                    : "This pixel does not come from just four corners.");
  ImGui::SetCursorPosY(bottom);
  ImGui::Dummy({ImGui::GetContentRegionAvail().x, 0});
  ImGui::EndGroup();
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ui.control(
      "pixel:corners",
      "The window of the chosen filter sums to D − B − C + A, four entries of the padded table P. Those in its first row or "
      "column are 0 and are not read");
  ImGui::Dummy({0, 0.3F * ui.em});
}

}  // namespace satscope::app
