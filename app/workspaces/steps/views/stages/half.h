// SPDX-License-Identifier: Apache-2.0
// The two halves of Stages: at the left what the stage's pass found, at the right what it left. Each draws the same things.
#pragma once
#include <optional>

#include "app/workspaces/steps/steps.h"
#include "app/workspaces/steps/views/stages/caption.h"
#include "app/workspaces/steps/views/stages/transform.h"

struct ImDrawList;

namespace satscope::app {

struct StageHalf {
  ViewKind kind = ViewKind::stage;  ///< picture, before or stage
  Area area;
  const StageBuffer* buffer = nullptr;  ///< null: nothing is ready
  const ShownBuffer* shown = nullptr;   ///< likewise, and where it is the picture
};

inline StageView view_of(const StepsUi& ui, const StageHalf& half) {
  return stage_view(*half.buffer, ui.session.view, half.area, static_cast<double>(ui.em));
}
inline ColourRange range_of(const ShownBuffer& shown) {
  const double lo = shown.spread.min, hi = shown.spread.max;
  return {true, lo, hi > lo ? hi : lo + 1};
}
/// An entry of it, as the frame has it.
inline std::optional<Value> entry_of(const StepsUi& ui, const StageHalf& half, int x, int y) {
  return half.kind == ViewKind::stage ? ui.frame.stage_entry(x, y) : ui.frame.before_entry(x, y);
}

/// Numbers and the cell under the pointer, over a half.
void draw_over_half(ImDrawList& list, const StepsUi& ui, const StageHalf& half);
/// Frames around the entry that is described, and around what was read for it.
void draw_caption_frames(ImDrawList& list, const StepsUi& ui, const StageHalf& before, const StageHalf& after,
                         const StageCaption& caption);

/// The name of a half, in a line; and below it in two how large it is and how it lies beside the picture.
void draw_half_title(ImDrawList& list, const StepsUi& ui, const StageHalf& half, const Area& area);
void draw_half_sides(ImDrawList& list, const StepsUi& ui, const StageHalf& half, const Area& area);
/// The colours of its values with the numbers at their ends.
void draw_half_colours(ImDrawList& list, const StepsUi& ui, const StageHalf& half, const Area& area);
/// The entry in words, after the frame that marks it. Returns what was drawn.
std::string draw_caption_text(ImDrawList& list, const StepsUi& ui, const StageCaption& caption, const Area& area);

}  // namespace satscope::app
