// SPDX-License-Identifier: Apache-2.0
// How long OpenGL takes for what is drawn between begin and end, known a few frames later and without waiting.
#pragma once
#include <array>
#include <cstddef>
#include <optional>

namespace satscope::app {

class GlTimer {
 public:
  /// Needs a current OpenGL 3.3 context for its whole life.
  GlTimer();
  ~GlTimer();
  GlTimer(const GlTimer&) = delete;
  GlTimer& operator=(const GlTimer&) = delete;

  // At most one timer at a time may be between the two.
  void begin();
  void end();
  /// Milliseconds of the oldest span that is known and was not taken yet.
  std::optional<double> take();

 private:
  static constexpr std::size_t k_spans = 4;
  std::array<unsigned, k_spans> queries_{};
  std::size_t begun_ = 0, taken_ = 0;  ///< how many so far
  bool open_ = false;
};

}  // namespace satscope::app
