// SPDX-License-Identifier: Apache-2.0
// More than one box: a second one beside the first, or the box cut into two or three equal parts that are added and subtracted,
// as in the features of Viola and Jones 2001. Neighbouring parts share entries, so they cost fewer reads. No drawing here.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/plan.h"
#include "kernels/table.h"

namespace satscope::app {

class Fields;

enum class BoxShape : std::uint8_t { one, two, pair_across, pair_down, triple_across, triple_down };

/// What a shape is called, and its parts.
struct BoxShapeText {
  BoxShape value;
  std::string_view id, title, about;
  std::array<std::string_view, 3> parts;  ///< of those that there are
  std::array<int, 3> factors;             ///< 0: there is no such part
};
inline constexpr std::array k_box_shapes{
    BoxShapeText{BoxShape::one, "one", "One box", "the sum of its pixels", {"box"}, {1}},
    BoxShapeText{
        BoxShape::two, "two", "Two boxes", "a second box beside the first, to compare their sums", {"box 1", "box 2"}, {1, -1}},
    BoxShapeText{BoxShape::pair_across, "pair-across", "Left − right", "two halves side by side", {"left", "right"}, {1, -1}},
    BoxShapeText{
        BoxShape::pair_down, "pair-down", "Top − bottom", "two halves, one above the other", {"top", "bottom"}, {1, -1}},
    BoxShapeText{BoxShape::triple_across,
                 "triple-across",
                 "Sides − middle",
                 "three parts side by side; the middle counts −2",
                 {"left", "middle", "right"},
                 {1, -2, 1}},
    BoxShapeText{BoxShape::triple_down,
                 "triple-down",
                 "Ends − middle",
                 "three parts, one above the other; the middle counts −2",
                 {"top", "middle", "bottom"},
                 {1, -2, 1}},
};
constexpr const BoxShapeText& text_of(BoxShape shape) { return k_box_shapes[static_cast<std::size_t>(shape)]; }
/// The shape `by` places on in the list, round its ends.
BoxShape next_shape(BoxShape shape, int by);

/// The part of a session that undo steps through.
struct BoxSet {
  static constexpr const char* k_member = "boxes";
  BoxShape shape = BoxShape::one;
  Box second;  ///< of `two`; no area: not placed yet
  bool operator==(const BoxSet&) const = default;
};
void fields(Fields& io, BoxSet& set);

/// The second box until the user places it: beside the first one and as large, as far as the picture reaches.
Box beside(const Box& box, Extent picture);

/// Pixels, and how often they count.
struct BoxPart {
  Box pixels;
  int factor = 1;
  std::string_view name;
};
/// In the order in which they are named. Where the box is too small to be cut, it alone.
std::vector<BoxPart> parts_of(const Box& box, const BoxSet& set, Extent picture);

/// An entry of P that is read, and how often it counts.
struct FactorOfEntry {
  int x = 0, y = 0, factor = 0;
  bool operator==(const FactorOfEntry&) const = default;
};
/// Each entry once, from the top left to the bottom right.
std::vector<FactorOfEntry> entries_read(const std::vector<BoxPart>& parts);

/// The sums of the parts times their factors, added up; exact below 2^53. None: a sum is not known.
std::optional<double> value_of(const std::vector<BoxPart>& parts, const std::vector<std::optional<BoxSum>>& sums);

}  // namespace satscope::app
