// SPDX-License-Identifier: Apache-2.0
// How members come out of the JSON of a session: one rule and one sentence for all of its parts.
#pragma once
#include <fmt/format.h>

#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

#include "app/core/json.h"

namespace satscope::app {

/// Whether the value is a whole number in the range of T.
template <class T>
bool holds(const nlohmann::json& value) {
  if (value.is_number_unsigned()) return std::in_range<T>(value.get<std::uint64_t>());
  return value.is_number_integer() && std::in_range<T>(value.get<std::int64_t>());
}

/// Leaves `into` as it is where the member is absent. Throws std::runtime_error with a sentence if it is of another kind;
/// where: what the sentence begins with, such as "session: steps".
template <class T>
void read_member(const nlohmann::json& object, const char* name, T& into, std::string_view where) {
  const auto found = object.find(name);
  if (found == object.end()) return;
  const auto wrong = [&] {
    constexpr std::size_t k_most = 60;
    std::string value = found->dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    if (value.size() > k_most) value.replace(k_most, value.npos, " ...");
    return std::runtime_error(fmt::format("{} '{}' is {}, which is of the wrong kind", where, name, value));
  };
  try {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      if (!holds<T>(*found)) throw wrong();
    }
    into = found->template get<T>();
  } catch (const nlohmann::json::exception&) {
    throw wrong();
  }
}

}  // namespace satscope::app
