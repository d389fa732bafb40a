// SPDX-License-Identifier: Apache-2.0
#include "kernels/faces/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "kernels/engine.h"
#include "kernels/faces/windows.h"
#include "kernels/registry.h"

namespace satscope::faces {
namespace {

WindowSearch search_of(const Cascade& cascade, Extent picture, const Search& search) {
  check_search(cascade, picture, search);
  if (cascade.stages.size() > k_most_stages)
    throw std::invalid_argument(
        fmt::format("a cascade has at most {} stages here, not {}", k_most_stages, cascade.stages.size()));
  return {cascade.window,       cascade.nodes.size(),  cascade.leaves.size(),
          cascade.trees.size(), cascade.stages.size(), levels_of(cascade, picture, search)};
}

}  // namespace

std::size_t WindowSearch::windows() const {
  std::size_t count = 0;
  for (const Level& level : levels) count += level.windows().area();
  return count;
}

CascadeNumbers::CascadeNumbers(const Cascade& cascade) {
  for (const Node& node : cascade.nodes) {
    for (const WeightedRect& r : cascade.features[static_cast<std::size_t>(node.feature)].rects) {
      rects.push_back(static_cast<std::uint32_t>(r.x | r.y << 8 | r.width << 16) | static_cast<std::uint32_t>(r.height) << 24);
      weights.push_back(static_cast<double>(r.weight));
    }
    weights.push_back(static_cast<double>(node.threshold));
    for (const int way : {node.left, node.right}) ways.push_back(static_cast<std::uint32_t>(way));
  }
  for (const float leaf : cascade.leaves) leaves.push_back(static_cast<double>(leaf));
  for (const Tree& tree : cascade.trees)
    for (const std::size_t first : {tree.first_node, tree.first_leaf}) trees.push_back(static_cast<std::uint32_t>(first));
  for (const Stage& stage : cascade.stages) {
    for (const std::size_t number : {stage.first_tree, stage.trees}) stages.push_back(static_cast<std::uint32_t>(number));
    thresholds.push_back(static_cast<double>(stage.threshold));
  }
}

Filter window_filter(const Cascade& cascade, Extent picture, const Search& search) {
  Filter filter;
  filter.id = "face-windows";
  filter.makes_picture = false;
  filter.draft = [whole = search_of(cascade, picture, search)](const FilterRequest& request) {
    FilterDraft draft = windows_on_cpu(whole, request), gpu = windows_on_gpu(whole, request);
    for (std::size_t i = 0; i < gpu.steps.size(); ++i)
      if (Pass* pass = std::get_if<Pass>(&draft.steps[i])) pass->gpu = std::move(std::get<Pass>(gpu.steps[i]).gpu);
    return draft;
  };
  filter.traced_draft = [whole = search_of(cascade, picture, search)](const FilterRequest& request) {
    return windows_traced(whole, request);
  };
  return filter;
}

Search search_for(const Params& params, Extent picture) {
  const Filter& filter = known_filter("faces");
  const double shorter = std::min(picture.width, picture.height);
  return {.factor = number(filter, params, "factor"),
          .least = static_cast<int>(std::lround(shorter * number(filter, params, "smallest") / 100))};
}

std::vector<Face> faces_of(const Params& params, const Detection& detection, Extent picture) {
  std::vector<Face> list = grouped(detection.windows, whole(known_filter("faces"), params, "neighbours"));
  for (Face& face : list) face.box = cut_to(picture, face.box);
  return list;
}

struct KernelSearch::State {
  Extent window, picture;
  Search search;
  std::size_t stages;
  std::vector<Level> levels;
  std::unique_ptr<Engine> engine;  ///< null: no window fits
  std::vector<std::uint8_t> settled;
};

KernelSearch::KernelSearch(const Cascade& cascade, Extent picture, const Search& search, Machine machine)
    : state_(std::make_unique<State>()) {
  State& s = *state_;
  s.window = cascade.window;
  s.picture = picture;
  s.search = search;
  s.stages = cascade.stages.size();
  s.levels = search_of(cascade, picture, search).levels;
  if (s.levels.empty()) return;
  FilterPlan plan = filter_plan(window_filter(cascade, picture, search), {.extent = picture}, default_algorithm(machine));
  s.engine = std::make_unique<Engine>(plan.plan, machine, search.threads);
  s.settled.resize(plan.plan.buffers.back().packed_bytes());
  const CascadeNumbers numbers(cascade);
  const std::span<const std::byte> contents[]{
      std::as_bytes(std::span(numbers.rects)),     std::as_bytes(std::span(numbers.weights)),
      std::as_bytes(std::span(numbers.ways)),      std::as_bytes(std::span(numbers.leaves)),
      std::as_bytes(std::span(numbers.trees)),     std::as_bytes(std::span(numbers.stages)),
      std::as_bytes(std::span(numbers.thresholds))};
  for (std::size_t i = 0; i < plan.inputs.size(); ++i) s.engine->write(plan.inputs[i].buffer, contents[i]);
}

KernelSearch::~KernelSearch() = default;

Detection KernelSearch::run(std::span<const std::uint8_t> grey) {
  State& s = *state_;
  Detection found{.rejected = std::vector<std::int64_t>(s.stages), .sizes = static_cast<int>(s.levels.size())};
  found.map.resize(s.search.map.area());
  if (!s.engine) return found;
  s.engine->write(s.engine->plan().picture(), std::as_bytes(grey));
  s.engine->run();
  s.engine->read(s.engine->plan().table(), std::as_writable_bytes(std::span(s.settled)));
  found.cascade_ms = s.engine->milliseconds();
  const std::uint8_t* at = s.settled.data();
  for (const Level& level : s.levels) {
    ReachMap map(s.search.map, s.picture, s.window, level.scale, found.map);
    for (int y = 0; y < level.rows; y += level.step)
      for (int x = 0; x < level.columns; x += level.step, ++at) {
        if (*at == k_skipped) continue;
        ++found.looked_at;
        if (*at == k_flat) {
          ++found.flat;
          continue;
        }
        const int passed = *at - 1;
        map.passed(x, y, passed);
        if (passed < static_cast<int>(s.stages))
          ++found.rejected[static_cast<std::size_t>(passed)];
        else if (found.windows.push_back(level.box(x, y)); found.windows.size() > k_most_windows)
          refuse_so_many();
      }
  }
  return found;
}

}  // namespace satscope::faces
