// SPDX-License-Identifier: Apache-2.0
// A box mean whose radius differs from pixel to pixel: r(x, y) = r * map(x, y) / 255, halves up, from a map of bytes.
//
//      tilt-shift   sharp along a line through the centre, blurred away from it:  \  | |  /    map over the distance
//      gradient     sharp at one edge of the picture, blurred at the other:        \____       from the line
//      painted      the caller's picture
//
// Distances are multiples of 1/65536 pixel along a direction that the host has rounded, so every machine makes the same map.
// vec4 channels share one map. Watch: no separable filter can do this, and every pixel still takes four reads. Square
// highlights are typical of the table. Papers: F. Crow 1984; J. Hensley et al., Fast Summed-Area Table Generation and its
// Applications, 2005.
#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/filter.h"
#include "kernels/filters/window.h"

namespace satscope::filter_kernels::variable {

/// The map as a function of the distance from a line, in 1/65536 pixel: 0 up to `sharp`, then rising to 255 over `fade`.
struct Ramp {
  std::int64_t normal_x = 0, normal_y = 0;  ///< across the line, 65536 long
  std::int64_t offset = 0;                  ///< of the line: the distance of (x, y) is normal . (x, y) - offset
  std::int64_t sharp = 0, fade = 1;         ///< fade > 0
  bool both_sides = false;                  ///< else only where the distance is positive

  SIMT std::uint8_t at(int x, int y) const {
    std::int64_t distance = normal_x * x + normal_y * y - offset;
    if (both_sides && distance < 0) distance = -distance;
    if (distance <= sharp) return 0;
    return distance - sharp >= fade ? std::uint8_t{255} : static_cast<std::uint8_t>((distance - sharp) * 255 / fade);
  }
};

/// The radius where the map is this, of at most r.
SIMT constexpr int radius_of(int r, int map) { return (r * map + 127) / 255; }

/// A thread owns a pixel of the map.
template <Sizes sizes>
struct MakeMap {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, std::uint8_t> map, Extent picture, Ramp ramp) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("radius map", in_row(first, threads, picture.width),
           [&](auto t) { map[map.at(first + t.x, y)] = num<M, std::uint8_t>(ramp.at(first + t.x, y)); });
  }
};

/// A thread owns a pixel. table: inclusive; map: the radius in 255ths of r; out: the means.
template <class T, Sizes sizes>
struct VariableMean {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const T> table, pitched<M, const std::uint8_t> map,
                       pitched<M, with_channels_of<T, std::uint8_t>> out, Extent picture, int r, Border border) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("mean", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      const int part = static_cast<int>(bare(num<M, std::uint32_t>(map[map.at(x, y)])));
      const Window w = window_around(x, y, radius_of(r, part), border, picture);
      const num<M, T> sum = window_sum<M, T>(t, table, w, border, picture);
      out[out.at(x, y)] = made_of(rounded_mean(bare(sum), area_of<channel<T>>(w)), sum);
    });
  }
};

/// From 0 at one edge of the picture to 255 at the other, across a line turned by so many degrees: 0 is downward.
inline Ramp gradient(Extent picture, double degrees) {
  constexpr double one = 65536;
  const double turn = degrees * std::numbers::pi / 180, right = picture.width - 1, bottom = picture.height - 1;
  Ramp ramp{.normal_x = std::llround(-std::sin(turn) * one), .normal_y = std::llround(std::cos(turn) * one)};
  const auto along = [&](double x, double y) {
    return static_cast<double>(ramp.normal_x) * x + static_cast<double>(ramp.normal_y) * y;
  };
  const double corners[]{along(0, 0), along(right, 0), along(0, bottom), along(right, bottom)};
  const auto [least, most] = std::minmax_element(std::begin(corners), std::end(corners));
  ramp.offset = std::llround(*least);
  ramp.fade = std::max<std::int64_t>(std::llround(*most - *least), 1);
  return ramp;
}

/// The ramp that the parameters describe: around a band through the centre, or from edge to edge of the picture.
inline Ramp ramp_of(const Described& self, const FilterRequest& request) {
  constexpr double one = 65536;
  const double width = request.extent.width, height = request.extent.height;
  Ramp ramp = gradient(request.extent, number(self, request.params, "angle"));
  if (choice(self, request.params, "map") == "gradient") return ramp;
  const auto percent = [&](std::string_view id, double of) { return number(self, request.params, id) / 100 * of; };
  ramp.offset = std::llround(static_cast<double>(ramp.normal_x) * percent("x", width - 1) +
                             static_cast<double>(ramp.normal_y) * percent("y", height - 1));
  ramp.sharp = std::llround(percent("sharp", height) * one);
  ramp.fade = std::max<std::int64_t>(std::llround(percent("fade", height) * one), 1);
  ramp.both_sides = true;
  return ramp;
}

inline Filter describe() {
  const auto percent = [](std::string id, double fallback, double least, double most, std::string help) {
    return Param{.id = std::move(id),
                 .fallback = fallback,
                 .range = ParamRange{.min = least, .max = most, .step = 1},
                 .help = std::move(help)};
  };
  Filter self{{
      .id = "variable",
      .title = "Tilt-shift (variable radius)",
      .paper = "Crow 1984, Summed-Area Tables for Texture Mapping; Hensley et al. 2005",
      .text = "Makes a street look like a toy model: a band of the picture stays sharp, and the blur grows "
              "with the distance from it. Drag its dot or a line of it to what must stay sharp.",
      .params = {radius_param(24),
                 {.id = "map",
                  .fallback = std::string("tilt-shift"),
                  .choices = {"tilt-shift", "gradient", "painted"},
                  .help = "where it blurs: outside a sharp band (tilt-shift), more and more across the picture "
                          "(gradient), or where you paint (painted)"},
                 percent("x", 50, 0, 100, "centre of the sharp band, in percent of the width"),
                 percent("y", 50, 0, 100, "centre of the sharp band, in percent of the height"),
                 percent("angle", 0, -180, 180, "angle of the band or gradient, in degrees; 0 is horizontal"),
                 percent("sharp", 10, 0, 100, "half the height of the sharp band, in percent of the picture's height"),
                 percent("fade", 30, 1, 100, "distance from sharp to fully blurred, in percent of the height"),
                 border_param()},
  }};
  self.phases = {
      {"radius map", "Each pixel gets a radius of its own from its place in the picture."},
      {"mean", "Each pixel takes the mean of a window of its own radius: still four corners of the table."},
  };
  self.definition = "mean of the (2q+1)x(2q+1) window around each pixel, with q = r map/255, both rounded half up";
  self.tables = {"pixels"};
  self.reads = "4 entries of the table and the map, at any radius; with clamp and mirror up to 16 within q of an edge";
  self.by_channel = true;
  self.reads_per_pixel = [](const FilterRequest&) { return 5.0; };
  self.radius_at = [about = Described(self)](const FilterRequest& request, int x, int y, int map) {
    const bool painted = choice(about, request.params, "map") == "painted";
    return radius_of(whole(about, request.params, "r"), painted ? map : ramp_of(about, request).at(x, y));
  };
  return self;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const int r = whole(self, request.params, "r");
  const Border border = border_of(self, request);
  const TypePair types = sums_for<Backend>(largest_area(r, border, request.extent));
  const double pixels = static_cast<double>(request.extent.area());
  FilterDraft d{.buffers = {{"picture", Scalar::u8, request.extent, request.channels},
                            {"table", types.out, request.extent, request.channels},
                            {"radius map", Scalar::u8, request.extent},
                            {"variable mean", Scalar::u8, request.extent, request.channels}},
                .steps = {TableStep{0, 1, types}},
                .result = 3};
  if (choice(self, request.params, "map") == "painted")
    d.inputs = {2};
  else
    d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
      using Kernel = MakeMap<sizes>;
      return make_pass<Backend, Kernel>("radius map", pixel_grid(request.extent, Kernel::threads), {.bytes = pixels},
                                        pitched_out<std::uint8_t>{2}, request.extent, ramp_of(self, request));
    }));
  d.steps.emplace_back(for_channel_sums<Backend>(types.out, request, [&]<class T, Sizes sizes>() {
    using Kernel = VariableMean<T, sizes>;
    // the map decides how many windows leave the picture; this counts as if none did
    Cost cost = cost_of_windows<T>(4 * pixels, request.extent);
    cost.bytes += pixels;
    return make_pass<Backend, Kernel>("variable mean", pixel_grid(request.extent, Kernel::threads), cost, pitched_in<T>{1},
                                      pitched_in<std::uint8_t>{2}, pitched_out<with_channels_of<T, std::uint8_t>>{3},
                                      request.extent, r, border);
  }));
  return d;
}

}  // namespace satscope::filter_kernels::variable
