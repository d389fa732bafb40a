// SPDX-License-Identifier: Apache-2.0
#include "app/core/text/wanted_letters.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>

#include "app/core/text/foreign_text.h"

namespace satscope::app {
namespace {

struct Wanted {
  std::mutex access;
  std::set<char32_t> letters;
  std::atomic<std::size_t> count = 0;
  std::atomic<bool> right_to_left = false;
};

Wanted& wanted() {
  static Wanted all;
  return all;
}

}  // namespace

void want_letters(std::string_view text) {
  const auto foreign = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  for (auto at = std::ranges::find_if(text, foreign); at != text.end(); at = std::ranges::find_if(text, foreign)) {
    text.remove_prefix(static_cast<std::size_t>(at - text.begin()));
    const auto [code, length] = first_character(text);
    text.remove_prefix(length);
    if (code != k_no_character) want_letter(code);
  }
}

void want_letter(char32_t letter) {
  constexpr std::size_t k_most = 4000;  // because: each is a picture in every font, and a texture has an end
  Wanted& all = wanted();
  const std::scoped_lock lock(all.access);
  if (letter < 0x80 || all.letters.size() == k_most || !all.letters.insert(letter).second) return;
  if (is_right_to_left(letter)) all.right_to_left = true;
  all.count = all.letters.size();
}

std::size_t wanted_letter_count() { return wanted().count; }

std::u32string wanted_letters() {
  Wanted& all = wanted();
  const std::scoped_lock lock(all.access);
  return {all.letters.begin(), all.letters.end()};
}

bool is_right_to_left(char32_t letter) {
  // Hebrew, Arabic, Syriac and their neighbours; their forms for printing
  return (letter >= 0x590 && letter <= 0x8FF) || (letter >= 0xFB1D && letter <= 0xFDFF) ||
         (letter >= 0xFE70 && letter <= 0xFEFE);
}

bool wants_right_to_left() { return wanted().right_to_left; }

}  // namespace satscope::app
