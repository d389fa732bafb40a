// SPDX-License-Identifier: Apache-2.0
// Colour for filters of one channel: R, G and B go through the same buffers, one after the other; alpha stays.
//
//      R G B A --take-->  R  --> filter -->  R'                     a filter may also be led by the luma: then its plane is
//                         G  --> filter -->  G'  --join--> R'G'B'A  taken once, and steps that read nothing else are done once
//                         B  --> filter -->  B'
//
// So colour needs no more tables than grey, every algorithm can make them, and a filter is compiled for one channel only.
// Traces have one channel, so there these passes do not exist.
#pragma once
#include <utility>

#include "kernels/filters/luma_pass.h"
#include "kernels/filters/window.h"

namespace satscope::filter_kernels {

/// The planes of a picture; `luma` is made of the first three.
enum class Plane : std::uint8_t { red, green, blue, luma };

/// A thread owns a pixel. out: that plane of it.
template <Sizes sizes>
struct TakePlane {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const vec4<std::uint8_t>> pixels, pitched<M, std::uint8_t> out, Extent picture,
                       Plane plane) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("take", in_row(first, threads, picture.width), [&](auto t) {
      const vec4<std::uint8_t> p = pixels[pixels.at(first + t.x, y)];
      constexpr LumaWeights w;
      const std::uint32_t luma = (w.r * p.r + w.g * p.g + w.b * p.b + w.sum / 2) / w.sum;
      out[out.at(first + t.x, y)] = plane == Plane::red     ? p.r
                                    : plane == Plane::green ? p.g
                                    : plane == Plane::blue  ? p.b
                                                            : static_cast<std::uint8_t>(luma);
    });
  }
};

/// A thread owns a pixel. out: the three planes with the alpha of `pixels`.
template <Sizes sizes>
struct JoinPlanes {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const vec4<std::uint8_t>> pixels, pitched<M, const std::uint8_t> red,
                       pitched<M, const std::uint8_t> green, pitched<M, const std::uint8_t> blue,
                       pitched<M, vec4<std::uint8_t>> out, Extent picture) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("join", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      const vec4<std::uint8_t> p = pixels[pixels.at(x, y)];
      out[out.at(x, y)] = vec4<std::uint8_t>(red[red.at(x, y)], green[green.at(x, y)], blue[blue.at(x, y)], p.a);
    });
  }
};

/// A draft for one channel, whose buffer 0 is that channel; where it is led, buffer 1 is the luma.
struct OneChannel {
  FilterDraft draft;
  int once = 0;  ///< so many steps at the beginning are the same for all channels
};

/// Adds a buffer to a draft; returns its number.
inline int add_buffer(FilterDraft& draft, std::string name, Scalar type, Extent shape) {
  draft.buffers.push_back({std::move(name), type, shape});
  return static_cast<int>(draft.buffers.size()) - 1;
}

namespace detail {

inline FilterStep renumbered_step(const FilterStep& step, const std::vector<int>& numbers) {
  const auto at = [&](int n) { return numbers[static_cast<std::size_t>(n)]; };
  if (const TableStep* table = std::get_if<TableStep>(&step))
    return TableStep{at(table->picture), at(table->table), table->types};
  return renumbered(std::get<Pass>(step), numbers);
}

template <class Backend>
FilterDraft three_planes(const FilterRequest& request, bool led, OneChannel one) {
  const FilterDraft& single = one.draft;
  const Extent extent = request.extent;
  const double pixels = static_cast<double>(extent.area());
  FilterDraft d{.buffers = {{"picture", Scalar::u8, extent, 4}}};
  std::vector<int> numbers;
  for (const Buffer& buffer : single.buffers) {
    numbers.push_back(static_cast<int>(d.buffers.size()));
    d.buffers.push_back(buffer);
  }
  d.buffers[1].name = "plane";
  for (const int input : single.inputs) d.inputs.push_back(numbers[static_cast<std::size_t>(input)]);
  const auto result = static_cast<std::size_t>(single.result);
  const int red = numbers[result], green = add_buffer(d, "green", Scalar::u8, extent),
            blue = add_buffer(d, "blue", Scalar::u8, extent);
  d.buffers.push_back({"filtered", Scalar::u8, extent, 4});
  d.result = static_cast<int>(d.buffers.size()) - 1;

  constexpr Sizes sizes = k_real;
  const auto take = [&](Plane plane, int to) {
    using Kernel = TakePlane<sizes>;
    d.steps.emplace_back(make_pass<Backend, Kernel>("take plane", pixel_grid(extent, Kernel::threads), {.bytes = 5 * pixels},
                                                    pitched_in<vec4<std::uint8_t>>{0}, pitched_out<std::uint8_t>{to}, extent,
                                                    plane));
  };
  if (led) take(Plane::luma, numbers[1]);
  for (const auto& [plane, to] : {std::pair{Plane::red, red}, {Plane::green, green}, {Plane::blue, blue}}) {
    numbers[result] = to;
    take(plane, numbers[0]);
    for (int i = plane == Plane::red ? 0 : one.once; i < static_cast<int>(single.steps.size()); ++i)
      d.steps.push_back(renumbered_step(single.steps[static_cast<std::size_t>(i)], numbers));
  }
  using Kernel = JoinPlanes<sizes>;
  d.steps.emplace_back(make_pass<Backend, Kernel>("join planes", pixel_grid(extent, Kernel::threads), {.bytes = 11 * pixels},
                                                  pitched_in<vec4<std::uint8_t>>{0}, pitched_in<std::uint8_t>{red},
                                                  pitched_in<std::uint8_t>{green}, pitched_in<std::uint8_t>{blue},
                                                  pitched_out<vec4<std::uint8_t>>{d.result}, extent));
  return d;
}

}  // namespace detail

/// The filter of as many channels as the request asks for. make(led) returns its OneChannel; one channel is its own luma, and
/// is never led. led: whether colour must be.
template <class Backend, class Make>
FilterDraft in_colour(const FilterRequest& request, bool led, Make&& make) {
  if constexpr (!is_traced<Backend>)
    if (request.channels == 4) return detail::three_planes<Backend>(request, led, make(led));
  return make(false).draft;
}

}  // namespace satscope::filter_kernels
