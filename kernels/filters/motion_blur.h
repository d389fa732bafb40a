// SPDX-License-Identifier: Apache-2.0
// Motion blur: the mean of a line of 2 q + 1 pixels in any direction, from four entries of the table of a sheared picture.
//
//      picture           sheared: columns slide, so that         q = r cos(angle), rounded: the line has the same length in
//       . . . c          the line becomes a row                  every direction
//       . b b .          . . . .
//       a . . .          a b b c  <- one row, any length         D - B - C + A of a window one entry high
//
// Column x slides down by shift(x) = slope x, halves up, with the slope in 65536ths; lines that are steeper than 45 degrees
// have their rows shifted instead. So the line through (x, y) is the pixels (x + i, y + shift(x + i) - shift(x)), |i| <= q.
// Beyond the edges the picture is continued as the border rule says; under clip the count of pixels within follows from the
// shifts. All in integers, halves up. Watch: the length is free and the direction is not: each needs a sheared picture and a
// table of its own. Papers: F. Crow 1984; P. Heckbert, Filtering by Repeated Integration, 1986, who turns filters so.
#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/filters/planes.h"

namespace satscope::filter_kernels::motion_blur {

/// Lines in one direction, and how the picture is sheared so that they become rows, or columns where they are steep.
struct Shear {
  Extent picture;
  int slope;  ///< 65536ths of a pixel per step along the line, at most 65536
  int q;      ///< steps to each end of a line
  bool steep;

  SIMT constexpr int along(int x, int y) const { return steep ? y : x; }
  SIMT constexpr int across(int x, int y) const { return steep ? x : y; }
  SIMT constexpr int length() const { return steep ? picture.height : picture.width; }
  SIMT constexpr int breadth() const { return steep ? picture.width : picture.height; }
  SIMT constexpr int shift(int i) const {
    return static_cast<int>((std::int64_t{slope} * i + 32768) >> 16);  // rounds down, also where it is negative
  }
  /// What makes the least row 0.
  SIMT constexpr int origin() const {
    const int last = shift(length() - 1);
    return last > 0 ? last : 0;
  }
};

/// The sheared picture: `before` pixels more at both ends of a line.
struct Sheared {
  Shear by;
  int before;  ///< 0 where nothing goes on beyond the edges
  int rows;

  SIMT constexpr Extent extent() const {
    const Extent flat{by.length() + 2 * before, rows};
    return by.steep ? Extent{flat.height, flat.width} : flat;
  }
};

/// Columns i from `first` to `last` of a line of the picture that passes row v of the sheared one: those that are in the
/// picture.
SIMT constexpr int pixels_within(const Shear& by, int first, int last, int v) {
  first = first < 0 ? 0 : first;
  last = last < by.length() ? last : by.length() - 1;
  // 0 <= v + shift(i) < breadth, that is -65536 v <= slope i + 32768 < 65536 (breadth - v)
  const std::int64_t least = -(std::int64_t{65536} * v) - 32768, most = std::int64_t{65536} * (by.breadth() - v) - 32769;
  const auto down = [](std::int64_t a, std::int64_t n) { return a >= 0 ? a / n : -((-a + n - 1) / n); };
  if (by.slope > 0) {
    const std::int64_t from = -down(-least, by.slope), to = down(most, by.slope);
    first = from > first ? static_cast<int>(from) : first;
    last = to < last ? static_cast<int>(to) : last;
  } else if (by.slope < 0) {
    const std::int64_t from = -down(most, -by.slope), to = down(-least, -by.slope);
    first = from > first ? static_cast<int>(from) : first;
    last = to < last ? static_cast<int>(to) : last;
  }
  return last - first + 1;
}

/// A thread owns a place of the sheared picture; out: the pixel that comes to lie there, or 0.
template <Sizes sizes>
struct ShearPicture {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> pixels, pitched<M, std::uint8_t> out, Sheared to, Border border) {
    const Extent extent = to.extent();
    const int row = m.block_x(), first = m.block_y() * threads;
    m.each("shear", in_row(first, threads, extent.width), [&](auto t) {
      using U = num<M, std::uint32_t>;
      const Shear& by = to.by;
      const int column = first + t.x;
      const int i = (by.steep ? row : column) - to.before, v = (by.steep ? column : row) - by.origin() + by.shift(i);
      const int x = pixel_at(border, by.steep ? v : i, by.picture.width);
      const int y = pixel_at(border, by.steep ? i : v, by.picture.height);
      U pixel = U(0);
      if (x >= 0 && y >= 0) pixel = U(pixels[pixels.at(x, y)]);
      out[out.at(column, row)] = made_of(static_cast<std::uint8_t>(bare(pixel)), pixel);
    });
  }
};

/// A thread owns a pixel. table: of the sheared picture; out: the mean of its line.
template <Sizes sizes>
struct MeanOfLine {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint32_t> table, pitched<M, std::uint8_t> out, Sheared of, Border border) {
    const Shear& by = of.by;
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("mean of the line", in_row(first, threads, by.picture.width), [&](auto t) {
      const int x = first + t.x, i = by.along(x, y), v = by.across(x, y) - by.shift(i), row = v + by.origin();
      const int from = i - by.q + of.before, to = i + by.q + 1 + of.before;
      const Window w = by.steep ? Window{row, from, row + 1, to} : Window{from, row, to, row + 1};
      // zeros are where the sheared picture has no pixel, so a window may be cut to it
      const num<M, std::uint32_t> sum = window_sum<M, std::uint32_t>(t, table, w, Border::zero, of.extent());
      const int n = border == Border::clip ? pixels_within(by, i - by.q, i + by.q, v) : 2 * by.q + 1;
      out[out.at(x, y)] = made_of(rounded_mean(bare(sum), static_cast<std::uint32_t>(n)), sum);
    });
  }
};

inline Shear shear_of(const Described& self, const FilterRequest& request) {
  const double turn = number(self, request.params, "angle") * std::numbers::pi / 180;
  const double dx = std::cos(turn), dy = -std::sin(turn);  // angles turn upward, rows count downward
  const bool steep = std::abs(dy) > std::abs(dx);
  const double major = steep ? dy : dx, minor = steep ? dx : dy;
  return {.picture = request.extent,
          .slope = static_cast<int>(std::lround(65536 * minor / major)),
          .q = static_cast<int>(std::lround(whole(self, request.params, "r") * std::abs(major))),
          .steep = steep};
}

/// Sizes grow in steps, so that turning the line or making it longer seldom asks for other buffers.
inline Sheared sheared(const Shear& by, Border border) {
  const auto in_steps = [](int least, int length) {
    const int step = std::max(1, length / 8);
    return (least / step + 1) * step;
  };
  const bool goes_on = border == Border::clamp || border == Border::mirror;
  return {by, goes_on ? in_steps(by.q, by.length()) : 0,
          by.breadth() + in_steps(std::abs(by.shift(by.length() - 1)), by.length())};
}

/// Table entries that the lines of all pixels read together.
inline double line_reads(const Sheared& of) {
  const Shear& by = of.by;
  double reads = 0;
  for (int i = 0; i < by.length(); ++i) {
    const int ends = 1 + (i - by.q + of.before > 0 ? 1 : 0), top = by.shift(i) - by.origin();
    // the one pixel of this column that comes to lie in the first row has no entries above
    const int first = top >= 0 && top < by.breadth() ? 1 : 0;
    reads += ends * (2.0 * by.breadth() - first);
  }
  return reads;
}

inline Filter describe() {
  Filter self{{
      .id = "motion-blur",
      .title = "Motion blur",
      .paper = "Crow 1984, Summed-Area Tables for Texture Mapping; Heckbert 1986, Filtering by Repeated Integration",
      .text = "Blurs along one direction, as if the camera had moved, for an impression of speed. The radius "
              "says how far, the angle in which direction.",
      .params = {radius_param(24, k_most_radius),
                 {.id = "angle",
                  .fallback = 20.0,
                  .range = ParamRange{.min = -180, .max = 180, .step = 1},
                  .help = "direction of the movement in degrees; 0 is to the right, 90 upward"},
                 border_param()},
  }};
  self.params[0].help = "half of the line's length: it reaches this far in both directions";
  self.phases = {
      {"shear", "Columns slide, or rows where the line is steep, until the pixels of each line lie side by side.",
       "The picture gets more rows; where no pixel comes to lie there are zeros."},
      {"mean of the line",
       "Four corners of a window one entry high give the sum of the line; divided by its pixels that is the mean."},
  };
  self.definition =
      "mean of the pixels (x + i, y + s(x + i) - s(x)), |i| <= q, rounded half up, with s(x) the slope "
      "times x, rounded, and q = r cos(angle); x and y exchanged above 45 degrees; the picture is "
      "sheared until the direction is a row, so a new direction needs a new table, a new length does "
      "not";
  self.tables = {"sheared pixels"};
  self.reads = "4 entries of the table of the sheared picture, at any length; each of its places takes one pixel";
  self.by_channel = self.alpha_stays = true;
  self.reads_per_pixel = [](const FilterRequest&) { return 4.0; };
  return self;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const Border border = border_of(self, request);
  const Sheared to = sheared(shear_of(self, request), border);
  return in_colour<Backend>(request, false, [&](bool) {
    OneChannel one;
    FilterDraft& d = one.draft;
    const Extent extent = request.extent, slanted = to.extent();
    const double pixels = static_cast<double>(extent.area()), places = static_cast<double>(slanted.area());
    const int picture = add_buffer(d, "picture", Scalar::u8, extent), moved = add_buffer(d, "sheared", Scalar::u8, slanted);
    const int table = add_buffer(d, "sheared table", Scalar::u32, slanted);
    d.result = add_buffer(d, "motion blur", Scalar::u8, extent);
    const auto with_sizes = [&](auto&& make) {
      d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, make));
    };
    with_sizes([&]<Sizes sizes>() {
      using Kernel = ShearPicture<sizes>;
      return make_pass<Backend, Kernel>("shear", pixel_grid(slanted, Kernel::threads), {.bytes = 2 * places},
                                        pitched_in<std::uint8_t>{picture}, pitched_out<std::uint8_t>{moved}, to, border);
    });
    d.steps.emplace_back(TableStep{moved, table, *find_type_pair("8u32u")});
    with_sizes([&]<Sizes sizes>() {
      using Kernel = MeanOfLine<sizes>;
      const double reads = line_reads(to);
      return make_pass<Backend, Kernel>("mean of lines", pixel_grid(extent, Kernel::threads),
                                        {.bytes = 4 * reads + pixels, .additions = reads - pixels},
                                        pitched_in<std::uint32_t>{table}, pitched_out<std::uint8_t>{d.result}, to, border);
    });
    return one;
  });
}

}  // namespace satscope::filter_kernels::motion_blur
