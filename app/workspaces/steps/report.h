// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "app/core/json.h"
#include "app/ui/ui.h"
#include "app/workspaces/steps/compare/pair.h"
#include "app/workspaces/steps/predict/predict.h"
#include "app/workspaces/steps/state.h"
#include "app/workspaces/steps/steps.h"

namespace satscope::app {

/// Where Steps is: step, steps, label, phase, playing, settled, twin and what else a script may want to know.
nlohmann::json report_steps(const StepsState& steps, double now);

/// Two at once: the place in their course, and of each where it is and what it has cost; null: there is one alone.
nlohmann::json report_pair(const StepsState& first, const StepsPairModel& model, const StepsPair& pair, double now);

/// Whether the next step is being predicted, and how well that goes.
nlohmann::json report_prediction(const Prediction& prediction);

/// The stages: which is shown, its buffer, the passes with their times, the entry under the pointer.
nlohmann::json report_stages(const Frame& frame, const StepsModel& model, double now);

}  // namespace satscope::app
