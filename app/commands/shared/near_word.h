// SPDX-License-Identifier: Apache-2.0
// A slip of the keyboard, and the word that was meant.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace satscope::app {

/// The nearest of the words to one that was typed: two letters of it are missing, too many or others, at most and fewer than
/// half, or one word is the beginning of the other. Empty: none is near.
std::string near_word(std::string_view typed, std::span<const std::string> words);

}  // namespace satscope::app
