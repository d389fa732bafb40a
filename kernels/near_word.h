// SPDX-License-Identifier: Apache-2.0
// A slip of the keyboard, and the word that was meant.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satscope {

/// The nearest of the words to one that was typed: two letters of it are missing, too many or others, at most and fewer than
/// half, or one word is the beginning of the other. Empty: none is near.
std::string near_word(std::string_view typed, std::span<const std::string> words);

/// The sentence for a word that is none of these: "unknown filter 'bx'; did you mean box? Choose one of box, lens".
std::string unknown_word(std::string_view kind, std::string_view typed, std::span<const std::string> words);

/// The ids of a list, as words.
template <class List>
std::vector<std::string> id_list(const List& list) {
  std::vector<std::string> words;
  for (const auto& entry : list) words.emplace_back(entry.id);
  return words;
}

}  // namespace satscope
