// SPDX-License-Identifier: Apache-2.0
// What of a task is not done yet, in words: read from its condition, so that a lesson that says nothing of it need not.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/lessons/condition.h"

namespace satscope::app {

/// "The box is 2x1, the task wants 2x2." Of the parts of a condition that do not hold in this state, and that do not name the
/// typed answer, because the student must find that. Empty: there are none, or `or` joins them.
std::string missing_text(const Condition& until, const nlohmann::json& state);

}  // namespace satscope::app
