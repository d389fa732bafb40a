// SPDX-License-Identifier: Apache-2.0
// How far the reader is in the lessons: what is kept of a card, and how the list says it.
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <vector>

#include "app/workspaces/learn/learn.h"

namespace satscope::app {
namespace {

/// What was kept of the lesson so far.
LessonProgress progress_of(const Settings& settings, const std::string& lesson) {
  const auto found = settings.lessons.find(lesson);
  return found == settings.lessons.end() ? LessonProgress() : found->second;
}

/// "28 Nov 17:05", where the reader is.
std::string local_time(std::int64_t when) {
  const auto time = static_cast<std::time_t>(when);
  std::tm parts{};
  char text[32] = "";
  if (localtime_r(&time, &parts)) std::strftime(text, sizeof text, "%d %b %H:%M", &parts);
  return text;
}

}  // namespace

void remember_card(Ui& ui, const LessonPlayer& player, std::size_t goes_on_at) {
  if (ui.session.presenting || ui.doing.lecturing) return;
  LessonProgress progress = progress_of(ui.settings, player.lesson().id);
  if (player.done()) progress.done.insert(static_cast<int>(player.at()));
  progress.at = static_cast<int>(goes_on_at);
  ui.window.remember_lesson(player.lesson().id, progress);
}

void note_wrong(Ui& ui, const LessonPlayer& player, const std::string& answer) {
  constexpr std::size_t k_longest_kept = 40;  // bytes
  if (ui.session.presenting || ui.doing.lecturing || ui.doing.played) return;
  LessonProgress progress = progress_of(ui.settings, player.lesson().id);
  const bool longer = answer.size() > k_longest_kept;
  progress.wrong.push_back({.card = static_cast<int>(player.at()),
                            .answer = longer ? "a longer text" : answer,
                            .when = static_cast<std::int64_t>(std::time(nullptr))});
  if (progress.wrong.size() > LessonProgress::k_wrong) progress.wrong.erase(progress.wrong.begin());
  ui.window.remember_lesson(player.lesson().id, progress);
}

const Lesson& next_lesson(const Settings& settings) {
  const auto done = [&](const Lesson& lesson) { return progress_text(settings, lesson) == "done"; };
  const bool begun = std::ranges::any_of(lessons(), [&](const Lesson& lesson) { return settings.lessons.contains(lesson.id); });
  if (!begun && !done(first_steps())) return first_steps();  // because: who has begun a lesson needs no first steps
  const auto next = std::ranges::find_if_not(lessons(), done);
  return next == lessons().end() ? lessons().front() : *next;
}

std::vector<WrongAnswer> newest_wrong(const LessonProgress& progress, std::size_t most) {
  const std::size_t said = std::min(most, progress.wrong.size());
  std::vector<WrongAnswer> newest(progress.wrong.end() - static_cast<std::ptrdiff_t>(said), progress.wrong.end());
  std::ranges::stable_sort(newest, {}, &WrongAnswer::card);
  return newest;
}

std::string wrong_text(const WrongAnswer& answer) {
  return fmt::format("card {}: {}, {}", answer.card + 1, answer.answer, local_time(answer.when));
}

std::size_t where_left(const Settings& settings, const Lesson& lesson) {
  const auto found = settings.lessons.find(lesson.id);
  if (found == settings.lessons.end()) return 0;
  const auto& [at, done, wrong] = found->second;
  const int cards = static_cast<int>(lesson.cards.size());
  if (static_cast<int>(done.size()) >= cards) return 0;
  if (at < cards) return static_cast<std::size_t>(at);
  int first = 0;
  while (first < cards && done.contains(first)) ++first;
  return static_cast<std::size_t>(first);
}

std::string progress_text(const Settings& settings, const Lesson& lesson, std::optional<std::size_t> at) {
  const LessonProgress progress = progress_of(settings, lesson.id);
  const int cards = static_cast<int>(lesson.cards.size()), done = static_cast<int>(progress.done.size());
  if (done >= cards) return "done";
  const int here = at ? static_cast<int>(*at) : progress.at;
  if (here == 0 && done == 0) return {};
  const std::string so_far = fmt::format("{} of {} done", done, cards);
  return here < cards ? fmt::format("{}, at card {}", so_far, here + 1) : so_far;
}

nlohmann::json report_lesson(const Ui& ui, const LearnModel& model) {
  const LessonPlayer& player = model.player;
  if (!player.open()) return nlohmann::json::object({{"lesson", nullptr}});
  return {{"lesson", player.lesson().id},
          {"card", player.at()},
          {"cards", player.lesson().cards.size()},
          {"title", player.card().title},
          {"ask", player.card().act ? player.card().act->ask : ""},
          {"done", player.done()},
          {"question", player.card().question ? player.card().question->text : ""},
          {"hints", player.hints()},
          {"left", model.left},
          {"stopped", ui.doing.stopped},
          {"failed", player.failed()},
          {"remark", player.line_reply()         ? player.line_reply()->text
                     : player.remark(model.seen) ? player.remark(model.seen)->text
                                                 : ""},
          {"answer", player.answer().empty() ? nlohmann::json() : value_of_answer(player.answer())}};
}

void LearnModel::begin_card(double now) {
  typed.clear();
  if (!row_fault.empty()) own_row.clear();
  row_fault.clear();
  played.stop();
  frames_to_scroll = 0;
  to_top = true;
  next_card = 0;
  answered = rejected = missed = overview = can_return = false;
  since = now;
  caption_of.clear();
}

bool look_at_act(Ui& ui, LearnModel& model, const nlohmann::json& now) {
  LessonPlayer& player = model.player;
  static const Condition marked("steps.prediction.outcome.found + steps.prediction.outcome.wrong");
  const bool failed = player.failed(), just_done = player.look(now);
  if (player.failed() && !failed) model.frames_to_scroll = k_frames_to_scroll;
  if (player.failed() && !failed && !player.right_but_more() && !player.is_remarked()) {
    note_wrong(ui, player, player.answer());
    if (player.why().empty()) player.show_hint();
  }
  const std::optional<Act>& act = player.card().act;
  const bool missed = act && !player.done() && missed_prediction(*act, now);
  // because: a step before which nothing was marked is no answer
  if (!std::exchange(model.missed, missed) && missed && marked.value(now).get<double>() > 0)
    note_wrong(ui, player, "the prediction");
  return just_done;
}

}  // namespace satscope::app
