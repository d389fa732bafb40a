// SPDX-License-Identifier: Apache-2.0
#include "kernels/faces/windows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace satscope::faces {
namespace {

/// Whether the leaves of a stage add up exactly in doubles: their last bits lie at most 53 below the first one of any sum.
bool adds_exactly(const Cascade& cascade, const Stage& stage) {
  double most = 0;
  int last_bit = 0;
  for (std::size_t i = stage.first_tree; i < stage.first_tree + stage.trees; ++i) {
    const std::size_t end = i + 1 < cascade.trees.size() ? cascade.trees[i + 1].first_leaf : cascade.leaves.size();
    float largest = 0;
    for (std::size_t k = cascade.trees[i].first_leaf; k < end; ++k) {
      const float size = std::abs(cascade.leaves[k]);
      largest = std::max(largest, size);
      if (size > 0) last_bit = std::min(last_bit, std::ilogb(size) - 23);
    }
    most += static_cast<double>(largest);
  }
  return most < std::ldexp(1.0, last_bit + 53);
}

void put_tiles(std::vector<std::uint32_t>& to, std::size_t level, Extent places, Extent tile) {
  for (int y = 0; y < places.height; y += tile.height)
    for (int x = 0; x < places.width; x += tile.width)
      for (const auto word :
           {static_cast<std::uint32_t>(level), static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0U})
        to.push_back(word);
}

}  // namespace

CascadeNumbers::CascadeNumbers(const Cascade& cascade) {
  if (cascade.stages.size() > k_most_stages)
    throw std::invalid_argument(
        fmt::format("a cascade has at most {} stages here, not {}", k_most_stages, cascade.stages.size()));
  if (cascade.nodes.size() > 0xFFFF)
    throw std::invalid_argument(fmt::format("a cascade has at most 65535 nodes here, not {}", cascade.nodes.size()));
  // the roots first
  std::vector<std::uint32_t> number(cascade.nodes.size());
  std::uint32_t next = 0;
  for (const Tree& tree : cascade.trees) number[tree.first_node] = next++;
  for (std::size_t i = 0; i < cascade.trees.size(); ++i) {
    const std::size_t end = i + 1 < cascade.trees.size() ? cascade.trees[i + 1].first_node : cascade.nodes.size();
    for (std::size_t n = cascade.trees[i].first_node + 1; n < end; ++n) number[n] = next++;
  }
  const std::size_t plane = 4 * cascade.nodes.size();
  nodes.resize(planes * plane);
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  for (std::size_t i = 0; i < cascade.trees.size(); ++i) {
    const Tree& tree = cascade.trees[i];
    const std::size_t end = i + 1 < cascade.trees.size() ? cascade.trees[i + 1].first_node : cascade.nodes.size();
    for (std::size_t n = tree.first_node; n < end; ++n) {
      const Node& node = cascade.nodes[n];
      std::uint32_t* const rects = &nodes[4 * std::size_t{number[n]}];
      std::uint32_t* const weights = rects + plane;
      std::uint32_t* const leaves = weights + plane;
      for (std::size_t k = 0; k < 3; ++k) {
        const WeightedRect& r = cascade.features[static_cast<std::size_t>(node.feature)].rects[k];
        rects[k] = static_cast<std::uint32_t>(r.x | r.y << 8 | r.width << 16) | static_cast<std::uint32_t>(r.height) << 24;
        weights[k] = bits(r.weight);
      }
      rects[3] = bits(node.threshold);
      for (const auto& [way, shift, leaf] : {std::tuple{node.left, 0, 0}, std::tuple{node.right, 16, 1}})
        if (way > 0)
          weights[3] |= number[tree.first_node + static_cast<std::size_t>(way)] << shift;
        else
          leaves[leaf] = bits(cascade.leaves[tree.first_leaf + static_cast<std::size_t>(-way)]);
    }
  }
  for (const Stage& stage : cascade.stages) {
    for (const std::uint32_t word :
         {static_cast<std::uint32_t>(stage.first_tree), static_cast<std::uint32_t>(stage.trees), bits(stage.threshold), 0U})
      stages.push_back(word);
    trees.push_back(static_cast<int>(stage.trees));
    exact = exact && adds_exactly(cascade, stage);
  }
}

WindowSearch::WindowSearch(const Cascade& of, Extent picture, const Search& search)
    : window(of.window), cascade((check_search(of, picture, search), of)), levels(levels_of(of, picture, search)) {
  atlases = atlases_of(levels);
}

std::vector<std::vector<std::uint32_t>> WindowSearch::inputs(Extent picture) const {
  std::vector<std::uint32_t> of_levels, rows;
  std::vector<std::vector<std::uint32_t>> tiles(2 * static_cast<std::size_t>(atlases.count));
  std::uint32_t from = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const Level& level = levels[i];
    const Atlases::Spot& spot = atlases.spots[i];
    const Extent places = level.windows();
    LevelNumbers{spot.x,
                 spot.y,
                 level.size.width,
                 level.size.height,
                 places.width,
                 places.height,
                 level.step,
                 from,
                 pixels_for_one(picture.width, level.size.width),
                 pixels_for_one(picture.height, level.size.height)}
        .put(of_levels);
    for (int y = 0; y < places.height; ++y, from += static_cast<std::uint32_t>(places.width)) {
      rows.push_back(from);
      rows.push_back(static_cast<std::uint32_t>(places.width));
    }
    const auto first = 2 * static_cast<std::size_t>(spot.atlas);
    put_tiles(tiles[first], i, level.size, k_pixel_tile);
    put_tiles(tiles[first + 1], i, places, k_window_tile);
  }
  std::vector<std::vector<std::uint32_t>> list{cascade.nodes, cascade.stages, std::move(of_levels), std::move(rows)};
  for (std::vector<std::uint32_t>& one : tiles) list.push_back(std::move(one));
  return list;
}

Filter window_filter(const WindowSearch& search) {
  Filter filter;
  filter.id = "face-windows";
  filter.makes_picture = false;
  filter.draft = [search](const FilterRequest& request) {
    FilterDraft draft = windows_on_cpu(search, request), gpu = windows_on_gpu(search, request);
    for (std::size_t i = 0; i < gpu.steps.size(); ++i)
      if (Pass* pass = std::get_if<Pass>(&draft.steps[i])) pass->gpu = std::move(std::get<Pass>(gpu.steps[i]).gpu);
    return draft;
  };
  filter.traced_draft = [search](const FilterRequest& request) { return windows_traced(search, request); };
  return filter;
}

}  // namespace satscope::faces
