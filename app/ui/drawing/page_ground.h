// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstdint>
#include <string_view>

#include "kernels/types.h"

namespace satscope::app {

/// What a page is drawn on.
enum class PageGround : std::uint8_t { seen, white, transparent };
inline constexpr std::array k_page_grounds{
    Named<PageGround>{PageGround::seen, "seen"},
    Named<PageGround>{PageGround::white, "white"},
    Named<PageGround>{PageGround::transparent, "transparent"},
};

/// As seen where the id is none of these.
constexpr PageGround ground_of(std::string_view id) {
  for (const auto& [ground, known] : k_page_grounds)
    if (known == id) return ground;
  return PageGround::seen;
}

/// A web page of a desk, where no other is asked for. Small, because: a browser enlarges it until it fills the window.
inline constexpr Extent k_web_desk{960, 453};

}  // namespace satscope::app
