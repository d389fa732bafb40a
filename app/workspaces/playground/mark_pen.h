// SPDX-License-Identifier: Apache-2.0
// What marks on the result are drawn with: lines and words that show on light and dark ground.
#pragma once
#include <imgui.h>

#include <cstdint>
#include <string>
#include <utility>

#include "app/workspaces/playground/playground.h"

namespace satscope::app {

inline constexpr unsigned k_rim = 0xC0000000;  // dark, so that a mark shows on light ground too

/// Where a place of the picture is on the screen.
ImVec2 screen_place(const ResultPane& pane, Point place);
/// Upper left and lower right.
std::pair<ImVec2, ImVec2> corners(const ResultPane& pane, const Box& box);

void rimmed_line(ImDrawList& list, ImVec2 from, ImVec2 to, unsigned colour, float thickness);
void rimmed_rect(ImDrawList& list, ImVec2 from, ImVec2 to, unsigned colour, float thickness);

/// Words on a ground of their own, with their upper left corner at `from`; returns their right end.
float chip(ImDrawList& list, const PlaygroundUi& ui, ImVec2 from, const std::string& text, Rgb rim);
/// The same, moved into the pane.
void chip_within(ImDrawList& list, const PlaygroundUi& ui, const ResultPane& pane, ImVec2 from, const std::string& text,
                 Rgb rim);

/// "+1,234", "−12", "0".
std::string signed_text(std::int64_t number);

}  // namespace satscope::app
