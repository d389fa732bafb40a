// SPDX-License-Identifier: Apache-2.0
// The files of assets/published/, compiled into the program.
#pragma once
#include <string_view>
#include <vector>

namespace satscope::app {

/// The text of assets/published/<name>. Throws std::logic_error if there is none of that name.
std::string_view published_text(std::string_view name);

/// The names of all of them.
std::vector<std::string_view> published_names();

}  // namespace satscope::app
