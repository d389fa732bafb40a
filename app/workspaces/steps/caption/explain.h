// SPDX-License-Identifier: Apache-2.0
// The parts of the panel that explains a step, each in a file of its own and drawn in the current window of ImGui.
#pragma once
#include <imgui.h>

#include <string>

#include "app/workspaces/steps/steps.h"

namespace satscope::app {

/// A button with these words that folds a part of the panel, or unfolds it.
void draw_fold(StepsUi& ui, const char* words, bool& open, const char* id, const char* tip);
/// Whether what happened is true.
void draw_lights(StepsUi& ui, const Story& story);
/// Why the steps are not those of the user's file that is open; empty: they are, or another algorithm was chosen.
std::string not_of_file_text(const StepsUi& ui, const Story& story);
/// What it cost, beside the formulas of the papers.
void draw_counters(StepsUi& ui, const Player& player);
/// What the algorithm costs as an engine of adders and registers, at the clock of the paper's board.
void draw_hardware(StepsUi& ui, const Story& story);
/// Why a cell holds what it holds: the writes that made it, newest first.
void draw_history(StepsUi& ui, const Player& player, CellAt cell);

/// Over the grids: which cells were predicted and, once the numbers have arrived, what became of it. Reads clicks and digits.
void draw_marks(StepsUi& ui, const StepsLayout& layout, bool arrived);
/// Whether the cell is in a grid that can be predicted in.
bool is_drawn(const StepsLayout& layout, CellAt cell);
/// What to do, what was found, the score.
void draw_prediction(StepsUi& ui, const Player& player);
/// What is said of predictions: how the last one went, the numbers that were wrong, what to do next, and the score; empty:
/// nothing.
struct PredictionTexts {
  std::string outcome, wrong, next, score;
};
PredictionTexts prediction_texts(const StepsUi& ui, const Player& player);

/// What the algorithm may be, and whether the guess was right.
void draw_guess(StepsUi& ui, const Story& story);

/// The number of a pixel, to be changed: typed, or by the wheel over it.
void draw_pixel_edit(StepsUi& ui, const Player& player, CellAt pixel);

/// A tick of radius r.
void draw_tick(ImDrawList& list, ImVec2 middle, float r, unsigned colour, float thick);

/// "4 reads of table and 1 read of picture".
std::string counted_text(const CountedReads& counted);
/// "1 read", "4.5 reads".
std::string reads_text(double reads);

}  // namespace satscope::app
