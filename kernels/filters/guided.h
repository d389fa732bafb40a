// SPDX-License-Identifier: Apache-2.0
// The guided filter smooths, but not across edges: in each window the result is a line q = a I + b over the guide I, fitted to
// the picture p.
//
//      a = cov(I, p) / (var(I) + eps)      flat: a near 0, q is the mean          six means of boxes from tables: of I, p, I p,
//      b = mean(p) - a mean(I)             edge: a near 1, q follows the guide    I I, then of a and b; of four where I is p
//
// A pixel lies in many windows, so a and b are averaged: q = mean(a) I + mean(b). Sums are whole numbers. a is one IEEE double
// division, rounded to 1/32768, and b follows from it in integers; their tables hold whole numbers in doubles, exact below
// 2^53. So all machines agree, and q differs from the real number by less than 1/100 of a grey before it is rounded.
// In colour R, G and B are smoothed one after the other, each guided by itself or by the luma; there a is kept within 16.
// Fast: a and b are found in a picture of 1/4 of the width and height and interpolated.
// Watch: with `detail` above 100 it overshoots beside an edge, like an unsharp mask. The overshoot is small where eps is small
// against the variance at the edge, and nearly that of the mask where it is not.
// Papers: K. He, J. Sun, X. Tang, Guided Image Filtering, PAMI 35(6), 2013; K. He, J. Sun, Fast Guided Filter, 2015.
#pragma once
#include <algorithm>
#include <cmath>

#include "kernels/filters/moments.h"
#include "kernels/filters/planes.h"
#include "kernels/filters/signed_sums.h"

namespace satscope::filter_kernels::guided {

inline constexpr std::int64_t k_one = 32768;  ///< the unit in which a and b are whole numbers
inline constexpr int k_steepest = 16;         ///< of a
inline constexpr int k_fast = 4;              ///< the fast variant's factor
inline constexpr int k_most_detail = 400;     ///< percent
/// Sums of b stay below 2^53: |b| is at most 255 (1 + 16).
inline constexpr double k_most_pixels = 0x1p53 / (255.0 * (1 + k_steepest) * k_one);
/// Of whole numbers in doubles.
inline constexpr TypePair k_whole_doubles = *find_type_pair("64f64f");

/// What the mean of a window is divided by and what its line follows from.
struct Line {
  std::int64_t a, b;  ///< in units of 1 / k_one

  /// n: pixels; sums of I, p, I p and I I. eps in squares of greys.
  SIMT static Line fitted(std::uint64_t n, std::uint64_t sum_i, std::uint64_t sum_p, std::uint64_t sum_ip, std::uint64_t sum_ii,
                          double eps) {
    // n^2 times covariance and variance, exact
    const auto covariance = static_cast<std::int64_t>(n * sum_ip - sum_i * sum_p);
    const std::uint64_t variance = n * sum_ii - sum_i * sum_i;
    const double against = static_cast<double>(variance) + eps * static_cast<double>(n * n);
    double slope = against > 0 ? static_cast<double>(covariance) / against : 0;
    slope = slope > k_steepest ? k_steepest : slope < -k_steepest ? -k_steepest : slope;
    const auto a = static_cast<std::int64_t>(floor(slope * static_cast<double>(k_one) + 0.5));
    const auto count = static_cast<std::int64_t>(n);
    const std::int64_t b = static_cast<std::int64_t>(sum_p) * k_one - a * static_cast<std::int64_t>(sum_i);
    return {a, rounded_quotient(b, count)};
  }
};

/// The grey of q + detail (p - q), rounded, halves up; line / (k_one of) is q.
SIMT constexpr std::uint8_t with_detail(std::int64_t line, std::int64_t of, std::int64_t pixel, int detail) {
  const std::int64_t whole = 100 * k_one * of;
  return clamped_byte(rounded_quotient((100 - detail) * line + detail * pixel * k_one * of, whole));
}

/// A thread owns a pixel of the small picture; out: the mean of its block of pixels, halves up.
template <Sizes sizes>
struct Shrink {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> pixels, pitched<M, std::uint8_t> out, Extent picture,
                       Extent small) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("shrink", in_row(first, threads, small.width), [&](auto t) {
      using U = num<M, std::uint32_t>;
      const int x = first + t.x;
      U sum = U(0);
      std::uint32_t n = 0;
      for (int j = 0; j < k_fast; ++j)
        for (int i = 0; i < k_fast; ++i) {
          [[maybe_unused]] const auto round = t.round(j * k_fast + i);
          const int column = k_fast * x + i, row = k_fast * y + j;
          if (column >= picture.width || row >= picture.height) continue;
          sum += U(pixels[pixels.at(column, row)]);
          ++n;
        }
      out[out.at(x, y)] = made_of(rounded_mean(bare(sum), n), sum);
    });
  }
};

/// A thread owns a pixel; out: the product of both, a whole number. Only where the luma guides.
template <Sizes sizes>
struct Product {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> p, pitched<M, const std::uint8_t> guide, pitched<M, double> out,
                       Extent picture) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("product", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      out[out.at(x, y)] = static_cast<double>(int{p[p.at(x, y)]} * int{guide[guide.at(x, y)]});
    });
  }
};

/// A thread owns a pixel. Tables of the picture and its squares; out: a and b of the window around it.
template <Sizes sizes>
struct FitLine {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint32_t> table, pitched<M, const std::uint64_t> squares,
                       pitched<M, double> slopes, pitched<M, double> offsets, Extent picture, int r, Border border,
                       double eps) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("fit", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      const Window w = window_around(x, y, r, border, picture);
      const num<M, std::uint32_t> sum = window_sum<M, std::uint32_t>(t, table, w, border, picture);
      const num<M, std::uint64_t> square_sum = window_sum<M, std::uint64_t>(t, squares, w, border, picture);
      const Line line = Line::fitted(area_of<std::uint64_t>(w), bare(sum), bare(sum), bare(square_sum), bare(square_sum), eps);
      slopes[slopes.at(x, y)] = made_of(static_cast<double>(line.a), sum);
      offsets[offsets.at(x, y)] = made_of(static_cast<double>(line.b), sum);
    });
  }
};

/// The same led by a guide: tables of it, of its squares, of the picture and of the product of both.
template <Sizes sizes>
struct FitLedLine {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint32_t> guide, pitched<M, const std::uint64_t> squares,
                       pitched<M, const std::uint32_t> table, pitched<M, const double> products, pitched<M, double> slopes,
                       pitched<M, double> offsets, Extent picture, int r, Border border, double eps) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("fit", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      const Window w = window_around(x, y, r, border, picture);
      const std::uint32_t sum_i = window_sum<M, std::uint32_t>(t, guide, w, border, picture);
      const std::uint64_t sum_ii = window_sum<M, std::uint64_t>(t, squares, w, border, picture);
      const std::uint32_t sum_p = window_sum<M, std::uint32_t>(t, table, w, border, picture);
      const double sum_ip = window_sum<M, double>(t, products, w, border, picture);
      const Line line = Line::fitted(area_of<std::uint64_t>(w), sum_i, sum_p, static_cast<std::uint64_t>(sum_ip), sum_ii, eps);
      slopes[slopes.at(x, y)] = static_cast<double>(line.a);
      offsets[offsets.at(x, y)] = static_cast<double>(line.b);
    });
  }
};

/// A thread owns a pixel. Tables of a and b, the guide, the picture; out: the result.
template <bool led, Sizes sizes>
struct FollowGuide {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const double> slopes, pitched<M, const double> offsets,
                       pitched<M, const std::uint8_t> guide, pitched<M, const std::uint8_t> pixels,
                       pitched<M, std::uint8_t> out, Extent picture, int r, Border border, int detail) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("follow", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      const Window w = window_around(x, y, r, border, picture);
      const num<M, double> slope = window_sum<M, double>(t, slopes, w, border, picture);
      const num<M, double> offset = window_sum<M, double>(t, offsets, w, border, picture);
      const std::int64_t i = bare(num<M, std::uint32_t>(guide[guide.at(x, y)]));
      const std::int64_t p = led ? std::int64_t{bare(num<M, std::uint32_t>(pixels[pixels.at(x, y)]))} : i;
      const std::int64_t line = whole_number(bare(slope)) * i + whole_number(bare(offset));
      out[out.at(x, y)] = made_of(with_detail(line, area_of<std::int64_t>(w), p, detail), slope);
    });
  }
};

/// A thread owns a pixel of the small picture. Tables of a and b; out: their means, rounded, halves up.
template <Sizes sizes>
struct MeanLine {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const double> slopes, pitched<M, const double> offsets, pitched<M, double> mean_slope,
                       pitched<M, double> mean_offset, Extent small, int r, Border border) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("average", in_row(first, threads, small.width), [&](auto t) {
      const int x = first + t.x;
      const Window w = window_around(x, y, r, border, small);
      const num<M, double> slope = window_sum<M, double>(t, slopes, w, border, small);
      const num<M, double> offset = window_sum<M, double>(t, offsets, w, border, small);
      const auto mean = [&](double sum) {
        return static_cast<double>(rounded_quotient(whole_number(sum), area_of<std::int64_t>(w)));
      };
      mean_slope[mean_slope.at(x, y)] = made_of(mean(bare(slope)), slope);
      mean_offset[mean_offset.at(x, y)] = made_of(mean(bare(offset)), offset);
    });
  }
};

/// A thread owns a pixel. Means of a and b in the small picture, of which it interpolates the four around it; guide, picture;
/// out: the result.
template <bool led, Sizes sizes>
struct FollowSmall {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const double> slopes, pitched<M, const double> offsets,
                       pitched<M, const std::uint8_t> guide, pitched<M, const std::uint8_t> pixels,
                       pitched<M, std::uint8_t> out, Extent picture, Extent small, int detail) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("follow", in_row(first, threads, picture.width), [&](auto t) {
      using U = num<M, double>;
      const int x = first + t.x;
      // in eighths of a small pixel, from the middle of the first one
      const int u = 2 * x + 1 - k_fast, v = 2 * y + 1 - k_fast;
      const int left = floor_div(u, 2 * k_fast), top = floor_div(v, 2 * k_fast);
      const int right_part = u - 2 * k_fast * left, lower_part = v - 2 * k_fast * top;
      U slope = U(0), offset = U(0);
      for (int k = 0; k < 4; ++k) {
        [[maybe_unused]] const auto round = t.round(k);
        const int i = k & 1, j = k >> 1;
        const int column = left + i < 0 ? 0 : left + i < small.width ? left + i : small.width - 1;
        const int row = top + j < 0 ? 0 : top + j < small.height ? top + j : small.height - 1;
        const int part = (i ? right_part : 2 * k_fast - right_part) * (j ? lower_part : 2 * k_fast - lower_part);
        slope += multiple(U(slopes[slopes.at(column, row)]), part);
        offset += multiple(U(offsets[offsets.at(column, row)]), part);
      }
      const std::int64_t g = bare(num<M, std::uint32_t>(guide[guide.at(x, y)]));
      const std::int64_t p = led ? std::int64_t{bare(num<M, std::uint32_t>(pixels[pixels.at(x, y)]))} : g;
      const std::int64_t line = whole_number(bare(slope)) * g + whole_number(bare(offset));
      out[out.at(x, y)] = made_of(with_detail(line, 4 * k_fast * k_fast, p, detail), slope);
    });
  }
};

inline Filter describe() {
  Filter self{{
      .id = "guided",
      .title = "Edge-keeping blur (guided filter)",
      .paper = "He, Sun and Tang 2013, Guided Image Filtering; He and Sun 2015, Fast Guided Filter",
      .text = "Smooths skin, sky and noise, but keeps edges sharp. Raise \"smooths up to\" to blur stronger "
              "edges, too. With \"detail\" above 100 % it sharpens instead.",
      .params = {radius_param(8, k_most_radius_of_moments),
                 {.id = "eps",
                  .fallback = 0.01,
                  .range = ParamRange{.min = 0, .max = 1, .step = 0.0001},
                  .help = "differences of up to so many percent from black to white count as skin or noise and are smoothed; "
                          "larger ones are "
                          "edges and stay. In a command it is their variance, of values 0 to 1: 0.01 is 10 %"},
                 {.id = "guide",
                  .fallback = std::string("self"),
                  .choices = {"self", "luma"},
                  .help = "self: red, green and blue each keep their own edges; luma: all keep the edges of the "
                          "brightness"},
                 {.id = "detail",
                  .fallback = 0.0,
                  .range = ParamRange{.min = 0, .max = k_most_detail, .step = 5, .whole = true},
                  .help = "percent of what was smoothed away that is put back: 0 smooths, 100 changes nothing, above "
                          "100 it sharpens"},
                 {.id = "fast",
                  .fallback = false,
                  .help = "works in a picture of a quarter of the width and height: faster, and a little less exact"},
                 border_param()},
  }};
  self.phases = {
      {"shrink", "Each block of 4 x 4 pixels becomes its mean: the lines are fitted in this small picture."},
      {"fit", "Four corners of each table give mean and variance of the window, and from them the line a, b that fits it best.",
       "Where the variance is small against eps, a is near 0; at an edge it is near 1."},
      {"average", "A pixel lies in many windows: a and b become the means over all of them."},
      {"follow", "The averaged line, applied to the pixel: flat places become their mean, and edges stay."},
  };
  self.definition =
      "q + detail (p - q), with q = mean(a) I + mean(b) over (2r+1)x(2r+1) windows, a = cov(I, p)/(var(I) + eps) and b = "
      "mean(p) "
      "- a mean(I), rounded";
  self.tables = {"pixels", "squares", "a", "b"};
  self.reads =
      "4 of each of 4 tables and the pixel, at any radius; fast: 8 numbers and the pixel; in colour led by luma 6 tables per "
      "channel";
  self.by_channel = self.alpha_stays = self.led_by_luma = true;
  self.reads_per_pixel = [params = self.params](const FilterRequest& request) {
    const auto fast = std::ranges::find(params, "fast", &Param::id);
    return std::get<bool>(fast->value_in(request.params)) ? 9.0 : 17.0;
  };
  self.refusal = [](const FilterRequest& request) -> std::string {
    if (static_cast<double>(request.extent.area()) <= k_most_pixels) return "";
    return "guided sums whole numbers in doubles, which are exact for up to 63 million pixels; more are not supported";
  };
  return self;
}

/// What the draft is made from.
struct Settings {
  int r, detail;
  double eps;
  bool fast;
  Border border;
};

template <class Backend>
OneChannel one_channel(const FilterRequest& request, const Settings& s, bool led) {
  OneChannel one;
  FilterDraft& d = one.draft;
  const Extent full = request.extent;
  const int p = add_buffer(d, "picture", Scalar::u8, full), guide = led ? add_buffer(d, "luma", Scalar::u8, full) : p;
  const Extent extent = s.fast ? Extent{ceil_div(full.width, k_fast), ceil_div(full.height, k_fast)} : full;
  const int r = s.fast ? (s.r + k_fast / 2) / k_fast : s.r;
  const double pixels = static_cast<double>(extent.area()), all = static_cast<double>(full.area());
  const double reads = window_reads(extent, r, s.border);

  const auto with_sizes = [&](auto&& make) { d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, make)); };
  const auto small = [&](int from, const char* name) {
    if (!s.fast) return from;
    const int to = add_buffer(d, name, Scalar::u8, extent);
    with_sizes([&]<Sizes sizes>() {
      using Kernel = Shrink<sizes>;
      return make_pass<Backend, Kernel>("shrink", pixel_grid(extent, Kernel::threads),
                                        {.bytes = all + pixels, .additions = all}, pitched_in<std::uint8_t>{from},
                                        pitched_out<std::uint8_t>{to}, full, extent);
    });
    return to;
  };
  const int i = small(guide, "small guide");
  const int sums = add_buffer(d, "table", Scalar::u32, extent),
            squares = add_buffer(d, "table of squares", Scalar::u64, extent);
  d.steps.emplace_back(TableStep{i, sums, *find_type_pair("8u32u")});
  d.steps.emplace_back(TableStep{i, squares, k_squares});
  if (led) one.once = static_cast<int>(d.steps.size());
  const int a = add_buffer(d, "a", Scalar::f64, extent), b = add_buffer(d, "b", Scalar::f64, extent);
  const Cost of_fit{.bytes = reads * (4 + 8) + 16 * pixels, .additions = 2 * (reads - pixels)};
  if constexpr (!is_traced<Backend>)
    if (led) {
      const int small_p = small(p, "small picture");
      const int products = add_buffer(d, "product", Scalar::f64, extent);
      const int sums_of_p = add_buffer(d, "table of the plane", Scalar::u32, extent);
      const int sums_of_products = add_buffer(d, "table of products", Scalar::f64, extent);
      with_sizes([&]<Sizes sizes>() {
        using Kernel = Product<sizes>;
        return make_pass<Backend, Kernel>("product", pixel_grid(extent, Kernel::threads), {.bytes = 10 * pixels},
                                          pitched_in<std::uint8_t>{small_p}, pitched_in<std::uint8_t>{i},
                                          pitched_out<double>{products}, extent);
      });
      d.steps.emplace_back(TableStep{small_p, sums_of_p, *find_type_pair("8u32u")});
      d.steps.emplace_back(TableStep{products, sums_of_products, k_whole_doubles});
      with_sizes([&]<Sizes sizes>() {
        using Kernel = FitLedLine<sizes>;
        return make_pass<Backend, Kernel>("fit lines", pixel_grid(extent, Kernel::threads),
                                          {.bytes = of_fit.bytes + reads * (4 + 8), .additions = 2 * of_fit.additions},
                                          pitched_in<std::uint32_t>{sums}, pitched_in<std::uint64_t>{squares},
                                          pitched_in<std::uint32_t>{sums_of_p}, pitched_in<double>{sums_of_products},
                                          pitched_out<double>{a}, pitched_out<double>{b}, extent, r, s.border, s.eps);
      });
    }
  if (!led)
    with_sizes([&]<Sizes sizes>() {
      using Kernel = FitLine<sizes>;
      return make_pass<Backend, Kernel>("fit lines", pixel_grid(extent, Kernel::threads), of_fit,
                                        pitched_in<std::uint32_t>{sums}, pitched_in<std::uint64_t>{squares},
                                        pitched_out<double>{a}, pitched_out<double>{b}, extent, r, s.border, s.eps);
    });

  const int sums_of_a = add_buffer(d, "table of a", Scalar::f64, extent),
            sums_of_b = add_buffer(d, "table of b", Scalar::f64, extent);
  d.steps.emplace_back(TableStep{a, sums_of_a, k_whole_doubles});
  d.steps.emplace_back(TableStep{b, sums_of_b, k_whole_doubles});
  const Cost of_means{.bytes = reads * 16, .additions = 2 * (reads - pixels)};
  const double of_pixel = led ? 3 : 2;
  const auto follow = [&]<bool by_luma>() {
    if (!s.fast) {
      d.result = add_buffer(d, "guided", Scalar::u8, full);
      with_sizes([&]<Sizes sizes>() {
        using Kernel = FollowGuide<by_luma, sizes>;
        return make_pass<Backend, Kernel>("follow guide", pixel_grid(full, Kernel::threads),
                                          {.bytes = of_means.bytes + of_pixel * all, .additions = of_means.additions},
                                          pitched_in<double>{sums_of_a}, pitched_in<double>{sums_of_b},
                                          pitched_in<std::uint8_t>{guide}, pitched_in<std::uint8_t>{p},
                                          pitched_out<std::uint8_t>{d.result}, full, r, s.border, s.detail);
      });
      return;
    }
    const int mean_a = add_buffer(d, "mean a", Scalar::f64, extent), mean_b = add_buffer(d, "mean b", Scalar::f64, extent);
    with_sizes([&]<Sizes sizes>() {
      using Kernel = MeanLine<sizes>;
      return make_pass<Backend, Kernel>("average lines", pixel_grid(extent, Kernel::threads),
                                        {.bytes = of_means.bytes + 16 * pixels, .additions = of_means.additions},
                                        pitched_in<double>{sums_of_a}, pitched_in<double>{sums_of_b},
                                        pitched_out<double>{mean_a}, pitched_out<double>{mean_b}, extent, r, s.border);
    });
    d.result = add_buffer(d, "guided", Scalar::u8, full);
    with_sizes([&]<Sizes sizes>() {
      using Kernel = FollowSmall<by_luma, sizes>;
      return make_pass<Backend, Kernel>(
          "follow guide", pixel_grid(full, Kernel::threads), {.bytes = (64 + of_pixel) * all, .additions = 8 * all},
          pitched_in<double>{mean_a}, pitched_in<double>{mean_b}, pitched_in<std::uint8_t>{guide}, pitched_in<std::uint8_t>{p},
          pitched_out<std::uint8_t>{d.result}, full, extent, s.detail);
    });
  };
  if constexpr (!is_traced<Backend>)
    if (led) {
      follow.template operator()<true>();
      return one;
    }
  follow.template operator()<false>();
  return one;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  constexpr double k_white = 255;
  const Settings settings{.r = whole(self, request.params, "r"),
                          .detail = whole(self, request.params, "detail"),
                          .eps = number(self, request.params, "eps") * k_white * k_white,
                          .fast = flag(self, request.params, "fast"),
                          .border = border_of(self, request)};
  return in_colour<Backend>(request, choice(self, request.params, "guide") == "luma",
                            [&](bool led) { return one_channel<Backend>(request, settings, led); });
}

}  // namespace satscope::filter_kernels::guided
