// SPDX-License-Identifier: Apache-2.0
// How members come out of the JSON of a session: one rule and one sentence for all of its parts.
#pragma once
#include <fmt/format.h>

#include <stdexcept>
#include <string_view>

#include "app/core/json.h"

namespace satscope::app {

/// Leaves `into` as it is where the member is absent. Throws std::runtime_error with a sentence if it is of another kind;
/// where: what the sentence begins with, such as "session: steps".
template <class T>
void read_member(const nlohmann::json& object, const char* name, T& into, std::string_view where) {
  const auto found = object.find(name);
  if (found == object.end()) return;
  try {
    into = found->template get<T>();
  } catch (const nlohmann::json::exception&) {
    throw std::runtime_error(fmt::format("{} '{}' is {}, which is of the wrong kind", where, name, found->dump()));
  }
}

}  // namespace satscope::app
