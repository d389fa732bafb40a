// SPDX-License-Identifier: Apache-2.0
// assets/papers.json and assets/listings.json, compiled into the program.
#pragma once
#include <string_view>

namespace satscope::app {

/// The text of assets/<name>. Throws std::logic_error if there is none of that name.
std::string_view papers_text(std::string_view name);

}  // namespace satscope::app
