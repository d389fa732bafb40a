// SPDX-License-Identifier: Apache-2.0
// The integral histogram: the range of greys is cut into bins, and each bin has a table that counts the pixels in it.
//
//      picture      bin 0    bin 1    bin 2    bin 3            four corners of every table are the histogram of a window,
//       9 70       1 0      0 0      0 0      0 0     tables    whatever its size: 4 reads for each bin
//      200 99      0 0      1 1      0 0      1 0      -->
//
// In colour only the luma is filtered, and each channel changes by as much: bins of each channel by itself would invent
// colours, and take three times as long. `colour` chooses.
//
// One picture of marks serves all bins, one after the other; the tables stay. Watch the memory: 16 bins are 16 tables.
// Paper: F. Porikli, Integral Histogram: A Fast Way to Extract Histograms in Cartesian Spaces, CVPR 2005.
#pragma once
#include <bit>
#include <cstdio>
#include <string>

#include "kernels/filters/planes.h"

// The table is chosen at run time: unrolled, the reads of all bins would be a program of thousands of instructions.
#if defined(__CUDACC__)
#define SATSCOPE_BIN_BY_BIN _Pragma("unroll 1")
#else
#define SATSCOPE_BIN_BY_BIN
#endif

namespace satscope::filter_kernels {

inline constexpr int k_greys = 256;

/// A thread owns a pixel. out: 1 if it is in the bin, else 0.
template <Sizes sizes>
struct MarkBin {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> pixels, pitched<M, std::uint8_t> out, Extent picture, int bin,
                       int shift) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("mark", in_row(first, threads, picture.width), [&](auto t) {
      const num<M, std::uint32_t> pixel = num<M, std::uint32_t>(pixels[pixels.at(first + t.x, y)]);
      const bool inside = static_cast<int>(bare(pixel) >> shift) == bin;
      out[out.at(first + t.x, y)] = made_of(static_cast<std::uint8_t>(inside ? 1 : 0), pixel);
    });
  }
};

/// The window's pixels in a bin whose table this is. With zeros beyond the edges, these are in the first bin.
template <class M, class Thread>
SIMT num<M, std::uint32_t> count_in(const Thread& t, const pitched<M, const std::uint32_t>& table, const Window& w, int bin,
                                    Border border, Extent picture) {
  num<M, std::uint32_t> count = window_sum<M, std::uint32_t>(t, table, w, border, picture);
  if (border == Border::zero && bin == 0) {
    const int width = (w.x1 < picture.width ? w.x1 : picture.width) - (w.x0 > 0 ? w.x0 : 0);
    const int height = (w.y1 < picture.height ? w.y1 : picture.height) - (w.y0 > 0 ? w.y0 : 0);
    const auto beyond = area_of<std::uint32_t>(w) - static_cast<std::uint32_t>(width) * static_cast<std::uint32_t>(height);
    count = made_of(bare(count) + beyond, count);
  }
  return count;
}

/// Calls use(t, n, count) for the first `active` threads: the pixels of the window, and those of them in the bin.
template <class M, class Use>
SIMT void each_count(M& m, Label label, int first, int active, int y, const pitched<M, const std::uint32_t>& table, int bin,
                     int r, Border border, Extent picture, Use&& use) {
  if (all_inner(first, active, y, r, picture)) {
    const auto n = static_cast<std::uint32_t>((2 * r + 1) * (2 * r + 1));
    m.each(label, active, [&](auto t) { use(t, n, inner_sum<M, std::uint32_t>(table, first + t.x, y, r)); });
    return;
  }
  m.each(label, active, [&](auto t) {
    const Window w = window_around(first + t.x, y, r, border, picture);
    use(t, area_of<std::uint32_t>(w), count_in<M>(t, table, w, bin, border, picture));
  });
}

inline Param bins_param(const char* fallback) {
  return {.id = "bins",
          .fallback = std::string(fallback),
          .choices = {"4", "16", "32"},
          .help =
              "how finely greys are told apart: 16 steps are fast, 32 are smoother and take twice the "
              "memory, 4 are coarse"};
}

inline int bins_of(const Filter& self, const FilterRequest& request) { return std::stoi(choice(self, request.params, "bins")); }

/// "16 tables of 1920x1080 counts: 133 MB".
inline std::string memory_of_bins(int bins, Extent extent) {
  char text[96];
  std::snprintf(text, sizeof text, "%d tables of %dx%d counts: %.3g MB", bins, extent.width, extent.height,
                bins * 4e-6 * static_cast<double>(extent.area()));
  return text;
}

/// Appends the steps that make the tables of all bins of buffer `picture`; returns the number of the first table, which the
/// others follow.
template <class Backend>
int add_bins(FilterDraft& d, const FilterRequest& request, int picture, int bins) {
  const Extent extent = request.extent;
  const int marks = add_buffer(d, "marks", Scalar::u8, extent), first = marks + 1;
  for (int bin = 0; bin < bins; ++bin) {
    const int table = add_buffer(d, std::string("table of bin ").append(std::to_string(bin)), Scalar::u32, extent);
    d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
      using Kernel = MarkBin<sizes>;
      return make_pass<Backend, Kernel>("mark bin", pixel_grid(extent, Kernel::threads),
                                        {.bytes = 2 * static_cast<double>(extent.area())}, pitched_in<std::uint8_t>{picture},
                                        pitched_out<std::uint8_t>{marks}, extent, bin,
                                        std::countr_zero(static_cast<unsigned>(k_greys / bins)));
    }));
    d.steps.emplace_back(TableStep{marks, table, *find_type_pair("8u32u")});
  }
  return first;
}

/// f(handles...), the tables of `bins` bins from buffer `first` on as arguments of a kernel.
template <class F, int... i>
Pass with_tables(int first, F&& f, std::integer_sequence<int, i...>) {
  return f(pitched_in<std::uint32_t>{first + i}...);
}

/// f.template operator()<sizes, bins>(handles...) on the request's machine.
template <class Backend, class F>
Pass for_bins(const FilterRequest& request, int bins, int first, F&& f) {
  return for_machine<Backend, k_trace_sizes>(request.sizes, [&]<Sizes sizes>() {
    const auto call = [&]<int count>(std::integer_sequence<int, count>) {
      return with_tables(
          first, [&](auto... tables) { return f.template operator()<sizes, count>(tables...); },
          std::make_integer_sequence<int, count>());
    };
    if (bins == 4) return call(std::integer_sequence<int, 4>());
    if (bins == 32) return call(std::integer_sequence<int, 32>());
    return call(std::integer_sequence<int, 16>());
  });
}

/// A thread owns a pixel. luma, before and after a filter; out: each channel changed by as much, within 0 to 255; alpha stays.
template <Sizes sizes>
struct FollowLuma {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const vec4<std::uint8_t>> pixels, pitched<M, const std::uint8_t> before,
                       pitched<M, const std::uint8_t> after, pitched<M, vec4<std::uint8_t>> out, Extent picture) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("follow", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      const vec4<std::uint8_t> p = pixels[pixels.at(x, y)];
      const int change = int{after[after.at(x, y)]} - int{before[before.at(x, y)]};
      const auto changed = [&](int channel) {
        const int value = channel + change;
        return static_cast<std::uint8_t>(value < 0 ? 0 : value > 255 ? 255 : value);
      };
      out[out.at(x, y)] = vec4<std::uint8_t>(changed(p.r), changed(p.g), changed(p.b), p.a);
    });
  }
};

namespace detail {

template <class Backend>
FilterDraft luma_alone(const FilterRequest& request, OneChannel one) {
  const Extent extent = request.extent;
  const double pixels = static_cast<double>(extent.area());
  FilterDraft d{.buffers = {{"picture", Scalar::u8, extent, 4}}};
  std::vector<int> numbers;
  for (const Buffer& buffer : one.draft.buffers) {
    numbers.push_back(static_cast<int>(d.buffers.size()));
    d.buffers.push_back(buffer);
  }
  d.buffers[1].name = "luma";
  for (const int input : one.draft.inputs) d.inputs.push_back(numbers[static_cast<std::size_t>(input)]);
  const int after = numbers[static_cast<std::size_t>(one.draft.result)];
  d.buffers.push_back({"filtered", Scalar::u8, extent, 4});
  d.result = static_cast<int>(d.buffers.size()) - 1;
  using Take = TakePlane<k_real>;
  d.steps.emplace_back(make_pass<Backend, Take>("take luma", pixel_grid(extent, Take::threads), {.bytes = 5 * pixels},
                                                pitched_in<vec4<std::uint8_t>>{0}, pitched_out<std::uint8_t>{1}, extent,
                                                Plane::luma));
  for (const FilterStep& step : one.draft.steps) d.steps.push_back(renumbered_step(step, numbers));
  using Follow = FollowLuma<k_real>;
  d.steps.emplace_back(make_pass<Backend, Follow>(
      "follow luma", pixel_grid(extent, Follow::threads), {.bytes = 10 * pixels}, pitched_in<vec4<std::uint8_t>>{0},
      pitched_in<std::uint8_t>{1}, pitched_in<std::uint8_t>{after}, pitched_out<vec4<std::uint8_t>>{d.result}, extent));
  return d;
}

}  // namespace detail

/// Of filters for which colour is a choice: only the luma is filtered, or each channel.
inline Param colour_param() {
  return {.id = "colour",
          .fallback = std::string("luma"),
          .choices = {"luma", "channels"},
          .help =
              "luma: the brightness is filtered and tints stay; channels: red, green and blue each by itself, which may "
              "invent colours"};
}

/// The filter of as many channels as the request asks for, as colour_param says. make() returns its OneChannel.
template <class Backend, class Make>
FilterDraft in_colour_as_chosen(const Filter& self, const FilterRequest& request, Make&& make) {
  if constexpr (!is_traced<Backend>)
    if (request.channels == 4)
      return choice(self, request.params, "colour") == "luma" ? detail::luma_alone<Backend>(request, make())
                                                              : detail::three_planes<Backend>(request, false, make());
  return make().draft;
}

}  // namespace satscope::filter_kernels
