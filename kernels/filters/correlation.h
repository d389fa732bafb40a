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
// `found` shows the picture, dark but for windows that match: one more table, of the marks where they do, tells each pixel with
// four reads whether it lies in one. Watch: the same thing in the shade matches as well as in the light.
// Paper: J. P. Lewis, Fast Normalized Cross-Correlation, 1995.
#pragma once
#include <algorithm>
#include <cmath>

#include "kernels/filters/moments.h"
#include "kernels/filters/planes.h"

namespace satscope::filter_kernels::correlation {

inline constexpr int k_most_side = 64;

enum class Show : std::uint8_t { match, both_signs, found };
inline constexpr std::array k_shows{Named<Show>{Show::match, "match"}, Named<Show>{Show::both_signs, "signed"},
                                    Named<Show>{Show::found, "found"}};

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
      s.squares[t.x] = made_of(bare(squares), sum);
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
      out[out.at(x, y)] = made_of(static_cast<std::uint8_t>(::floor(value + 0.5)), product);
    });
  }
};

/// A thread owns a pixel. matches: of the windows around them; out: 1 where a whole window matches, else 0.
template <Sizes sizes>
struct MarkMatch {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> matches, pitched<M, std::uint8_t> out, Extent picture, Cut cut) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("mark matches", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x, left = x - cut.width / 2, top = y - cut.height / 2;
      const bool whole = left >= 0 && top >= 0 && left + cut.width <= picture.width && top + cut.height <= picture.height;
      const num<M, std::uint32_t> match = num<M, std::uint32_t>(matches[matches.at(x, y)]);
      out[out.at(x, y)] = made_of(static_cast<std::uint8_t>(whole && bare(match) > 0 ? 1 : 0), match);
    });
  }
};

/// A thread owns a pixel. pixels; table of the marks; out: the pixel where it lies in a window that matches, else a quarter.
template <Sizes sizes>
struct LightFound {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> pixels, pitched<M, const std::uint32_t> table,
                       pitched<M, std::uint8_t> out, Extent picture, Cut cut) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("light what was found", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      // the middles of all windows that hold this pixel
      const int right = x + cut.width / 2, bottom = y + cut.height / 2;
      const Window w{right - cut.width + 1, bottom - cut.height + 1, right + 1, bottom + 1};
      const num<M, std::uint32_t> found = window_sum<M, std::uint32_t>(t, table, w, Border::zero, picture);
      const std::uint32_t pixel = bare(num<M, std::uint32_t>(pixels[pixels.at(x, y)]));
      out[out.at(x, y)] = made_of(static_cast<std::uint8_t>(bare(found) > 0 ? pixel : pixel / 4), found);
    });
  }
};

/// A thread owns a pixel; out: the same. In colour, where all three channels show the match.
template <Sizes sizes>
struct CopyMatch {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> matches, pitched<M, std::uint8_t> out, Extent picture) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("copy", in_row(first, threads, picture.width),
           [&](auto t) { out[out.at(first + t.x, y)] = matches[matches.at(first + t.x, y)]; });
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
  Param show{.id = "show",
             .fallback = std::string("match"),
             .help =
                 "match: the brighter, the more alike; signed: the same with grey for no likeness and black "
                 "for the negative; found: the picture, dark except where it was found"};
  for (const Named<Show>& one : k_shows) show.choices.emplace_back(one.id);
  Filter self{{
      .id = "correlation",
      .title = "Find what looks alike (template)",
      .paper = "Lewis 1995, Fast Normalized Cross-Correlation",
      .text = "Finds again what you cut out: drag a rectangle over a coin in the picture, and every place "
              "that looks like it lights up, in the shade too. Use it to find or count things of one kind. "
              "Large rectangles take long.",
      .params = {side("w", "width of the template, in pixels"),
                 side("h", "height of the template, in pixels"),
                 place("x", "left edge of the template in the picture"),
                 place("y", "upper edge of the template in the picture"),
                 {.id = "from",
                  .fallback = std::string("frame"),
                  .choices = {"frame", "kept"},
                  .help = "frame: the rectangle is cut out again from each frame; kept: what you cut out stays, and is "
                          "looked for in a moving picture"},
                 show,
                 {.id = "least",
                  .fallback = 0.5,
                  .range = ParamRange{.min = 0, .max = 0.95, .step = 0.05},
                  .help = "how alike a place must be to count, from 0 (anything) to 1 (the same)",
                  .needs = {"show", {"match", "found"}}}},
  }};
  self.phases = {
      {"cut", "Each thread copies a pixel of the template."},
      {"sum", "The template's pixels and their squares are summed once for all windows."},
      {"match", "Each thread multiplies its window with the template; sums of the window come from four corners of each table.",
       "The table saves 2 n reads, the product still takes n of the picture and n of the template."},
      {"mark matches", "Mark the places where a whole window matches better than the least: a table of the marks counts them."},
      {"light what was found", "Four corners of the table of marks tell how many windows that match hold this pixel."},
  };
  self.definition =
      "normalised cross-correlation of the w x h window around each pixel with the template, 0 to 255 "
      "for matches from least to 1, rounded half up; 0 where one of them is flat; found: the pixel in "
      "windows above 0, elsewhere a quarter of it; the product with the template is summed pixel by "
      "pixel";
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
  self.by_channel = self.alpha_stays = self.led_by_luma = true;
  self.reads_per_pixel = [cut, show](const FilterRequest& request) {
    const bool found = show.value_in(request.params) == ParamValue(std::string("found"));
    return 10 + 2 * static_cast<double>(cut(request).area()) + (found ? 6 : 0);
  };
  self.remark = [cut](const FilterRequest& request) {
    const auto n = static_cast<unsigned long long>(cut(request).area());
    return "the product with the template takes " + std::to_string(2 * n) + " reads per pixel; a smaller template is faster";
  };
  return self;
}

/// Ends of windows of this side along a line, moved into it, that lie behind an entry of a table.
inline double ends_read(int length, int side) {
  double reads = 0;
  for (int i = 0; i < length; ++i) reads += std::clamp(i - side / 2, 0, length - side) > 0 ? 2 : 1;
  return reads;
}
/// The same of the places that windows may have which hold a pixel.
inline double covering_ends(int length, int side) {
  double reads = 0;
  for (int i = 0; i < length; ++i) reads += i + side / 2 - side + 1 > 0 ? 2 : 1;
  return reads;
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
  return in_colour<Backend>(request, true, [&](bool led) {
    OneChannel one;
    FilterDraft& d = one.draft;
    const auto with_sizes = [&](auto&& make) {
      d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, make));
    };
    const int picture = add_buffer(d, "picture", Scalar::u8, extent),
              luma = led ? add_buffer(d, "luma", Scalar::u8, extent) : picture;
    const int what = add_buffer(d, "template", Scalar::u8, size), sums = add_buffer(d, "template sums", Scalar::u32, {2, 1});
    const int table = add_buffer(d, "table", Scalar::u32, extent),
              squares = add_buffer(d, "table of squares", Scalar::u64, extent);
    const int matches = add_buffer(d, "match", Scalar::u8, extent);
    d.result = matches;
    if (choice(self, request.params, "from") == "kept")
      d.inputs = {what};
    else
      with_sizes([&]<Sizes sizes>() {
        using Kernel = CutTemplate<sizes>;
        return make_pass<Backend, Kernel>("cut template", pixel_grid(size, Kernel::threads), {.bytes = 2 * n},
                                          pitched_in<std::uint8_t>{luma}, pitched_out<std::uint8_t>{what}, cut);
      });
    with_sizes([&]<Sizes sizes>() {
      using Kernel = SumTemplate<sizes>;
      return make_pass<Backend, Kernel>("sum template", Grid{1}, {.bytes = n + 8, .additions = 2 * (n + Kernel::threads)},
                                        pitched_in<std::uint8_t>{what}, out<std::uint32_t>{sums}, cut);
    });
    d.steps.emplace_back(TableStep{luma, table, *find_type_pair("8u32u")});
    d.steps.emplace_back(TableStep{luma, squares, k_squares});
    with_sizes([&]<Sizes sizes>() {
      using Kernel = Match<sizes>;
      const double reads = ends_read(extent.width, cut.width) * ends_read(extent.height, cut.height);
      const Cost cost{.bytes = 2 * n * pixels + reads * (4 + 8) + 9 * pixels, .additions = n * pixels + 2 * (reads - pixels)};
      return make_pass<Backend, Kernel>(
          "match", pixel_grid(extent, Kernel::threads), cost, pitched_in<std::uint8_t>{luma}, pitched_in<std::uint32_t>{table},
          pitched_in<std::uint64_t>{squares}, pitched_in<std::uint8_t>{what}, in<std::uint32_t>{sums},
          pitched_out<std::uint8_t>{matches}, extent, cut, show, number(self, request.params, "least"));
    });
    if (show == Show::found) {
      const int marks = add_buffer(d, "marks", Scalar::u8, extent),
                of_marks = add_buffer(d, "table of marks", Scalar::u32, extent);
      with_sizes([&]<Sizes sizes>() {
        using Kernel = MarkMatch<sizes>;
        return make_pass<Backend, Kernel>("mark matches", pixel_grid(extent, Kernel::threads), {.bytes = 2 * pixels},
                                          pitched_in<std::uint8_t>{matches}, pitched_out<std::uint8_t>{marks}, extent, cut);
      });
      d.steps.emplace_back(TableStep{marks, of_marks, *find_type_pair("8u32u")});
      one.once = static_cast<int>(d.steps.size());
      d.result = add_buffer(d, "found", Scalar::u8, extent);
      with_sizes([&]<Sizes sizes>() {
        using Kernel = LightFound<sizes>;
        const double reads = covering_ends(extent.width, cut.width) * covering_ends(extent.height, cut.height);
        return make_pass<Backend, Kernel>("light what was found", pixel_grid(extent, Kernel::threads),
                                          {.bytes = 4 * reads + 2 * pixels, .additions = reads - pixels},
                                          pitched_in<std::uint8_t>{picture}, pitched_in<std::uint32_t>{of_marks},
                                          pitched_out<std::uint8_t>{d.result}, extent, cut);
      });
      return one;
    }
    if constexpr (!is_traced<Backend>)
      if (led) {
        one.once = static_cast<int>(d.steps.size());
        d.result = add_buffer(d, "shown", Scalar::u8, extent);
        with_sizes([&]<Sizes sizes>() {
          using Kernel = CopyMatch<sizes>;
          return make_pass<Backend, Kernel>("copy match", pixel_grid(extent, Kernel::threads), {.bytes = 2 * pixels},
                                            pitched_in<std::uint8_t>{matches}, pitched_out<std::uint8_t>{d.result}, extent);
        });
      }
    return one;
  });
}

}  // namespace satscope::filter_kernels::correlation
