// SPDX-License-Identifier: Apache-2.0
// The files of assets/figures/, compiled into the program.
#pragma once
#include <string_view>
#include <vector>

namespace satscope::app {

/// The text of assets/figures/<name>. Throws std::logic_error if there is none of that name.
std::string_view figure_text(std::string_view name);

/// The names of all of them, in the order of their names.
std::vector<std::string_view> figure_names();

}  // namespace satscope::app
