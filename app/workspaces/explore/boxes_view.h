// SPDX-License-Identifier: Apache-2.0
// More than one box, over picture and table and as numbers below them.
#pragma once
#include "app/ui/drawing/marks.h"
#include "app/workspaces/explore/boxes.h"

namespace satscope::app {

/// Those of the session, within the picture that is shown.
std::vector<BoxPart> shown_parts(const Ui& ui);

/// The parts over one of the views; over the table also the entries that are read, each with its factor.
void draw_parts(ImDrawList& list, const Ui& ui, const Pane& pane);
/// A press on the second box makes it the first, whose drag begins.
void read_second_box(Ui& ui, const Pane& pane);
/// The sums of the parts and what they make together, in place of the rule for one box. compact: a single line.
void draw_parts_sum(Ui& ui, const Area& area, bool compact);

/// The parts, their sums and what they make, for the state file.
void report_parts(const Ui& ui, nlohmann::json& into);

}  // namespace satscope::app
