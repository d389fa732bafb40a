// SPDX-License-Identifier: Apache-2.0
// What frames every workspace: menus with the status corner, the message bar, the bottom line.
#pragma once
#include "app/ui/ui.h"

namespace satscope::app {

// Windows of ImGui that hold controls, in the order in which the keyboard visits them.
inline constexpr const char* k_side_window = "side";
inline constexpr const char* k_colours_window = "colours";
inline constexpr const char* k_chain_window = "chain";
inline constexpr const char* k_standings_window = "standings";
inline constexpr const char* k_top_window = "top";

void draw_top_bar(Ui& ui, const Area& area);
/// A sentence with one thing to do about it; nothing where `area` has no height.
void draw_message_bar(Ui& ui, const Area& area);
void draw_bottom_line(Ui& ui, const Area& area);

}  // namespace satscope::app
