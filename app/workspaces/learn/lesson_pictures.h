// SPDX-License-Identifier: Apache-2.0
// A small picture for each of our lessons: cells of a grid.
#pragma once
#include <span>
#include <string_view>

namespace satscope::app {

/// Rows from the top. A cell is '.' quiet, 'b' the accent, 'g' good, 'r' bad, 'y' the warning colour, or a blank for none.
/// Empty: the lesson has no picture.
std::span<const std::string_view> picture_of_lesson(std::string_view id);

}  // namespace satscope::app
