// SPDX-License-Identifier: Apache-2.0
#include "kernels/faces/detect.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "kernels/engine.h"
#include "kernels/faces/levels.h"
#include "kernels/registry.h"
#include "kernels/simt/crew.h"
#include "kernels/simt/simt.h"

namespace satscope::faces {
namespace {

/// A padded table in memory; differences of its entries are right modulo 2^bits.
template <class T>
struct Entries {
  const T* at = nullptr;
  std::ptrdiff_t pitch = 0;
  const T* corner(int x, int y) const { return at + y * pitch + x; }
};

/// Where the corners of a rectangle lie from the window's upper left one: at most 256 rows down.
struct Corners {
  std::int32_t a, b, c, d;
  Corners(const WeightedRect& r, std::ptrdiff_t pitch)
      : a(static_cast<std::int32_t>(r.y * pitch + r.x)),
        b(a + r.width),
        c(static_cast<std::int32_t>(a + r.height * pitch)),
        d(c + r.width) {}
  template <class T>
  T sum(const T* window) const {
    return window[d] - window[b] - window[c] + window[a];
  }
};

/// A node with all that it needs, for tables of one pitch: nodes are met in this order, so memory is read in order too.
struct Step {
  Corners corners[3];
  float weights[3];
  float threshold;
  int left, right;  ///< as Node's
  float low, high;  ///< the leaves of a tree of one node
  float value(const std::uint32_t* window) const {
    const auto sum = [&](int i) { return weights[i] * static_cast<float>(static_cast<std::int32_t>(corners[i].sum(window))); };
    const float two = sum(0) + sum(1);
    return weights[2] == 0 ? two : two + sum(2);
  }
};

/// The cascade over one level.
class Looker {
 public:
  Looker(const Cascade& cascade, Entries<std::uint32_t> sums, Entries<std::uint64_t> squares)
      : cascade_(cascade),
        sums_(sums),
        squares_(squares),
        inside_sums_(inside(cascade), sums.pitch),
        inside_squares_(inside(cascade), squares.pitch),
        pixels_((cascade.window.width - 2) * (cascade.window.height - 2)) {
    steps_.reserve(cascade.nodes.size());
    for (const Node& node : cascade.nodes) {
      const auto& r = cascade.features[static_cast<std::size_t>(node.feature)].rects;
      steps_.push_back({{{r[0], sums.pitch}, {r[1], sums.pitch}, {r[2], sums.pitch}},
                        {r[0].weight, r[1].weight, r[2].weight},
                        node.threshold,
                        node.left,
                        node.right,
                        0,
                        0});
    }
    for (std::size_t i = 0; i < cascade.trees.size(); ++i) {
      const Tree& tree = cascade.trees[i];
      Step& first = steps_[tree.first_node];
      const bool stump = first.left <= 0 && first.right <= 0;
      stumps_.push_back(stump);
      if (!stump) continue;
      first.low = cascade.leaves[tree.first_leaf + static_cast<std::size_t>(-first.left)];
      first.high = cascade.leaves[tree.first_leaf + static_cast<std::size_t>(-first.right)];
    }
  }

  static constexpr int k_flat = -1;

  /// The stages that the window passed, or k_flat.
  int passed(int x, int y) const {
    const std::uint32_t* window = sums_.corner(x, y);
    const double sum = inside_sums_.sum(window), n = pixels_;
    const auto square_sum = static_cast<double>(inside_squares_.sum(squares_.corner(x, y)));
    const double scaled_variance = n * square_sum - sum * sum;  // exact: below 2^53
    if (scaled_variance <= 0) return k_flat;
    const auto unit = static_cast<float>(1 / std::sqrt(scaled_variance));
    if (static_cast<double>(static_cast<float>(pixels_) * unit) >= 1e-1) return k_flat;
    int stage = 0;
    for (const Stage& s : cascade_.stages) {
      if (sum_of(s, window, unit) < static_cast<double>(s.threshold)) break;
      ++stage;
    }
    return stage;
  }

 private:
  static WeightedRect inside(const Cascade& cascade) { return {1, 1, cascade.window.width - 2, cascade.window.height - 2, 1}; }

  double sum_of(const Stage& stage, const std::uint32_t* window, float unit) const {
    double sum = 0;
    for (std::size_t i = stage.first_tree; i < stage.first_tree + stage.trees; ++i) {
      const Tree& tree = cascade_.trees[i];
      const Step* step = &steps_[tree.first_node];
      if (stumps_[i]) {
        sum += static_cast<double>(step->value(window) * unit < step->threshold ? step->low : step->high);
        continue;
      }
      int at = 0;
      do {
        const Step& node = step[at];
        at = node.value(window) * unit < node.threshold ? node.left : node.right;
      } while (at > 0);
      sum += static_cast<double>(cascade_.leaves[tree.first_leaf + static_cast<std::size_t>(-at)]);
    }
    return sum;
  }

  const Cascade& cascade_;
  Entries<std::uint32_t> sums_;
  Entries<std::uint64_t> squares_;
  Corners inside_sums_, inside_squares_;
  int pixels_;
  std::vector<Step> steps_;
  std::vector<char> stumps_;  ///< whether a tree is one
};

Engine table_engine(Extent size, std::string_view type, int threads) {
  const Request request{.extent = size, .types = *find_type_pair(type), .form = Form::padded};
  return Engine(default_algorithm(Machine::cpu).plan(request), Machine::cpu, threads);
}

template <class T>
Entries<T> entries(const Engine& engine) {
  const auto table = static_cast<std::size_t>(engine.plan().table());
  return {static_cast<const T*>(engine.memory().at[table]), engine.plan().buffers[table].pitch()};
}

bool is_cancelled(const Search& search) { return search.cancelled && search.cancelled->load(std::memory_order_relaxed); }

double ms_since(std::chrono::steady_clock::time_point& begin) {
  const auto now = std::chrono::steady_clock::now();
  const double ms = std::chrono::duration<double, std::milli>(now - begin).count();
  begin = now;
  return ms;
}

void look(const Cascade& cascade, const Level& level, const Looker& pass, ReachMap map, const Search& search, int threads,
          Detection& found) {
  const auto stages = cascade.stages.size();
  const int lines = ceil_div(level.rows, level.step);
  std::vector<std::vector<Box>> of_line(static_cast<std::size_t>(lines));
  std::atomic<int> next = 0;
  std::atomic<std::size_t> count = found.windows.size();
  std::mutex adding;
  together(std::clamp(threads, 1, lines), [&](int) {
    std::vector<std::int64_t> rejected(stages + 1);
    std::int64_t flat = 0;
    for (int line = next++; line < lines && count <= k_most_windows && !is_cancelled(search); line = next++) {
      const int y = line * level.step;
      for (int x = 0; x < level.columns; x += level.step) {
        const int passed = pass.passed(x, y);
        if (passed < 0) {
          ++flat;
          continue;
        }
        ++rejected[static_cast<std::size_t>(passed)];
        map.passed(x, y, passed);
        if (passed == 0) x += level.step;
        if (passed < static_cast<int>(stages)) continue;
        ++count;
        of_line[static_cast<std::size_t>(line)].push_back(level.box(x, y));
      }
    }
    const std::lock_guard lock(adding);
    found.flat += flat;
    for (std::size_t i = 0; i < stages; ++i) found.rejected[i] += rejected[i];
  });
  if (count > k_most_windows) refuse_so_many();
  for (const std::vector<Box>& boxes : of_line) found.windows.insert(found.windows.end(), boxes.begin(), boxes.end());
}

}  // namespace

Detection detect(const Cascade& cascade, std::span<const std::uint8_t> grey, Extent picture, const Search& search) {
  check_search(cascade, picture, search);
  const int threads = search.threads > 0 ? search.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  Detection found{.rejected = std::vector<std::int64_t>(cascade.stages.size())};
  found.map.resize(search.map.area());
  std::vector<std::uint8_t> scaled;
  for (const Level& level : levels_of(cascade, picture, search)) {
    if (is_cancelled(search)) break;
    auto begin = std::chrono::steady_clock::now();
    scaled.resize(level.size.area());
    scale_linear(grey, picture, scaled, level.size, threads);
    found.scale_ms += ms_since(begin);
    Engine sums = table_engine(level.size, "8u32u", threads), squares = table_engine(level.size, "8u64u-sq", threads);
    for (Engine* engine : {&sums, &squares}) {
      engine->write(engine->plan().picture(), std::as_bytes(std::span(scaled)));
      engine->run();
    }
    found.tables_ms += ms_since(begin);
    look(cascade, level, Looker(cascade, entries<std::uint32_t>(sums), entries<std::uint64_t>(squares)),
         ReachMap(search.map, picture, cascade.window, level.scale, found.map), search, threads, found);
    found.cascade_ms += ms_since(begin);
    ++found.sizes;
  }
  found.looked_at = found.flat + static_cast<std::int64_t>(found.windows.size());
  for (const std::int64_t count : found.rejected) found.looked_at += count;
  return found;
}

}  // namespace satscope::faces
