// SPDX-License-Identifier: Apache-2.0
#include "kernels/faces/walk.h"

#include <algorithm>
#include <cmath>

namespace satscope::faces {
namespace {

/// The picture as a level has it.
struct Scaled {
  Extent size;
  std::vector<std::uint8_t> pixels;

  Scaled(std::span<const std::uint8_t> grey, Extent picture, const Level& level) : size(level.size), pixels(size.area()) {
    scale_linear(grey, picture, pixels.data(), size.width, size, 1);
  }
  template <class F>
  std::int64_t sum(int left, int top, int width, int height, F&& of) const {
    std::int64_t total = 0;
    for (int y = top; y < top + height; ++y)
      for (int x = left; x < left + width; ++x) total += of(std::int64_t{pixels[at(x, y, size.width)]});
    return total;
  }
  std::int64_t sum(int left, int top, int width, int height) const {
    return sum(left, top, width, height, [](std::int64_t pixel) { return pixel; });
  }
};

constexpr int k_reads_of_rect = 4;

WindowWalk walk(const Cascade& cascade, const Scaled& scaled, const Level& level, int x, int y) {
  WindowWalk walk{.level = level, .x = x, .y = y, .box = level.box(x, y), .mean = 0, .deviation = 0, .flat = true};
  const int width = cascade.window.width - 2, height = cascade.window.height - 2;
  const double n = 1.0 * width * height;
  const auto sum = static_cast<double>(scaled.sum(x + 1, y + 1, width, height));
  const auto squares =
      static_cast<double>(scaled.sum(x + 1, y + 1, width, height, [](std::int64_t pixel) { return pixel * pixel; }));
  const double scaled_variance = n * squares - sum * sum;
  walk.mean = sum / n;
  walk.deviation = std::sqrt(scaled_variance) / n;
  if (scaled_variance <= 0) return walk;
  const auto unit = static_cast<float>(1 / std::sqrt(scaled_variance));
  if (static_cast<double>(static_cast<float>(n) * unit) >= 1e-1) return walk;
  walk.flat = false;
  int reads = 2 * k_reads_of_rect;
  for (const Stage& stage : cascade.stages) {
    double of_stage = 0;
    for (std::size_t t = 0; t < stage.trees; ++t) {
      const Tree& tree = cascade.trees[stage.first_tree + t];
      for (int at = 0;;) {
        const auto number = tree.first_node + static_cast<std::size_t>(at);
        const Node& node = cascade.nodes[number];
        WalkStep step{walk.passed, static_cast<int>(t), static_cast<int>(number), {}, 0, {}, 0, false, 0};
        const auto& rects = cascade.features[static_cast<std::size_t>(node.feature)].rects;
        for (std::size_t k = 0; k < rects.size(); ++k) {
          const WeightedRect& r = rects[k];
          if (k == 2 && r.weight == 0) continue;
          step.sums[k] = scaled.sum(x + r.x, y + r.y, r.width, r.height);
          const float term = r.weight * static_cast<float>(step.sums[k]);
          step.value = k == 0 ? term : step.value + term;
          reads += k_reads_of_rect;
        }
        step.value *= unit;
        step.reads = reads;
        at = step.value < node.threshold ? node.left : node.right;
        if (at <= 0) {
          step.leaf = cascade.leaves[tree.first_leaf + static_cast<std::size_t>(-at)];
          of_stage += static_cast<double>(*step.leaf);
          step.ends_stage = t + 1 == stage.trees;
        }
        step.stage_sum = of_stage;
        walk.steps.push_back(step);
        if (at <= 0) break;
      }
    }
    if (of_stage < static_cast<double>(stage.threshold)) break;
    ++walk.passed;
  }
  return walk;
}

/// Where windows may lie.
int place(double wanted, int places, int step) {
  const int most = (places - 1) / step;
  return std::clamp(static_cast<int>(std::lround(wanted / step)), 0, most) * step;
}

}  // namespace

std::array<double, 4> WindowWalk::on_picture(const WeightedRect& r) const {
  const auto scale = static_cast<double>(level.scale);
  return {(x + r.x) * scale, (y + r.y) * scale, (x + r.x + r.width) * scale, (y + r.y + r.height) * scale};
}

std::optional<WindowWalk> walk_window(const Cascade& cascade, std::span<const std::uint8_t> grey, Extent picture,
                                      const Search& search, const Box& wanted) {
  check_search(cascade, picture, search);
  const std::vector<Level> levels = levels_of(cascade, picture, search);
  if (levels.empty()) return {};
  const Level& level =
      *std::ranges::min_element(levels, {}, [&](const Level& one) { return std::abs(one.width - wanted.width); });
  const auto scale = static_cast<double>(level.scale);
  return walk(cascade, Scaled(grey, picture, level), level, place(wanted.x / scale, level.columns, level.step),
              place(wanted.y / scale, level.rows, level.step));
}

std::optional<WindowWalk> furthest_window(const Cascade& cascade, std::span<const std::uint8_t> grey, Extent picture,
                                          const Search& search, int x, int y) {
  check_search(cascade, picture, search);
  std::optional<WindowWalk> best;
  for (const Level& level : levels_of(cascade, picture, search)) {
    const Scaled scaled(grey, picture, level);
    const auto scale = static_cast<double>(level.scale);
    const auto corner = [&](int middle, int side) { return (middle + 0.5) / scale - side / 2.0; };
    for (const int down : {0, -level.step, level.step})
      for (const int right : {0, -level.step, level.step}) {
        WindowWalk one = walk(cascade, scaled, level, place(corner(x, cascade.window.width) + right, level.columns, level.step),
                              place(corner(y, cascade.window.height) + down, level.rows, level.step));
        const bool further =
            !best || one.passed > best->passed || (one.passed == best->passed && one.steps.size() > best->steps.size());
        if (further) best = std::move(one);
      }
  }
  return best;
}

}  // namespace satscope::faces
