// SPDX-License-Identifier: Apache-2.0
// How much moves within each of many rectangles: the mean of |frame - previous|, from four reads of one table.
//
//      frame   previous            difference           table          rectangles x, y, w, h
//        o  -  o      =  | |        . 9 . 9 .      ->     P      ->    4 reads each: 1 or 10,000 of them, the table is one
//
// A rectangle is clipped to the picture; an empty one gives 0. Means are in 256ths, halves up: (256 S + n / 2) / n.
// Watch: press a button by waving at it. Paper: the four corners of F. Crow 1984.
#pragma once
#include "kernels/filter.h"
#include "kernels/filters/window.h"

namespace satscope::filter_kernels::motion {

/// A thread owns a pixel.
template <Sizes sizes>
struct Difference {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> frame, pitched<M, const std::uint8_t> previous,
                       pitched<M, std::uint8_t> out, Extent picture) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("difference", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      const num<M, std::uint32_t> now = num<M, std::uint32_t>(frame[frame.at(x, y)]),
                                  before = num<M, std::uint32_t>(previous[previous.at(x, y)]);
      const std::uint32_t a = bare(now), b = bare(before);
      out[out.at(x, y)] = made_of(static_cast<std::uint8_t>(a > b ? a - b : b - a), now);
    });
  }
};

/// A thread owns a rectangle, of which `rectangles` holds x, y, width and height (as 32-bit two's complement).
template <class T, Sizes sizes>
struct RegionMeans {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const T> table, global<M, const std::uint32_t> rectangles,
                       global<M, std::uint32_t> means, Extent picture, int count) {
    const int first = m.block_x() * threads;
    m.each("regions", in_row(first, threads, count), [&](auto t) {
      const std::size_t i = static_cast<std::size_t>(first + t.x);
      const auto side = [&](std::size_t k) {
        [[maybe_unused]] const auto round = t.round(static_cast<int>(k));
        return static_cast<std::int64_t>(static_cast<std::int32_t>(bare(num<M, std::uint32_t>(rectangles[4 * i + k]))));
      };
      const auto within = [](std::int64_t v, int most) { return static_cast<int>(v < 0 ? 0 : v > most ? most : v); };
      const std::int64_t x = side(0), y = side(1), width = side(2), height = side(3);
      const Window w{within(x, picture.width), within(y, picture.height), within(x + width, picture.width),
                     within(y + height, picture.height)};
      if (w.x0 >= w.x1 || w.y0 >= w.y1) {
        means[i] = num<M, std::uint32_t>(0);
      } else {
        const num<M, T> sum = window_sum<M, T>(t, table, w, Border::clip, picture);
        const std::uint64_t n = area_of<std::uint64_t>(w);
        means[i] = made_of(static_cast<std::uint32_t>((256 * static_cast<std::uint64_t>(bare(sum)) + n / 2) / n), sum);
      }
    });
  }
};

inline Filter describe() {
  Filter self{{
      .id = "motion",
      .title = "Motion in rectangles",
      .paper = "Crow 1984, Summed-Area Tables for Texture Mapping",
      .text = "Watches rectangles that you draw on a video or a camera picture: one lights up while something "
              "moves inside it. So it is a button that you press by waving, or an alarm on a door. Where "
              "nothing moves, as in a photo, no rectangle lights up.",
  }};
  self.phases = {
      {"difference", "Each thread takes how much its pixel changed since the frame before, without the sign."},
      {"regions", "One thread per rectangle: four corners of the table give the mean change in it."},
  };
  self.definition = "mean of |frame - previous| in each rectangle, in 256ths, rounded half up";
  self.tables = {"difference"};
  self.reads = "2 pixels for the difference; for each rectangle, at any size, 4 entries of the table and 4 numbers";
  self.makes_picture = false;
  self.reads_per_pixel = [](const FilterRequest&) { return 2.0; };
  self.refusal = [](const FilterRequest& request) -> std::string {
    return request.regions >= 1 ? "" : "motion needs at least one rectangle: not supported";
  };
  return self;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  const double pixels = static_cast<double>(request.extent.area());
  const int count = request.regions;
  const TypePair types = sums_for<Backend>(pixels);
  FilterDraft d{.buffers = {{"picture", Scalar::u8, request.extent},
                            {"previous", Scalar::u8, request.extent},
                            {"difference", Scalar::u8, request.extent},
                            {"table", types.out, request.extent},
                            {"rectangles", Scalar::u32, {4, count}},
                            {"means", Scalar::u32, {count, 1}}},
                .inputs = {1, 4},
                .result = 5};
  d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
    using Kernel = Difference<sizes>;
    return make_pass<Backend, Kernel>("difference", pixel_grid(request.extent, Kernel::threads), {.bytes = 3 * pixels},
                                      pitched_in<std::uint8_t>{0}, pitched_in<std::uint8_t>{1}, pitched_out<std::uint8_t>{2},
                                      request.extent);
  }));
  d.steps.emplace_back(TableStep{2, 3, types});
  d.steps.emplace_back(for_sums<Backend>(types.out, request.sizes, [&]<class T, Sizes sizes>() {
    using Kernel = RegionMeans<T, sizes>;
    // as if no rectangle touched the upper or left edge, where fewer entries are read
    return make_pass<Backend, Kernel>(
        "regions", Grid{ceil_div(count, Kernel::threads)},
        {.bytes = count * (4.0 * sizeof(T) + 5 * sizeof(std::uint32_t)), .additions = 3.0 * count}, pitched_in<T>{3},
        in<std::uint32_t>{4}, out<std::uint32_t>{5}, request.extent, count);
  }));
  return d;
}

}  // namespace satscope::filter_kernels::motion
