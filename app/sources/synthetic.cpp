// SPDX-License-Identifier: Apache-2.0
#include "app/sources/synthetic.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "app/sources/landscape.h"
#include "app/sources/page.h"

namespace satscope::app {
namespace {

constexpr int k_band = 16;  // rows that a thread takes at once: the sky costs more than the page
constexpr std::size_t k_pixels_worth_a_thread = 1 << 18;
constexpr std::size_t k_most_threads = 16;

}  // namespace

void draw_synthetic(std::span<std::uint32_t> rgba, Extent extent, double seconds) {
  const Page page(extent, seconds);
  const Landscape scene(extent, seconds, !page.there());
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
        page.draw_row(y, row);
      }
    }
  };
  const std::size_t threads = std::min(
      {extent.area() / k_pixels_worth_a_thread, k_most_threads, static_cast<std::size_t>(std::thread::hardware_concurrency())});
  std::vector<std::jthread> helpers;
  for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(draw_bands);
  draw_bands();
}

}  // namespace satscope::app
