// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/learn/paper_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "app/core/json.h"
#include "app/workspaces/learn/player.h"

namespace satscope::app {
namespace {

/// "1, 3, 0", "[1] 3 0": words of a line.
std::vector<std::string> words_of_line(std::string answer) {
  std::ranges::replace_if(
      answer, [](char letter) { return std::string_view(",;[]").find(letter) != std::string_view::npos; }, ' ');
  std::istringstream words(answer);
  return {std::istream_iterator<std::string>(words), {}};
}

/// Its numbers; empty: a word is none.
std::vector<double> numbers_of_line(const std::vector<std::string>& words) {
  std::vector<double> numbers;
  for (const std::string& word : words) {
    const nlohmann::json value = value_of_answer(word);
    if (!value.is_number()) return {};
    numbers.push_back(value.get<double>());
  }
  return numbers;
}

LineReply is_right(const PaperLine& line) { return {fmt::format("This line is right: {}.", line.name), true}; }

/// Of a line without blanks; none: it is short enough to be an answer.
std::optional<LineReply> reply_to_digits(const std::vector<PaperLine>& lines, const std::string& digits) {
  const std::size_t asked = lines.front().numbers.size();
  if (digits.size() < asked) return std::nullopt;
  for (const PaperLine& line : lines) {
    std::string all;
    for (const double number : line.numbers) all += fmt::format("{}", number);
    if (all == digits) return is_right(line);
  }
  return LineReply{fmt::format("Type the {} numbers with blanks between them.", asked)};
}

}  // namespace

std::optional<LineReply> reply_to_line(const std::vector<PaperLine>& lines, const std::string& answer) {
  const std::vector<std::string> words = words_of_line(answer);
  const std::vector<double> typed = numbers_of_line(words);
  if (lines.empty() || typed.empty()) return std::nullopt;
  const std::size_t asked = lines.front().numbers.size();
  if (typed.size() == 1) return reply_to_digits(lines, words.front());
  if (typed.size() != asked) return LineReply{fmt::format("You typed {} numbers; {} are asked for.", typed.size(), asked)};
  std::vector<std::size_t> places;   // by line that but for one number is this one
  std::vector<std::size_t> nearest;  // what is wrong, in the line that has the least of that
  std::string name;
  bool alone = false;  // no other line is as near
  for (const PaperLine& line : lines) {
    std::vector<std::size_t> wrong;
    for (std::size_t i = 0; i < asked; ++i)
      if (typed[i] != line.numbers[i]) wrong.push_back(i);
    if (wrong.empty()) return is_right(line);
    if (wrong.size() == 1) places.push_back(wrong.front());
    alone = nearest.empty() || wrong.size() < nearest.size() || (alone && wrong.size() > nearest.size());
    if (nearest.empty() || wrong.size() < nearest.size()) nearest = wrong, name = line.name;
  }
  if (places.empty()) {
    if (!alone || 2 * nearest.size() > asked)
      return LineReply{"More than one number is wrong. If the line before it is right, the slip is in this step."};
    std::string all = fmt::format("[{}]", nearest.front());
    for (std::size_t i = 1; i < nearest.size(); ++i)
      all += fmt::format("{}[{}]", i + 1 < nearest.size() ? ", " : " and ", nearest[i]);
    return LineReply{fmt::format("It is nearest to {}: for that, the numbers in places {} are wrong.", name, all)};
  }
  if (places.size() == 1) return LineReply{fmt::format("For {}, the number in place [{}] is wrong.", name, places.front())};
  const bool same = std::ranges::count(places, places.front()) == std::ssize(places);
  return LineReply{same ? fmt::format("The number in place [{}] is wrong.", places.front()) : "One number is wrong."};
}

}  // namespace satscope::app
