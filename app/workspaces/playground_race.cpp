// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground.h"

namespace satscope::app {

void draw_race(Ui& ui, const Area&) { caption(ui, "RACE"); }

}  // namespace satscope::app
