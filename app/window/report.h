// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "app/ui/ui.h"

namespace satscope::app {

/// What `--state-out` writes of every workspace: the session, with what is in force in place of what was asked for, the box's
/// sum and reads, the status, and where the controls are in pixels of the window.
nlohmann::json report(const Ui& ui, Extent window);

}  // namespace satscope::app
