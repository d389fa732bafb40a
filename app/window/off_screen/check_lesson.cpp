// SPDX-License-Identifier: Apache-2.0
// A lesson played through without a window system, by the actions that it names itself: keys and pointer go the way of a
// person's.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <stdexcept>
#include <thread>

#include "app/core/files.h"
#include "app/lessons/lesson.h"
#include "app/render/offscreen.h"
#include "app/ui/ui.h"
#include "app/window/screen.h"

namespace satscope::app {
namespace {
using nlohmann::json;

// What the workspace that has lessons answers to; by the first it is found.
constexpr Action k_reveal{"reveal"}, k_again{"card-again"}, k_next_card{"next-card"}, k_change{"change"};

Point middle_of(const json& area) {
  const auto number = [&](const char* name) { return area.at(name).get<double>(); };
  return {number("x") + number("w") / 2, number("y") + number("h") / 2};
}

class LessonRunner {
  using Clock = std::chrono::steady_clock;

 public:
  explicit LessonRunner(WindowOptions options) : offscreen_(options.size), screen_(rehearsed(options), Settings{}, host_) {
    offscreen_.fill_nothing();  // because: it is not seen, and with software pixels are most of the time
    rest();
  }

  /// Whether the act is done, or will be soon: what was begun, as a race, takes its time, and changes the state meanwhile.
  bool comes_to_be_done() {
    constexpr std::chrono::seconds k_max_wait{30}, k_stillness{3};
    json seen;
    const auto end = Clock::now() + k_max_wait;
    for (auto changed = Clock::now(); Clock::now() < end && Clock::now() < changed + k_stillness;) {
      json now = state();
      if (is_done(now)) return true;
      if (now != seen || !screen_.settled()) changed = Clock::now();
      seen = std::move(now);
      frame();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

  json state() { return screen_.state(); }
  bool done() { return is_done(state()); }
  std::string trouble() const {
    const auto& message = screen_.doing().message;
    return message && message->bad ? message->text : std::string();
  }

  void perform(Action action, const std::string& text = {}) {
    screen_.perform(action, {}, text);
    rest();
  }

  /// Throws LessonError where there is nothing to do it with.
  void perform(const LessonAction& action) {
    switch (action.kind) {
      case LessonAction::Kind::set: return perform(k_change, action.members.dump());
      case LessonAction::Kind::key: return press(action.text);
      case LessonAction::Kind::type: return type(action.text);
      case LessonAction::Kind::answer:
        click(place_of("lesson:answer"));
        type(action.text);
        return press("Enter");
      case LessonAction::Kind::click: return click(place_of(action.text));
      case LessonAction::Kind::line: return edit_line(action.numbers.at(0), action.text);
      case LessonAction::Kind::cell: return click(place_of_cell(action.text, action.numbers.at(0)));
      case LessonAction::Kind::point: return point(place_of_pixel(action.text, action.numbers.at(0), action.numbers.at(1)));
      case LessonAction::Kind::drag: break;
    }
    point(place_of_pixel("picture", action.numbers.at(0), action.numbers.at(1)));
    button(true);
    point(place_of_pixel("picture", action.numbers.at(2), action.numbers.at(3)));
    button(false);
  }

 private:
  static bool is_done(const json& state) { return state.at(std::string(row_of(k_reveal).of)).value("done", false); }

  static const WindowOptions& rehearsed(WindowOptions& options) {
    options.rehearses = true;
    return options;
  }

  void frame() {
    constexpr double k_seconds = 0.1;
    now_ += k_seconds;
    screen_.step(now_);
    offscreen_.bind();
    screen_.draw(offscreen_.size(), now_);
  }

  /// Until nothing is on its way, and the act was looked for since.
  void rest() {
    constexpr std::chrono::seconds k_max_wait{60};
    constexpr int k_calm_frames = 6;
    const auto end = Clock::now() + k_max_wait;
    for (int calm = 0; calm < k_calm_frames;) {
      frame();
      calm = screen_.settled() || held_ ? calm + 1 : 0;
      if (calm == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      if (Clock::now() > end) throw std::runtime_error("the window did not come to rest in a minute");
    }
  }

  void push(const Chord& chord) {
    screen_.input().push(InputEvent::key(chord, true));
    screen_.input().push(InputEvent::key(chord, false));
    screen_.input().push(InputEvent::key({}, false));
  }

  /// As a person does it: to the line, select it, type. `\n` begins a new line.
  void edit_line(int number, const std::string& text) {
    click(place_of("steps:editor"));
    push(ctrl(k_key_home));
    for (int i = 1; i < number; ++i) push(plain(k_key_down));
    push(plain(k_key_home));
    push(shift(k_key_end));
    rest();
    for (std::size_t at = 0; at < text.size(); ++at) {
      const bool new_line = text.compare(at, 2, "\\n") == 0;
      screen_.input().push(InputEvent::typed(new_line ? '\n' : static_cast<unsigned char>(text[at])));
      at += new_line ? 1 : 0;
    }
    rest();
  }

  void press(const std::string& text) {
    const auto chord = chord_of(text);
    if (!chord) throw LessonError(fmt::format("there is no key '{}'; the key sheet (?) shows how they are written", text));
    const bool sign = !chord->ctrl && !chord->alt && chord->key > ' ' && chord->key < 127 && std::ispunct(chord->key) != 0;
    screen_.input().push(InputEvent::key(*chord, true));
    if (sign) screen_.input().push(InputEvent::typed(static_cast<unsigned>(chord->key)));
    screen_.input().push(InputEvent::key(*chord, false));
    screen_.input().push(InputEvent::key({}, false));
    rest();
  }

  void type(const std::string& text) {
    for (const char letter : text) screen_.input().push(InputEvent::typed(static_cast<unsigned char>(letter)));
    rest();
  }

  void point(const Point& at) {
    screen_.input().push(InputEvent::move_to(at.x, at.y));
    rest();
  }

  void button(bool down) {
    held_ = down;
    screen_.input().push(InputEvent::press(MouseButton::left, down));
    rest();
  }

  void click(const Point& at) {
    point(at);
    button(true);
    button(false);
  }

  Point place_of(const std::string& control) {
    const json now = state();
    const json& controls = now.at("controls");
    if (const auto found = controls.find(control); found != controls.end()) return middle_of(*found);
    const json& listed = now.at("listed");
    if (const auto list = listed.find(control); list != listed.end()) {
      click(middle_of(*list));
      const json opened = state();
      if (opened.at("controls").contains(control)) return middle_of(opened.at("controls").at(control));
    }
    std::vector<std::string> ids;
    for (const auto& [id, area] : controls.items()) ids.push_back(id);
    throw LessonError(fmt::format("there is no control '{}' now; there are {}", control, fmt::join(ids, ", ")));
  }

  Point place_of_cell(const std::string& buffer, int index) {
    const json now = state();
    const json grids = now.at(now.at("workspace").get<std::string>()).value("grids", json::array());
    std::vector<std::string> names;
    for (const json& grid : grids) {
      if (grid.at("small") == true) continue;
      names.push_back(grid.at("buffer"));
      const int columns = grid.at("columns"), rows = grid.at("rows");
      if (names.back() != buffer || index >= columns * rows) continue;
      const double width = grid.at("w").get<double>() / columns, height = grid.at("h").get<double>() / rows;
      const bool upright = grid.at("upright");
      const int column = upright ? index / rows : index % columns, row = upright ? index % rows : index / columns;
      return {grid.at("x").get<double>() + (column + 0.5) * width, grid.at("y").get<double>() + (row + 0.5) * height};
    }
    throw LessonError(
        fmt::format("there is no cell {} of '{}' now; large are the cells of {}", index, buffer, fmt::join(names, ", ")));
  }

  Point place_of_pixel(const std::string& view, int x, int y) {
    const json now = state();
    const json& views = now.at("views");
    if (!views.contains(view)) throw LessonError(fmt::format("the {} is not shown now", view));
    const json& extent = now.at("picture");
    if (x >= extent.at("w") || y >= extent.at("h"))
      throw LessonError(fmt::format("there is no pixel {} {} in a picture of {} x {}", x, y, extent.at("w").get<int>(),
                                    extent.at("h").get<int>()));
    const Point middle = middle_of(views.at(view));
    const View& shown = screen_.session().view;
    return {middle.x + (x + 0.5 - shown.centre_x) * shown.zoom, middle.y + (y + 0.5 - shown.centre_y) * shown.zoom};
  }

  const WriteNothing nothing_;  // first: what the window still writes at its end is not written either
  Offscreen offscreen_;
  Host host_;
  Screen screen_;
  double now_ = 0;
  bool held_ = false;  // the left button
};

/// The check of one card. Every fault names the line that is to be mended.
class CardCheck {
 public:
  CardCheck(LessonRunner& runner, const Card& card, std::size_t number, std::vector<std::string>& faults)
      : runner_(runner), card_(card), number_(number), faults_(faults) {}

  void run() {
    if (const std::string trouble = runner_.trouble(); !trouble.empty()) fault(card_.show_line, trouble);
    if (card_.question) {
      if (runner_.done()) fault(card_.line, "its answer is shown before it is asked for");
      runner_.perform({.kind = LessonAction::Kind::key, .text = keys_text(k_reveal)});
      if (!runner_.done()) fault(card_.line, "its answer is not shown when it is asked for");
    }
    if (!card_.act) return;
    const Act& act = *card_.act;
    if (runner_.done()) return fault(act.until_line, "its act is done before anything is done; '@until' must ask for more");
    const std::vector<LessonAction> less(act.solution.begin(), act.solution.end() - 1);
    const std::vector<LessonAction>& wrong = act.wrong.empty() ? less : act.wrong;
    if (!wrong.empty()) {
      if (perform_all(wrong) && runner_.done())
        fault(wrong.back().line, fmt::format("its act is done by {}; '@until' must ask for more",
                                             act.wrong.empty() ? "less than its solution" : "what '@wrong' does"));
      runner_.perform(k_again);
    }
    if (!perform_all(act.solution) || runner_.comes_to_be_done()) return;
    const std::vector<std::string> absent = act.until.absent_from(runner_.state());
    const std::string trouble = runner_.trouble();
    fault(act.until_line,
          fmt::format("its act is not done by its solution: {}{}{}", act.until.text(),
                      absent.empty() ? "" : fmt::format("; the state has nothing at {}", fmt::join(absent, ", ")),
                      trouble.empty() ? "" : "; " + trouble));
  }

 private:
  void fault(int line, const std::string& what) {
    faults_.push_back(fmt::format("line {}: card {}, '{}': {}", line, number_, card_.title, what));
  }

  /// False, with a fault: one of them cannot be done, or an answer that is none is taken.
  bool perform_all(const std::vector<LessonAction>& actions) {
    for (const LessonAction& action : actions) try {
        if (&actions == &card_.act->solution && action.kind == LessonAction::Kind::answer && is_done_by_another_answer(action))
          return false;
        runner_.perform(action);
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
};

}  // namespace

std::vector<std::string> check_lesson(const WindowOptions& options, const Lesson& lesson) {
  std::vector<std::string> faults;
  LessonRunner runner(options);
  for (std::size_t i = 0; i < lesson.cards.size(); ++i) {
    CardCheck(runner, lesson.cards[i], i + 1, faults).run();
    if (i + 1 < lesson.cards.size()) runner.perform(k_next_card);
  }
  return faults;
}

}  // namespace satscope::app
