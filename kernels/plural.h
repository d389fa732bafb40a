// SPDX-License-Identifier: Apache-2.0
// Nouns after numbers: "1 pixel", "2 pixels", "2 passes", "2 entries".
#pragma once
#include <fmt/format.h>

#include <string>
#include <string_view>

namespace satscope {

/// The regular noun `one` as it follows `count`.
inline std::string noun(double count, std::string_view one) {
  if (count == 1) return std::string(one);
  if (one.ends_with("ry")) return fmt::format("{}ies", one.substr(0, one.size() - 1));
  return fmt::format("{}{}", one, one.ends_with('s') || one.ends_with('x') ? "es" : "s");
}

/// "1 pixel", "2 pixels"; a number that is written in another way goes before `noun`.
template <class Count>
std::string counted(Count count, std::string_view one) {
  return fmt::format("{} {}", count, noun(static_cast<double>(count), one));
}

}  // namespace satscope
