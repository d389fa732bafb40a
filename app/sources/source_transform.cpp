// SPDX-License-Identifier: Apache-2.0
#include "app/sources/source_transform.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <variant>
#include <vector>

#include "app/core/json.h"
#include "app/sources/live/live_open.h"
#include "kernels/near_word.h"

namespace satscope::app {
namespace {

constexpr std::array k_orientations{
    FlipAndRotate{{}, "none", 0},
    FlipAndRotate{k_rotated_right, "none", 90},
    FlipAndRotate{{false, true, true}, "none", 180},
    FlipAndRotate{k_rotated_left, "none", 270},
    FlipAndRotate{k_flipped_across, "horizontal", 0},
    FlipAndRotate{k_flipped_down, "vertical", 0},
    FlipAndRotate{{true, true, true}, "horizontal", 90},
    FlipAndRotate{{true, false, false}, "vertical", 90},
};

/// Of a stored picture of this size.
Box turned(Box box, const Orientation& orientation, Extent stored) {
  if (orientation.flip_x) box.x = stored.width - box.x - box.width;
  if (orientation.flip_y) box.y = stored.height - box.y - box.height;
  return orientation.exchange ? Box{box.y, box.x, box.height, box.width} : box;
}

/// The part of a picture in rows of `width`, in the order in which it is shown.
template <class T>
void lay(const T* stored, int width, const Box& part, const Orientation& orientation, T* shown) {
  const auto stride = static_cast<std::size_t>(width);
  const auto columns = static_cast<std::size_t>(part.width), rows = static_cast<std::size_t>(part.height);
  stored += static_cast<std::size_t>(part.y) * stride + static_cast<std::size_t>(part.x);
  if (!orientation.exchange && !orientation.flip_x) {
    for (std::size_t y = 0; y < rows; ++y)
      std::copy_n(stored + y * stride, columns, shown + (orientation.flip_y ? rows - 1 - y : y) * columns);
    return;
  }
  constexpr std::size_t k_tile = 16;  // because: one side of an exchange walks down columns
  for (std::size_t top = 0; top < rows; top += k_tile)
    for (std::size_t left = 0; left < columns; left += k_tile)
      for (std::size_t y = top; y < std::min(top + k_tile, rows); ++y)
        for (std::size_t x = left; x < std::min(left + k_tile, columns); ++x) {
          const std::size_t to_x = orientation.flip_x ? columns - 1 - x : x, to_y = orientation.flip_y ? rows - 1 - y : y;
          shown[orientation.exchange ? to_x * rows + to_y : to_y * columns + to_x] = stored[y * stride + x];
        }
}

}  // namespace

Orientation both(const Orientation& a, const Orientation& b) {
  return {a.exchange != b.exchange, a.flip_x != (a.exchange ? b.flip_y : b.flip_x),
          a.flip_y != (a.exchange ? b.flip_x : b.flip_y)};
}

Orientation inverse(const Orientation& of) {
  return {of.exchange, of.exchange ? of.flip_y : of.flip_x, of.exchange ? of.flip_x : of.flip_y};
}

Orientation orientation_of_exif(int number) {
  return {number >= 5, number == 2 || number == 3 || number == 7 || number == 8,
          number == 3 || number == 4 || number == 6 || number == 7};
}

const FlipAndRotate& words_of(const Orientation& orientation) {
  return *std::ranges::find_if(k_orientations, [&](const FlipAndRotate& one) { return one.orientation == orientation; });
}

Orientation orientation_of(std::string_view flip, int degrees) {
  const auto flipped = [](std::string_view word) -> Orientation {
    if (word == "none") return {};
    if (word == "horizontal") return k_flipped_across;
    if (word == "vertical") return k_flipped_down;
    throw std::invalid_argument(unknown_word("flip", word, std::array<std::string, 3>{"horizontal", "vertical", "none"}));
  };
  for (const FlipAndRotate& one : k_orientations)
    if (one.flip == "none" && one.degrees == degrees) return both(flipped(flip), one.orientation);
  throw std::invalid_argument(fmt::format("a rotation is 0, 90, 180 or 270 degrees clockwise, not {}", degrees));
}

std::string crop_text(const Box& crop) {
  return crop.area() > 0 ? fmt::format("{}x{}+{}+{}", crop.width, crop.height, crop.x, crop.y) : std::string();
}

Box read_crop(const std::string& text) {
  const auto part = read_screen_part(text);
  if (!part)
    throw std::invalid_argument(
        fmt::format("a crop is WxH+X+Y in pixels, its size and its upper left corner, such as 640x480+100+50, not '{}'", text));
  return {part->x, part->y, part->extent.width, part->extent.height};
}

std::string options_of(const SourceTransform& transform) {
  const FlipAndRotate& words = words_of(transform.orientation);
  std::string text;
  if (transform.crop.area() > 0) text += " --crop " + crop_text(transform.crop);
  if (words.flip != "none") text += fmt::format(" --flip {}", words.flip);
  if (words.degrees != 0) text += fmt::format(" --rotate {}", words.degrees);
  return text;
}

nlohmann::json to_json(const SourceTransform& transform) {
  const FlipAndRotate& words = words_of(transform.orientation);
  return {{"crop", crop_text(transform.crop)}, {"flip", words.flip}, {"rotate", words.degrees}};
}

SourceTransform transform_from_json(const nlohmann::json& json) {
  try {
    return {read_crop(json.value("crop", std::string())),
            orientation_of(json.value("flip", std::string("none")), json.value("rotate", 0))};
  } catch (const std::invalid_argument& problem) {
    throw std::runtime_error(fmt::format("'transform': {}", problem.what()));
  } catch (const nlohmann::json::exception&) {
    throw std::runtime_error("'transform' must have the texts 'crop' and 'flip', and the number 'rotate'");
  }
}

Box part_of(const SourceTransform& transform, Extent source) {
  const Box& crop = transform.crop;
  const int right = static_cast<int>(std::min<std::int64_t>(source.width, std::int64_t{crop.x} + crop.width)),
            bottom = static_cast<int>(std::min<std::int64_t>(source.height, std::int64_t{crop.y} + crop.height));
  if (crop.area() <= 0 || right <= crop.x || bottom <= crop.y) return {0, 0, source.width, source.height};
  return {crop.x, crop.y, right - crop.x, bottom - crop.y};
}

Extent shown_extent(const SourceTransform& transform, Extent source) {
  const Box part = part_of(transform, source);
  return transform.orientation.of({part.width, part.height});
}

Box in_source(const SourceTransform& transform, const Box& shown_box, Extent shown) {
  Box box = turned(shown_box, inverse(transform.orientation), shown);
  if (transform.crop.area() > 0) {
    box.x += transform.crop.x;
    box.y += transform.crop.y;
  }
  return box;
}

Box in_shown(const SourceTransform& transform, const Box& source_box, Extent source) {
  const Box part = part_of(transform, source);
  return turned({source_box.x - part.x, source_box.y - part.y, source_box.width, source_box.height}, transform.orientation,
                {part.width, part.height});
}

Samples transformed(const Samples& source, const SourceTransform& transform) {
  const Box part = part_of(transform, source.extent);
  const Extent shown = shown_extent(transform, source.extent);
  const auto of = [&]<class T>(const std::vector<T>& stored) {
    std::vector<T> laid(stored.empty() ? 0 : shown.area());
    if (!stored.empty()) lay(stored.data(), source.extent.width, part, transform.orientation, laid.data());
    return laid;
  };
  return {.name = source.name,
          .extent = shown,
          .values = std::visit(
              [&](const auto& values) {
                return std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<double>>(of(values));
              },
              source.values),
          .colours = of(source.colours),
          .white = source.white,
          .notes = source.notes,
          .reduced = source.reduced};
}

SourceFrame transformed(const SourceFrame& source, const SourceTransform& transform, const BlockLender& blocks) {
  SourceFrame frame = source;
  frame.extent = shown_extent(transform, source.extent);
  frame.rgba = blocks(frame.extent.area() * sizeof(std::uint32_t));
  lay(source.words().data(), source.extent.width, part_of(transform, source.extent), transform.orientation,
      frame.words().data());
  frame.transform = transform;
  if (!transform.none()) frame.source = std::make_shared<const SourceFrame>(source);
  return frame;
}

}  // namespace satscope::app
