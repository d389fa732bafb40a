// SPDX-License-Identifier: Apache-2.0
#include "kernels/faces/detect.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <mutex>
#include <stdexcept>

#include "kernels/engine.h"
#include "kernels/faces/atlas.h"
#include "kernels/faces/row.h"
#include "kernels/registry.h"
#include "kernels/simt/simt.h"
#include "kernels/simt/thread_pool.h"
#include "kernels/slices.h"

namespace satscope::faces {

RowCascade::RowCascade(const Cascade& cascade, const RowLayout& sums, std::ptrdiff_t pitch_of_squares)
    : stages(cascade.stages), pixels((cascade.window.width - 2) * (cascade.window.height - 2)) {
  const WeightedRect within{1, 1, cascade.window.width - 2, cascade.window.height - 2, 1};
  inside = Corners(within, sums);
  inside_squares = Corners(within, {.pitch = pitch_of_squares});
  nodes.reserve(cascade.nodes.size());
  for (std::size_t i = 0; i < cascade.trees.size(); ++i) {
    const auto& tree = cascade.trees[i];
    const std::size_t end = i + 1 < cascade.trees.size() ? cascade.trees[i + 1].first_node : cascade.nodes.size();
    trees.push_back({tree.first_node, static_cast<int>(end - tree.first_node)});
    for (std::size_t n = tree.first_node; n < end; ++n) {
      const Node& node = cascade.nodes[n];
      const auto& r = cascade.features[static_cast<std::size_t>(node.feature)].rects;
      const auto leaf = [&](int way) { return way > 0 ? 0 : cascade.leaves[tree.first_leaf + static_cast<std::size_t>(-way)]; };
      nodes.push_back({{{r[0], sums}, {r[1], sums}, {r[2], sums}},
                       {r[0].weight, r[1].weight, r[2].weight},
                       node.threshold,
                       {std::max(node.left, 0), std::max(node.right, 0)},
                       {leaf(node.left), leaf(node.right)}});
    }
  }
}

bool RowCascade::passes(const Stage& stage, const std::uint32_t* window, float unit) const {
  double sum = 0;
  for (std::size_t i = stage.first_tree; i < stage.first_tree + stage.trees; ++i)
    for (const RowNode *tree = &nodes[trees[i].first], *node = tree;;) {
      const int side = node->value(window) * unit < node->threshold ? 0 : 1;
      if (node->next[side] == 0) {
        sum += static_cast<double>(node->leaf[side]);
        break;
      }
      node = tree + node->next[side];
    }
  return !(sum < static_cast<double>(stage.threshold));
}

namespace {

Engine table_engine(Extent size, std::string_view type, int threads) {
  const Request request{.extent = size, .types = *find_type_pair(type), .form = Form::padded};
  return Engine(default_algorithm(Machine::cpu).plan(request), Machine::cpu, threads);
}

/// Entries of a level in the padded table of its atlas.
template <class T>
struct Entries {
  const T* first;
  std::ptrdiff_t pitch;
  Entries(const Engine& engine, const Atlases::Spot& spot)
      : first(static_cast<const T*>(engine.memory().at[static_cast<std::size_t>(engine.plan().table())])),
        pitch(engine.plan().buffers.back().pitch()) {
    first += spot.y * pitch + spot.x;
  }
};

/// Entries of a table of this size, for windows so many pixels apart.
std::vector<std::uint32_t> laid_out(const Entries<std::uint32_t>& from, Extent size, const RowLayout& layout, int threads) {
  std::vector<std::uint32_t> to(static_cast<std::size_t>(layout.pitch) * static_cast<std::size_t>(size.height) + k_beyond);
  std::atomic<int> next = 0;
  together(std::clamp(threads, 1, size.height), [&](int) {
    for (int y = next++; y < size.height; y = next++) {
      const std::uint32_t* entry = from.first + y * from.pitch;
      std::uint32_t* row = to.data() + y * layout.pitch;
      if (layout.step == 1)
        std::copy_n(entry, size.width, row);
      else
        for (int x = 0; x < size.width; ++x) row[layout.place(x, 0)] = entry[x];
    }
  });
  return to;
}

// because: fresh pages for large tables take longer than a few more launches
constexpr std::size_t k_host_atlas = std::size_t{1} << 21;  // pixels

/// Asked between lines of windows.
bool is_cancelled(const Search& search) {
  give_way();
  return search.cancelled && search.cancelled->load(std::memory_order_relaxed);
}

double ms_since(std::chrono::steady_clock::time_point& begin) {
  const auto now = std::chrono::steady_clock::now();
  const double ms = std::chrono::duration<double, std::milli>(now - begin).count();
  begin = now;
  return ms;
}

void look(const Cascade& cascade, const Level& level, const Entries<std::uint32_t>& sums, const Entries<std::uint64_t>& squares,
          ReachMap map, const Search& search, int threads, Detection& found) {
  const auto stages = cascade.stages.size();
  const Extent entries{level.size.width + 1, level.size.height + 1};
  const int windows = level.windows().width, lines = level.windows().height;
  const RowLayout layout{entries.width, level.step, (entries.width + 1) / 2};
  const std::vector<std::uint32_t> table = laid_out(sums, entries, layout, threads);
  const RowCascade rows(cascade, layout, squares.pitch);
  std::vector<std::vector<Box>> of_line(static_cast<std::size_t>(lines));
  std::atomic<int> next = 0;
  std::atomic<std::size_t> count = found.windows.size();
  std::mutex adding;
  together(std::clamp(threads, 1, lines), [&](int) {
    std::vector<std::int16_t> reached(static_cast<std::size_t>(windows));
    std::vector<std::int64_t> rejected(stages + 1);
    std::int64_t flat = 0;
    for (int line = next++; line < lines && count <= k_most_windows && !is_cancelled(search); line = next++) {
      const int y = line * level.step;
      look_along({rows, table.data() + y * layout.pitch, squares.first + y * squares.pitch, windows, level.step}, reached);
      for (int i = 0; i < windows; ++i) {
        const int passed = reached[static_cast<std::size_t>(i)], x = i * level.step;
        if (passed < 0) {
          flat += passed == k_row_flat ? 1 : 0;
          continue;
        }
        ++rejected[static_cast<std::size_t>(passed)];
        map.passed(x, y, passed);
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
  const int threads = search.threads > 0 ? search.threads : host_threads();
  Detection found{.rejected = std::vector<std::int64_t>(cascade.stages.size())};
  found.map.resize(search.map.area());
  const std::vector<Level> levels = levels_of(cascade, picture, search);
  if (levels.empty()) return found;
  const Atlases atlases = atlases_of(levels, k_host_atlas);
  std::vector<std::uint8_t> atlas(atlases.size.area());
  Engine sums = table_engine(atlases.size, "8u32u", search.threads),
         squares = table_engine(atlases.size, "8u64u-sq", search.threads);
  for (std::size_t first = 0, end = 0; first < levels.size() && !is_cancelled(search); first = end) {
    auto begin = std::chrono::steady_clock::now();
    for (; end < levels.size() && atlases.spots[end].atlas == atlases.spots[first].atlas; ++end) {
      const Atlases::Spot& spot = atlases.spots[end];
      scale_linear(grey, picture, &atlas[at(spot.x, spot.y, atlases.size.width)], atlases.size.width, levels[end].size,
                   threads);
    }
    found.scale_ms += ms_since(begin);
    for (Engine* engine : {&sums, &squares}) {
      engine->write(engine->plan().picture(), std::as_bytes(std::span(atlas)));
      engine->run();
    }
    found.tables_ms += ms_since(begin);
    for (std::size_t i = first; i < end && !is_cancelled(search); ++i, ++found.sizes)
      look(cascade, levels[i], {sums, atlases.spots[i]}, {squares, atlases.spots[i]},
           ReachMap(search.map, picture, cascade.window, levels[i].scale, found.map), search, threads, found);
    found.cascade_ms += ms_since(begin);
  }
  found.looked_at = found.flat + static_cast<std::int64_t>(found.windows.size());
  for (const std::int64_t count : found.rejected) found.looked_at += count;
  return found;
}

}  // namespace satscope::faces
