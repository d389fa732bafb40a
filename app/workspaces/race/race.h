// SPDX-License-Identifier: Apache-2.0
// What the panels of Race see, and what they share.
#pragma once
#include "app/ui/ui.h"
#include "app/workspaces/race/keys.h"
#include "app/workspaces/race/model.h"

namespace satscope::app {

struct RaceUi : Ui {
  RaceModel& race;
};

// The panels of Race, each in the current window of ImGui.
void draw_entrants(Ui& ui);                                    ///< who races, with parameters
void draw_standings(RaceUi& ui);                               ///< the times, with what belongs to them as a whole
void draw_race_sweep(RaceUi& ui);                              ///< the second view: curves over the size
void draw_race_controls(Ui& ui);                               ///< run, budget, baseline, copy, save
void draw_race_sentences(Ui& ui, const Standings& standings);  ///< who is ahead, or what is missing

/// The next control is on the same line where it fits in.
void place_next(const Ui& ui, float width);
float button_width(const char* label);

/// The middle of the window, framebuffer pixels.
struct RaceParts {
  Area canvas;     ///< picture and table
  Area standings;  ///< the times
};
/// `em` is the height of the main font.
RaceParts race_parts(const Area& middle, double em);

/// Milliseconds at both ends of the bars: from 0, or logarithmic from below the least. Of no width where nothing is timed.
struct RaceScale {
  double from = 0, to = 0;
  bool logarithmic = false;
  /// 0 ... 1
  double place(double milliseconds) const;
};
RaceScale race_scale(const Standings& standings, const std::vector<PublishedTime>& published, bool logarithmic);

}  // namespace satscope::app
