// SPDX-License-Identifier: Apache-2.0
// Steps: an algorithm at work on a small picture, step by step, from a trace of the real kernel. This file lays the window
// out; each panel has its own.
#pragma once
#include <string>

#include "app/ui/ui.h"
#include "app/workspaces/steps/grid.h"
#include "app/workspaces/steps/network.h"
#include "app/workspaces/steps/state.h"

namespace satscope::app {

/// Everything that Steps keeps from frame to frame.
struct StepsRoom {
  StepsState state;
  StepsGridCache grids;
  Network network;
  std::string draft;                                   ///< of typed numbers
  std::size_t code_at = static_cast<std::size_t>(-1);  ///< the position whose line the code shows
  std::optional<Pixel> stage_cell;                     ///< column and row of the stage's buffer that the pointer is about
};

/// Framebuffer pixels. A part that is folded away has no height.
struct StepsParts {
  Area top, message, side, heading, canvas, transport, explain, bottom;
  bool side_docked = false;
};
/// Pure geometry: parts never overlap. transport: height of that bar in ems, where there is room for all of it.
StepsParts steps_parts(double width, double height, double em, bool side_panel, bool drawer, bool message,
                       double transport = 4.9);

/// All of the window.
void draw_steps(Ui& ui, double width, double height);

/// The views to choose from, at the right end of the heading. Returns where they begin.
float draw_view_buttons(Ui& ui, const Area& heading);

// The panels of Steps, each in the current window of ImGui.
void draw_steps_source(Ui& ui);
void draw_steps_algorithm(Ui& ui);
void draw_transport(Ui& ui, const Area& area);
void draw_explain(Ui& ui);
void draw_code(Ui& ui);

/// "2 steps/s", "0.25 steps/s".
std::string speed_text(double speed);

}  // namespace satscope::app
