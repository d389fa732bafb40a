// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/learn/player.h"

#include <algorithm>
#include <charconv>

#include "app/core/json.h"

namespace satscope::app {

nlohmann::json value_of_answer(const std::string& answer) {
  std::string digits = answer;
  std::erase_if(digits, [](char letter) { return letter == ',' || letter == ' '; });
  if (digits.starts_with("−")) digits.replace(0, std::string_view("−").size(), "-");
  double number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error == std::errc() && end == digits.data() + digits.size()) return number;
  return answer;
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
  return to_class && card().act && card().act->answers && !card().act->done.empty() ? &card().act->done : nullptr;
}

bool LessonPlayer::reveal(bool to_class) {
  if (!hidden(to_class)) return false;
  done_ = true;
  return true;
}

void LessonPlayer::give(std::string answer) {
  answer_ = std::move(answer);
  failed_ = false;
}

bool LessonPlayer::look(const nlohmann::json& state) {
  if (!open() || done_ || !card().act) return false;
  done_ = card().act->until.holds(state);
  failed_ = !done_ && !answer_.empty();
  return done_;
}

void LessonPlayer::replace(Lesson lesson) {
  lesson_ = std::move(lesson);
  go_to(at_);
}

}  // namespace satscope::app
