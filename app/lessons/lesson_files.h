// SPDX-License-Identifier: Apache-2.0
// The files of assets/lessons/, compiled into the program.
#pragma once
#include <string_view>
#include <vector>

namespace satscope::app {

/// The text of assets/lessons/<name>. Throws std::logic_error if there is none of that name.
std::string_view lesson_text(std::string_view name);

/// The names of all of them, in the order of their names.
std::vector<std::string_view> lesson_names();

}  // namespace satscope::app
