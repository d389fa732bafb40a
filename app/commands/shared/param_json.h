// SPDX-License-Identifier: Apache-2.0
// A parameter as JSON and as a line of text, for algorithms and filters.
#pragma once
#include <string>

#include "app/commands/shared/output.h"
#include "kernels/plan.h"

namespace satscope::app {

/// id, kind, default, min, max, choices, help; a number has its step too. A number that may also be a choice has all of them.
Json json_of(const Param& param);

/// "r=12 (0 to 4096) what it is", from that JSON.
std::string param_line(const Json& param);

/// The texts of a list, separated by commas; "-" for none.
std::string joined(const Json& list);

}  // namespace satscope::app
