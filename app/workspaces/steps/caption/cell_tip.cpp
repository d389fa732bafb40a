// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/caption/cell_tip.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"

namespace satscope::app {

std::string cell_text(const Trace& trace, CellAt at, const Cell& cell) {
  return ungrouped(number(cell, trace.buffers[at.buffer].type), 5);
}

std::string name_of(const Trace& trace, CellAt at) {
  const TraceBuffer& buffer = trace.buffers[at.buffer];
  const auto width = static_cast<std::uint32_t>(buffer.shape.width);
  if (buffer.space == Space::registers)
    return buffer.shape.height == 1 ? fmt::format("{} of thread {}", buffer.name, at.index)
                                    : fmt::format("{}[{}] of thread {}", buffer.name, at.index / width, at.index % width);
  if (buffer.shape.height == 1) return fmt::format("{}[{}]", buffer.name, at.index);
  return fmt::format("{}({}, {})", buffer.name, at.index % width, at.index / width);
}

void draw_pixels(const Ui& ui, const Pixels& pixels, Extent picture, bool weighted) {
  const float longest = static_cast<float>(std::max(picture.width, picture.height));
  const float side = std::max(1.0F, std::floor(6 * ui.em / longest)), gap = side > 3 ? 1.0F : 0.0F;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::Dummy({side * static_cast<float>(picture.width), side * static_cast<float>(picture.height)});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) {
      const std::int32_t times = pixels.times[static_cast<std::size_t>(y * picture.width + x)];
      const ImVec2 a{from.x + side * static_cast<float>(x), from.y + side * static_cast<float>(y)};
      const Rgb colour = times == 0 ? ui.palette.raised : times == 1 || weighted ? ui.palette.selected : ui.palette.bad;
      list.AddRectFilled(a, {a.x + side - gap, a.y + side - gap}, packed(colour));
    }
}

void cell_tooltip(const Ui& ui, const StepsState& steps, CellAt at, const Cell& cell, bool known, const std::string& filler) {
  const Trace& trace = steps.player()->story().trace;
  ImGui::BeginTooltip();
  ImGui::PushFont(ui.fonts.strong);
  const std::string name = name_of(trace, at);
  ImGui::TextUnformatted(known ? fmt::format("{} = {}", name, ungrouped(number(cell, trace.buffers[at.buffer].type))).c_str()
                               : name.c_str());
  ImGui::PopFont();
  if (!known || !filler.empty()) {
    coloured_text(ui.palette.quiet, filler.empty() ? "nothing has been written here yet" : filler);
    ImGui::EndTooltip();
    return;
  }
  const Pixels pixels = pixels_of(trace, cell);
  ImGui::TextUnformatted(text_of(steps.player()->story(), at, cell).c_str());
  draw_pixels(ui, pixels, trace.picture, steps.player()->story().of_filter());
  ImGui::PushFont(ui.fonts.small);
  coloured_text(ui.palette.quiet, steps.chosen == at ? "click: close its history" : "click: the writes that made it");
  ImGui::PopFont();
  ImGui::EndTooltip();
}

}  // namespace satscope::app
