// SPDX-License-Identifier: Apache-2.0
// Race: algorithms take turns on the picture that is shown. This file lays the window out; each panel has its own.
#pragma once
#include "app/ui/layout.h"
#include "app/ui/ui.h"
#include "app/workspaces/race/room.h"

namespace satscope::app {

/// All of the window, of this size in framebuffer pixels.
void draw_race_workspace(Ui& ui, double width, double height);

// The panels of Race, each in the current window of ImGui.
void draw_entrants(Ui& ui);   ///< who races, with parameters
void draw_standings(Ui& ui);  ///< the times, with what belongs to them as a whole

/// The parts of the window: those of Explore, with the times where it has formula and colours.
struct RaceParts {
  Layout frame;    ///< but for canvas, formula and colours
  Area canvas;     ///< picture and table
  Area standings;  ///< the times
};
/// `em` is the height of the main font.
RaceParts race_parts(double width, double height, double em, const LayoutWishes& wishes);

/// Milliseconds at both ends of the bars: from 0, or logarithmic from below the least. Of no width where nothing is timed.
struct RaceScale {
  double from = 0, to = 0;
  bool logarithmic = false;
  /// 0 ... 1
  double place(double milliseconds) const;
};
RaceScale race_scale(const Standings& standings, const std::vector<PublishedTime>& published, bool logarithmic);

}  // namespace satscope::app
