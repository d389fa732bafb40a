// SPDX-License-Identifier: Apache-2.0
// A lesson played through without a window system, by the deeds that it names itself.
#include <fmt/format.h>

#include <chrono>
#include <stdexcept>
#include <thread>

#include "app/lessons/lesson.h"
#include "app/render/offscreen.h"
#include "app/ui/ui.h"
#include "app/window/screen.h"
#include "app/workspaces/learn/keys.h"

namespace satscope::app {
namespace {

class Pupil {
  using Clock = std::chrono::steady_clock;

 public:
  explicit Pupil(const WindowOptions& options) : offscreen_(options.size), screen_(options, Settings{}, nobody_) { rest(); }

  /// Whether the act is done, or will be soon: what was begun, as a race, takes its time.
  bool comes_to_be_done() {
    constexpr std::chrono::seconds k_patience{30};
    for (const auto end = Clock::now() + k_patience; !done() && Clock::now() < end;) {
      frame();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return done();
  }

  bool done() { return screen_.state().at("learn").value("done", false); }
  std::string trouble() const {
    const auto& message = screen_.doing().message;
    return message && message->bad ? message->text : std::string();
  }

  void perform(Action action, const std::string& text = {}) {
    screen_.perform(action, {}, text);
    rest();
  }

  void perform(const Deed& deed) {
    switch (deed.kind) {
      case Deed::Kind::set: return perform(LearnAction::change, deed.members.dump());
      case Deed::Kind::answer: return perform(LearnAction::answer, deed.text);
      case Deed::Kind::key: break;
    }
    const auto chord = chord_of(deed.text);
    if (!chord) throw LessonError(fmt::format("there is no key '{}'", deed.text));
    screen_.input().push(InputEvent::key(*chord, true));
    screen_.input().push(InputEvent::key(*chord, false));
    screen_.input().push(InputEvent::key({}, false));
    rest();
  }

 private:
  void frame() {
    constexpr double k_seconds = 0.1;
    now_ += k_seconds;
    screen_.step(now_);
    offscreen_.bind();
    screen_.draw(offscreen_.size(), now_);
  }

  /// Until nothing is on its way, and the act was looked for since.
  void rest() {
    constexpr std::chrono::seconds k_patience{60};
    constexpr int k_calm_frames = 6;
    const auto end = Clock::now() + k_patience;
    for (int calm = 0; calm < k_calm_frames;) {
      frame();
      calm = screen_.settled() ? calm + 1 : 0;
      if (calm == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      if (Clock::now() > end) throw std::runtime_error("the window did not come to rest in a minute");
    }
  }

  Offscreen offscreen_;
  Host nobody_;
  Screen screen_;
  double now_ = 0;
};

}  // namespace

std::vector<std::string> check_lesson(const WindowOptions& options, const Lesson& lesson) {
  std::vector<std::string> faults;
  Pupil pupil(options);
  for (std::size_t i = 0; i < lesson.cards.size(); ++i) {
    const Card& card = lesson.cards[i];
    const auto fault = [&](const std::string& what) {
      faults.push_back(fmt::format("card {}, '{}': {}", i + 1, card.title, what));
    };
    if (const std::string trouble = pupil.trouble(); !trouble.empty()) fault(trouble);
    if (card.act) {
      const Act& act = *card.act;
      if (pupil.done()) fault("its act is done before anything is done");
      if (!act.wrong.empty()) {
        for (const Deed& deed : act.wrong) pupil.perform(deed);
        if (pupil.done()) fault("its act is done by what '@wrong' does");
        pupil.perform(LearnAction::again);
      }
      for (const Deed& deed : act.solution) pupil.perform(deed);
      if (!pupil.comes_to_be_done()) fault(fmt::format("its act is not done by its solution: {}", act.until.text()));
    }
    if (i + 1 < lesson.cards.size()) pupil.perform(LearnAction::next_card);
  }
  return faults;
}

}  // namespace satscope::app
