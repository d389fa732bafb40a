// SPDX-License-Identifier: Apache-2.0
#include "app/ui/drawing/accent_buttons.h"

#include <imgui.h>

#include <array>

namespace satscope::app {
namespace {

ImVec4 opaque_of(Rgb colour) { return {colour.r, colour.g, colour.b, 1}; }
Rgb rgb_of(const ImVec4& colour) { return {colour.x, colour.y, colour.z}; }

Rgb blended(Rgb from, Rgb to, float part) {
  return {from.r + part * (to.r - from.r), from.g + part * (to.g - from.g), from.b + part * (to.b - from.b)};
}

/// Under the pointer the colour goes away from that of the text, so the text is read better, never worse.
Rgb hovered_accent(const Palette& palette) {
  const float away = palette.on_accent.g > palette.accent.g ? 0.0F : 1.0F;
  return blended(palette.accent, {away, away, away}, 0.3F);
}

}  // namespace

AccentButtons::AccentButtons(const Palette& palette, bool on) : on_(on) {
  if (!on) return;
  const ImVec4 hovered = opaque_of(hovered_accent(palette));
  ImGui::PushStyleColor(ImGuiCol_Button, opaque_of(palette.accent));
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, hovered);
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, hovered);
  ImGui::PushStyleColor(ImGuiCol_Text, opaque_of(palette.on_accent));
}

AccentButtons::~AccentButtons() {
  if (on_) ImGui::PopStyleColor(4);
}

std::vector<TextOn> control_texts(const Palette& palette) {
  struct State {
    std::string_view name;
    ImGuiCol behind;
  };
  constexpr std::array k_states{
      State{"window", ImGuiCol_WindowBg},
      State{"popup", ImGuiCol_PopupBg},
      State{"title", ImGuiCol_TitleBgActive},
      State{"button", ImGuiCol_Button},
      State{"button, hovered", ImGuiCol_ButtonHovered},
      State{"button, pressed", ImGuiCol_ButtonActive},
      State{"field", ImGuiCol_FrameBg},
      State{"field, hovered", ImGuiCol_FrameBgHovered},
      State{"field, active", ImGuiCol_FrameBgActive},
      State{"item, chosen", ImGuiCol_Header},
      State{"item, hovered", ImGuiCol_HeaderHovered},
      State{"item, pressed", ImGuiCol_HeaderActive},
  };
  ImGuiContext *const before = ImGui::GetCurrentContext(), *const own = ImGui::CreateContext();
  ImGui::SetCurrentContext(own);
  apply_style(palette, 16);
  std::vector<TextOn> texts;
  const auto colour = [](ImGuiCol which) { return ImGui::GetStyleColorVec4(which); };
  for (const auto& [name, behind] : k_states) {
    texts.push_back({name, rgb_of(colour(ImGuiCol_Text)), rgb_of(colour(behind))});
    texts.push_back({name, rgb_of(colour(ImGuiCol_TextDisabled)), rgb_of(colour(behind))});
  }
  const ImVec4 marked = colour(ImGuiCol_TextSelectedBg);
  texts.push_back({"field, selected text", rgb_of(colour(ImGuiCol_Text)),
                   blended(rgb_of(colour(ImGuiCol_FrameBg)), rgb_of(marked), marked.w)});
  {
    const AccentButtons accent(palette);
    for (const auto& [name, behind] : k_states)
      if (name.starts_with("button")) texts.push_back({name, rgb_of(colour(ImGuiCol_Text)), rgb_of(colour(behind))});
  }
  ImGui::DestroyContext(own);
  ImGui::SetCurrentContext(before);
  return texts;
}

}  // namespace satscope::app
