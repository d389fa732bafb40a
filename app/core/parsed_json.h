// SPDX-License-Identifier: Apache-2.0
// JSON that others wrote.
#pragma once
#include <stdexcept>
#include <string_view>

#include "app/core/json.h"

namespace satscope::app {

/// What is wrong with a text as JSON, to follow its name and a colon: "at byte 14 it is no JSON".
struct JsonError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Lists and objects within each other; our own documents need ten.
inline constexpr int k_most_json_depth = 100;

/// The document that a text is. Throws JsonError, also where it is nested deeper than k_most_json_depth: what copies, compares
/// or writes a document calls itself for each level.
nlohmann::json parsed(std::string_view text);

}  // namespace satscope::app
