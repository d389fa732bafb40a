// SPDX-License-Identifier: Apache-2.0
// All terms and what they mean, with a field to look one up.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "app/ui/panels/glossary.h"
#include "app/ui/panels/popups.h"
#include "app/ui/window_actions.h"

namespace satscope::app {
namespace {

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

/// Those whose name holds the words, then those whose meaning does.
std::vector<const GlossaryTerm*> terms_with(const std::string& words) {
  const std::string wanted = lower_case(words);
  std::vector<const GlossaryTerm*> by_name, by_meaning;
  for (const GlossaryTerm& term : glossary()) {
    if (lower_case(term.name).find(wanted) != std::string::npos)
      by_name.push_back(&term);
    else if (lower_case(term.meaning).find(wanted) != std::string::npos)
      by_meaning.push_back(&term);
  }
  by_name.insert(by_name.end(), by_meaning.begin(), by_meaning.end());
  return by_name;
}

}  // namespace

void draw_glossary_page(Ui& ui, std::string& search, bool fresh, float height) {
  const std::string describe =
      fmt::format("Hover a term anywhere in the window, or press {}, to see its meaning.", keys_text(WindowAction::next_term));
  ImGui::PushTextWrapPos(0);
  coloured_text(ui.palette.quiet, describe);
  ImGui::PopTextWrapPos();
  if (fresh) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##search", "a term, or a word of its meaning", &search);
  ui.control("glossary:search");
  ImGui::BeginChild("terms", {0, height}, true);
  const std::vector<const GlossaryTerm*> found = terms_with(search);
  for (const GlossaryTerm* term : found) {
    ImGui::PushFont(ui.fonts.strong);
    ImGui::TextUnformatted(term->name.c_str());
    ImGui::PopFont();
    ui.control("glossary:" + term->name);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(term->meaning.c_str());
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0, 0.3F * ui.em});
  }
  if (found.empty()) ImGui::TextDisabled("no term, and no meaning, has these letters");
  ImGui::EndChild();
}

}  // namespace satscope::app
