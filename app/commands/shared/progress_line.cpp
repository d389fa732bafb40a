// SPDX-License-Identifier: Apache-2.0
#include "app/commands/shared/progress_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "app/core/text/foreign_text.h"
#include "app/core/write_stderr.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

constexpr std::string_view k_erase = "\r\x1b[K";
constexpr std::chrono::seconds k_between{1};

}  // namespace

ProgressLine::ProgressLine(bool surely_slow) : terminal_(is_terminal(stderr)) {
  if (surely_slow) shown_ -= k_between;
}

void ProgressLine::show(std::uint64_t frames, double part) {
  const Clock::time_point now = Clock::now();
  if (now - shown_ < k_between) return;
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - began_).count();
  std::string line =
      fmt::format("satscope: {}, {:.1f} a second", counted(frames, "frame"), static_cast<double>(frames) / seconds);
  if (part >= 0) line += fmt::format(", {:.0f} %", 100 * std::min(part, 1.0));
  put(line);
}

void ProgressLine::say(std::string_view doing) {
  const Clock::time_point now = Clock::now();
  if (!terminal_ && now - shown_ < k_between) return;
  shown_ = now;
  put(fmt::format("satscope: {}", one_line(doing)));
}

void ProgressLine::put(std::string_view line) {
  write_stderr(fmt::format("{}{}{}", terminal_ ? k_erase : "", line, terminal_ ? "" : "\n"));
  visible_ = terminal_;
}

void ProgressLine::clear() {
  if (visible_) write_stderr(k_erase);
  visible_ = false;
}

}  // namespace satscope::app
