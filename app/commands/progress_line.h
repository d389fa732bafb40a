// SPDX-License-Identifier: Apache-2.0
// How far slow work is, on stderr: nothing in the first second, then a line a second, always the same one on a terminal.
#pragma once
#include <chrono>
#include <cstdint>
#include <string_view>

namespace satscope::app {

class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// So many frames are done, which is this part of all, 0 ... 1; below 0 where that is not known.
  void show(std::uint64_t frames, double part);
  /// What is being done now; on a terminal at once, because the next line may be long in coming.
  void say(std::string_view doing);
  /// Takes the line off the terminal, before another one.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  void put(std::string_view line);

  Clock::time_point began_ = Clock::now(), shown_ = began_;
  bool terminal_, visible_ = false;
};

}  // namespace satscope::app
