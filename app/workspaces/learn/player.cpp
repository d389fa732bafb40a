// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/learn/player.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "app/core/json.h"

namespace satscope::app {

namespace {

constexpr std::array<std::string_view, 21> k_numbers{
    "zero",   "one",    "two",      "three",    "four",    "five",    "six",       "seven",    "eight",    "nine",  "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"};

/// Signs and number words as a condition writes them; without commas and blanks, which part thousands.
std::string as_arithmetic(const std::string& answer) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> k_signs{
      {{"−", "-"}, {"–", "-"}, {"×", "*"}, {"·", "*"}, {"÷", "/"}, {"minus", "-"}, {"plus", "+"}, {"times", "*"}}};
  std::string text, word;
  bool after_twenty = false;  // "twenty-one" is no subtraction
  const auto end_word = [&] {
    if (word.empty()) return;
    const auto number = std::ranges::find(k_numbers, word);
    const auto sign = std::ranges::find(k_signs, word, [](const auto& pair) { return pair.first; });
    if (after_twenty && number > k_numbers.begin() && number < k_numbers.begin() + 10) {
      while (!text.empty() && text.back() == '-') text.pop_back();
      text.pop_back();
      text += std::to_string(number - k_numbers.begin());
      after_twenty = false;
      return word.clear();
    }
    after_twenty = word == "twenty";
    text += number != k_numbers.end() ? std::to_string(number - k_numbers.begin())
            : sign != k_signs.end()   ? std::string(sign->second)
                                      : word;
    word.clear();
  };
  for (std::size_t at = 0; at < answer.size();) {
    const auto sign = std::ranges::find_if(k_signs, [&](const auto& pair) {
      return pair.first.size() < 4 && answer.compare(at, pair.first.size(), pair.first) == 0;
    });
    const char letter = answer[at];
    if (std::isalpha(static_cast<unsigned char>(letter)) != 0) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
      ++at;
      continue;
    }
    end_word();
    if (sign != k_signs.end()) {
      text += sign->second;
      at += sign->first.size();
      continue;
    }
    if (letter != ',' && letter != ' ') text += letter;
    ++at;
  }
  end_word();
  return text;
}

}  // namespace

nlohmann::json value_of_answer(const std::string& answer) {
  const std::string text = as_arithmetic(answer);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && std::isfinite(number)) return number;
  if (text.empty() || text.find_first_not_of("0123456789.+-*/()") != text.npos) return answer;
  try {
    const nlohmann::json value = Condition(text).value({});
    return value.is_number() ? value : nlohmann::json(answer);
  } catch (const std::invalid_argument&) {
    return answer;
  }
}

void LessonPlayer::start(Lesson lesson, std::size_t at) {
  lesson_ = std::move(lesson);
  go_to(at);
}

void LessonPlayer::go_to(std::size_t at) {
  at_ = std::min(at, lesson_->cards.size() - 1);
  hints_ = 0;
  answer_.clear();
  failed_ = false;
  done_ = !card().act && !card().question;
}

void LessonPlayer::show_hint() {
  if (card().act) hints_ = std::min(hints_ + 1, card().act->hints.size());
}

const std::string* LessonPlayer::hidden(bool to_class) const {
  if (done_) return nullptr;
  if (card().question) return &card().question->answer;
  return to_class ? &card().act->done : nullptr;
}

void LessonPlayer::give(std::string answer) {
  answer_ = std::move(answer);
  failed_ = false;
}

bool LessonPlayer::look(const nlohmann::json& state) {
  if (!open() || done_ || !card().act) return false;
  done_ = card().act->until.holds(state);
  failed_ = !done_ && !answer_.empty();
  right_ = failed_ && card().act->until.partly_holds("learn.answer", state);
  return done_;
}

void LessonPlayer::replace(Lesson lesson) {
  lesson_ = std::move(lesson);
  go_to(at_);
}

}  // namespace satscope::app
