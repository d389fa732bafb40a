// SPDX-License-Identifier: Apache-2.0
// What a window meets in a cascade, in words.
#pragma once
#include <string>
#include <vector>

#include "kernels/faces/walk.h"

namespace satscope::app {

/// What became of the window: "rejected by stage 3 of 25", "passes all 25 stages", ...
std::string fate_text(const faces::Cascade& cascade, const faces::WindowWalk& walk);

/// Sentences about a step: where it is, its rectangles' sums and weights, what is compared, and what the stage has. The last
/// one counts the reads.
std::vector<std::string> step_texts(const faces::Cascade& cascade, const faces::WalkStep& step);

}  // namespace satscope::app
