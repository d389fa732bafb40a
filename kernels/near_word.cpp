// SPDX-License-Identifier: Apache-2.0
#include "kernels/near_word.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace satscope {
namespace {

/// Letters to insert, remove, change or swap with the next one to make one word of the other.
std::size_t distance(std::string_view a, std::string_view b) {
  // of this letter of a, of the one before it, and of the one before that
  std::vector<std::size_t> row(b.size() + 1), above, last;
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    last = std::exchange(above, row);
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      row[j + 1] = std::min({above[j] + (a[i] == b[j] ? 0U : 1U), row[j] + 1, above[j + 1] + 1});
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j]) row[j + 1] = std::min(row[j + 1], last[j - 1] + 1);
    }
  }
  return row.back();
}

bool is_near(std::string_view typed, std::string_view word) {
  constexpr std::size_t k_most_slips = 2, k_shortest_beginning = 2;
  const std::size_t slips = distance(typed, word);
  if (slips <= k_most_slips && 2 * slips < word.size()) return true;
  if (word.starts_with(typed)) return typed.size() >= k_shortest_beginning;
  return typed.starts_with(word) && 2 * word.size() >= typed.size();
}

}  // namespace

std::string near_word(std::string_view typed, std::span<const std::string> words) {
  std::string nearest;
  for (const std::string& word : words)
    if (is_near(typed, word) && (nearest.empty() || distance(typed, word) < distance(typed, nearest))) nearest = word;
  return nearest;
}

std::string unknown_word(std::string_view kind, std::string_view typed, std::span<const std::string> words) {
  const std::string nearest = near_word(typed, words);
  return fmt::format("unknown {} '{}'; {} one of {}", kind, typed,
                     nearest.empty() ? "choose" : fmt::format("did you mean {}? Choose", nearest), fmt::join(words, ", "));
}

}  // namespace satscope
