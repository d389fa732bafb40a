// SPDX-License-Identifier: Apache-2.0
// soak [--seconds N] [--seed N]: a window on no screen, the synthetic camera running, and random input: keys,
// clicks, drags, the wheel, other workspaces, chains, sources and sizes. Now and then everything is undone and the memory of
// the window measured, so that what is compared was the same window. Exit 0 if nothing was thrown, OpenGL reported no error,
// every frame came soon and memory stayed flat (not judged under AddressSanitizer, which keeps what is freed). The last line
// says what was seen. Without --seconds: SATSCOPE_SOAK_SECONDS, or 20.
#include <epoxy/gl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "app/render/gl/offscreen.h"
#include "app/session/history.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"
#include "app/window/screen.h"
#include "app/workspaces/steps/keys.h"
#include "app/workspaces/steps/view.h"

namespace satscope::app {
namespace {

using Clock = std::chrono::steady_clock;

struct Usage {
  double heap_mb = 0;      ///< of what was allocated and not freed
  double resident_mb = 0;  ///< of the whole program, with what the heap keeps for later
};

/// A frame that takes longer was a hang for the user; generous, because test machines are busy.
constexpr double k_longest_frame = 20;
/// What may come on top of the first measurement: what can be redone, and what drivers and fonts keep once they needed it;
/// in the whole program also what the heap could not give back, because something small lies in it.
constexpr Usage k_most_growth{.heap_mb = 48, .resident_mb = 96};
/// Before memory is measured, in each room: for threads to let go of what they had, which a race's may take a while for.
constexpr int k_frames_at_rest = 12;
/// Seconds, not frames, because: on a busy machine the threads get fewer of them than the frames do. At least: for the threads
/// of the room before, such as that of small pictures of all filters, which has 50 MB more while it works.
constexpr double k_shortest_rest = 1.5, k_longest_rest = 10;
#ifdef __SANITIZE_ADDRESS__
constexpr bool k_judges_memory = false;
#else
constexpr bool k_judges_memory = true;
#endif

Usage usage() {
  malloc_trim(0);  // because: what is free is not lost
  std::ifstream file("/proc/self/statm");
  double pages = 0, resident = 0;
  file >> pages >> resident;
  const auto heap = mallinfo2();
  return {static_cast<double>(heap.uordblks + heap.hblkhd) / 1e6,
          resident * static_cast<double>(::sysconf(_SC_PAGESIZE)) / 1e6};
}

class RandomInput {
 public:
  RandomInput(Screen& screen, unsigned seed) : screen_(screen), random_(seed) {}

  Extent window() const { return window_; }
  /// Undoes everything in a room of this id, in a window of the first size.
  void undo_all(std::string_view room) {
    for (int i = 0; i < 4; ++i) screen_.perform(WindowAction::leave);
    const auto place = std::ranges::find(workspaces(), room, &WorkspaceKind::id) - workspaces().begin();
    screen_.perform(WindowAction::workspace, {.key = '1' + static_cast<int>(place), .ctrl = true});
    // because: the stages of a whole picture are undone as the picture is, not as the steps are
    while (room == "steps" && step_view(screen_.session().part<StepsSettings>().view).of_frame())
      screen_.perform(StepsAction::view);
    for (std::size_t i = 0; i < History::k_levels; ++i) screen_.perform(WindowAction::undo);
    window_ = k_first_window;
    screen_.redraw();
  }
  /// Numbers of the last acts, as `act` has them, and the window's size: to look for a fault.
  std::string recent() const {
    return fmt::format("acts {}, window {}x{}", fmt::join(recent_, " "), window_.width, window_.height);
  }

  void act() {
    const int what = number(0, 11);
    if (recent_.size() == k_remembered) recent_.pop_front();
    recent_.push_back(what);
    switch (what) {
      case 0:
      case 1:
      case 2: press_key(); break;
      case 3: click(); break;
      case 4:
      case 5: drag(); break;
      case 6: input().push(InputEvent::wheel(number(-3, 3))); break;
      case 7: workspace(); break;
      case 8: action(); break;
      case 9: open(); break;
      case 10: input().push(InputEvent::typed(static_cast<unsigned>(number(32, 126)))); break;
      default:
        if (number(0, 9) == 0) resize();
    }
  }

 private:
  int number(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }
  InputQueue& input() { return screen_.input(); }

  void move_anywhere() { input().push(InputEvent::move_to(number(-5, window_.width), number(-5, window_.height))); }

  void press_key() {
    const ActionRow& row = all_actions()[static_cast<std::size_t>(number(0, static_cast<int>(all_actions().size()) - 1))];
    if (!harmless(row.action)) return;
    const Chord chord = row.keys[static_cast<std::size_t>(number(0, static_cast<int>(row.keys.size()) - 1))];
    input().push(InputEvent::key(chord, true));
    input().push(InputEvent::key(chord, false));
    input().push(InputEvent::key({}, false));
  }
  void click() {
    move_anywhere();
    const auto button = static_cast<MouseButton>(number(0, 2));
    input().push(InputEvent::press(button, true));
    input().push(InputEvent::press(button, false));
  }
  void drag() {
    const auto button = number(0, 3) ? MouseButton::left : static_cast<MouseButton>(number(1, 2));
    move_anywhere();
    input().push(InputEvent::press(button, true));
    for (int i = number(1, 4); i > 0; --i) move_anywhere();
    input().push(InputEvent::press(button, false));
  }
  void workspace() {
    const int place = number(0, static_cast<int>(workspaces().size()) - 1);
    screen_.perform(WindowAction::workspace, {.key = '1' + place, .ctrl = true});
  }
  void action() {
    const ActionRow& row = all_actions()[static_cast<std::size_t>(number(0, static_cast<int>(all_actions().size()) - 1))];
    if (harmless(row.action)) screen_.perform(row.action, row.keys.front());
  }
  void open() {
    if (number(0, 3)) return;
    static constexpr std::array k_inputs{"synthetic",           "synthetic",        "synthetic:640x480",  "synthetic:33x21",
                                         "pattern:noise:97x61", "pattern:ramp:1x1", "pattern:noise:1x40", "no such file",
                                         "pattern:nothing:3x3", "synthetic:0x0"};
    screen_.open(k_inputs[static_cast<std::size_t>(number(0, k_inputs.size() - 1))]);
  }
  void resize() {
    static constexpr std::array<Extent, 6> k_sizes{{{1280, 720}, {1920, 1080}, {640, 480}, {200, 120}, {1, 1}, {700, 1200}}};
    window_ = k_sizes[static_cast<std::size_t>(number(0, k_sizes.size() - 1))];
    screen_.redraw();
  }
  /// Not: files written, a window that ends, fonts made anew by the dozen.
  static bool harmless(Action action) {
    return action != WindowAction::quit && action != WindowAction::screenshot && action != WindowAction::larger &&
           action != WindowAction::smaller;
  }

  Screen& screen_;
  static constexpr Extent k_first_window{1280, 720};
  Extent window_ = k_first_window;
  static constexpr std::size_t k_remembered = 30;
  std::deque<int> recent_;
  std::mt19937 random_;
};

/// Draws frame after frame and keeps what is to be judged.
class Watcher {
 public:
  explicit Watcher(const WindowOptions& options) : offscreen_({1920, 1200}), screen_(options, Settings{}, host_) {}

  Screen& screen() { return screen_; }
  double now() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  long frames() const { return frames_; }
  double longest() const { return longest_; }
  /// Empty as long as all is well.
  const std::string& problem() const { return problem_; }

  void frame(const RandomInput& input) {
    const double before = now();
    const char* doing = "step";
    try {
      screen_.step(before);
      doing = "draw";
      offscreen_.bind();
      screen_.draw(input.window(), now());
      glFinish();  // because: a driver that is frames behind keeps what it has to draw, and later the space for it
    } catch (const std::exception& thrown) {
      problem_ =
          fmt::format("{} threw {}; workspace {}, {}", doing, thrown.what(), screen_.session().workspace, input.recent());
      return;
    }
    longest_ = std::max(longest_, now() - before);
    ++frames_;
    if (const GLenum error = glGetError(); error != GL_NO_ERROR) problem_ = fmt::format("OpenGL error {:#x}", error);
    if (longest_ > k_longest_frame) problem_ = fmt::format("a frame took {:.1f} s", longest_);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }

 private:
  Offscreen offscreen_;
  Host host_;
  Screen screen_;
  Clock::time_point start_ = Clock::now();
  long frames_ = 0;
  double longest_ = 0;
  std::string problem_;
};

/// Memory of the same window after each round of acts.
class Memory {
 public:
  void add(Usage one) { seen_.push_back(one); }
  const Usage& first() const { return seen_.front(); }
  /// Heap and program after each round in MB, to find what grew.
  std::string rounds() const {
    std::string text;
    for (const Usage& one : seen_) text += fmt::format(" {:.0f} of {:.0f}", one.heap_mb, one.resident_mb);
    return text;
  }
  /// A leak is in every later measurement, and memory differs by what happens to be shown: the least of the later half.
  Usage later() const {
    const auto half = std::span(seen_).subspan(seen_.size() / 2);
    return {std::ranges::min(half, {}, &Usage::heap_mb).heap_mb, std::ranges::min(half, {}, &Usage::resident_mb).resident_mb};
  }

 private:
  std::vector<Usage> seen_;
};

int soak(double seconds, unsigned seed) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / fmt::format("satscope-soak-{}", ::getpid());
  std::filesystem::create_directories(folder);
  std::filesystem::current_path(folder);  // what is saved lies here
  WindowOptions options;
  options.synthetic = true;
  options.workspace = "playground";
  options.state_out = (folder / "state.json").string();
  Watcher watcher(options);
  RandomInput input(watcher.screen(), seed);
  Memory memory;

  long acts = 0;
  const int rounds = std::clamp(static_cast<int>(seconds / 5), 4, 20);
  const auto well = [&] { return watcher.problem().empty(); };
  for (int round = 1; well() && round <= rounds; ++round) {
    while (well() && watcher.now() < seconds * round / rounds) {
      if (watcher.screen().input().empty()) {
        input.act();
        ++acts;
      }
      watcher.frame(input);
    }
    Usage least;
    for (const char* room : {"playground", "steps"}) {
      input.undo_all(room);
      const double begun = watcher.now();
      const auto due = [&](int i) {
        const double rested = watcher.now() - begun;
        return i < k_frames_at_rest || rested < k_shortest_rest || (!watcher.screen().settled() && rested < k_longest_rest);
      };
      least = usage();
      for (int i = 0; well() && due(i); ++i) {
        watcher.frame(input);
        if (i >= k_frames_at_rest) least = std::ranges::min(least, usage(), {}, &Usage::heap_mb);
      }
    }
    memory.add(least);
  }
  std::string problem = watcher.problem();
  const Usage first = memory.first(), later = memory.later();
  if (k_judges_memory && problem.empty() &&
      (later.heap_mb - first.heap_mb > k_most_growth.heap_mb ||
       later.resident_mb - first.resident_mb > k_most_growth.resident_mb))
    problem = "memory grew";
  std::filesystem::current_path("/");
  std::filesystem::remove_all(folder);
  fmt::print(
      "seed {}: {} acts, {} frames in {:.0f} s, the longest {:.2f} s; heap {:.0f} MB, {:.0f} later; "
      "resident {:.0f} MB, {:.0f} later; heap of program after each round:{}{}{}\n",
      seed, acts, watcher.frames(), watcher.now(), watcher.longest(), first.heap_mb, later.heap_mb, first.resident_mb,
      later.resident_mb, memory.rounds(), problem.empty() ? "" : "; ", problem);
  return problem.empty() ? 0 : 1;
}

}  // namespace
}  // namespace satscope::app

int main(int count, char** words) {
  const char* asked = std::getenv("SATSCOPE_SOAK_SECONDS");
  double seconds = asked ? std::atof(asked) : 20;
  unsigned seed = std::random_device()();
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string word = words[i];
    if (word == "--seconds") seconds = std::stod(words[i + 1]);
    if (word == "--seed") seed = static_cast<unsigned>(std::stoul(words[i + 1]));
  }
  try {
    fmt::print("seed {}\n", seed);
    std::fflush(stdout);
    return satscope::app::soak(seconds, seed);
  } catch (const std::exception& problem) {
    fmt::print("thrown: {}\n", problem.what());
    return 1;
  }
}
