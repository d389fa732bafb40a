// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/source/source.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/sources/samples.h"
#include "kernels/trace/tracing.h"

namespace satscope::app {
namespace {

/// One number in the first place of each tile of the smallest machine of single-pass, 16 x 8; none is the number of a block.
std::string one_in_each_tile() {
  std::string text;
  const std::string zeros = "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0";
  for (const auto& [left, right] : {std::pair{30, 10}, std::pair{70, 20}, std::pair{40, 50}}) {
    text += fmt::format("{} {} {} {}\n", left, zeros, right, zeros);
    for (int row = 1; row < 8; ++row) text += fmt::format("0 {} 0 {}\n", zeros, zeros);
  }
  return text;
}
const std::string k_tiles = one_in_each_tile();

const std::array k_ready{
    ReadyTable{"bilgic", "Bilgic's example, 4 × 3", "the picture that Bilgic, Horn and Masaki 2010 begin with",
               "2 1 3 1\n3 2 1 1\n4 1 3 1\n"},
    ReadyTable{"row", "The textbook row, 8 × 1", "3 1 7 0 4 1 6 3, whose exclusive scan is 0 3 4 11 11 15 16 22",
               "3 1 7 0 4 1 6 3\n"},
    ReadyTable{"odd", "Odd sides, 13 × 9", "neither side is a multiple of a block",
               "4 4 2 3 2 3 2 2 1 8 3 4 0\n"
               "6 2 9 0 4 2 1 4 7 6 2 4 5\n"
               "3 7 8 9 6 5 6 5 1 5 9 4 7\n"
               "8 9 2 7 7 8 2 4 3 2 8 5 4\n"
               "5 7 4 9 4 6 2 9 7 8 3 9 3\n"
               "3 5 2 1 6 7 6 0 6 0 3 2 7\n"
               "7 4 2 6 4 5 3 5 8 2 9 3 7\n"
               "3 9 0 9 9 0 5 9 9 5 2 4 3\n"
               "2 8 1 3 2 1 6 9 8 8 0 7 5\n"},
    ReadyTable{"tiles", "Six tiles, 32 × 24",
               "30 10, 70 20 and 40 50, each in a tile of 16 × 8 that a block of the single pass sums", k_tiles},
    ReadyTable{"impulse", "Impulse", "one 255, else 0: see where a single pixel goes", ""},
    ReadyTable{"ramp", "Ramp", "0 to 255 from left to right", ""},
    ReadyTable{"white", "All 255", "the largest sums there are", ""},
    ReadyTable{"noise", "Noise", "every value as likely", ""},
};

const ReadyTable& find_ready(const std::string& id) {
  for (const ReadyTable& table : k_ready)
    if (table.id == id) return table;
  std::string ids;
  for (const ReadyTable& table : k_ready) ids += fmt::format("{}{}", ids.empty() ? "" : ", ", table.id);
  throw InputError(fmt::format("there is no ready table '{}'; there are {}", id, ids));
}

Samples typed(const std::string& text, const std::string& name) {
  Samples samples = numbers_from_text(text, name);
  if (samples.extent.width > k_trace_limit || samples.extent.height > k_trace_limit)
    throw InputError(fmt::format("{} are {}x{}; at most {}x{} numbers can be stepped through", name, samples.extent.width,
                                 samples.extent.height, k_trace_limit, k_trace_limit));
  return samples;
}

}  // namespace

std::span<const ReadyTable> ready_tables() { return k_ready; }

bool has_sides(const StepsSource& source) {
  if (source.kind != StepsSource::Kind::ready) return source.kind == StepsSource::Kind::patch;
  for (const ReadyTable& table : k_ready)
    if (table.id == source.ready) return table.numbers.empty();
  return false;
}

StepsSource with_pixel(const StepsSource& source, const TraceBuffer& picture, std::size_t index, const std::string& value) {
  StepsSource typed = source;
  typed.kind = StepsSource::Kind::typed;
  typed.from.clear();
  typed.typed.clear();
  const auto width = static_cast<std::size_t>(picture.shape.width);
  for (std::size_t i = 0; i < picture.start.size(); ++i)
    typed.typed +=
        (i == index ? value : satscope::to_text(number(picture.start[i], picture.type))) + ((i + 1) % width == 0 ? "\n" : " ");
  return typed;
}

std::optional<StepsSource> pasted_numbers(const StepsSource& source, const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  constexpr std::string_view k_begin = "0123456789+-.";
  if (first == text.npos || k_begin.find(text[first]) == k_begin.npos) return std::nullopt;
  StepsSource pasted = source;
  pasted.kind = StepsSource::Kind::typed;
  pasted.typed = text;
  pasted.from.clear();
  samples_of(pasted, nullptr);  // throws what is wrong
  return pasted;
}

Box patch_around(int x, int y, int side, Extent picture) {
  // because: a row of 16 numbers has no more of them than a small square
  if (std::max(picture.width, picture.height) <= k_patch_sides.back() && picture.area() <= Extent{side, side}.area())
    return {0, 0, picture.width, picture.height};
  const auto span = [side](int at, int length) {
    const int size = std::min(side, length);
    return std::pair{std::clamp(at - size / 2, 0, length - size), size};
  };
  const auto [left, width] = span(x, picture.width);
  const auto [top, height] = span(y, picture.height);
  return {left, top, width, height};
}

int patch_side_for(const Box& box) {
  for (const int side : k_patch_sides)
    if (side >= std::max(box.width, box.height)) return side;
  return k_patch_sides.back();
}

StepsSource first_patch(const std::optional<Box>& box) {
  StepsSource source{.kind = StepsSource::Kind::patch, .x = -1, .y = -1};
  if (box) {
    source.x = box->x + box->width / 2;
    source.y = box->y + box->height / 2;
    source.side = patch_side_for(*box);
  }
  return source;
}

Samples samples_of(const StepsSource& source, const Samples* picture) {
  switch (source.kind) {
    case StepsSource::Kind::patch:
      if (!picture) throw InputError("there is no picture to cut a patch from");
      return cut_patch(*picture, source.x < 0 ? patch_around(picture->extent.width / 2, picture->extent.height / 2, source.side,
                                                             picture->extent)
                                              : patch_around(source.x, source.y, source.side, picture->extent));
    case StepsSource::Kind::ready: {
      const ReadyTable& table = find_ready(source.ready);
      if (!table.numbers.empty()) return typed(std::string(table.numbers), std::string(table.title));
      return load_input(fmt::format("pattern:{}:{}x{}:1", table.id, source.side, source.side));
    }
    case StepsSource::Kind::typed: return typed(source.typed, source.from.empty() ? "the typed numbers" : source.from);
  }
  throw InputError("there is no such source");
}

}  // namespace satscope::app
