// SPDX-License-Identifier: Apache-2.0
// What all fuzz targets ask for: nothing but what they name, and refusals that a person can read.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace satscope::fuzz {

inline void require(bool is_so) {
  if (!is_so) std::abort();
}

/// A refusal is one sentence on one line.
inline void require_sentence(std::string_view said) {
  require(said.size() > 10 && said.find('\0') == said.npos);
  require(!said.starts_with("[json."));  // an exception of the library, as it is
}

inline std::string text_of(const std::uint8_t* data, std::size_t size) { return {reinterpret_cast<const char*>(data), size}; }

}  // namespace satscope::fuzz
