// SPDX-License-Identifier: Apache-2.0
// What the histogram of the window around a pixel says of it, from an integral histogram.
//
//      equalise    the share of the window that is darker than the pixel, from 0 to 255: details appear in light and in shade
//      mode        the middle of the fullest bin: patches of one colour, as painted in oil
//
// Equalising lifts noise where all greys are alike. So what a bin has above `limit` times its even share of the window is taken
// off and given to all bins alike, as in contrast-limited adaptive histogram equalisation, but for a window around each pixel
// and not for tiles. Whole numbers: with B bins of W greys, L = limit n / B rounded down, at least 1, counts cut to L, u of
// them below the pixel's bin b, c in it, E cut off in all, and the pixel's grey g above its bin's first, the result is 255 (2 B
// W u + 2 W b E + (B c + E)(2 g + 1)) / (512 n), halves up; bins hold 256 greys together. Papers: F. Porikli 2005; S. Pizer et
// al., Adaptive Histogram Equalization and Its Variations, 1987.
#pragma once
#include "kernels/filters/bins.h"

namespace satscope::filter_kernels::histogram {

/// A thread owns a pixel. pixels, and the tables of all bins; out: the pixel's share of its window.
template <int bins, Sizes sizes>
struct Equalise {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M, class... Tables>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> pixels, pitched<M, std::uint8_t> out, Extent picture, int r,
                       Border border, int limit, Tables... all) {
    using U = num<M, std::uint32_t>;
    constexpr int width = k_greys / bins;
    const pitched<M, const std::uint32_t> tables[bins] = {all...};
    const int y = m.block_x(), first = m.block_y() * threads, active = in_row(first, threads, picture.width);
    reg<M, std::uint32_t> pixel{"pixel"}, counted{"counted"}, below{"below"}, inside{"inside"}, cut{"cut off"};
    m.each("begin", active, [&](auto t) {
      pixel[t] = U(pixels[pixels.at(first + t.x, y)]);
      counted[t] = U(0);
      below[t] = U(0);
      inside[t] = U(0);
      cut[t] = U(0);
    });
    SATSCOPE_BIN_BY_BIN for (int bin = 0; bin < bins; ++bin) {
      each_count(m, {"count bin ", bin}, first, active, y, tables[bin], bin, r, border, picture,
                 [&](auto t, std::uint32_t n, const U& count) {
                   const std::uint32_t share = n * static_cast<std::uint32_t>(limit) / bins, most = share > 0 ? share : 1;
                   const std::uint32_t c = bare(count), kept = c < most ? c : most, grey = bare(U(pixel[t]));
                   const int own = static_cast<int>(grey) / width;
                   below[t] = made_of(bare(U(below[t])) + (bin < own ? kept : 0), count);
                   inside[t] = made_of(bin == own ? kept : bare(U(inside[t])), count);
                   cut[t] = made_of(bare(U(cut[t])) + (c - kept), count);
                   counted[t] = U(counted[t]) + count;
                 });
    }
    m.each("equalise", active, [&](auto t) {
      const Window w = window_around(first + t.x, y, r, border, picture);
      const std::uint64_t n = area_of<std::uint64_t>(w), grey = bare(U(pixel[t]));
      const std::uint64_t u = bare(U(below[t])), c = bare(U(inside[t])), off = bare(U(cut[t]));
      const std::uint64_t share =
          2 * k_greys * u + 2 * width * (grey / width) * off + (bins * c + off) * (2 * (grey % width) + 1);
      out[out.at(first + t.x, y)] =
          made_of(static_cast<std::uint8_t>((2 * 255 * share + 2 * k_greys * n) / (4 * k_greys * n)), U(counted[t]));
    });
  }
};

/// A thread owns a pixel. The tables of all bins; out: the middle of the fullest, the darkest of equals.
template <int bins, Sizes sizes>
struct FullestBin {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M, class... Tables>
  static SIMT void run(M& m, pitched<M, std::uint8_t> out, Extent picture, int r, Border border, Tables... all) {
    using U = num<M, std::uint32_t>;
    const pitched<M, const std::uint32_t> tables[bins] = {all...};
    const int y = m.block_x(), first = m.block_y() * threads, active = in_row(first, threads, picture.width);
    reg<M, std::uint32_t> counted{"counted"}, most{"most"}, fullest{"fullest"};
    m.each("begin", active, [&](auto t) {
      counted[t] = U(0);
      most[t] = U(0);
      fullest[t] = U(0);
    });
    SATSCOPE_BIN_BY_BIN for (int bin = 0; bin < bins; ++bin) {
      each_count(m, {"count bin ", bin}, first, active, y, tables[bin], bin, r, border, picture,
                 [&](auto t, std::uint32_t, const U& count) {
                   const bool fuller = bare(count) > bare(U(most[t]));
                   most[t] = fuller ? count : U(most[t]);
                   fullest[t] = fuller ? U(bin) : U(fullest[t]);
                   counted[t] = U(counted[t]) + count;
                 });
    }
    m.each("take the fullest", active, [&](auto t) {
      constexpr std::uint32_t width = k_greys / bins;
      const auto grey = static_cast<std::uint8_t>(bare(U(fullest[t])) * width + width / 2);
      out[out.at(first + t.x, y)] = made_of(grey, U(counted[t]));
    });
  }
};

inline Filter describe() {
  Filter self{{
      .id = "histogram",
      .title = "Lift shadows (local histogram)",
      .paper = "Porikli 2005, Integral Histogram; Pizer et al. 1987, Adaptive Histogram Equalization and Its Variations",
      .text = "Lifts the shadows: a dark room and the bright view from its window are both seen. If noise "
              "appears, lower the limit of contrast. If a smooth sky shows bands, choose 32 grey steps. With show set to mode "
              "the picture looks painted in oil.",
      .params = {radius_param(40, k_most_radius),
                 {.id = "show",
                  .fallback = std::string("equalise"),
                  .choices = {"equalise", "mode"},
                  .help = "equalise: dark and bright parts both show their detail; mode: each pixel takes the grey that "
                          "is most frequent around it, as if painted"},
                 {.id = "limit",
                  .fallback = 4.0,
                  .range = ParamRange{.min = 1, .max = 32, .step = 1, .whole = true},
                  .help = "how far contrast is lifted at most; less keeps noise low",
                  .needs = {"show", {"equalise"}}},
                 bins_param("16"),
                 colour_param(),
                 border_param()},
  }};
  self.phases = {
      {"mark", "Each thread marks its pixel with 1 if it belongs to the bin; the table of the marks then counts them.",
       "So every bin has a table."},
      {"begin", "Nothing has been counted yet."},
      {"count bin", "Four corners of the bin's table: how many pixels of the window are in it."},
      {"equalise", "The share of the window that is darker than the pixel becomes its new grey."},
      {"take the fullest", "The middle of the fullest bin becomes the pixel's grey."},
  };
  self.definition =
      "equalise: 255 times the share of the (2r+1)x(2r+1) window that is darker than the pixel, with pixels of a bin "
      "spread evenly and bins cut at the limit, rounded half up; mode: the middle of the fullest bin";
  self.tables = {"each bin"};
  self.reads =
      "the pixel, and for each bin the pixel and 4 entries of its table, at any radius; with clamp and mirror up to 16";
  self.by_channel = self.alpha_stays = self.led_by_luma = true;
  const auto bins = [params = self.params](const FilterRequest& request) {
    return std::stoi(std::get<std::string>(params[3].value_in(request.params)));
  };
  self.reads_per_pixel = [bins, show = self.params[1]](const FilterRequest& request) {
    return 5.0 * bins(request) + (show.value_in(request.params) == show.fallback ? 1 : 0);
  };
  self.remark = [bins](const FilterRequest& request) { return memory_of_bins(bins(request), request.extent); };
  return self;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const int r = whole(self, request.params, "r"), limit = whole(self, request.params, "limit");
  const bool equalise = choice(self, request.params, "show") == "equalise";
  const Border border = border_of(self, request);
  return in_colour_as_chosen<Backend>(self, request, [&] {
    OneChannel one;
    FilterDraft& d = one.draft;
    const Extent extent = request.extent;
    const int picture = add_buffer(d, "picture", Scalar::u8, extent), bins = bins_of(self, request);
    const int first = add_bins<Backend>(d, request, picture, bins);
    d.result = add_buffer(d, equalise ? "equalised" : "fullest bin", Scalar::u8, extent);
    const double pixels = static_cast<double>(extent.area()), reads = bins * window_reads(extent, r, border);
    d.steps.emplace_back(for_bins<Backend>(request, bins, first, [&]<Sizes sizes, int count>(auto... tables) {
      const Cost cost{.bytes = 4 * reads + (equalise ? 2 : 1) * pixels, .additions = reads};
      if (equalise) {
        using Kernel = Equalise<count, sizes>;
        return make_pass<Backend, Kernel>("equalise", pixel_grid(extent, Kernel::threads), cost,
                                          pitched_in<std::uint8_t>{picture}, pitched_out<std::uint8_t>{d.result}, extent, r,
                                          border, limit, tables...);
      }
      using Kernel = FullestBin<count, sizes>;
      return make_pass<Backend, Kernel>("fullest bin", pixel_grid(extent, Kernel::threads), cost,
                                        pitched_out<std::uint8_t>{d.result}, extent, r, border, tables...);
    }));
    return one;
  });
}

}  // namespace satscope::filter_kernels::histogram
