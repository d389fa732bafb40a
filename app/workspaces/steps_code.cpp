// SPDX-License-Identifier: Apache-2.0
// The kernel's own source with the running lines lit. A click on a barrier takes it out, to see what it was for.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <set>

#include "app/steps/kernel_text.h"
#include "app/workspaces/steps.h"

namespace satscope::app {
namespace {

/// What of the source the current beat ran: the statement of its step, and the lines in it that touched memory.
struct Running {
  int first = 0, last = 0;
  std::set<std::uint32_t> touched;
};

Running running(const Player& player, const std::vector<std::string_view>& lines) {
  Running run;
  const Beat* beat = player.current();
  if (!beat) return run;
  const Trace& trace = player.story().trace;
  run.first = player.story().first_step(*beat).line;
  run.last = end_of_statement(lines, run.first);
  for (std::uint32_t at = beat->first; at < beat->end; ++at) {
    for (const Read& read : trace.reads_of(trace.steps[at])) run.touched.insert(read.line);
    for (const Write& write : trace.writes_of(trace.steps[at])) run.touched.insert(write.line);
  }
  return run;
}

}  // namespace

void draw_code(Ui& ui) {
  StepsRoom& room = ui.steps;
  const Player* player = room.state.player();
  if (!player || player->story().file.empty()) return;
  const float left_over = ImGui::GetContentRegionAvail().y;
  if (left_over < 6 * ui.em) return;
  const std::vector<std::string_view> lines = lines_of(kernel_text(player->story().file));
  const Running run = running(*player, lines);
  auto& deleted = room.state.deleted_barriers;
  const bool has_barriers = std::any_of(lines.begin(), lines.end(), is_barrier);
  caption(ui, deleted.empty()
                  ? fmt::format("{}{}", player->story().file, has_barriers ? "  (click a barrier to take it out)" : "")
                  : fmt::format("{}  ({} barrier{} taken out)", player->story().file, deleted.size(),
                                deleted.size() == 1 ? "" : "s"));
  ImGui::PushStyleColor(ImGuiCol_ChildBg, packed(ui.palette.backdrop));
  ImGui::PushFont(ui.fonts.code);
  ImGui::BeginChild("code", {0, 0}, false, ImGuiWindowFlags_HorizontalScrollbar);
  const float line_height = ImGui::GetTextLineHeight(), indent = 3.2F * ImGui::CalcTextSize("0").x;
  if (room.code_at != player->position()) {
    room.code_at = player->position();
    if (run.first > 0) ImGui::SetScrollY(std::max(0.0F, (static_cast<float>(run.first) - 4) * line_height));
    ImGui::SetScrollX(0);
  }
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(lines.size()), line_height);
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      const int number = i + 1;
      const std::string_view line = lines[static_cast<std::size_t>(i)];
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float right = at.x + std::max(ImGui::GetContentRegionAvail().x + ImGui::GetScrollX(), 10.0F);
      const bool inside = number >= run.first && number <= run.last && run.first > 0;
      const bool touched = inside && run.touched.contains(static_cast<std::uint32_t>(number));
      const bool is_deleted = deleted.contains(static_cast<std::uint32_t>(number));
      if (inside)
        list.AddRectFilled(at, {right, at.y + line_height},
                           packed(touched ? ui.palette.accent : ui.palette.raised, touched ? 0.35F : 1));
      list.AddText({at.x + 0.2F * ui.em, at.y}, packed(ui.palette.quiet, 0.7F), fmt::format("{:>3}", number).c_str());
      const bool comment =
          line.substr(0, std::min(line.size(), line.find_first_not_of(' ') == line.npos ? 0 : line.find_first_not_of(' ') + 2))
              .ends_with("//");
      const Rgb colour = is_deleted ? ui.palette.bad : comment ? ui.palette.quiet : ui.palette.text;
      ImGui::SetCursorPosX(ImGui::GetCursorPosX() + indent + 0.6F * ui.em);
      coloured_text(colour, line.empty() ? " " : line);
      const bool barrier = is_barrier(line);
      if (is_deleted) {
        const ImVec2 a = ImGui::GetItemRectMin(), b = ImGui::GetItemRectMax();
        list.AddLine({a.x, (a.y + b.y) / 2}, {b.x, (a.y + b.y) / 2}, packed(ui.palette.bad), 1.5F);
      }
      if (!barrier) continue;
      if (ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        ImGui::PushFont(ui.fonts.text);
        ImGui::SetTooltip(is_deleted ? "Click: put the barrier back" : "Click: take the barrier out and see what happens");
        ImGui::PopFont();
      }
      if (ImGui::IsItemClicked()) {
        if (is_deleted)
          deleted.erase(static_cast<std::uint32_t>(number));
        else
          deleted.insert(static_cast<std::uint32_t>(number));
      }
      ui.control(fmt::format("steps:barrier:{}", number));
    }
  ImGui::PopStyleVar();
  ImGui::EndChild();
  ImGui::PopFont();
  ImGui::PopStyleColor();
  ui.control("steps:code");
}

}  // namespace satscope::app
