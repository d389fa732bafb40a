// SPDX-License-Identifier: Apache-2.0
#include "kernels/faces/atlas.h"

#include <algorithm>

namespace satscope::faces {

Atlases atlases_of(const std::vector<Level>& levels, std::size_t most) {
  struct Shelf {
    int y, height, used;
  };
  Atlases atlases;
  for (const Level& level : levels) atlases.size.width = std::max(atlases.size.width, 1 + level.size.width);
  std::vector<Shelf> shelves;
  for (const Level& level : levels) {
    const auto fits = [&](const Shelf& shelf) {
      return shelf.height >= level.size.height && shelf.used + level.size.width <= atlases.size.width;
    };
    auto shelf = std::ranges::find_if(shelves, fits);
    if (shelf == shelves.end()) {
      const int y = shelves.empty() ? 1 : shelves.back().y + shelves.back().height;
      if (Extent{atlases.size.width, y + level.size.height}.area() > most) shelves.clear();
      if (shelves.empty()) ++atlases.count;
      shelves.push_back({shelves.empty() ? 1 : y, level.size.height, 1});
      shelf = shelves.end() - 1;
      atlases.size.height = std::max(atlases.size.height, shelf->y + shelf->height);
    }
    atlases.spots.push_back({atlases.count - 1, shelf->used, shelf->y});
    shelf->used += level.size.width;
  }
  return atlases;
}

void LevelNumbers::put(std::vector<std::uint32_t>& to) const {
  for (const int number : {x, y, width, height, columns, rows, step}) to.push_back(static_cast<std::uint32_t>(number));
  to.push_back(from);
  for (const double scale : {across, down}) {
    const auto bits = std::bit_cast<std::uint64_t>(scale);
    to.push_back(static_cast<std::uint32_t>(bits));
    to.push_back(static_cast<std::uint32_t>(bits >> 32));
  }
}

}  // namespace satscope::faces
