// SPDX-License-Identifier: Apache-2.0
// The fonts that are compiled into the program (cmake/Fonts.cmake).
#pragma once
#include <span>
#include <string_view>

namespace satscope::app {

/// name: DejaVuSans, DejaVuSans-Bold or DejaVuSansMono. A TrueType file; throws std::logic_error for another name.
std::span<const unsigned char> font_file(std::string_view name);

/// The characters that they have: first and last of each range.
std::span<const unsigned> font_characters();

}  // namespace satscope::app
