// SPDX-License-Identifier: Apache-2.0
// One window of the finder of faces, node by node: what is drawn, said and stepped.
#pragma once
#include "app/workspaces/playground/playground.h"

namespace satscope::app {

/// The step that is shown; null: no window is walked, or none met a node.
const faces::WalkStep* shown_step(const FaceFinder& finder, const PlaygroundView& view);

/// Goes on by so many steps, or to the first step of a stage so many stages away.
void move_in_walk(const FaceFinder& finder, PlaygroundView& view, int steps, int stages);

/// Whether a click on the picture takes the window there.
bool takes_window(const Session& session);
void take_window(Session& session, Point place, Extent picture);

void draw_walk_controls(PlaygroundUi& ui);                 ///< in the panel
void draw_walk(PlaygroundUi& ui, const ResultPane& pane);  ///< over the picture

}  // namespace satscope::app
