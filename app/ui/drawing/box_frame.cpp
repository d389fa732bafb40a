// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/box_frame.h"

#include <cmath>

namespace satscope::app {

void draw_box_frame(ImDrawList& list, const Ui& ui, ImVec2 from, ImVec2 to, float thickness) {
  constexpr unsigned k_dark = 0xC0000000;  // a rim, so that the frame shows on light ground too
  const unsigned colour = packed(ui.palette.box);
  list.AddRect(from, to, k_dark, 0, 0, thickness + 2);
  list.AddRect(from, to, colour, 0, 0, thickness);
  const float half = std::round(0.22F * ui.em);
  const float width = to.x - from.x, height = to.y - from.y;
  if (width < 8 * half || height < 8 * half) return;
  const float xs[] = {from.x, (from.x + to.x) / 2, to.x}, ys[] = {from.y, (from.y + to.y) / 2, to.y};
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) {
      if (row == 1 && column == 1) continue;
      const ImVec2 a{std::round(xs[column] - half), std::round(ys[row] - half)};
      const ImVec2 b{a.x + 2 * half, a.y + 2 * half};
      list.AddRectFilled({a.x - 1, a.y - 1}, {b.x + 1, b.y + 1}, k_dark);
      list.AddRectFilled(a, b, colour);
    }
}

void show_cursor_of(Grip grip) {
  switch (grip) {
    case Grip::inside: ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll); break;
    case Grip::north:
    case Grip::south: ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS); break;
    case Grip::east:
    case Grip::west: ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW); break;
    case Grip::north_east:
    case Grip::south_west: ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNESW); break;
    case Grip::north_west:
    case Grip::south_east: ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNWSE); break;
    case Grip::fresh: break;
  }
}

}  // namespace satscope::app
