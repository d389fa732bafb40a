// SPDX-License-Identifier: Apache-2.0
// A file of `satscope trace` in Steps: the same algorithm steps through the same numbers again.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace satscope::app {

/// The members of a session that shows this trace; none if the document is no trace. name: of the file. Throws
/// std::runtime_error with a sentence if it is a trace, but a broken one.
std::optional<nlohmann::json> session_of_trace(const nlohmann::json& document, const std::string& name);

}  // namespace satscope::app
