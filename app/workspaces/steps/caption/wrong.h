// SPDX-License-Identifier: Apache-2.0
// The table that comes out without a barrier, beside the right one.
#pragma once
#include "app/ui/ui.h"
#include "app/workspaces/steps/trace/story.h"

namespace satscope::app {

/// Both tables side by side in the current window of ImGui, at most this high. False: there is no wrong table, or no room.
bool draw_failing_run(Ui& ui, const Story& story, float most_height);

}  // namespace satscope::app
