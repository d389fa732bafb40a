// SPDX-License-Identifier: Apache-2.0
// Playground: filters over the live picture.
#pragma once
#include "app/gui/ui.h"

namespace satscope::app {

/// The filters to choose from as live thumbnails, in the current window of ImGui.
void draw_shelf(Ui& ui);

/// The race over the radius, from 300x160 framebuffer pixels up.
void draw_race(Ui& ui, const Area& area);

}  // namespace satscope::app
