// SPDX-License-Identifier: Apache-2.0
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/inputs.h"
#include "app/ui/lesson_acts.h"
#include "app/ui/panels/popups.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"

namespace satscope::app {
namespace {

/// Where the second and the third column of groups begin, so that the longest column is short. before: lines above each group,
/// and below the last; more: lines that the last column has beside them.
std::pair<std::size_t, std::size_t> column_starts(const std::vector<float>& before, int columns, float more) {
  const std::size_t count = before.size() - 1;
  std::pair best{count, count};
  float least = before.back() + more;
  for (std::size_t i = 0; columns > 1 && i <= count; ++i)
    for (std::size_t k = columns > 2 ? i : count; k <= count; ++k) {
      const float last = before.back() - before[columns > 2 ? k : i] + more;
      const float longest = std::max({before[i], before[k] - before[i], last});
      if (longest >= least) continue;
      least = longest;
      best = {i, k};
    }
  return best;
}

/// What a lecturer presses where the class reads it, too: the keys that do something there, in letters for the last row.
void draw_keys_in_class(const Ui& ui, float width) {
  std::vector<std::pair<std::string, std::string_view>> said;
  for (const ActionRow& row : all_actions())
    if ((row.when.presenting || row.action == k_show_cards) && (row.of.empty() || ui.doing.guided) &&
        (!row.when.enabled || row.when.enabled(ui.session)))
      said.emplace_back(keys_text(row), row.text);
  said.emplace_back(keys_text(WindowAction::leave), "put spot, lens and pen away; again: end");
  const int columns = width > 44 * ui.em ? 2 : 1;
  if (ui.doing.guided && columns == 2 && said.size() % 2 != 0) said.emplace_back("Click", "on the time: it starts again");
  const std::size_t lines = (said.size() + static_cast<std::size_t>(columns) - 1) / static_cast<std::size_t>(columns);
  if (!ImGui::BeginTable("keys in class", 2 * columns)) return;
  const float keys = 4.6F * ui.em;
  for (int i = 0; i < columns; ++i) {
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, keys);
    ImGui::TableSetupColumn("does", ImGuiTableColumnFlags_WidthStretch);
  }
  for (std::size_t line = 0; line < lines; ++line) {
    ImGui::TableNextRow();
    for (std::size_t i = line; i < said.size(); i += lines) {
      ImGui::TableNextColumn();
      coloured_text(ui.palette.accent, said[i].first);
      ImGui::TableNextColumn();
      ImGui::PushTextWrapPos(0);
      ImGui::TextUnformatted(said[i].second.data(), said[i].second.data() + said[i].second.size());
      ImGui::PopTextWrapPos();
    }
  }
  ImGui::EndTable();
}

}  // namespace

void draw_key_sheet(Ui& ui, float width) {
  if (ui.session.presenting && !ui.doing.lecturing) return draw_keys_in_class(ui, width);
  const int columns = width > 70 * ui.em ? 3 : width > 46 * ui.em ? 2 : 1;
  const float gap = ui.em, column = (width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  Session before_a_class = ui.session;
  before_a_class.presenting = true;
  // what another workspace means by the same key is not said here
  const auto is_said = [&](const ActionRow& row) {
    const Session& where = row.when.presenting ? before_a_class : ui.session;
    return action_of(row.keys.front(), false, false, where) == row.action;
  };
  const auto draw_group = [&](std::string_view group) {
    const auto said = [&](const ActionRow& row) { return row.group == group && is_said(row); };
    caption(ui, group);
    if (ImGui::BeginTable(std::string(group).c_str(), 2, ImGuiTableFlags_None, {column, 0})) {
      const float keys = std::min(9.5F * ui.em, column * 0.4F);
      ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, keys);
      ImGui::TableSetupColumn("does", ImGuiTableColumnFlags_WidthFixed, column - keys - ui.em);
      for (const ActionRow& row : all_actions()) {
        if (!said(row)) continue;
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushTextWrapPos(0);
        coloured_text(ui.palette.accent, keys_text(row));
        ImGui::PopTextWrapPos();
        ImGui::TableNextColumn();
        ImGui::PushTextWrapPos(0);
        ImGui::TextUnformatted(row.text.data(), row.text.data() + row.text.size());
        ImGui::PopTextWrapPos();
      }
      ImGui::EndTable();
    }
    ImGui::Dummy({0, 0.3F * ui.em});
  };
  // those of the workspace, those of views, those of others that work everywhere, and those of the window
  std::array<std::vector<std::string_view>, 4> parts{{{}, {k_box_keys, k_view_keys, k_colour_keys}, {}, {}}};
  for (const ActionRow& row : all_actions()) {
    if (row.group == k_class_keys) continue;  // those of the window are its group, too
    std::vector<std::string_view>& groups = parts[row.when.anywhere ? 2 : 0];
    if (!row.of.empty() && std::ranges::find(groups, row.group) == groups.end()) groups.push_back(row.group);
  }
  parts[3] = {k_source_keys, k_class_keys, k_program_keys};
  if (ui.session.presenting) {  // first what is needed now
    parts[0].insert(parts[0].begin(), k_class_keys);
    std::erase(parts[3], k_class_keys);
  }
  const auto draw_mouse = [&] {
    caption(ui, "Mouse");
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + column);
    const std::string_view mouse = ui.workspace.mouse_text(ui.session);
    ImGui::TextUnformatted(mouse.data(), mouse.data() + mouse.size());
    ImGui::PopTextWrapPos();
  };
  const auto next_column = [&] {
    ImGui::EndGroup();
    ImGui::SameLine(0, gap);
    ImGui::BeginGroup();
  };
  ImGui::PushFont(ui.fonts.small);
  constexpr float k_head = 1.8F, k_mouse = 4;  // lines of a caption with the gap below a group, and of the mouse
  std::vector<std::string_view> groups;
  std::vector<float> before{0};  // lines above each group, and below the last
  for (const auto& part : parts)
    for (const std::string_view group : part) {
      const auto rows =
          std::ranges::count_if(all_actions(), [&](const ActionRow& r) { return r.group == group && is_said(r); });
      if (rows == 0) continue;
      groups.push_back(group);
      before.push_back(before.back() + k_head + static_cast<float>(rows));
    }
  const auto [second, third] = column_starts(before, columns, ui.session.presenting ? 0 : k_mouse);
  ImGui::BeginGroup();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if ((i == second || i == third) && i > 0) next_column();
    draw_group(groups[i]);
  }
  if (!ui.session.presenting) draw_mouse();
  ImGui::EndGroup();
  ImGui::PopFont();
}

}  // namespace satscope::app
