// SPDX-License-Identifier: Apache-2.0
#include "app/ui/panels/terms.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"

namespace satscope::app {
namespace {

constexpr double k_rest_seconds = 0.4;
constexpr const char* k_window = "##explained term";

/// Windows that are seen now, from the back to the front; where one lies over all and takes the keyboard, it alone.
std::vector<ImGuiWindow*> windows_seen() {
  std::vector<ImGuiWindow*> seen;
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImGuiWindow* modal = ImGui::GetTopMostPopupModal();
  for (ImGuiWindow* window : context.Windows) {
    if (!window->Active || window->Hidden || (window->Flags & ImGuiWindowFlags_Tooltip) != 0) continue;
    if (modal && window->RootWindow != modal) continue;
    seen.push_back(window);
  }
  return seen;
}

void draw_meaning(const Ui& ui, const GlossaryTerm& term) {
  ImGui::PushFont(ui.fonts.strong);
  ImGui::TextUnformatted(term.name.c_str());
  ImGui::PopFont();
  ImGui::PushFont(ui.fonts.text);
  ImGui::PushTextWrapPos(22 * ui.em);
  ImGui::TextUnformatted(term.meaning.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

/// The letters of a formula where it is in a drawn text, which may have blanks where a line was broken.
void add_letters(const Ui& ui, const DrawnText& drawn, std::vector<TermAt>& terms) {
  for (const LetteredText& lettered : ui.lettered) {
    const WordArea& first = drawn.areas.front();
    if (!lettered.area.contains({(first.x0 + first.x1) / 2, (first.y0 + first.y1) / 2})) continue;
    std::size_t at = 0;
    for (const char c : lettered.text) {
      if (c == ' ') continue;
      while (at < drawn.text.size() && drawn.text[at] == ' ') ++at;
      if (at == drawn.text.size() || drawn.text[at] != c) break;
      const auto letter = std::ranges::find(lettered.letters, std::string(1, c), &GlossaryTerm::name);
      if (letter != lettered.letters.end()) terms.push_back({at, at + 1, &*letter});
      ++at;
    }
  }
}

std::vector<TermAt> terms_of(const Ui& ui, const DrawnText& drawn) {
  // because: alone it is the name of a workspace, as on its tab, and not the term
  if (std::ranges::find(workspaces(), drawn.text, &WorkspaceKind::title) != workspaces().end()) return {};
  std::vector<TermAt> terms = terms_in(drawn.text);
  add_letters(ui, drawn, terms);
  return terms;
}

void underline(ImDrawList& list, const WordArea& area, unsigned colour, float thickness) {
  list.PushClipRectFullScreen();
  list.AddLine({area.x0, area.y1 - 1}, {area.x1, area.y1 - 1}, colour, thickness);
  list.PopClipRect();
}

}  // namespace

void Terms::go(int by) {
  if (by_keys_) {
    place_ = count_ == 0 ? 0 : (place_ + count_ + static_cast<std::size_t>(by + static_cast<int>(count_))) % count_;
    return;
  }
  by_keys_ = true;
  place_ = 0;
}

std::vector<Terms::Found> Terms::all_terms(const Ui& ui) {
  std::vector<Found> found;
  for (ImGuiWindow* window : windows_seen())
    for (const DrawnText& text : words_.read(*window->DrawList))
      for (const TermAt& at : terms_of(ui, text)) {
        const bool known = std::ranges::any_of(found, [&](const Found& one) { return one.term == *at.term; });
        if (!known) found.push_back({*at.term, areas_of(text, at.begin, at.end), window->DrawList});
      }
  // as one reads: from line to line, and within a line from left to right
  std::ranges::stable_sort(found, {}, [](const Found& one) {
    constexpr float k_line = 12;
    return std::pair{std::floor(one.areas.front().y0 / k_line), one.areas.front().x0};
  });
  return found;
}

void Terms::explain_by_keys(Ui& ui) {
  const std::vector<Found> found = all_terms(ui);
  count_ = found.size();
  if (found.empty()) {
    by_keys_ = false;
    ui.doing.message = Notice{"No glossary term is visible; the menu Help has all of them.", {}, {}, false};
    return;
  }
  place_ = std::min(place_, count_ - 1);
  for (const Found& one : found)
    for (const WordArea& area : one.areas) underline(*one.list, area, packed(ui.palette.accent, 0.8F), 1.5F);
  const Found& chosen = found[place_];
  explained_ = chosen.term;
  const float pad = 0.15F * ui.em;
  for (const WordArea& area : chosen.areas) {
    chosen.list->PushClipRectFullScreen();
    chosen.list->AddRect({area.x0 - pad, area.y0 - pad}, {area.x1 + pad, area.y1 + pad}, packed(ui.palette.accent), pad, 0, 2);
    chosen.list->PopClipRect();
  }
  const WordArea& at = chosen.areas.front();
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const bool below = at.y1 < 0.6F * screen.y;
  const float x = std::min(at.x0, std::max(0.0F, screen.x - 24 * ui.em));
  ImGui::SetNextWindowPos({x, below ? at.y1 + 0.5F * ui.em : at.y0 - 0.5F * ui.em}, ImGuiCond_Always, {0, below ? 0.0F : 1.0F});
  ImGui::Begin(k_window, nullptr,
               ImGuiWindowFlags_Tooltip | ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing |
                   ImGuiWindowFlags_AlwaysAutoResize);
  draw_meaning(ui, chosen.term);
  ImGui::PushFont(ui.fonts.small);
  coloured_text(ui.palette.quiet, fmt::format("term {} of {} on the screen  ·  {} next  ·  {} ends", place_ + 1, count_,
                                              keys_text(WindowAction::next_term), keys_text(WindowAction::leave)));
  ImGui::PopFont();
  ImGui::End();
}

void Terms::explain_under_pointer(Ui& ui, bool just_pressed) {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  ImGuiWindow* window = context.HoveredWindow;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  std::optional<GlossaryTerm> under;
  std::vector<WordArea> areas;
  const bool busy = ImGui::IsAnyMouseDown() || ui.doing.drag || ui.doing.panning || just_pressed;
  const bool shown = window && window->Active && !window->Hidden;
  // because: words are read only where the pointer is, and while it rests
  if (shown && !busy)
    for (const DrawnText& text : words_.read(*window->DrawList)) {
      const bool near = std::ranges::any_of(text.areas, [&](const WordArea& area) { return area.holds(mouse.x, mouse.y); });
      if (!near) continue;
      for (const TermAt& at : terms_of(ui, text)) {
        const std::vector<WordArea> of_term = areas_of(text, at.begin, at.end);
        if (std::ranges::none_of(of_term, [&](const WordArea& area) { return area.holds(mouse.x, mouse.y); })) continue;
        under = *at.term;
        areas = of_term;
      }
    }
  if (under != rests_on_) {
    rests_on_ = under;
    rests_since_ = ui.now;
  }
  if (!under) return;
  if (ui.now - rests_since_ < k_rest_seconds) {
    due_at_ = rests_since_ + k_rest_seconds;
    return;
  }
  explained_ = under;
  for (const WordArea& area : areas) underline(*window->DrawList, area, packed(ui.palette.accent), 1.5F);
  ImGui::BeginTooltip();
  if (ImGui::GetCursorPosY() > ImGui::GetStyle().WindowPadding.y + 1) ImGui::Separator();  // below what the control says
  draw_meaning(ui, *under);
  ImGui::EndTooltip();
}

void Terms::draw(Ui& ui, bool just_pressed) {
  const std::optional<GlossaryTerm> before = std::exchange(explained_, std::nullopt);
  due_at_ = 0;
  if (by_keys_)
    explain_by_keys(ui);
  else
    explain_under_pointer(ui, just_pressed);
  if (explained_ && explained_ != before) ui.animating = true;  // because: its tip finds its place in the next frame
}

}  // namespace satscope::app
