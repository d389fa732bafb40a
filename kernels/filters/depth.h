// SPDX-License-Identifier: Apache-2.0
// Depth of field: a pixel is blurred the more, the further its depth is from the focus.
//
//      map      ground: from near at the lower edge to far at the upper, or turned; painted: the caller's picture
//      radius   r |depth - focus| / max(focus, 255 - focus), halves up, 0 within `sharp` of the focus
//
//      box       4 reads     disc    .####.   5 boxes of rows,     tent      /\      9 reads of a second table:
//      ####                         ########   20 reads: round              /  \     Heckbert's repeated integration
//      ####                         ########   highlights, as a            /    \    gives a smooth kernel whose width
//      ####                          .####.    lens makes them                       may differ from pixel to pixel
//
// Disc: of radius q, with e = 2 q / 5 and f = 3 q / 4 rounded down: rows up to e away are q wide on each side, up to f away
// 41 q / 50, up to q away 12 q / 25, halves up. Tent: weights q + 1 - |i| in each direction. Sums are whole numbers until one
// division, halves up; the second table sums the first, in doubles, exact below 2^53. The maps are those of variable.h.
// Watch: lights in the blur are squares, discs or stars of the kernel. A sharp thing bleeds into a blurred one behind it,
// because each pixel gathers from its own window: lenses spread instead.
// Papers: F. Crow 1984; P. Heckbert, Filtering by Repeated Integration, SIGGRAPH 1986; J. Hensley et al. 2005.
#pragma once
#include "kernels/filters/planes.h"
#include "kernels/filters/signed_sums.h"
#include "kernels/filters/variable.h"

namespace satscope::filter_kernels::depth {

inline constexpr TypePair k_whole_doubles = *find_type_pair("64f64f");

/// How far a pixel of some depth is out of focus.
struct Lens {
  int r, focus, sharp;  ///< focus and sharp in 255ths of the depth

  SIMT constexpr int radius(int depth) const {
    const int apart = depth < focus ? focus - depth : depth - focus, most = focus < 128 ? 255 - focus : focus;
    return apart <= sharp ? 0 : (2 * r * apart + most) / (2 * most);
  }
};

enum class Kind : std::uint8_t { box, disc };

/// A disc of boxes, one above the other: outward from the middle, where their rows end, and half of their width.
struct Disc {
  static constexpr int boxes = 5;
  int end[3], side[3];

  SIMT static constexpr Disc of(int q) {
    return {{2 * q / 5 + 1, 3 * q / 4 + 1, q + 1}, {q, (41 * q + 25) / 50, (12 * q + 12) / 25}};
  }
  /// Box k from above, around (x, y).
  SIMT constexpr Window box(int x, int y, int k) const {
    const int j = k < 2 ? 2 - k : k - 2, from = j == 0 ? 1 - end[0] : end[j - 1];  // below the middle
    const int top = k < 2 ? 1 - end[j] : from, bottom = k < 2 ? 1 - from : end[j];
    return {x - side[j], y + top, x + side[j] + 1, y + bottom};
  }
};

/// The part of a window in the picture, which may be none.
SIMT constexpr Window cut(Window w, Extent picture) {
  w.x0 = w.x0 < 0 ? 0 : w.x0;
  w.y0 = w.y0 < 0 ? 0 : w.y0;
  w.x1 = w.x1 > picture.width ? picture.width : w.x1;
  w.y1 = w.y1 > picture.height ? picture.height : w.y1;
  return w;
}

/// A thread owns a pixel. table: inclusive; map: depths; out: the mean of its box or disc.
template <Kind kind, Sizes sizes>
struct Blur {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint32_t> table, pitched<M, const std::uint8_t> map,
                       pitched<M, std::uint8_t> out, Extent picture, Lens lens, Border border) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("blur", in_row(first, threads, picture.width), [&](auto t) {
      using U = num<M, std::uint32_t>;
      const int x = first + t.x;
      const int q = lens.radius(static_cast<int>(bare(num<M, std::uint32_t>(map[map.at(x, y)]))));
      U sum = U(0);
      std::uint32_t n = 0;
      if constexpr (kind == Kind::box) {
        const Window w = window_around(x, y, q, border, picture);
        sum = window_sum<M, std::uint32_t>(t, table, w, border, picture);
        n = area_of<std::uint32_t>(w);
      } else {
        const Disc disc = Disc::of(q);
        for (int k = 0; k < Disc::boxes; ++k) {
          [[maybe_unused]] const auto round = t.round(k);
          const Window whole = disc.box(x, y, k), w = cut(whole, picture);
          // a box of no rows is read all the same, so that every disc costs as much; one that is all beyond the edge is not
          const bool there = w.y1 > 0 && w.y0 <= w.y1;
          if (there) sum += window_sum<M, std::uint32_t>(t, table, w, Border::clip, picture);
          if (border != Border::clip)
            n += area_of<std::uint32_t>(whole);
          else if (there)
            n += area_of<std::uint32_t>(w);
        }
      }
      out[out.at(x, y)] = made_of(rounded_mean(bare(sum), n), sum);
    });
  }
};

/// A thread owns a pixel; out: the same number in another type.
template <Sizes sizes>
struct Widen {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint32_t> table, pitched<M, double> out, Extent picture) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("widen", in_row(first, threads, picture.width), [&](auto t) {
      out[out.at(first + t.x, y)] = num<M, double>(num<M, std::uint32_t>(table[table.at(first + t.x, y)]));
    });
  }
};

/// One place along a line of the second table, from entries within: beyond its end it goes on as a straight line.
SIMT constexpr Reach second_reach(int at, int length) {
  if (at < 0) return {{0, 0}, {0, 0}};
  if (at < length) return {{at, 0}, {1, 0}};
  const int beyond = at - (length - 1);
  return {{length - 1, length > 1 ? length - 2 : 0}, {1 + beyond, length > 1 ? -beyond : 0}};
}

/// Weights q + 1 - |i| of a tent around place i of a line that lie in the line, together.
SIMT constexpr std::int64_t weight_within(int i, int q, int length) {
  const std::int64_t whole = q + 1, left = q - i, right = q - (length - 1 - i);  // weights 1 ... left are lost, likewise right
  return whole * whole - (left > 0 ? left * (left + 1) / 2 : 0) - (right > 0 ? right * (right + 1) / 2 : 0);
}

/// A thread owns a pixel. table: of the table; map: depths; out: the mean with the weights of a tent.
template <Sizes sizes>
struct BlurSmoothly {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const double> table, pitched<M, const std::uint8_t> map, pitched<M, std::uint8_t> out,
                       Extent picture, Lens lens, Border border) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("blur smoothly", in_row(first, threads, picture.width), [&](auto t) {
      using U = num<M, std::uint64_t>;  // because: differences of large sums wrap, and come out right
      const int x = first + t.x;
      const int q = lens.radius(static_cast<int>(bare(num<M, std::uint32_t>(map[map.at(x, y)]))));
      U sum = U(0);
      for (int k = 0; k < 9; ++k) {
        const int i = k % 3 - 1, j = k / 3 - 1;
        const Reach column = second_reach(x - 1 + i * (q + 1), picture.width),
                    row = second_reach(y - 1 + j * (q + 1), picture.height);
        for (int part = 0; part < 4; ++part) {
          [[maybe_unused]] const auto round = t.round(4 * k + part);
          const int times = column.times[part & 1] * row.times[part >> 1];
          if (times == 0) continue;
          const std::size_t at = table.at(column.at[part & 1], row.at[part >> 1]);
          sum += multiple(U(table[at]), times * (i == 0 ? -2 : 1) * (j == 0 ? -2 : 1));
        }
      }
      const std::int64_t n = border == Border::clip ? weight_within(x, q, picture.width) * weight_within(y, q, picture.height)
                                                    : std::int64_t{q + 1} * (q + 1) * (q + 1) * (q + 1);
      out[out.at(x, y)] = made_of(clamped_byte(rounded_quotient(static_cast<std::int64_t>(bare(sum)), n)), sum);
    });
  }
};

/// The ground that the parameters describe: near at one edge of the picture, far at the other.
inline variable::Ramp ground_of(const Described& self, const FilterRequest& request) {
  return variable::gradient(request.extent, 180 + number(self, request.params, "angle"));
}

inline Lens lens_of(const Described& self, const FilterRequest& request) {
  const auto depth = [&](const char* percent) {
    return static_cast<int>(std::lround(number(self, request.params, percent) / 100 * 255));
  };
  return {whole(self, request.params, "r"), depth("focus"), depth("sharp")};
}

inline Filter describe() {
  const auto percent = [](std::string id, double fallback, std::string help) {
    return Param{.id = std::move(id),
                 .fallback = fallback,
                 .range = ParamRange{.min = 0, .max = 100, .step = 1},
                 .help = std::move(help)};
  };
  Filter self{{
      .id = "depth",
      .title = "Depth of field (lens blur)",
      .paper = "Crow 1984; Heckbert 1986, Filtering by Repeated Integration; Hensley et al. 2005",
      .text = "Makes a photo look as if taken with a large lens: one distance is sharp, all else is blurred, and "
              "lights become round discs. A photo has no distances, so the lower edge counts as near and the "
              "upper as far, as on a road; or paint what is far.",
      .params = {radius_param(16, k_most_radius),
                 {.id = "kernel",
                  .fallback = std::string("disc"),
                  .choices = {"box", "disc", "tent"},
                  .help = "what a blurred light looks like: a disc as from a lens, a square (box, the fastest) or a "
                          "soft spot (tent)"},
                 {.id = "map",
                  .fallback = std::string("ground"),
                  .choices = {"ground", "painted"},
                  .help = "what is far away: the upper part of the picture, as of a ground (ground), or what you paint "
                          "(painted)"},
                 percent("focus", 35,
                         "distance that is sharp: 0 is the nearest (the lower edge), 100 the farthest (the upper "
                         "edge)"),
                 percent("sharp", 5, "how much in front of and behind that distance stays sharp, too"),
                 {.id = "angle",
                  .fallback = 0.0,
                  .range = ParamRange{.min = -180, .max = 180, .step = 1},
                  .help = "which way is far, in degrees: 0 is up, 90 is right",
                  .needs = {"map", {"ground"}}},
                 border_param({Border::clip, Border::zero})},
  }};
  self.phases = {
      {"radius map", "Each pixel gets a depth from its place in the picture."},
      {"widen", "The table is copied into doubles, so that a table of it can be made."},
      {"blur", "The pixel's depth says how large its window is; the boxes of the window are summed and divided by their area."},
      {"blur smoothly", "Nine entries of the second table give a sum with the weights of a tent.",
       "Along each line the weights 1, -2, 1 undo two integrations."},
  };
  self.definition =
      "mean over a box, a disc of boxes or a tent around each pixel of radius r |depth - focus| / max(focus, 255 - "
      "focus), 0 within sharp, rounded half up";
  self.tables = {"pixels"};
  self.reads =
      "the depth, and 4 entries of the table per box: 4, or 20 for a disc; a tent reads 9 entries of a second table, which "
      "sums the "
      "first";
  self.by_channel = self.alpha_stays = true;
  self.reads_per_pixel = [kernel = self.params[1]](const FilterRequest& request) {
    const auto id = std::get<std::string>(kernel.value_in(request.params));
    return id == "box" ? 5.0 : id == "disc" ? 21.0 : 11.0;
  };
  self.refusal = [kernel = self.params[1]](const FilterRequest& request) -> std::string {
    const double width = request.extent.width, height = request.extent.height;
    if (std::get<std::string>(kernel.value_in(request.params)) != "tent") return "";
    if (255 * (width * (width + 1) / 2) * (height * (height + 1) / 2) < 0x1p53) return "";
    return "the table of a table of a picture this large does not fit into 53 bits: not supported; use a box or a disc";
  };
  self.radius_at = [about = Described(self)](const FilterRequest& request, int x, int y, int map) {
    const bool painted = choice(about, request.params, "map") == "painted";
    return lens_of(about, request).radius(painted ? map : ground_of(about, request).at(x, y));
  };
  return self;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const std::string kernel = choice(self, request.params, "kernel");
  const bool painted = choice(self, request.params, "map") == "painted", smooth = kernel == "tent";
  const Lens lens = lens_of(self, request);
  const Border border = border_of(self, request);
  const Extent extent = request.extent;
  const double pixels = static_cast<double>(extent.area());
  return in_colour<Backend>(request, false, [&](bool) {
    OneChannel one;
    FilterDraft& d = one.draft;
    const auto with_sizes = [&](auto&& make) {
      d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, make));
    };
    const int picture = add_buffer(d, "picture", Scalar::u8, extent), map = add_buffer(d, "depth map", Scalar::u8, extent);
    const int table = add_buffer(d, "table", Scalar::u32, extent);
    if (painted) {
      d.inputs = {map};
    } else {
      with_sizes([&]<Sizes sizes>() {
        using Kernel = variable::MakeMap<sizes>;
        return make_pass<Backend, Kernel>("depth map", pixel_grid(extent, Kernel::threads), {.bytes = pixels},
                                          pitched_out<std::uint8_t>{map}, extent, ground_of(self, request));
      });
      one.once = 1;
    }
    d.steps.emplace_back(TableStep{picture, table, *find_type_pair("8u32u")});
    if (smooth) {
      const int wide = add_buffer(d, "wide table", Scalar::f64, extent),
                second = add_buffer(d, "second table", Scalar::f64, extent);
      d.result = add_buffer(d, "depth of field", Scalar::u8, extent);
      with_sizes([&]<Sizes sizes>() {
        using Kernel = Widen<sizes>;
        return make_pass<Backend, Kernel>("widen", pixel_grid(extent, Kernel::threads), {.bytes = 12 * pixels},
                                          pitched_in<std::uint32_t>{table}, pitched_out<double>{wide}, extent);
      });
      d.steps.emplace_back(TableStep{wide, second, k_whole_doubles});
      with_sizes([&]<Sizes sizes>() {
        using Kernel = BlurSmoothly<sizes>;
        // the map decides how many windows leave the picture; this counts as if none did, here and below
        return make_pass<Backend, Kernel>("blur smoothly", pixel_grid(extent, Kernel::threads),
                                          {.bytes = (9 * 8 + 2) * pixels, .additions = 9 * pixels}, pitched_in<double>{second},
                                          pitched_in<std::uint8_t>{map}, pitched_out<std::uint8_t>{d.result}, extent, lens,
                                          border);
      });
      return one;
    }
    d.result = add_buffer(d, "depth of field", Scalar::u8, extent);
    const auto blur = [&]<Kind kind>() {
      with_sizes([&]<Sizes sizes>() {
        using Kernel = Blur<kind, sizes>;
        const double reads = 4 * (kind == Kind::box ? 1 : Disc::boxes);
        return make_pass<Backend, Kernel>("blur", pixel_grid(extent, Kernel::threads),
                                          {.bytes = (4 * reads + 2) * pixels, .additions = reads * pixels},
                                          pitched_in<std::uint32_t>{table}, pitched_in<std::uint8_t>{map},
                                          pitched_out<std::uint8_t>{d.result}, extent, lens, border);
      });
    };
    if (kernel == "box")
      blur.template operator()<Kind::box>();
    else
      blur.template operator()<Kind::disc>();
    return one;
  });
}

}  // namespace satscope::filter_kernels::depth
