// SPDX-License-Identifier: Apache-2.0
// Why a cell holds what it holds.
#include "app/workspaces/steps/caption/explain.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "kernels/trace/narration.h"

namespace satscope::app {

void draw_history(StepsUi& ui, const Player& player, CellAt cell) {
  const Story& story = player.story();
  const Trace& trace = story.trace;
  const TraceBuffer& buffer = trace.buffers[cell.buffer];
  caption(ui, fmt::format("WHY HERE? {}", name_of(trace, cell)));
  const auto events = history_of(story, cell, player.position(), 40);
  const float width = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  ImGui::PushFont(ui.fonts.small);
  std::vector<std::pair<std::string, float>> lines;  // with their heights
  float height = events.empty() ? 2.5F * ui.em : 0;
  for (const CellEvent& event : events) {
    const Step& step = trace.steps[event.step];
    std::string text = fmt::format("{}  (step {}, {}, block {}, thread {})", describe_write(trace, step, event.write),
                                   event.story_step + 1, step.label, step.block + trace.first_block(), event.write.thread);
    const float high = ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y;
    height += high + ImGui::GetStyle().ItemSpacing.y;
    lines.emplace_back(std::move(text), high);
  }
  ImGui::BeginChild("history", {0, std::min(9.0F * ui.em, height)});
  if (events.empty())
    coloured_text(ui.palette.quiet, std::find(story.given.begin(), story.given.end(), cell.buffer) == story.given.end()
                                        ? "nothing has been written here yet"
                                    : cell.buffer == 0 ? "a pixel: it was there from the start"
                                                       : "it was there from the start");
  for (std::size_t k = 0; k < events.size(); ++k) {
    const CellEvent& event = events[k];
    ImGui::PushID(static_cast<int>(k));
    const ImVec2 at = ImGui::GetCursorPos();
    if (ImGui::Selectable("##event", event.story_step + 1 == player.position(), 0, {width, lines[k].second}))
      ui.steps.state.player()->go_to(event.story_step + 1);
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", fmt::format("was {}, became the {}; line {}. Click: go there.",
                                          satscope::to_text(number(event.write.before, buffer.type)),
                                          text_of(story, cell, event.write.after), event.write.line)
                                  .c_str());
    const ImVec2 below = ImGui::GetCursorPos();
    ImGui::SetCursorPos(at);
    ImGui::PushTextWrapPos(at.x + width);
    coloured_text(ui.palette.text, lines[k].first);
    ImGui::PopTextWrapPos();
    ImGui::SetCursorPos(below);
    ImGui::PopID();
  }
  ImGui::EndChild();
  ImGui::PopFont();
}

}  // namespace satscope::app
