// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/explore/boxes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "app/session/fields.h"
#include "app/ui/views/box_drag.h"

namespace satscope::app {
namespace {

/// Part i of `count` equal ones along an axis; what does not go into them is left out at the end.
Box cut(const Box& box, int i, int count, bool across) {
  Box part = box;
  int& length = across ? part.width : part.height;
  int& from = across ? part.x : part.y;
  length /= count;
  from += i * length;
  return part;
}

bool is_cut(BoxShape shape) { return shape != BoxShape::one && shape != BoxShape::two; }

}  // namespace

BoxShape next_shape(BoxShape shape, int by) {
  const auto count = static_cast<int>(k_box_shapes.size());
  return static_cast<BoxShape>((static_cast<int>(shape) + by % count + count) % count);
}

void fields(Fields& io, BoxSet& set) {
  io("shape", set.shape, k_box_shapes);
  io("second", set.second);
}

Box beside(const Box& box, Extent picture) {
  const int gap_x = std::max(1, box.width / 8), gap_y = std::max(1, box.height / 8);
  const Box places[] = {{box.x + box.width + gap_x, box.y, box.width, box.height},
                        {box.x - box.width - gap_x, box.y, box.width, box.height},
                        {box.x, box.y + box.height + gap_y, box.width, box.height},
                        {box.x, box.y - box.height - gap_y, box.width, box.height}};
  Box best = clipped(box, picture);
  double most = 0;
  for (const Box& place : places) {
    const Box seen = clipped(place, picture);
    if (seen.area() > most) {
      most = seen.area();
      best = seen;
    }
  }
  return best;
}

std::vector<BoxPart> parts_of(const Box& box, const BoxSet& set, Extent picture) {
  const BoxShapeText& text = text_of(set.shape);
  if (box.area() <= 0) return {};
  if (set.shape == BoxShape::two) {
    const Box second = clipped(set.second, picture);
    return {{box, text.factors[0], text.parts[0]},
            {second.area() > 0 ? second : beside(box, picture), text.factors[1], text.parts[1]}};
  }
  const int count = text.factors[2] != 0 ? 3 : 2;
  const bool across = set.shape == BoxShape::pair_across || set.shape == BoxShape::triple_across;
  if (!is_cut(set.shape) || (across ? box.width : box.height) < count) return {{box, 1, text_of(BoxShape::one).parts[0]}};
  std::vector<BoxPart> parts;
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    parts.push_back({cut(box, i, count, across), text.factors[at], text.parts[at]});
  }
  return parts;
}

std::vector<FactorOfEntry> entries_read(const std::vector<BoxPart>& parts) {
  std::map<std::pair<int, int>, int> factors;  // by row, then column
  for (const auto& [box, factor, name] : parts) {
    factors[{box.y, box.x}] += factor;
    factors[{box.y, box.x + box.width}] -= factor;
    factors[{box.y + box.height, box.x}] -= factor;
    factors[{box.y + box.height, box.x + box.width}] += factor;
  }
  std::vector<FactorOfEntry> entries;
  for (const auto& [at, factor] : factors)
    if (factor != 0) entries.push_back({at.second, at.first, factor});
  return entries;
}

std::optional<double> value_of(const std::vector<BoxPart>& parts, const std::vector<std::optional<BoxSum>>& sums) {
  double value = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!sums[i]) return std::nullopt;
    value += parts[i].factor * to_double(sums[i]->sum);
  }
  return value;
}

}  // namespace satscope::app
