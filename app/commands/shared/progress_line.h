// SPDX-License-Identifier: Apache-2.0
// Progress of slow work on stderr: nothing in the first second, unless it is surely slow, then a line per second; on a terminal
// always the same line.
#pragma once
#include <chrono>
#include <cstdint>
#include <string_view>

namespace satscope::app {

class ProgressLine {
 public:
  explicit ProgressLine(bool surely_slow = false);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// So many frames are done, and this part of all, 0 ... 1; below 0 if unknown.
  void show(std::uint64_t frames, double part);
  /// The current work; on a terminal at once, because the next line may take long.
  void say(std::string_view doing);
  /// Removes the line from the terminal, before another one.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  void put(std::string_view line);

  Clock::time_point began_ = Clock::now(), shown_ = began_;
  bool terminal_, visible_ = false;
};

}  // namespace satscope::app
