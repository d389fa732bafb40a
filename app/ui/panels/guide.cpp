// SPDX-License-Identifier: Apache-2.0
#include "app/ui/panels/guide.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"

namespace satscope::app {

void Guide::toggle(const std::string& workspace) {
  if (asked_.erase(workspace) == 0) asked_.insert(workspace);
}

void Guide::close(const std::string& workspace) {
  asked_.erase(workspace);
  closed_.insert(workspace);
}

bool Guide::shown(const Ui& ui, bool newcomers) const {
  const std::string& here = ui.session.workspace;
  if (kind_of(ui.session).welcome.empty()) return false;
  return asked_.contains(here) || (newcomers && in_ == here && new_here_ && !closed_.contains(here));
}

bool Guide::note(const Ui& ui, bool newcomers) {
  const std::string& here = ui.session.workspace;
  if (in_ != here) {
    asked_.erase(in_);
    in_ = here;
    new_here_ = newcomers && !ui.settings.used.contains(here);
  }
  return newcomers && !ui.settings.used.contains(here) && ui.workspace.used(ui);
}

void draw_guide_bar(Ui& ui, const Area& area) {
  if (area.height <= 0) return;
  begin_area("guide", area, Ground::panel);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRectFullScreen();
  list.AddRectFilled({static_cast<float>(area.x), static_cast<float>(area.y)},
                     {static_cast<float>(area.x) + 0.3F * ui.em, static_cast<float>(area.bottom())}, packed(ui.palette.accent));
  list.AddRectFilled({static_cast<float>(area.x), static_cast<float>(area.bottom()) - 1},
                     {static_cast<float>(area.right()), static_cast<float>(area.bottom())}, packed(ui.palette.line));
  list.PopClipRect();
  const float gap = ImGui::GetStyle().ItemSpacing.x, pad = ImGui::GetStyle().FramePadding.x, left = 0.9F * ui.em;
  const float y = (static_cast<float>(area.height) - ImGui::GetFrameHeight()) / 2;
  const auto wide = [&](std::string_view label) { return ImGui::CalcTextSize(std::string(label).c_str()).x + 2 * pad; };
  float right = static_cast<float>(area.width) - gap - wide("Close");
  ImGui::SetCursorPos({right, y});
  if (ImGui::Button("Close")) ui.ask(WindowAction::guide);
  ui.control("guide:close", "Hide this line; its key shows it again", WindowAction::guide);
  const WorkspaceKind& kind = kind_of(ui.session);
  const bool used = ui.workspace.used(ui);
  const auto sentence = [&](float room) {
    std::vector<std::string> texts;
    for (const std::string_view text : used ? kind.next_texts : kind.welcome) texts.emplace_back(text);
    return first_that_fits(texts, room);
  };
  float buttons = 0;
  std::size_t count = 0;
  if (used)
    for (const NextThing& next : kind.next) {
      if (left + buttons + wide(next.label) + gap > right - 14 * ui.em) break;
      buttons += wide(next.label) + gap;
      ++count;
    }
  const std::string text = sentence(right - gap - left - buttons);
  ImGui::SetCursorPos({left, (static_cast<float>(area.height) - ImGui::GetFontSize()) / 2});
  ImGui::TextUnformatted(text.c_str());
  float x = left + ImGui::CalcTextSize(text.c_str()).x + gap;
  for (std::size_t i = 0; i < count; ++i) {
    const NextThing& next = kind.next[i];
    ImGui::SetCursorPos({x, y});
    if (ImGui::Button(std::string(next.label).c_str()))
      ui.requests.push_back({next.action, next.chord, std::string(next.text)});
    ui.control("guide:" + std::string(next.label), next.about);
    x += wide(next.label) + gap;
  }
  ImGui::End();
}

}  // namespace satscope::app
