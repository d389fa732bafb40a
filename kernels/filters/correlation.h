// SPDX-License-Identifier: Apache-2.0
// Finds a template: how well the window around each pixel matches it, whatever its brightness and contrast.
//
//      picture f                  template t                        n sum(f t) - sum(f) sum(t)
//      . . . . . . .               +-----+             match = -----------------------------------------
//      . +-----+ . .               |  o  |                     sqrt(n Q(f) - sum(f)^2) sqrt(n Q(t) - sum(t)^2)
//      . |  o  | . .               +-----+
//      . +-----+ . .            from -1 to 1              Q: sums of squares; n: pixels of the template
//
// The tables save the window's sum and sum of squares: 8 reads instead of 2 n. They do not save the product sum(f t): that is n
// pixels and n places of the template for each pixel, or a Fourier transform. So the time grows with the template all the same.
// Sums are whole numbers; from there on it is IEEE doubles, each operation rounded separately, as in sauvola.h. Where window or
// template is flat, nothing matches: 0. A window that would leave the picture is moved into it, so the outermost pixels show
// the match of the nearest place that has a whole window. The template is cut from the picture itself or given by the caller.
// Watch: a white picture of the same thing in the shade matches as well as one in the light.
// Paper: J. P. Lewis, Fast Normalized Cross-Correlation, 1995.
#pragma once
#include <algorithm>
#include <cmath>

#include "kernels/filters/moments.h"

namespace satscope::filter_kernels::correlation {

inline constexpr int k_most_side = 64;

enum class Show : std::uint8_t { match, both_signs, light };
inline constexpr std::array k_shows{Named<Show>{Show::match, "match"}, Named<Show>{Show::both_signs, "signed"},
                                    Named<Show>{Show::light, "light"}};

/// Where the template lies in the picture, or only its size.
struct Cut {
  int x, y, width, height;
};

/// A thread owns a place of the template; out: the pixel that lies there.
template <Sizes sizes>
struct CutTemplate {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> pixels, pitched<M, std::uint8_t> out, Cut cut) {
    const int row = m.block_x(), first = m.block_y() * threads;
    m.each("cut", in_row(first, threads, cut.width), [&](auto t) {
      const int column = first + t.x;
      out[out.at(column, row)] = num<M, std::uint8_t>(pixels[pixels.at(cut.x + column, cut.y + row)]);
    });
  }
};

/// One block; a thread adds up every `threads`-th column, the first of them the rest. out: sum of the template and of its
/// squares.
template <Sizes sizes>
struct SumTemplate {
  static constexpr int threads = sizes.warp;
  static constexpr int warp = sizes.warp;

  template <class M>
  struct Shared {
    shared<M, std::uint32_t, threads> sums{"sums"}, squares{"squares"};
  };

  template <class M>
  static SIMT void run(M& m, Shared<M>& s, pitched<M, const std::uint8_t> what, global<M, std::uint32_t> out, Cut cut) {
    using U = num<M, std::uint32_t>;
    m.each("sum columns", [&](auto t) {
      U sum = U(0), squares = U(0);
      for (int column = t.x; column < cut.width; column += threads)
        for (int row = 0; row < cut.height; ++row) {
          [[maybe_unused]] const auto round = t.round(column * cut.height + row);
          const U pixel = U(what[what.at(column, row)]);
          sum += pixel;
          squares += multiple(pixel, static_cast<int>(bare(pixel)));
        }
      s.sums[t.x] = sum;
      s.squares[t.x] = squares;
    });
    m.sync();  // because: the first thread reads what the others wrote
    m.each("sum up", 1, [&](auto t) {
      U sum = U(0), squares = U(0);
      for (int i = 0; i < threads; ++i) {
        [[maybe_unused]] const auto round = t.round(i);
        sum += U(s.sums[i]);
        squares += U(s.squares[i]);
      }
      out[0] = sum;
      out[1] = squares;
    });
  }
};

/// A thread owns a pixel. pixels, their table and that of their squares; the template and its sums; out: the match.
template <Sizes sizes>
struct Match {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> pixels, pitched<M, const std::uint32_t> table,
                       pitched<M, const std::uint64_t> squares, pitched<M, const std::uint8_t> what,
                       global<M, const std::uint32_t> sums, pitched<M, std::uint8_t> out, Extent picture, Cut cut, Show show,
                       double least) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("match", in_row(first, threads, picture.width), [&](auto t) {
      using U = num<M, std::uint32_t>;
      const int x = first + t.x;
      const auto moved = [](int at, int most) { return at < 0 ? 0 : at > most ? most : at; };
      const int left = moved(x - cut.width / 2, picture.width - cut.width);
      const int top = moved(y - cut.height / 2, picture.height - cut.height);
      U product = U(0);
      for (int j = 0; j < cut.height; ++j)
        for (int i = 0; i < cut.width; ++i) {
          [[maybe_unused]] const auto round = t.round(j * cut.width + i);
          const std::uint32_t weight = bare(U(what[what.at(i, j)]));
          product += multiple(U(pixels[pixels.at(left + i, top + j)]), static_cast<int>(weight));
        }
      const Window w{left, top, left + cut.width, top + cut.height};
      const U sum = window_sum<M, std::uint32_t>(t, table, w, Border::clip, picture);
      const num<M, std::uint64_t> square_sum = window_sum<M, std::uint64_t>(t, squares, w, Border::clip, picture);
      const Moments f{area_of<std::uint64_t>(w), bare(sum), bare(square_sum)}, g{f.n, bare(U(sums[0])), bare(U(sums[1]))};
      const auto covariance = static_cast<std::int64_t>(f.n * bare(product) - f.sum * g.sum);
      const double spread = sqrt(static_cast<double>(f.scaled_variance())) * sqrt(static_cast<double>(g.scaled_variance()));
      const double match = spread > 0 ? static_cast<double>(covariance) / spread : 0;
      const double likeness = match < least ? 0 : match > 1 ? 1 : (match - least) / (1 - least);
      double value = 255 * likeness;
      if (show == Show::both_signs) value = 128 + 127 * (match < -1 ? -1 : match > 1 ? 1 : match);
      if (show == Show::light) value = likeness * static_cast<double>(bare(U(pixels[pixels.at(x, y)])));
      out[out.at(x, y)] = made_of(static_cast<std::uint8_t>(::floor(value + 0.5)), product);
    });
  }
};

inline Filter describe() {
  const auto side = [](std::string id, std::string help) {
    return Param{.id = std::move(id),
                 .fallback = 24.0,
                 .range = ParamRange{.min = 1, .max = k_most_side, .step = 1, .whole = true},
                 .help = std::move(help)};
  };
  const auto place = [](std::string id, std::string help) {
    return Param{.id = std::move(id),
                 .fallback = std::string("middle"),
                 .choices = {"middle"},
                 .range = ParamRange{.min = 0, .max = 65535, .step = 1, .whole = true},
                 .help = std::move(help),
                 .needs = {"from", {"frame"}}};
  };
  Param show{
      .id = "show",
      .fallback = std::string("match"),
      .help = "how well it matches; the same with matches from -1 to 1 around grey; or the picture, as light as it matches"};
  for (const Named<Show>& one : k_shows) show.choices.emplace_back(one.id);
  Filter self{{
      .id = "correlation",
      .title = "Find a template",
      .paper = "Lewis 1995, Fast Normalized Cross-Correlation",
      .text =
          "Cut a template out of the picture, and all that looks like it lights up, in the shade too. The tables save the sums "
          "of each window; the product with the template they do not, so large templates take long.",
      .params = {side("w", "width of the template, in pixels"),
                 side("h", "height of the template, in pixels"),
                 place("x", "left edge of the template in the picture"),
                 place("y", "upper edge of the template in the picture"),
                 {.id = "from",
                  .fallback = std::string("frame"),
                  .choices = {"frame", "kept"},
                  .help = "the template is cut from each frame anew, or kept as it was cut"},
                 show,
                 {.id = "least",
                  .fallback = 0.5,
                  .range = ParamRange{.min = 0, .max = 0.95, .step = 0.05},
                  .help = "a match of no more than this is black; white is a match of 1",
                  .needs = {"show", {"match", "light"}}}},
  }};
  self.phases = {
      {"cut", "Each thread copies a pixel of the template."},
      {"sum", "The template's pixels and their squares are summed once for all windows."},
      {"match", "Each thread multiplies its window with the template; sums of the window come from four corners of each table.",
       "The table saves 2 n reads, the product still takes n of the picture and n of the template."},
  };
  self.definition =
      "normalised cross-correlation of the w x h window around each pixel with the template, 0 to 255 for matches "
      "from least to 1, rounded, halves up; 0 where one of them is flat";
  self.tables = {"pixels", "squares"};
  self.reads =
      "4 of each of 2 tables, at any size of the template, and 2 sums of it; the product takes w h pixels and as many "
      "places of the template";
  const auto cut = [w = self.params[0], h = self.params[1]](const FilterRequest& request) {
    const auto within = [&](const Param& param, int most) {
      return std::min(static_cast<int>(std::get<double>(param.value_in(request.params))), most);
    };
    return Extent{within(w, request.extent.width), within(h, request.extent.height)};
  };
  self.reads_per_pixel = [cut, show](const FilterRequest& request) {
    const bool light = show.value_in(request.params) == ParamValue(std::string("light"));
    return 10 + 2 * static_cast<double>(cut(request).area()) + (light ? 1 : 0);
  };
  self.remark = [cut](const FilterRequest& request) {
    const auto n = static_cast<unsigned long long>(cut(request).area());
    return "the tables save " + std::to_string(2 * n) + " reads per pixel for 8; the product takes " + std::to_string(2 * n) +
           " as before";
  };
  return self;
}

/// The template's place, moved into the picture and cut to its size.
inline Cut cut_of(const Described& self, const FilterRequest& request) {
  const auto [width, height] = request.extent;
  Cut cut{0, 0, std::min(whole(self, request.params, "w"), width), std::min(whole(self, request.params, "h"), height)};
  const auto place = [&](const char* id, int room) {
    return std::min(whole_unless_choice(self, request.params, id).value_or(room / 2), room);
  };
  cut.x = place("x", width - cut.width);
  cut.y = place("y", height - cut.height);
  return cut;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const Cut cut = cut_of(self, request);
  const Extent extent = request.extent, size{cut.width, cut.height};
  const Show show = known_in(k_shows, "measure", choice(self, request.params, "show")).value;
  const double pixels = static_cast<double>(extent.area()), n = static_cast<double>(size.area());
  FilterDraft d{.buffers = {{"picture", Scalar::u8, extent},
                            {"template", Scalar::u8, size},
                            {"template sums", Scalar::u32, {2, 1}},
                            {"table", Scalar::u32, extent},
                            {"table of squares", Scalar::u64, extent},
                            {"match", Scalar::u8, extent}},
                .result = 5};
  const auto with_sizes = [&](auto&& make) { d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, make)); };
  if (choice(self, request.params, "from") == "kept")
    d.inputs = {1};
  else
    with_sizes([&]<Sizes sizes>() {
      using Kernel = CutTemplate<sizes>;
      return make_pass<Backend, Kernel>("cut template", pixel_grid(size, Kernel::threads), {.bytes = 2 * n},
                                        pitched_in<std::uint8_t>{0}, pitched_out<std::uint8_t>{1}, cut);
    });
  with_sizes([&]<Sizes sizes>() {
    using Kernel = SumTemplate<sizes>;
    return make_pass<Backend, Kernel>("sum template", Grid{1}, {.bytes = n + 8, .additions = 2 * (n + Kernel::threads)},
                                      pitched_in<std::uint8_t>{1}, out<std::uint32_t>{2}, cut);
  });
  d.steps.emplace_back(TableStep{0, 3, *find_type_pair("8u32u")});
  d.steps.emplace_back(TableStep{0, 4, k_squares});
  with_sizes([&]<Sizes sizes>() {
    using Kernel = Match<sizes>;
    // entries that all windows read of a table: fewer beside the upper and the left edge
    const auto ends = [](int length, int side) {
      double reads = 0;
      for (int i = 0; i < length; ++i) reads += std::clamp(i - side / 2, 0, length - side) > 0 ? 2 : 1;
      return reads;
    };
    const double reads = ends(extent.width, cut.width) * ends(extent.height, cut.height);
    const Cost cost{.bytes = 2 * n * pixels + reads * (4 + 8) + 9 * pixels, .additions = n * pixels + 2 * (reads - pixels)};
    return make_pass<Backend, Kernel>("match", pixel_grid(extent, Kernel::threads), cost, pitched_in<std::uint8_t>{0},
                                      pitched_in<std::uint32_t>{3}, pitched_in<std::uint64_t>{4}, pitched_in<std::uint8_t>{1},
                                      in<std::uint32_t>{2}, pitched_out<std::uint8_t>{5}, extent, cut, show,
                                      number(self, request.params, "least"));
  });
  return d;
}

}  // namespace satscope::filter_kernels::correlation
