// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/learn/player.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "app/core/json.h"
#include "app/workspaces/learn/missing.h"

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

/// Of "bank6", "5bytes" and "[5]" the number: one, and besides it words and brackets alone.
std::string only_number(const std::string& text) {
  constexpr std::string_view k_digits = "0123456789.";
  constexpr std::size_t k_word = 3;  // because: "b1" is a name
  const std::size_t first = text.find_first_of(k_digits), end = std::min(text.find_first_not_of(k_digits, first), text.size());
  if (first == text.npos || text.find_first_of(k_digits, end) != text.npos) return {};
  const bool negative = first > 0 && text[first - 1] == '-';
  std::size_t letters = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const bool is_letter = at < text.size() && std::isalpha(static_cast<unsigned char>(text[at])) != 0;
    if (!is_letter && letters > 0 && letters < k_word) return {};
    letters = is_letter ? letters + 1 : 0;
    const bool of_number = at >= first - (negative ? 1 : 0) && at < end;
    if (at < text.size() && !is_letter && !of_number && std::string_view("[]()=").find(text[at]) == std::string_view::npos)
      return {};
  }
  return (negative ? "-" : "") + text.substr(first, end - first);
}

std::optional<double> as_number(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

}  // namespace

nlohmann::json value_of_answer(const std::string& answer) {
  const std::string text = as_arithmetic(answer);
  if (const auto number = as_number(text)) return *number;
  if (const auto number = as_number(only_number(text))) return *number;
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
  line_.reset();
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

void LessonPlayer::take_back() {
  answer_.clear();
  line_.reset();
  done_ = failed_ = false;
}

void LessonPlayer::give(std::string answer) {
  answer_ = std::move(answer);
  line_.reset();
  failed_ = false;
}

std::string LessonPlayer::why() const {
  if (!failed_ || right_) return {};
  const auto value = [](std::string answer) {  // "b" is the entry B
    std::ranges::transform(answer, answer.begin(),
                           [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return value_of_answer(answer);
  };
  for (const LessonAction& wrong : card().act->wrong)
    if (!wrong.why.empty() && value(wrong.text) == value(answer_)) return wrong.why;
  const auto is_other = [](const LessonAction& action) {
    return action.kind == LessonAction::Kind::answer && !value_of_answer(action.text).is_number();
  };
  if (!value_of_answer(answer_).is_number() && std::ranges::none_of(card().act->solution, is_other))
    return "The answer is a number, such as 12 or 3 + 9.";
  return {};
}

const CardRemark* LessonPlayer::remark(const nlohmann::json& state) const {
  if (!open() || done_ || !card().act) return nullptr;
  const std::vector<CardRemark>& all = card().act->remarks;
  const auto found = std::ranges::find_if(all, [&](const CardRemark& one) { return one.when.holds(state); });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> LessonPlayer::covered() const {
  std::vector<std::string> members;
  if (open() && !done_ && card().act && card().act->answers)
    for (const CardCounter& counter : card().act->counters) members.push_back(counter.value.text());
  return members;
}

std::optional<std::size_t> LessonPlayer::stop(const nlohmann::json& state) const {
  static const Condition marked("steps.prediction.outcome == null and steps.prediction.marks.0.index != null");
  if (!open() || done_ || !card().act || !card().act->stop || right_but_more()) return std::nullopt;
  if (!card().act->answers && marked.holds(state)) return std::nullopt;
  return static_cast<std::size_t>(*card().act->stop);
}

bool LessonPlayer::look(const nlohmann::json& state) {
  if (!open() || done_ || !card().act) return false;
  done_ = card().act->until.holds(state);
  failed_ = !done_ && !answer_.empty();
  right_ = failed_ && card().act->until.partly_holds("learn.answer", state);
  missing_ = right_ ? missing_text(card().act->until, state) : "";
  remarked_ = failed_ && std::ranges::any_of(card().act->remarks, [&](const CardRemark& one) {
                return one.when.text().find("learn.answer") != std::string::npos && one.when.holds(state);
              });
  line_ = failed_ && !right_ && !remarked_ ? reply_to_line(card().act->lines, answer_) : std::nullopt;
  remarked_ = remarked_ || line_;
  return done_;
}

void LessonPlayer::replace(Lesson lesson) {
  lesson_ = std::move(lesson);
  go_to(at_);
}

bool missed_prediction(const Act& act, const nlohmann::json& state) {
  static const Condition outcome("steps.prediction.outcome");
  return act.until.text().find(outcome.text()) != std::string::npos && !outcome.value(state).is_null();
}

bool numbers_move(const nlohmann::json& state) {
  if (state.at("workspace") != "steps") return false;
  const nlohmann::json& steps = state.at("steps");
  return steps.contains("step") && !steps.at("settled").get<bool>();
}

nlohmann::json about_of(const nlohmann::json& state) {
  nlohmann::json of{{"workspace", state.at("workspace")}};
  if (of["workspace"] == "steps") {
    const nlohmann::json& steps = state.at("steps");
    of["source"] = steps.value("source", nlohmann::json());
    if (steps.value("file", nlohmann::json()).is_object()) return of;  // because: Run makes the user's file the algorithm
    for (const char* member : {"algorithm", "filter", "form", "size"}) of[member] = steps.value(member, nlohmann::json());
  } else {
    of["input"] = state.value("input", "");
  }
  return of;
}

bool is_left(const Card& card, const nlohmann::json& about, const nlohmann::json& state) {
  const std::string until = card.act ? card.act->until.text() : "";
  const nlohmann::json now = about_of(state);
  return std::ranges::any_of(now.items(), [&](const auto& member) {
    return until.find(member.key()) == until.npos && about.value(member.key(), nlohmann::json()) != member.value();
  });
}

}  // namespace satscope::app
