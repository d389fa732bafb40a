// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/look_back/map.h"

#include <algorithm>

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
  const LookBackTile& at = look_back.tiles[static_cast<std::size_t>(active - now.tiles.begin())];
  for (const Direction direction : {Direction::up, Direction::left}) {
    const auto words = std::ranges::find(look_back.words, direction, &WordBuffer::direction);
    if (words == look_back.words.end()) continue;
    const auto buffer = static_cast<std::size_t>(words - look_back.words.begin());
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
