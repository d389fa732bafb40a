// SPDX-License-Identifier: Apache-2.0
// assets/budget.json, compiled into the program.
#pragma once
#include <string_view>

namespace satscope::app {

/// The text of assets/<name>. Throws std::logic_error if it is not budget.json.
std::string_view budget_text(std::string_view name);

}  // namespace satscope::app
