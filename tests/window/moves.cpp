// SPDX-License-Identifier: Apache-2.0
// moves [--side N] [--size WxH] [ID...]: how long the window takes to show another step. Every algorithm and filter of the
// list, or those named, also a CUDA file, in every view: forward, back, by phases, to both ends and to places at random, by
// keys and by a press on the bar. A line for each: median, p99 and longest frame in ms of computing, from the key to what
// OpenGL is to draw; pixels are not filled, which is the GPU's work. Before them the frame that first shows the story. The last
// line names the longest of all. Nothing is judged, because times are the machine's.
#include <epoxy/gl.h>
#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/core/files/atomic_file.h"
#include "app/core/json.h"
#include "app/lab/trace/file_algorithm.h"
#include "app/render/gl/offscreen.h"
#include "app/window/screen.h"
#include "app/workspaces/steps/view.h"
#include "kernels/last_times.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

class MovingHost : public Host {
 public:
  bool animates() const override { return true; }
};

/// ms that this thread has computed, because other programs on a busy machine are not the window's.
double computed() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

/// A window on no screen that steps through noise.
class Room {
 public:
  Room(const std::string& id, bool filter, int side, Extent size)
      : size_(size), offscreen_(size), screen_(options(id, filter, side, size), Settings{}, host_) {
    settle();
  }

  nlohmann::json state() { return screen_.state(); }
  void settle() {
    for (int calm = 0; calm < 3; calm = screen_.settled() ? calm + 1 : 0) {
      const double one = frame();
      if (arrival_ == 0 && state()["steps"].contains("steps")) arrival_ = one;
      if (calm == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  /// ms of the frame that first showed the story.
  double arrival() const { return arrival_; }
  void key(Chord chord) {
    screen_.input().push(InputEvent::key(chord, true));
    screen_.input().push(InputEvent::key(chord, false));
    screen_.input().push(InputEvent::key({}, false));
  }
  void press_at(double part, const nlohmann::json& bar) {
    const double x = bar["x"], y = bar["y"], width = bar["w"], height = bar["h"];
    screen_.input().push(InputEvent::move_to(x + std::clamp(part * width, 0.5, width - 0.5), y + height / 2));
    screen_.input().push(InputEvent::press(MouseButton::left, true));
    screen_.input().push(InputEvent::press(MouseButton::left, false));
  }
  /// Frames until what was pressed is seen, and two in which its numbers slide. Returns the longest.
  double measure(LastTimes& times) {
    double longest = 0;
    const auto add = [&](double one) {
      times.add(one);
      longest = std::max(longest, one);
    };
    do add(frame());
    while (!screen_.input().empty());
    for (int i = 0; i < 2; ++i) add(frame());
    return longest;
  }
  double frame() {
    now_ += 0.016;
    const double began = computed();
    screen_.step(now_);
    offscreen_.bind();
    glEnable(GL_RASTERIZER_DISCARD);
    screen_.draw(size_, now_);
    return computed() - began;
  }
  void view(std::string_view view) {
    for (int i = 0; i < 10 && state()["steps"]["view"] != view; ++i) {
      key({.key = 'W'});
      settle();
    }
  }

 private:
  static WindowOptions options(const std::string& id, bool filter, int side, Extent size) {
    std::mt19937 random(7);
    std::string numbers;
    for (int i = 0; i < side * side; ++i) numbers += fmt::format("{}{}", random() % 256, (i + 1) % side == 0 ? "\n" : " ");
    nlohmann::json steps{{"source", {{"kind", "typed"}, {"typed", numbers}}}};
    steps[filter ? "filter" : "algorithm"] = id;
    const nlohmann::json session{
        {"satscope", "session"}, {"version", 1}, {"session", {{"workspace", "steps"}, {"steps", steps}}}};
    const std::string file = (std::filesystem::temp_directory_path() / fmt::format("moves-{}.satscope", ::getpid())).string();
    write_file(file, session.dump());
    WindowOptions options;
    options.input = file;
    options.size = size;
    options.machine = Machine::cpu;
    options.display = DisplayPath::cpu;
    return options;
  }

  Extent size_;
  Offscreen offscreen_;
  MovingHost host_;
  Screen screen_;
  double now_ = 0, arrival_ = 0;
};

struct Longest {
  double ms = 0;
  std::string of;  ///< which move of what, in which view
};

/// The longest frame of all moves in one view.
Longest measure_view(Room& room, const std::string& name, std::string_view view) {
  room.view(view);
  if (room.state()["steps"]["view"] != view) return {};  // such as look-back, where blocks exchange nothing
  LastTimes times(100'000);
  double longest = 0;
  const char* worst = "";
  const auto measure = [&](const char* what) {
    if (const double one = room.measure(times); one > longest) {
      longest = one;
      worst = what;
    }
  };
  const auto press = [&](const char* what, int count, Chord chord) {
    for (int i = 0; i < count; ++i) {
      room.key(chord);
      measure(what);
    }
  };
  press("first", 1, {.key = k_key_home});
  press("forward", 12, {.key = k_key_right});
  press("next phase", 6, {.key = k_key_page_down});
  press("back", 12, {.key = k_key_left});
  for (int i = 0; i < 3; ++i) {
    press("to the end", 1, {.key = k_key_end});
    press("to the start", 1, {.key = k_key_home});
  }
  std::mt19937 random(11);
  const auto bar = room.state()["controls"]["steps:scrub"];
  for (int i = 0; i < 30; ++i) {
    room.press_at(static_cast<double>(random()) / static_cast<double>(std::mt19937::max()), bar);
    measure("anywhere");
  }
  const std::size_t steps = room.state()["steps"]["steps"];
  fmt::print("{:<22} {:<10} {:>6} steps  median {:>7.2f}  p99 {:>7.2f}  longest {:>7.2f} ms ({})\n", name, view, steps,
             times.median(), times.quantile(0.99), longest, worst);
  std::fflush(stdout);
  return {longest, fmt::format("{}, {}, {}", name, view, worst)};
}

int moves(const std::vector<std::string>& only, int most, Extent size) {
  Longest longest;
  const auto measure = [&](const std::string& id, bool filter, int side) {
    if (!only.empty() && std::ranges::find(only, id) == only.end()) return;
    Room room(id, filter, side, size);
    if (!room.state()["steps"].contains("steps")) {
      fmt::print("{:<22} has no steps on {} x {} numbers\n", id, side, side);
      return;
    }
    fmt::print("{:<22} arrives in a frame of {:.2f} ms\n", id, room.arrival());
    if (room.arrival() > longest.ms) longest = {room.arrival(), fmt::format("{}, arrival", id)};
    for (const StepViewKind& view : step_views())
      if (!view.of_frame())
        if (Longest one = measure_view(room, id, view.id); one.ms > longest.ms) longest = std::move(one);
  };
  for (const Algorithm& algorithm : traced_algorithms()) measure(algorithm.id, false, std::min(most, algorithm.trace_limit));
  for (const auto& filter : filters()) measure(filter.id, true, most);
  fmt::print("longest of all {:.2f} ms ({})\n", longest.ms, longest.of);
  return 0;
}

}  // namespace
}  // namespace satscope::app

int main(int count, char** words) {
  using namespace satscope;
  std::vector<std::string> only;
  int side = k_trace_limit;
  Extent size{1280, 720};
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--side" && i + 1 < count)
      side = std::stoi(words[++i]);
    else if (word == "--size" && i + 1 < count)
      std::sscanf(words[++i], "%dx%d", &size.width, &size.height);
    else
      only.push_back(word);
  }
  try {
    for (std::string& word : only)
      if (app::lab::names_cuda_file(word)) word = app::lab::adopt_file(word).id;
    return app::moves(only, side, size);
  } catch (const std::exception& problem) {
    fmt::print("thrown: {}\n", problem.what());
    return 1;
  }
}
