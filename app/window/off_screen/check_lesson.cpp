// SPDX-License-Identifier: Apache-2.0
// A lesson played through without a window system, by the actions that it names itself: keys and pointer go the way of a
// person's.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "app/lessons/lesson.h"
#include "app/ui/lesson_acts.h"
#include "app/ui/ui.h"
#include "app/window/off_screen/rehearsal.h"

namespace satscope::app {
namespace {
using nlohmann::json;

// What the workspace that has lessons answers to; by the first it is found.
constexpr Action k_reveal{"reveal"}, k_again{"card-again"}, k_next_card{"next-card"}, k_change{"change"};

/// The letters of a text that the window would draw as "?", each once.
std::vector<std::string> letters_without_font(const std::string& text) {
  const ImFont& font = *ImGui::GetIO().Fonts->Fonts.front();
  std::vector<std::string> missing;
  const char *at = text.c_str(), *const end = at + text.size();
  while (at < end) {
    unsigned code = 0;
    const int bytes = std::max(1, ImTextCharFromUtf8(&code, at, end));
    const bool drawn = code <= IM_UNICODE_CODEPOINT_MAX && font.FindGlyphNoFallback(static_cast<ImWchar>(code));
    if (code > ' ' && !drawn) missing.emplace_back(at, at + bytes);
    at += bytes;
  }
  return missing;
}

class LessonRunner : private Rehearsal {
 public:
  explicit LessonRunner(const WindowOptions& options) : Rehearsal(options) {
    offscreen.fill_nothing();  // because: it is not seen, and with software pixels are most of the time
    rest();
  }

  /// Whether the act is done, or will be soon: what was begun, as a race, takes its time, and changes the state meanwhile.
  bool comes_to_be_done() {
    constexpr std::chrono::seconds k_max_wait{60}, k_stillness{25};  // a busy machine may stand still for some
    json seen;
    const auto end = Clock::now() + k_max_wait;
    for (auto changed = Clock::now(); Clock::now() < end && Clock::now() < changed + k_stillness;) {
      json now = state();
      if (is_done(now)) return true;
      if (now != seen || !screen.settled()) changed = Clock::now();
      seen = std::move(now);
      frame();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

  json state() { return screen.state(); }
  bool done() { return is_done(state()); }
  std::string trouble() const {
    const auto& message = screen.doing().message;
    return message && message->bad ? message->text : std::string();
  }

  void perform(Action action, const std::string& text = {}) {
    screen.perform(action, {}, text);
    rest();
  }

  /// Throws LessonError where there is nothing to do it with.
  void perform(const LessonAction& action) {
    if (action.kind == LessonAction::Kind::set) return perform(k_change, action.members.dump());
    ActedOut acts(action);
    while (const auto events = acts.next([this] { return state(); })) {
      for (const InputEvent& event : *events) screen.input().push(event);
      held = acts.holds();
      rest();
    }
  }

 private:
  using Clock = std::chrono::steady_clock;
  static bool is_done(const json& state) { return state.at(std::string(row_of(k_reveal).of)).value("done", false); }
};

/// The check of one card. Every fault names the line that is to be mended.
class CardCheck {
 public:
  CardCheck(LessonRunner& runner, const Card& card, std::size_t number, std::vector<std::string>& faults)
      : runner_(runner), card_(card), number_(number), faults_(faults) {}

  void run() {
    check_letters();
    if (const std::string trouble = runner_.trouble(); !trouble.empty()) fault(card_.show_line, trouble);
    if (card_.question) {
      if (runner_.done()) fault(card_.line, "its answer is shown before it is asked for");
      runner_.perform({.kind = LessonAction::Kind::key, .text = keys_text(k_reveal)});
      if (!runner_.done()) fault(card_.line, "its answer is not shown when it is asked for");
    }
    if (!card_.act) return;
    const Act& act = *card_.act;
    check_shown(act);
    if (runner_.done()) return fault(act.until_line, "its act is done before anything is done; '@until' must ask for more");
    if (const CardRemark* remark = said()) {
      fault(remark->line, "it is said before anything is done");
      said_.push_back(remark);
    }
    const std::vector<LessonAction> less(act.solution.begin(), act.solution.end() - 1);
    const std::vector<LessonAction>& wrong = act.wrong.empty() ? less : act.wrong;
    if (!wrong.empty()) {
      if (perform_all(wrong) && runner_.done())
        fault(wrong.back().line, fmt::format("its act is done by {}; '@until' must ask for more",
                                             act.wrong.empty() ? "less than its solution" : "what '@wrong' does"));
      runner_.perform(k_again);
    }
    for (const CardRemark& remark : act.remarks)
      if (std::ranges::find(said_, &remark) == said_.end())
        fault(remark.line, "no action of '@wrong' makes the card say it; add one that does");
    left_ = false;
    if (!perform_all(act.solution)) return;
    if (runner_.comes_to_be_done()) {
      if (left_) fault(act.until_line, "its solution leaves the card: the window says so");
      return;
    }
    const std::string trouble = runner_.trouble();
    fault(act.until_line, fmt::format("its act is not done by its solution: {}; after it, {}{}{}", act.until.text(),
                                      reached(act.until, runner_.state()), moved_box_, trouble.empty() ? "" : "; " + trouble));
  }

  /// Whether what the solution needs is there in a window of another size: `room`, in words.
  void run_in(const std::string& room) {
    if (!card_.act) return;
    room_ = room + ": ";
    const std::vector<LessonAction> solution = card_.act->solution;
    if (!perform_all(solution) || runner_.comes_to_be_done()) return;
    fault(card_.act->until_line,
          fmt::format("its act is not done by its solution; {}", reached(card_.act->until, runner_.state())));
  }

 private:
  void fault(int line, const std::string& what) {
    faults_.push_back(fmt::format("line {}: card {}, '{}': {}{}", line, number_, card_.title, room_, what));
  }

  /// What the card says of the state that was reached; null: nothing.
  const CardRemark* said() {
    const json state = runner_.state();
    const std::string remark = state.at(std::string(row_of(k_reveal).of)).value("remark", "");
    const auto found = std::ranges::find(card_.act->remarks, remark, &CardRemark::text);
    return found == card_.act->remarks.end() ? nullptr : &*found;
  }

  /// What the card asks about must be on it, because panels fold away.
  void check_shown(const Act& act) {
    const auto counted = [&](const std::string& name) {
      return std::ranges::any_of(act.counters, [&](const CardCounter& counter) {
        return std::ranges::any_of(counter.value.values_in({}), [&](const auto& one) { return one.first == name; });
      });
    };
    for (const auto& [name, nothing] : act.until.values_in({}))
      if (name.starts_with("steps.counted.") && !counted(name))
        fault(act.until_line, fmt::format("it asks for {}, which it does not show; add '@counter NAME: {}'", name, name));
    const json state = runner_.state();
    for (const CardCounter& counter : act.counters)
      if (counter.value.value(state).is_null())
        fault(card_.line,
              fmt::format("its counter '{}' shows nothing: the state has nothing at {}", counter.name, counter.value.text()));
    for (const std::string& id : act.controls)
      if (!state.at("controls").contains(id == "type" ? id : "param:" + id))
        fault(card_.line, fmt::format("there is no parameter '{}' to show", id));
  }

  void check_letters() {
    std::vector<const std::string*> texts{&card_.title, &card_.text, &card_.notes};
    if (card_.question) texts.insert(texts.end(), {&card_.question->text, &card_.question->answer});
    if (card_.act) {
      texts.insert(texts.end(), {&card_.act->ask, &card_.act->class_ask, &card_.act->done});
      for (const std::string& hint : card_.act->hints) texts.push_back(&hint);
      for (const CardCounter& counter : card_.act->counters) texts.push_back(&counter.name);
      for (const CardRemark& remark : card_.act->remarks) texts.push_back(&remark.text);
    }
    std::vector<std::string> missing;
    for (const std::string* text : texts)
      for (std::string& letter : letters_without_font(*text))
        if (std::ranges::find(missing, letter) == missing.end()) missing.push_back(std::move(letter));
    if (!missing.empty()) fault(card_.line, fmt::format("no font has these letters: {}", fmt::join(missing, " ")));
  }

  /// What the state has where the condition looks: "box.sum = 255, box = 2,2 2x1".
  static std::string reached(const Condition& condition, const json& state) {
    std::vector<std::string> values;
    bool box = false;
    for (const auto& [name, value] : condition.values_in(state)) {
      values.push_back(value.is_null() ? fmt::format("the state has nothing at {}", name)
                                       : fmt::format("{} = {}", name, value.dump()));
      box = box || name.starts_with("box.");
    }
    if (const json area = state.value("box", json()); box && area.is_object())
      values.push_back(
          fmt::format("box = {},{} {}x{}", area.at("x").dump(), area.at("y").dump(), area.at("w").dump(), area.at("h").dump()));
    return fmt::format("{}", fmt::join(values, ", "));
  }

  /// Because: such a drag moves the box, where a new one was meant.
  void note_drag(const LessonAction& action) {
    moved_box_.clear();
    if (action.kind != LessonAction::Kind::drag) return;
    const json box = runner_.state().value("box", json());
    if (!box.is_object()) return;
    const int x = action.numbers[0] - box.at("x").get<int>(), y = action.numbers[1] - box.at("y").get<int>();
    if (x >= 0 && y >= 0 && x < box.at("w").get<int>() && y < box.at("h").get<int>())
      moved_box_ = fmt::format("; the drag of line {} begins inside the box, so it moves the box", action.line);
  }

  /// False, with a fault: one of them cannot be done, or an answer that is none is taken.
  bool perform_all(const std::vector<LessonAction>& actions) {
    for (const LessonAction& action : actions) try {
        if (&actions == &card_.act->solution && action.kind == LessonAction::Kind::answer && is_done_by_another_answer(action))
          return false;
        note_drag(action);
        runner_.perform(action);
        if (const CardRemark* remark = said()) said_.push_back(remark);
        left_ = left_ || runner_.state().at(std::string(row_of(k_reveal).of)).value("left", false);
      } catch (const LessonError& error) {
        fault(action.line, error.what());
        return false;
      }
    return true;
  }

  /// Because: a condition that forgets to ask for what was typed would take anything.
  bool is_done_by_another_answer(LessonAction action) {
    action.text = "1" + action.text;
    runner_.perform(action);
    if (runner_.done()) fault(card_.act->until_line, fmt::format("its act is done by the answer '{}', too", action.text));
    return runner_.done();
  }

  LessonRunner& runner_;
  const Card& card_;
  std::size_t number_;
  std::vector<std::string>& faults_;
  std::string room_;   // in words, with a colon; empty: the usual one
  bool left_ = false;  // one of them left what the card is about
  std::vector<const CardRemark*> said_;
  std::string moved_box_;  // said of the last action
};

}  // namespace

std::vector<std::string> check_lesson(const WindowOptions& options, const Lesson& lesson) {
  std::vector<std::string> faults;
  const auto each_card = [&](const WindowOptions& window, const auto& check) {
    LessonRunner runner(window);
    for (std::size_t i = 0; i < lesson.cards.size(); ++i) {
      CardCheck card(runner, lesson.cards[i], i + 1, faults);
      check(card);
      if (i + 1 < lesson.cards.size()) runner.perform(k_next_card);
    }
  };
  each_card(options, [](CardCheck& card) { card.run(); });
  if (!faults.empty()) return faults;  // because: the same ones would come again
  struct Room {
    Extent size;
    double scale;
  };
  constexpr std::array k_rooms{Room{{1280, 720}, 1.5}, Room{{1280, 720}, 2}, Room{{1920, 1080}, 1}};
  for (const auto& [size, scale] : k_rooms) {
    WindowOptions other = options;
    other.size = size;
    other.ui_scale = scale;
    each_card(other, [&](CardCheck& card) {
      card.run_in(fmt::format("in a window of {}x{} at scale {}", size.width, size.height, scale));
    });
  }
  return faults;
}

}  // namespace satscope::app
