// SPDX-License-Identifier: Apache-2.0
// The synthetic camera as an input: frame n shows time n / rate, so the same frame is always the same picture.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/sources/live_open.h"
#include "app/sources/synthetic.h"

namespace satscope::app {
namespace {

constexpr Extent k_usual{1280, 720};
constexpr double k_usual_rate = 60;

class SyntheticInput : public LiveInput {
 public:
  SyntheticInput(Extent extent, double rate, BlockLender blocks) : extent_(extent), rate_(rate), blocks_(std::move(blocks)) {}

  Description describe() const override {
    const Mode mode{.extent = extent_, .rate = rate_, .format = "rgba"};
    return {.name = "synthetic camera",
            .pace = Pace::stamps,
            .requested = mode,
            .delivered = mode,
            .can_seek = true,
            .can_step_back = true,
            .notes = {}};
  }

  Reading next(double not_before) override {
    const auto began = std::chrono::steady_clock::now();
    const double earliest = std::floor(not_before * rate_);
    const double wanted = std::max(next_, earliest);
    Reading reading{.answer = Answer::frame, .skipped = static_cast<std::uint64_t>(wanted - next_)};
    SourceFrame& frame = reading.frame;
    frame.extent = extent_;
    frame.rgba = blocks_(extent_.area() * sizeof(std::uint32_t));
    frame.seconds = wanted / rate_;
    draw_synthetic(frame.words(), extent_, frame.seconds);
    frame.decode_ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
    next_ = wanted + 1;
    return reading;
  }

  bool seek(double seconds) override {
    next_ = std::max(0.0, std::floor(seconds * rate_ + 1e-6));
    return true;
  }
  bool step(int by) override {
    if (by < 0) next_ = std::max(0.0, next_ - 1 + by);  // next_ is one behind the frame that is shown
    return true;
  }

 private:
  Extent extent_;
  double rate_;
  BlockLender blocks_;
  double next_ = 0;  ///< a whole number
};

}  // namespace

Opened open_synthetic(const std::string& words, const OpenContext& context) {
  const auto size = words_behind(words, k_synthetic);
  if (!size) return {};
  const auto part = read_screen_part(*size);
  constexpr int k_longest = 16384;
  if (!part || part->x || part->y || part->extent.width > k_longest || part->extent.height > k_longest)
    return Opened::because(fmt::format(
        "'{}' is not a size of the synthetic camera; write synthetic:WxH with sides from 1 to {}", words, k_longest));
  Extent extent = part->extent.width ? part->extent : context.wanted.extent;
  if (extent.width < 1 || extent.height < 1) extent = k_usual;
  const double rate = context.wanted.rate > 0 ? context.wanted.rate : k_usual_rate;
  return Opened::as(std::make_unique<SyntheticInput>(extent, rate, context.blocks));
}

}  // namespace satscope::app
