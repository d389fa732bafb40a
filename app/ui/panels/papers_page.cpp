// SPDX-License-Identifier: Apache-2.0
// What the papers show, item by item, with a field to look one up: a press shows it live.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "app/published/papers.h"
#include "app/ui/panels/popups.h"
#include "app/ui/window_actions.h"

namespace satscope::app {
namespace {

bool same_letter(char a, char b) {
  const auto low = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return low(a) == low(b);
}

/// Whether every word of the search is in the text.
bool has_words(const std::string& text, const std::string& search) {
  for (std::size_t begin = 0; begin < search.size();) {
    const std::size_t end = std::min(search.find(' ', begin), search.size());
    const auto first = search.begin() + static_cast<std::ptrdiff_t>(begin),
               last = search.begin() + static_cast<std::ptrdiff_t>(end);
    if (std::search(text.begin(), text.end(), first, last, same_letter) == text.end()) return false;
    begin = end + 1;
  }
  return true;
}

/// One item over the whole width: what it is called, what it shows, and what has to be said about it. True when it was pressed.
bool draw_item(Ui& ui, std::size_t number, const PaperItem& item) {
  const float width = ImGui::GetContentRegionAvail().x, name = std::min(11.5F * ui.em, 0.34F * width);
  const float room = width - name, gap = 0.15F * ui.em;
  const auto height_of = [room](const std::string& text) {
    return text.empty() ? 0 : ImGui::CalcTextSize(text.c_str(), nullptr, false, room).y;
  };
  const float title_height =
      std::max(height_of(item.title), ImGui::CalcTextSize(item.item.c_str(), nullptr, false, name - 0.8F * ui.em).y);
  ImGui::PushFont(ui.fonts.small);
  const float reason_height = height_of(item.reason);
  ImGui::PopFont();
  const float height = title_height + (reason_height > 0 ? reason_height + gap : 0);
  const ImVec2 at = ImGui::GetCursorPos();
  const bool live = item.is_live();
  ImGui::PushID(static_cast<int>(number));
  const bool pressed =
      ImGui::Selectable("##item", false, ImGuiSelectableFlags_DontClosePopups | (live ? 0 : ImGuiSelectableFlags_Disabled),
                        {0, height}) &&
      live;
  ImGui::PopID();
  ui.control(fmt::format("papers:{}", number), live ? std::string_view() : item.reason);
  const ImVec2 after = ImGui::GetCursorPos();
  ImGui::SetCursorPos(at);
  ImGui::PushTextWrapPos(at.x + name - 0.8F * ui.em);
  coloured_text(live ? ui.palette.accent : ui.palette.quiet, item.item);
  ImGui::PopTextWrapPos();
  ImGui::PushTextWrapPos(at.x + width);
  ImGui::SetCursorPos({at.x + name, at.y});
  coloured_text(live ? ui.palette.text : ui.palette.quiet, item.title);
  if (!item.reason.empty()) {
    ImGui::PushFont(ui.fonts.small);
    ImGui::SetCursorPos({at.x + name, at.y + title_height + gap});
    coloured_text(ui.palette.quiet, item.reason);
    ImGui::PopFont();
  }
  ImGui::PopTextWrapPos();
  ImGui::SetCursorPos(after);
  return pressed;
}

}  // namespace

bool draw_papers_page(Ui& ui, std::string& search, bool fresh, float height) {
  ImGui::PushTextWrapPos(0);
  coloured_text(ui.palette.quiet, "What the papers show. Choose an item to see it live: by a click, or by arrows and Space.");
  ImGui::PopTextWrapPos();
  if (fresh) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##search", "words of a paper, an item or a title", &search);
  ui.control("papers:search");
  bool chosen = false;
  ImGui::BeginChild("items", {0, height}, true, ImGuiWindowFlags_NavFlattened);  // so that arrows lead from the field into it
  std::string paper;
  const auto items = paper_items();
  for (std::size_t i = 0; i < items.size(); ++i) {
    const PaperItem& item = items[i];
    if (!has_words(fmt::format("{} {} {}", item.paper, item.item, item.title), search)) continue;
    if (item.paper != paper) caption(ui, paper = item.paper);
    if (!draw_item(ui, i, item)) continue;
    ui.requests.push_back({WindowAction::papers, {}, fmt::format("{}", i)});
    chosen = true;
  }
  if (paper.empty()) ImGui::TextDisabled("no item has these words");
  ImGui::EndChild();
  return chosen;
}

}  // namespace satscope::app
