// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "app/core/json.h"
#include "app/ui/ui.h"
#include "app/workspaces/playground/model.h"

namespace satscope::app {

/// What the state file says of Playground: the chain with times, what it makes and says, the pixel under the pointer, the
/// source and its budget. original: the picture before the filters is shown.
nlohmann::json report_playground(const Ui& ui, const PlaygroundModel& model, bool original);

}  // namespace satscope::app
