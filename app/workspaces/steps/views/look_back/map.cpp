// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/look_back/map.h"

namespace satscope::app {
namespace {

constexpr double k_map_title = 1.5;  // em

Extent picture_of(const LookBack& look_back) {
  Extent extent;
  for (const LookBackTile& tile : look_back.tiles) {
    extent.width = std::max(extent.width, tile.box.x + tile.box.width);
    extent.height = std::max(extent.height, tile.box.y + tile.box.height);
  }
  return extent;
}

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
      coverage.parts.push_back({covered_by(look_back.tiles[block].box, direction, known), known, published.value});
      if (known == Known::prefix) break;
    }
    if (!coverage.parts.empty()) return coverage;
  }
  return {};
}

double width_of_map(const LookBack& look_back, double height, double em) {
  const Extent picture = picture_of(look_back);
  return (height - k_map_title * em) * picture.width / std::max(1, picture.height);
}

void paint_map(Drawing& drawing, const LookBack& look_back, const LookBackNow& now, const Area& area) {
  const Palette& palette = drawing.palette;
  const double em = drawing.em, letters = drawing.letters(Face::small);
  const Extent picture = picture_of(look_back);
  const double scale =
      std::min(area.width / std::max(1, picture.width), (area.height - k_map_title * em) / std::max(1, picture.height));
  if (scale <= 0) return;
  const double left = area.right() - scale * picture.width, top = area.y + k_map_title * em;
  const auto place_of = [&](const Box& box) {
    return Area{left + scale * box.x, top + scale * box.y, scale * box.width, scale * box.height};
  };
  const Coverage coverage = coverage_of(look_back, now);
  const std::string size = fmt::format("{} × {} pixels", picture.width, picture.height);
  const std::vector<std::string> titles = coverage.parts.empty() ? std::vector<std::string>{"picture, " + size, size}
                                          : coverage.direction == Direction::left
                                              ? std::vector<std::string>{"pixels in the → sums", "in → sums"}
                                              : std::vector<std::string>{"pixels in the ↓ sums", "in ↓ sums"};
  drawing.text({left, area.y}, drawing.first_that_fits(titles, scale * picture.width), {palette.quiet});
  drawing.rect(place_of({0, 0, picture.width, picture.height}), {palette.panel});
  for (const CoveredPixels& part : coverage.parts) {
    const Rgb colour = part.known == Known::prefix ? palette.good : palette.warning;
    drawing.rect(place_of(part.box), {colour, 0.4});
    drawing.frame(place_of(part.box), {colour}, std::max(2.0, 0.12 * em));
  }
  for (const LookBackTile& tile : look_back.tiles) {
    const Area at = place_of(tile.box);
    drawing.frame(at, {palette.quiet, 0.8});
    if (!tile.sum) continue;
    const bool lone = tile.pixels.front() == *tile.sum;  // its first pixel is all that counts
    if (lone) drawing.rect(place_of({tile.box.x, tile.box.y, 1, 1}), {palette.text});
    const std::string text = ungrouped(*tile.sum);
    if (at.height > letters && drawing.width_of(text) + 2 * scale < at.width)
      drawing.text({at.x + (lone ? 1.5 * scale : 0.3 * em), at.y + 1}, text, {palette.text});
  }
  for (const CoveredPixels& part : coverage.parts) {
    const std::string text = fmt::format("{} {}", part.value, letter_of(part.known));
    const Area at = place_of(part.box);
    if (!part.value.empty() && at.height > 2 * letters && drawing.width_of(text, Face::strong) < at.width)
      drawing.text({at.middle().x - drawing.width_of(text, Face::strong) / 2, at.bottom() - 1.2 * letters}, text,
                   {palette.text}, Face::strong);
  }
}

}  // namespace satscope::app
