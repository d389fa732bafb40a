// SPDX-License-Identifier: Apache-2.0
// Why a cell holds what it holds.
#include "app/workspaces/steps/caption/explain.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "kernels/trace/narration.h"

namespace satscope::app {

void draw_history(StepsUi& ui, const Player& player, CellAt cell) {
  const Story& story = player.story();
  const Trace& trace = story.trace;
  const TraceBuffer& buffer = trace.buffers[cell.buffer];
  caption(ui, fmt::format("WHY HERE? {}", name_of(trace, cell)));
  const auto events = history_of(story, cell, player.position(), 40);
  ImGui::BeginChild("history", {0, std::min(9.0F, 1.3F * static_cast<float>(events.size()) + 1.2F) * ui.em});
  ImGui::PushFont(ui.fonts.small);
  if (events.empty())
    coloured_text(ui.palette.quiet, std::find(story.given.begin(), story.given.end(), cell.buffer) == story.given.end()
                                        ? "nothing has been written here yet"
                                    : cell.buffer == 0 ? "a pixel: it was there from the start"
                                                       : "it was there from the start");
  int events_shown = 0;
  for (const CellEvent& event : events) {
    const Step& step = trace.steps[event.step];
    const std::string text = fmt::format("{}  (step {}, {}, thread {})##{}.{}", describe_write(trace, step, event.write),
                                         event.story_step + 1, step.label, event.write.thread, event.step, events_shown++);
    if (ImGui::Selectable(text.c_str(), event.story_step + 1 == player.position()))
      ui.steps.state.player()->go_to(event.story_step + 1);
    if (ImGui::IsItemHovered())
      ImGui::SetTooltip("%s", fmt::format("was {}, became the {}; line {}. Click: go there.",
                                          satscope::to_text(number(event.write.before, buffer.type)),
                                          text_of(story, cell, event.write.after), event.write.line)
                                  .c_str());
  }
  ImGui::PopFont();
  ImGui::EndChild();
}

}  // namespace satscope::app
