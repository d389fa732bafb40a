// SPDX-License-Identifier: Apache-2.0
#include "app/core/json.h"

#include <fmt/format.h>

#include "app/core/parsed_json.h"

template class nlohmann::basic_json<>;
template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace satscope::app {
namespace {

/// Up to where a text is JSON, this is its depth; behind that nothing is read.
bool is_too_deep(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') quoted = !quoted;
    if (quoted && c == '\\') ++i;
    if (quoted) continue;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth > k_most_json_depth) return true;
  }
  return false;
}

}  // namespace

nlohmann::json parsed(std::string_view text) {
  if (is_too_deep(text)) throw JsonError(fmt::format("it is nested deeper than {} levels", k_most_json_depth));
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    throw JsonError(fmt::format("at byte {} it is no JSON", error.byte));
  } catch (const nlohmann::json::exception&) {
    throw JsonError("it has a number that is out of range");
  }
}

}  // namespace satscope::app
