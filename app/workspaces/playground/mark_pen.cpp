// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/mark_pen.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"

namespace satscope::app {

ImVec2 screen_place(const ResultPane& pane, Point place) {
  const Point point = to_screen(pane.view, pane.area, place);
  // because: far beyond the screen, floats of a draw list lose the pixel
  const auto near = [](double v) { return static_cast<float>(std::clamp(v, -1e5, 1e5)); };
  return {near(point.x), near(point.y)};
}

void rimmed_line(ImDrawList& list, ImVec2 from, ImVec2 to, unsigned colour, float thickness) {
  list.AddLine(from, to, k_rim, thickness + 2);
  list.AddLine(from, to, colour, thickness);
}

void rimmed_rect(ImDrawList& list, ImVec2 from, ImVec2 to, unsigned colour, float thickness) {
  list.AddRect(from, to, k_rim, 0, 0, thickness + 2);
  list.AddRect(from, to, colour, 0, 0, thickness);
}

float chip(ImDrawList& list, const PlaygroundUi& ui, ImVec2 from, const std::string& text, Rgb rim) {
  ImFont& small = *ui.fonts.small;
  const float pad = 0.4F * ui.em, wide = small.CalcTextSizeA(small.FontSize, 1e9F, 0, text.c_str()).x;
  const ImVec2 to{from.x + wide + 2 * pad, from.y + small.FontSize + pad};
  list.AddRectFilled(from, to, packed(ui.palette.panel, 0.95F), 0.3F * ui.em);
  list.AddRect(from, to, packed(rim), 0.3F * ui.em);
  list.AddText(&small, small.FontSize, {from.x + pad, from.y + pad / 2}, packed(ui.palette.text), text.c_str());
  return to.x;
}

std::pair<ImVec2, ImVec2> corners(const ResultPane& pane, const Box& box) {
  return {screen_place(pane, {1.0 * box.x, 1.0 * box.y}),
          screen_place(pane, {1.0 * box.x + box.width, 1.0 * box.y + box.height})};
}

void chip_within(ImDrawList& list, const PlaygroundUi& ui, const ResultPane& pane, ImVec2 from, const std::string& text,
                 Rgb rim) {
  const float pad = 0.4F * ui.em, size = ui.fonts.small->FontSize;
  const float wide = ui.fonts.small->CalcTextSizeA(size, 1e9F, 0, text.c_str()).x + 2 * pad;
  const auto moved = [](float place, double least, double most) {
    return std::max(static_cast<float>(least), std::min(place, static_cast<float>(most)));
  };
  chip(list, ui,
       {moved(from.x, pane.area.x, pane.area.right() - static_cast<double>(wide)),
        moved(from.y, pane.area.y, pane.area.bottom() - static_cast<double>(size + pad))},
       text, rim);
}

std::string signed_text(std::int64_t number) {
  if (number == 0) return "0";
  return fmt::format("{}{}", number < 0 ? "−" : "+", grouped(static_cast<double>(number < 0 ? -number : number)));
}

}  // namespace satscope::app
