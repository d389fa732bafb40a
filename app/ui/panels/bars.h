// SPDX-License-Identifier: Apache-2.0
// What frames every workspace: menus with the status corner, the message bar, the bottom line.
#pragma once
#include "app/ui/ui.h"

namespace satscope::app {

// Windows of ImGui that hold controls, in every workspace.
inline constexpr const char* k_side_window = "side";
inline constexpr const char* k_top_window = "top";

/// An item of a menu; none where the action does not work in the workspace.
void menu_item(Ui& ui, const char* label, Action action, bool* shown = nullptr, bool enabled = true);
/// File, View, Help.
void draw_menus(Ui& ui);
inline constexpr std::string_view k_share_tip =
    "Copies the address that opens what you see: all settings, and a small picture of your own";

void draw_top_bar(Ui& ui, const Area& area);
/// A sentence with one thing to do about it; nothing where `area` has no height.
void draw_message_bar(Ui& ui, const Area& area);
/// The same in a narrow part of the window. Returns the height that it needs.
double draw_message_panel(Ui& ui, const Area& area);
void draw_bottom_line(Ui& ui, const Area& area);

}  // namespace satscope::app
