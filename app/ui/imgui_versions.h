// SPDX-License-Identifier: Apache-2.0
// Where the versions of Dear ImGui differ that satscope is built with: 1.86 of Debian 12, 1.90 of Debian 13. Nothing else knows
// a version. Up to 1.86 a program keeps an array of keys under numbers of its own; later it reports events.
#pragma once
#include <imgui.h>

#include <array>
#include <utility>

#include "app/ui/keys.h"

namespace satscope::app {

/// The keys that ImGui looks at itself, by our number of each.
inline constexpr std::array<std::pair<int, ImGuiKey>, 21> k_imgui_keys{{
    {k_key_tab, ImGuiKey_Tab},
    {k_key_left, ImGuiKey_LeftArrow},
    {k_key_right, ImGuiKey_RightArrow},
    {k_key_up, ImGuiKey_UpArrow},
    {k_key_down, ImGuiKey_DownArrow},
    {k_key_page_up, ImGuiKey_PageUp},
    {k_key_page_down, ImGuiKey_PageDown},
    {k_key_home, ImGuiKey_Home},
    {k_key_end, ImGuiKey_End},
    {k_key_insert, ImGuiKey_Insert},
    {k_key_delete, ImGuiKey_Delete},
    {k_key_backspace, ImGuiKey_Backspace},
    {k_key_space, ImGuiKey_Space},
    {k_key_enter, ImGuiKey_Enter},
    {k_key_escape, ImGuiKey_Escape},
    {'A', ImGuiKey_A},
    {'C', ImGuiKey_C},
    {'V', ImGuiKey_V},
    {'X', ImGuiKey_X},
    {'Y', ImGuiKey_Y},
    {'Z', ImGuiKey_Z},
}};

#if IMGUI_VERSION_NUM < 18700

inline void prepare_keys(ImGuiIO& io) {
  for (const auto& [ours, theirs] : k_imgui_keys) io.KeyMap[theirs] = ours;
}

inline void pass_key(ImGuiIO& io, int key, bool down) { io.KeysDown[key] = down; }

inline void pass_modifiers(ImGuiIO& io, const Chord& held) {
  io.KeyCtrl = held.ctrl;
  io.KeyShift = held.shift;
  io.KeyAlt = held.alt;
}

inline bool enter_pressed() { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false); }
inline bool escape_pressed() { return ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false); }

inline void focus_next_item() { ImGui::SetKeyboardFocusHere(); }

#else

/// Our queue already gives each frame what it can take; a second one would come later than what is set at once.
inline void prepare_keys(ImGuiIO& io) { io.ConfigInputTrickleEventQueue = false; }

inline void pass_key(ImGuiIO& io, int key, bool down) {
  for (const auto& [ours, theirs] : k_imgui_keys)
    if (ours == key) io.AddKeyEvent(theirs, down);
}

inline void pass_modifiers(ImGuiIO& io, const Chord& held) {
  io.AddKeyEvent(ImGuiMod_Ctrl, held.ctrl);
  io.AddKeyEvent(ImGuiMod_Shift, held.shift);
  io.AddKeyEvent(ImGuiMod_Alt, held.alt);
}

inline bool enter_pressed() { return ImGui::IsKeyPressed(ImGuiKey_Enter, false); }
inline bool escape_pressed() { return ImGui::IsKeyPressed(ImGuiKey_Escape, false); }

/// 1.90 passes over the items of a window that had not the focus before.
inline void focus_next_item() {
  ImGui::SetWindowFocus();
  ImGui::SetKeyboardFocusHere();
}

#endif

}  // namespace satscope::app
