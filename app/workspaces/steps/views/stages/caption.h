// SPDX-License-Identifier: Apache-2.0
// One entry of a stage described: what its pass read for it, with the numbers that are shown, and why a buffer has one column
// or row more than the picture. No sum is shown that the shown numbers do not add up to.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/workspaces/steps/views/stages/trace.h"

namespace satscope::app {

/// The numbers of a frame, by place.
struct StageNumbers {
  using At = std::function<std::optional<Value>(Pixel)>;
  At after, before, picture;  ///< of the stage's buffer, of what its pass found, and of the picture
};
StageNumbers numbers_of(const Frame& frame);

struct StageCaption {
  Pixel at;                        ///< of the stage's buffer
  std::optional<Box> read;         ///< of what the pass found: the entries, if they are one rectangle
  std::vector<Pixel> read_places;  ///< else they one by one
  std::vector<std::string> texts;  ///< in several lengths, the longest first
};

/// Of this entry, or else of a typical one; nothing where it is not known.
std::optional<StageCaption> stage_caption(const StageTrace& trace, const PlanStage& stage, const StageNumbers& numbers,
                                          std::optional<Pixel> wanted);

/// How large a buffer is, how it lies beside the picture, and why it has a column or row more, in several lengths.
std::vector<std::string> side_texts(const StageBuffer& buffer, Extent picture, EmptySides empty);

/// "8 columns × 9 rows, u32".
std::string sides_text(const StageBuffer& buffer);

}  // namespace satscope::app
