// SPDX-License-Identifier: Apache-2.0
// Panels that several workspaces have, each in the current window of ImGui.
#pragma once
#include "app/ui/ui.h"

namespace satscope::app {

void draw_source_panel(Ui& ui);      ///< where the pixels come from
void draw_live_source(Ui& ui);       ///< of that, the live source
void draw_source_transform(Ui& ui);  ///< of that, how it is cropped, flipped and rotated
/// Which values of a picture of many greys are black and white; none: it has no such greys.
void draw_picture_greys(Ui& ui, const std::optional<DeepGreys>& greys);
void draw_algorithm_panel(Ui& ui);   ///< how the table is made
void draw_type_and_machine(Ui& ui);  ///< of the table

}  // namespace satscope::app
