// SPDX-License-Identifier: Apache-2.0
// Which letters of texts that others wrote, such as lessons and names of files, the fonts must have. The program's own fonts
// have Latin, Greek and Cyrillic; before text in another script is drawn, its letters are looked for in the system's fonts.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace satscope::app {

/// Remembers the letters of a text (UTF-8) that are not ASCII, up to a few thousand different ones. Any thread may call it.
void want_letters(std::string_view text);
void want_letter(char32_t letter);

/// How many were remembered; it only grows.
std::size_t wanted_letter_count();

/// The letters in order, each once.
std::u32string wanted_letters();

/// Whether one of them belongs to a script that is written from right to left.
bool is_right_to_left(char32_t letter);
bool wants_right_to_left();

}  // namespace satscope::app
