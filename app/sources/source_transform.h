// SPDX-License-Identifier: Apache-2.0
// How a source is cropped, flipped and rotated by quarter turns before anything is computed of it. What a file says about its
// orientation (EXIF, the matrix of a video) comes before that.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "app/sources/samples.h"
#include "kernels/table.h"

namespace satscope::app {

/// From stored rows and columns to those that are shown: mirrored, then their axes exchanged.
struct Orientation {
  bool exchange = false;                ///< x and y
  bool flip_x = false, flip_y = false;  ///< of the stored picture

  bool none() const { return !exchange && !flip_x && !flip_y; }
  Extent of(Extent stored) const { return exchange ? stored.transposed() : stored; }
  bool operator==(const Orientation&) const = default;
};

struct SourceTransform {
  Box crop = {};  ///< in pixels of the source; no area: all of it
  Orientation orientation = {};

  bool none() const { return crop.area() <= 0 && orientation.none(); }
  bool operator==(const SourceTransform&) const = default;
};

/// First `a`, then `b`.
Orientation both(const Orientation& a, const Orientation& b);
/// Takes back what the other one does.
Orientation inverse(const Orientation& of);
inline constexpr Orientation k_flipped_across{false, true, false}, k_flipped_down{false, false, true},
    k_rotated_right{true, false, true}, k_rotated_left{true, true, false};
/// Of EXIF's numbers, 1 ... 8.
Orientation orientation_of_exif(int number);

/// One of the eight orientations in words: flipped, then rotated.
struct FlipAndRotate {
  Orientation orientation;
  std::string_view flip;  ///< horizontal (left and right change places), vertical, or none
  int degrees;            ///< clockwise: 0, 90, 180, 270
};
const FlipAndRotate& words_of(const Orientation& orientation);
/// Throws std::invalid_argument with what is allowed.
Orientation orientation_of(std::string_view flip, int degrees);

/// "640x480+10+20"; no area: empty.
std::string crop_text(const Box& crop);
/// And back; an offset may be left out. Throws std::invalid_argument with what is allowed.
Box read_crop(const std::string& text);

/// As the options of `satscope filter`, with a space before each; empty where nothing is changed.
std::string options_of(const SourceTransform& transform);
nlohmann::json to_json(const SourceTransform& transform);
/// Throws std::runtime_error with a sentence.
SourceTransform transform_from_json(const nlohmann::json& json);

/// What is kept of a source of this size: the crop as far as the source reaches, all of it where that is nothing.
Box part_of(const SourceTransform& transform, Extent source);
Extent shown_extent(const SourceTransform& transform, Extent source);
/// Where a box of what is shown, which has this size, lies in the source.
Box in_source(const SourceTransform& transform, const Box& shown_box, Extent shown);
/// And back, of a source of this size; it may reach beyond what is shown.
Box in_shown(const SourceTransform& transform, const Box& source_box, Extent source);

Samples transformed(const Samples& source, const SourceTransform& transform);

}  // namespace satscope::app
