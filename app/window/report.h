// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "app/window/screen_state.h"

namespace satscope::app {

/// What `--state-out` writes: the session, with what is in force in place of what was asked for, the box's sum and reads,
/// the status, and where the controls are in pixels of the window.
nlohmann::json report(const Session& session, const Interaction& doing, const Frame& frame,
                      const std::map<std::string, Area>& controls, Extent window);

/// The stages: which is shown, its buffer, the passes with their times, the entry under the pointer.
nlohmann::json report_stages(const Frame& frame, const std::optional<Pixel>& cell);

/// The playground: the chain with times, what it makes and says, the pixel under the pointer, the source and its budget.
nlohmann::json report_playground(const Session& session, const Interaction& doing, const Frame& frame);

/// The race: whether it runs, and what `satscope bench --json` would have, as far as it is found.
nlohmann::json report_race(const Session& session, const RaceWorkspaceRoom& room);

/// Where Steps is: step, steps, label, phase, playing, settled, twin and what else a script may want to know.
nlohmann::json report_steps(const StepsState& steps, double now);

}  // namespace satscope::app
