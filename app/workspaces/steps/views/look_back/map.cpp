// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/look_back/map.h"

#include <algorithm>
#include <array>

namespace satscope::app {
namespace {

/// The pixels that the first word of a tile sums.
Box covered_by(const Box& tile, Direction direction, Known known) {
  if (direction == Direction::up) {
    const int top = known == Known::prefix ? 0 : tile.y;
    return {0, top, tile.x + 1, tile.y + tile.height - top};
  }
  const int left = known == Known::prefix ? 0 : tile.x;
  return {left, tile.y, tile.x + tile.width - left, 1};
}

}  // namespace

Coverage coverage_of(const LookBack& look_back, const LookBackNow& now) {
  const auto active = std::ranges::find_if(now.tiles, &TileNow::acts);
  if (active == now.tiles.end()) return {};
  const int acting = static_cast<int>(active - now.tiles.begin());
  const LookBackTile& at = look_back.tiles[static_cast<std::size_t>(acting)];
  const auto has_published = [](const PublishedWords& one) { return one.aggregates + one.prefixes > 0; };
  // because: a block that sums its own tile needs no sums of others
  if (std::ranges::none_of(active->published, has_published) &&
      std::ranges::find(now.looks, acting, &Look::from) == now.looks.end())
    return {};
  const auto buffer_of = [&](Direction direction) {
    const auto words = std::ranges::find(look_back.words, direction, &WordBuffer::direction);
    return static_cast<std::size_t>(words - look_back.words.begin());
  };
  const std::size_t rows = buffer_of(Direction::left);
  const bool publishes_rows = rows < look_back.words.size() && active->published[rows].now > 0;
  std::array directions{Direction::up, Direction::left};
  if (publishes_rows) std::ranges::reverse(directions);
  for (const Direction direction : directions) {
    const std::size_t buffer = buffer_of(direction);
    if (buffer == look_back.words.size()) continue;
    const bool up = direction == Direction::up;
    std::vector<std::size_t> line;  // the nearest first, for a tile that comes behind them
    for (std::size_t block = 0; block < look_back.tiles.size(); ++block) {
      const LookBackTile& tile = look_back.tiles[block];
      if ((up ? tile.column == at.column : tile.row == at.row) && now.tiles[block].published[buffer].words > 0)
        line.push_back(block);
    }
    std::ranges::sort(line, [&](std::size_t a, std::size_t b) {
      const LookBackTile &one = look_back.tiles[a], &other = look_back.tiles[b];
      return up ? one.row > other.row : one.column > other.column;
    });
    Coverage coverage{direction, {}};
    for (const std::size_t block : line) {
      const PublishedWords& published = now.tiles[block].published[buffer];
      const Known known = published.least();
      if (known == Known::nothing && coverage.parts.empty()) continue;
      if (known == Known::nothing) break;
      coverage.parts.push_back(
          {covered_by(look_back.tiles[block].box, direction, known), known, published.value, static_cast<int>(block)});
      if (known == Known::prefix) break;
    }
    if (!coverage.parts.empty()) return coverage;
  }
  return {};
}

}  // namespace satscope::app
