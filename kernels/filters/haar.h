// SPDX-License-Identifier: Apache-2.0
// A Haar feature: sums of adjacent rectangles, each with a weight. Large where bright lies beside dark in the template's way.
//
//      two-across   two-down   three-across    four        corner (i, j) of the template is read once, for all rectangles
//      +----+----+  +-------+  +---+---+---+  +---+---+    that it belongs to, and counts with the sum of their signs:
//      | +1 | -1 |  |  +1   |  |+1 |-2 |+1 |  |+1 |-1 |
//      +----+----+  +-------+  +---+---+---+  +---+---+       w | w'       w - w' - w" + w'"
//       6 reads     |  -1   |     8 reads     |-1 |+1 |       --+--
//                   +-------+                 +---+---+       w"| w'"      0: the corner is not read
//                    6 reads                   9 reads
//
// Weights are whole numbers, so the feature is one too: a table of 32 bits that wraps is right below 2^31. Auto weights sum to
// 0: an even ground gives 0, however bright it is. Shown is the feature in the middle of the template, as a share of the most
// that it can be, times the gain; all in integers, halves up. Watch: a detector divides the feature by the standard deviation
// of its window too, so that the light does not matter; this filter does not. Papers: C. Papageorgiou, M. Oren, T. Poggio, A
// General Framework for Object Detection, 1998; P. Viola, M. Jones, Rapid Object Detection using a Boosted Cascade of Simple
// Features, 2001, which counts 6, 8 and 9 reads.
#pragma once
#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

#include "kernels/filters/planes.h"
#include "kernels/filters/signed_sums.h"

namespace satscope::filter_kernels::haar {

inline constexpr int k_most_side = 512, k_most_weight = 4;

enum class Show : std::uint8_t { both_signs, strength };
inline constexpr std::array k_shows{Named<Show>{Show::both_signs, "signed"}, Named<Show>{Show::strength, "strength"}};

/// Rectangles beside and below each other, row by row.
struct Kind {
  std::string_view id;
  int columns, rows;
  int weights[4];  ///< that sum to 0
};
inline constexpr std::array k_kinds{
    Kind{"two-across", 2, 1, {1, -1}},    Kind{"two-down", 1, 2, {1, -1}},    Kind{"three-across", 3, 1, {1, -2, 1}},
    Kind{"three-down", 1, 3, {1, -2, 1}}, Kind{"four", 2, 2, {1, -1, -1, 1}},
};
inline constexpr std::array k_weights{"weight1", "weight2", "weight3", "weight4"};

/// A corner of the template, from its upper left one, and how often the entry of the table there counts.
struct Corner {
  int x, y, times;
};

/// Rectangles of width x height pixels with their weights.
struct Template {
  int columns = 0, rows = 0, width = 0, height = 0;
  int weights[4] = {};
  Corner corners[9] = {};
  int count = 0;  ///< of corners that are read

  constexpr Template(const Kind& kind, int w, int h, const int (&with)[4])
      : columns(kind.columns), rows(kind.rows), width(w), height(h) {
    for (int i = 0; i < columns * rows; ++i) weights[i] = with[i];
    const auto weight = [&](int i, int j) {
      return i < 0 || j < 0 || i >= columns || j >= rows ? 0 : weights[j * columns + i];
    };
    for (int j = 0; j <= rows; ++j)
      for (int i = 0; i <= columns; ++i)
        if (const int times = weight(i - 1, j - 1) - weight(i, j - 1) - weight(i - 1, j) + weight(i, j); times != 0)
          corners[count++] = {i * width, j * height, times};
  }
  /// Left or upper edge of the template around a pixel.
  SIMT constexpr int left(int x) const { return x - columns * width / 2; }
  SIMT constexpr int top(int y) const { return y - rows * height / 2; }
  /// The weights of one sign that sum to more: the feature is at most 255 times this and the pixels of a rectangle.
  SIMT constexpr int most() const {
    int plus = 0, minus = 0;
    for (int i = 0; i < columns * rows; ++i) (weights[i] > 0 ? plus : minus) += weights[i] > 0 ? weights[i] : -weights[i];
    return plus > minus ? plus : minus > 0 ? minus : 1;
  }
};

/// What is shown of a feature. most: pixels of a rectangle times Template::most.
SIMT constexpr std::uint8_t shown(std::int64_t feature, std::int64_t most, Show show, int gain) {
  if (show == Show::strength) return clamped_byte(rounded_quotient(gain * (feature < 0 ? -feature : feature), most));
  return clamped_byte(128 + rounded_quotient(127 * gain * feature, 255 * most));
}

/// A thread owns a pixel. table: of the pixels; out: the feature of the template around it.
template <Sizes sizes>
struct Feature {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint32_t> table, pitched<M, std::uint8_t> out, Extent picture, Template what,
                       Border border, Show show, int gain) {
    const int y = m.block_x(), begin = m.block_y() * threads, count = in_row(begin, threads, picture.width);
    const int top = what.top(y), start = what.left(begin);
    const std::int64_t most = std::int64_t{what.width} * what.height * what.most();
    // because: then no corner asks where it lies
    const bool inner = start > 0 && what.left(begin + count - 1) + what.columns * what.width <= picture.width && top > 0 &&
                       top + what.rows * what.height <= picture.height;
    m.each("feature", count, [&](auto t) {
      using U = num<M, std::uint32_t>;
      const int x = begin + t.x, left = start + t.x;
      U sum = U(0);
      bool first = true;
      const auto add = [&](int X, int Y, int times) {
        const U term = multiple(U(table[table.at(X - 1, Y - 1)]), times);
        sum = first ? term : sum + term;
        first = false;
      };
      for (int c = 0; c < what.count; ++c) {
        const Corner& corner = what.corners[c];
        if (inner) {
          [[maybe_unused]] const auto round = t.round(c * 4);
          add(left + corner.x, top + corner.y, corner.times);
          continue;
        }
        const Reach column = reach(border, left + corner.x, picture.width), row = reach(border, top + corner.y, picture.height);
        for (int k = 0; k < 4; ++k) {
          [[maybe_unused]] const auto round = t.round(c * 4 + k);
          const int X = column.at[k & 1], Y = row.at[k >> 1];
          const int times = corner.times * column.times[k & 1] * row.times[k >> 1];
          if (X != 0 && Y != 0 && times != 0) add(X, Y, times);
        }
      }
      const auto feature = static_cast<std::int32_t>(static_cast<std::uint32_t>(bare(sum)));
      out[out.at(x, y)] = made_of(shown(feature, most, show, gain), sum);
    });
  }
};

inline Template template_of(const Described& self, const Params& params) {
  const Kind& kind = known_in(k_kinds, "kind", choice(self, params, "kind"));
  int weights[4];
  for (std::size_t i = 0; i < 4; ++i) weights[i] = whole_unless_choice(self, params, k_weights[i]).value_or(kind.weights[i]);
  return {kind, whole(self, params, "w"), whole(self, params, "h"), weights};
}

inline Filter describe() {
  const auto side = [](std::string id, std::string help) {
    return Param{.id = std::move(id),
                 .fallback = 16.0,
                 .range = ParamRange{.min = 1, .max = k_most_side, .step = 1, .whole = true},
                 .help = std::move(help)};
  };
  Param kind{.id = "kind",
             .fallback = std::string(k_kinds.front().id),
             .help =
                 "which rectangles are compared: left with right (two-across), above with below (two-down), the middle "
                 "with both sides (three), or those of a chessboard (four)"};
  for (const Kind& one : k_kinds) kind.choices.emplace_back(one.id);
  Param show{.id = "show",
             .fallback = std::string("signed"),
             .help =
                 "signed: white, grey and black as the first rectangle is brighter, alike or darker; strength: "
                 "black for alike, brighter the more they differ"};
  for (const Named<Show>& one : k_shows) show.choices.emplace_back(one.id);
  constexpr std::array k_ordinals{"first", "second", "third", "fourth"};
  Filter self{{
      .id = "haar",
      .title = "Bright beside dark (Haar feature)",
      .paper = "Viola and Jones 2001, Rapid Object Detection using a Boosted Cascade of Simple Features",
      .text = "Asks at every pixel: is the rectangle above it brighter than the one below, or the left one "
              "than the right? White is yes, black is the reverse, grey is no difference. A forehead is "
              "brighter than the eyes; many such questions find a face.",
      .params = {side("w", "width of each rectangle, in pixels"), side("h", "height of each rectangle, in pixels"),
                 std::move(kind)},
  }};
  for (std::size_t i = 0; i < k_weights.size(); ++i) {
    Param weight{.id = k_weights[i],
                 .fallback = std::string("auto"),
                 .choices = {"auto"},
                 .range = ParamRange{.min = -k_most_weight, .max = k_most_weight, .step = 1, .whole = true},
                 .help = "the sum of the " + std::string(k_ordinals[i]) +
                         " rectangle is multiplied by this; auto takes the usual weight, with which an even area gives 0"};
    for (const Kind& one : k_kinds)
      if (i >= 2 && i < static_cast<std::size_t>(one.columns * one.rows)) weight.needs.values.emplace_back(one.id);
    if (i >= 2) weight.needs.param = "kind";
    self.params.push_back(std::move(weight));
  }
  self.params.push_back(std::move(show));
  self.params.push_back({.id = "gain",
                         .fallback = 2.0,
                         .range = ParamRange{.min = 1, .max = 32, .step = 1, .whole = true},
                         .help = "how many times as strong it is shown; at 1 nothing is cut off"});
  self.params.push_back(border_param({Border::clamp, Border::mirror, Border::zero}));
  self.phases = {
      {"feature", "The corners of all rectangles are read once; each counts with the weights of those that it belongs to.",
       "A corner between two rectangles serves both: 6 reads, not 8."},
  };
  self.definition =
      "128 + 127 gain f / F, with f the sum of the rectangles' pixels times their weights around the pixel, and F the most "
      "that it can be; strength: 255 gain |f| / F; rounded half up, within 0 to 255";
  self.tables = {"pixels"};
  self.reads =
      "6 entries of the table for two rectangles, 8 for three, 9 for four, at any size, because neighbours share corners; with "
      "clamp and mirror up to four times as many where the template leaves the picture";
  const auto what = [head = Described(self)](const FilterRequest& request) { return template_of(head, request.params); };
  self.reads_per_pixel = [what](const FilterRequest& request) { return 1.0 * what(request).count; };
  self.remark = [what](const FilterRequest& request) {
    const Template one = what(request);
    return std::to_string(one.columns * one.rows * one.width * one.height) + " pixels of the template in " +
           std::to_string(one.count) + " reads";
  };
  return self;
}

/// Entries that all pixels read together, and the additions that join those of each.
inline Cost cost_of(const Template& what, Extent picture, Border border) {
  using Line = std::array<int, 9>;  // reads along one axis, for each corner
  // because: all but those near an edge read alike
  const auto lines = [&](int length, auto&& place) {
    std::map<Line, double> list;
    for (int at = 0; at < length; ++at) {
      Line line{};
      for (int c = 0; c < what.count; ++c)
        line[static_cast<std::size_t>(c)] = reads_of(reach(border, place(at, what.corners[c]), length));
      ++list[line];
    }
    return list;
  };
  const auto columns = lines(picture.width, [&](int x, const Corner& corner) { return what.left(x) + corner.x; });
  const auto rows = lines(picture.height, [&](int y, const Corner& corner) { return what.top(y) + corner.y; });
  double reads = 0, additions = 0;
  for (const auto& [across, so_many] : columns)
    for (const auto& [down, often] : rows) {
      const int terms = std::inner_product(across.begin(), across.end(), down.begin(), 0);
      reads += terms * so_many * often;
      additions += std::max(terms - 1, 0) * so_many * often;
    }
  return {.bytes = 4 * reads + static_cast<double>(picture.area()), .additions = additions};
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const Template what = template_of(self, request.params);
  const Border border = border_of(self, request);
  const Show show = known_in(k_shows, "measure", choice(self, request.params, "show")).value;
  FilterDraft d;
  const int picture = add_buffer(d, "picture", Scalar::u8, request.extent);
  const int table = add_buffer(d, "table", Scalar::u32, request.extent);
  d.result = add_buffer(d, "feature", Scalar::u8, request.extent);
  d.steps.emplace_back(TableStep{picture, table, *find_type_pair("8u32u")});
  d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
    using Kernel = Feature<sizes>;
    return make_pass<Backend, Kernel>("feature", pixel_grid(request.extent, Kernel::threads),
                                      cost_of(what, request.extent, border), pitched_in<std::uint32_t>{table},
                                      pitched_out<std::uint8_t>{d.result}, request.extent, what, border, show,
                                      whole(self, request.params, "gain"));
  }));
  return d;
}

}  // namespace satscope::filter_kernels::haar
