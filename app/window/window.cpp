// SPDX-License-Identifier: Apache-2.0
#include "app/window/window.h"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "app/core/write_stderr.h"
#include "app/sources/files/session_file.h"
#include "app/sources/files/standard_input.h"
#include "app/sources/live/live_open.h"
#include "app/sources/loaders.h"
#include "app/ui/ui.h"
#include "app/window/desktop/glfw.h"
#include "app/window/screen.h"

namespace satscope::app {
namespace {

/// With SATSCOPE_TIMING set, says on stderr how long it took until a box could be dragged, and in the end how many frames
/// were drawn and what a turn of the loop went to. Seconds count from GLFW's start, a few milliseconds after the program's.
class Stopwatch {
 public:
  enum Part : std::uint8_t { waiting, stepping, drawing, swapping };
  /// What follows belongs to this part.
  void now(Part part) {
    const double time = glfwGetTime();
    spent_[part_] += time - since_;
    part_ = part;
    since_ = time;
  }
  void drawn(bool ready) {
    ++frames_;
    if (!wanted_ || said_ || !ready) return;
    said_ = true;
    write_stderr(fmt::format("first draggable box after {:.0f} ms\n", glfwGetTime() * 1000));
  }
  void end() const {
    if (!wanted_) return;
    const double count = std::max(1, frames_);
    write_stderr(fmt::format(
        "{} frames drawn in {:.1f} s; ms for each: {:.2f} waiting, {:.2f} stepping, {:.2f} drawing, {:.2f} swapping\n", frames_,
        glfwGetTime(), 1000 * spent_[waiting] / count, 1000 * spent_[stepping] / count, 1000 * spent_[drawing] / count,
        1000 * spent_[swapping] / count));
  }

 private:
  bool wanted_ = std::getenv("SATSCOPE_TIMING") != nullptr;
  bool said_ = false;
  int frames_ = 0;
  std::array<double, 4> spent_{};
  Part part_ = waiting;
  double since_ = 0;
};

/// Until it is closed or asked to stop.
void run(DesktopWindow& window, Screen& screen, const std::stop_token& stop) {
  Stopwatch stopwatch;
  for (;;) {
    stopwatch.now(Stopwatch::waiting);
    window.wait(window.visible() ? screen.next_step_in() : screen.works_unseen() ? 0.01 : 0.1);
    if (window.closing() || screen.quit_wanted() || stop.stop_requested()) break;
    stopwatch.now(Stopwatch::stepping);
    const bool changed = screen.step(glfwGetTime(), window.visible());
    if (!changed || !window.visible()) continue;
    stopwatch.now(Stopwatch::drawing);
    window.begin_frame();
    screen.draw(window.drawn(), glfwGetTime());
    window.end_frame(screen.stage());
    stopwatch.now(Stopwatch::swapping);
    const double drawn = glfwGetTime();
    window.swap();
    screen.swapped(1000 * (glfwGetTime() - drawn));
    window.show_pointer(screen.pointer_shape());
    window.set_title(screen.title());
    window.set_dark(screen.session().theme == "dark");
    stopwatch.drawn(screen.settled());
  }
  stopwatch.end();
}

/// Where none can open, a missing INPUT comes first: a window says that, too.
DesktopWindow opened(const WindowOptions& options) {
  try {
    return DesktopWindow(options.size, "satscope");
  } catch (const std::runtime_error&) {
    const std::string& input = options.input;
    std::error_code error;
    const bool is_file = !input.empty() && input != k_standard_input && !input.starts_with(k_pattern_prefix) &&
                         !input.starts_with(k_figure_prefix) && !is_live(input);
    if (is_file && !std::filesystem::exists(path_of(input), error)) static_cast<void>(whole_file(input));
    throw;
  }
}

}  // namespace

std::string open_window(const WindowOptions& options, const std::stop_token& stop) {
  DesktopWindow window = opened(options);
  Screen screen(options, window.settings(), window);
  window.attach(&screen);
  const std::stop_callback wake(stop, [] { glfwPostEmptyEvent(); });
  try {
    run(window, screen, stop);
  } catch (const std::exception& problem) {  // because: a film is kept whatever ends the window
    window.attach(nullptr);
    const std::string said = screen.finish();
    if (said.empty()) throw;
    throw std::runtime_error(fmt::format("{}; {}", problem.what(), said));
  }
  window.attach(nullptr);
  return screen.finish();
}

}  // namespace satscope::app
