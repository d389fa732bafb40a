// SPDX-License-Identifier: Apache-2.0
#include "app/sources/synthetic.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <utility>

#include "app/sources/curves.h"
#include "app/sources/landscape.h"
#include "app/sources/live/live_open.h"
#include "app/sources/page.h"
#include "kernels/simt/thread_pool.h"

namespace satscope::app {
namespace {

constexpr int k_band = 16;  // rows that a thread takes at once: the sky costs more than the page
constexpr std::size_t k_pixels_worth_a_thread = 1 << 18;
constexpr std::size_t k_most_threads = 16;

constexpr Extent k_usual{1280, 720};
constexpr double k_usual_rate = 60;

/// Frame n shows the moment n / rate, so the same frame is always the same picture.
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
            .made_to_order = true,
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

Banner::Banner(Extent extent, double seconds)
    : extent_(extent), unit_(std::max(1, extent.height / 45)), turns_(fraction(seconds)) {
  // because: at 60 frames a second it moves by a quarter of a stripe, which is much and still looks like a movement
  constexpr double k_first = 2, k_every = 14, k_stripes_per_second = 15;
  constexpr int k_ahead = 24;  // stripes of banner, rope and airship
  const double since = seconds < k_first ? k_every : std::fmod(seconds - k_first, k_every);
  left_ = std::min(extent.width, static_cast<int>((k_stripes_per_second * since - k_ahead) * unit_));
}

void Banner::draw_row(int y, std::span<std::uint32_t> rgba) const {
  constexpr std::uint32_t k_cream = 0xFFDCF0F8, k_navy = 0xFF461E14, k_rope = 0xFF504840;  // A B G R
  constexpr int k_stripes = 16, k_half = 3, k_ship = 21;                                   // in stripes
  constexpr float k_middle = 0.21F;                                                        // of the picture's height
  const auto unit = static_cast<float>(unit_);
  for (int x = std::max(0, left_); x < std::min(extent_.width, left_ + (k_ship + 3) * unit_); ++x) {
    const float along = static_cast<float>(x - left_) / unit;
    const float flutter = 0.35F * wave(fraction(along / 9.0F - turns_)) * std::max(0.0F, 1 - along / k_ship);
    const float down = (static_cast<float>(y) - k_middle * static_cast<float>(extent_.height)) / unit - flutter;
    const float ahead = (along - k_ship) / 2.4F, aside = down / 0.7F;
    auto& word = rgba[static_cast<std::size_t>(x)];
    if (along < k_stripes && down * down < k_half * k_half)
      word = static_cast<int>(along) % 2 ? k_navy : k_cream;
    else if ((along >= k_stripes && along < k_ship && down * down < 0.006F) || ahead * ahead + aside * aside < 1)
      word = k_rope;
  }
}

void draw_synthetic(std::span<std::uint32_t> rgba, Extent extent, double seconds) {
  const Page page(extent, seconds);
  const Landscape scene(extent, seconds, !page.there());
  const Banner banner(extent, seconds);
  const auto width = static_cast<std::size_t>(extent.width);
  std::atomic<int> next_band = 0;
  const auto draw_bands = [&] {
    Landscape landscape = scene;  // it keeps the row that it draws
    while (true) {
      const int from = k_band * next_band++;
      if (from >= extent.height) return;
      for (int y = from; y < std::min(from + k_band, extent.height); ++y) {
        const auto row = rgba.subspan(static_cast<std::size_t>(y) * width, width);
        landscape.draw_row(y, row);
        banner.draw_row(y, row);
        page.draw_row(y, row);
      }
    }
  };
  const std::size_t threads =
      std::min({extent.area() / k_pixels_worth_a_thread, k_most_threads, static_cast<std::size_t>(host_threads())});
  together(std::max(static_cast<int>(threads), 1), [&](int) { draw_bands(); });
}

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
