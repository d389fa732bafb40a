// SPDX-License-Identifier: Apache-2.0
// The view Stages of Steps: what a pass of the running machine found, and beside it what it left, on the whole picture, also
// live. Each panel has a file of its own.
#pragma once
#include <span>
#include <string>

#include "app/workspaces/steps/steps.h"

namespace satscope::app {

/// The number of passes of the algorithm in force, as far as known.
int last_stage(const FrameStatus& status);
/// The stage that the session asks for, among those that there are.
int stage_in_force(const Session& session, const FrameStatus& status);

/// What the pass did, what was there before and what its buffer holds, from the plan; and what the numbers were and are,
/// where the algorithm says it of the pass. stages: all of the plan.
std::string sentence_of(const PlanStage& stage, std::span<const PlanStage> stages, Extent picture,
                        const Algorithm* algorithm = nullptr);
/// The same in several lengths, the longest first: what it is for is worth more than what its buffer is.
std::vector<std::string> sentences_of(const PlanStage& stage, std::span<const PlanStage> stages, Extent picture,
                                      const Algorithm* algorithm);
/// The pixel under the pointer, and the entry of the stage's buffer that belongs to it, from the longest to the shortest.
std::vector<std::string> stages_hover_texts(const Ui& ui, const std::optional<Pixel>& cell);

/// "1,280 × 720".
std::string grouped_extent(Extent extent);

/// Covers in this view of the stage what its pass has not done yet. part: that is done, 0 ... 1.
void draw_growth(StepsUi& ui, const Area& area, const StageBuffer& before, const PlanStage& stage, double part);

/// The middle of the window, and the side panel.
void draw_stages(StepsUi& ui, const Shell& shell);
void draw_stages_side(StepsUi& ui, const Shell& shell);

// The panels, each in the current window of ImGui.
void draw_stage_views(StepsUi& ui, const Area& area);   ///< what the pass found and what it left
void draw_stage_slider(StepsUi& ui, const Area& area);  ///< a stop for each stage
void draw_pass_times(StepsUi& ui);                      ///< what is seen in words, and a row for each pass

}  // namespace satscope::app
