// SPDX-License-Identifier: Apache-2.0
// The median of a wide window, from its histogram: bins are walked from the darkest until they hold half of the pixels.
//
//      bin      0    1    2    3    4  ...
//      count    5    9   21   40    3              half of 81 pixels: the 41st is the 6th of the 40 in bin 3
//      walked   5   14   35   75 <- here           its grey: as if the 40 were spread evenly over the bin's greys
//
// The result lies in the bin of the true median, so it is less than a bin's width away from it. `part` is 50 for the median, 0
// for the least and 100 for the greatest. All in integers: of n pixels the k-th is meant, k = n part / 100 rounded up, at least
// 1; with c pixels in its bin, u below it, and bins of W greys, the result is (2 (k - u) - 1) W / (2 c), rounded down, above
// the bin's first grey. Watch: specks and scratches vanish and edges stay, at any radius for the same reads. Paper: F. Porikli
// 2005.
#pragma once
#include "kernels/filters/bins.h"

namespace satscope::filter_kernels::median {

/// The pixel that is meant, counted from the darkest: `percent` of n, at least the first.
SIMT constexpr std::uint32_t wanted_of(std::uint32_t n, int percent) {
  const std::uint32_t part = (n * static_cast<std::uint32_t>(percent) + 99) / 100;  // n is at most 16,000,000
  return part > 0 ? part : 1;
}

/// Its grey: in this bin of `width` greys, with so many pixels in the bin and below it.
SIMT constexpr std::uint8_t grey_of(std::uint32_t wanted, std::uint32_t bin, int width, std::uint32_t below,
                                    std::uint32_t inside) {
  const auto greys = static_cast<std::uint32_t>(width);
  return static_cast<std::uint8_t>(bin * greys + (2 * (wanted - below) - 1) * greys / (2 * inside));
}

/// A thread owns a pixel. tables: of all bins; out: the grey at which so much of the window is darker.
template <int bins, Sizes sizes>
struct WalkBins {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M, class... Tables>
  static SIMT void run(M& m, pitched<M, std::uint8_t> out, Extent picture, int r, Border border, int percent, Tables... all) {
    using U = num<M, std::uint32_t>;
    constexpr int width = k_greys / bins;
    const pitched<M, const std::uint32_t> tables[bins] = {all...};
    const int y = m.block_x(), first = m.block_y() * threads, active = in_row(first, threads, picture.width);
    reg<M, std::uint32_t> walked{"walked"}, below{"below"}, inside{"inside"}, own{"bin"};
    m.each("begin", active, [&](auto t) {
      walked[t] = U(0);
      below[t] = U(0);
      inside[t] = U(1);
      own[t] = U(0);
    });
    SATSCOPE_BIN_BY_BIN for (int bin = 0; bin < bins; ++bin) {
      // values are chosen, not branched to, so that several pixels can be walked at once
      each_count(m, {"walk to bin ", bin}, first, active, y, tables[bin], bin, r, border, picture,
                 [&](auto t, std::uint32_t n, const U& count) {
                   const std::uint32_t wanted = wanted_of(n, percent);
                   const U before = U(walked[t]), after = before + count;
                   const bool here = bare(before) < wanted && wanted <= bare(after);
                   below[t] = here ? before : U(below[t]);
                   inside[t] = here ? count : U(inside[t]);
                   own[t] = here ? U(bin) : U(own[t]);
                   walked[t] = after;
                 });
    }
    m.each("take", active, [&](auto t) {
      const Window w = window_around(first + t.x, y, r, border, picture);
      const std::uint32_t wanted = wanted_of(area_of<std::uint32_t>(w), percent);
      const std::uint8_t grey = grey_of(wanted, bare(U(own[t])), width, bare(U(below[t])), bare(U(inside[t])));
      out[out.at(first + t.x, y)] = made_of(grey, U(walked[t]));
    });
  }
};

inline Filter describe() {
  Filter self{{
      .id = "median",
      .title = "Speck removal (median)",
      .paper = "Porikli 2005, Integral Histogram: A Fast Way to Extract Histograms in Cartesian Spaces",
      .text = "Removes specks, scratches and rain, and keeps edges sharp, as for an old print or a noisy "
              "photo. A larger radius removes larger specks.",
      .params = {radius_param(4, k_most_radius),
                 {.id = "part",
                  .fallback = 50.0,
                  .range = ParamRange{.min = 0, .max = 100, .step = 1, .whole = true},
                  .help = "the pixels around are sorted from dark to bright, and the one at this place is taken: 50 % "
                          "is the middle one (the median), 0 % the darkest, 100 % the brightest"},
                 bins_param("16"),
                 colour_param(),
                 border_param()},
  }};
  self.phases = {
      {"mark", "Each thread marks its pixel with 1 if it belongs to the bin; the table of the marks then counts them.",
       "So every bin has a table."},
      {"begin", "Nothing has been counted yet."},
      {"walk to bin", "Four corners of the bin's table: how many pixels of the window are in it.",
       "Where the count comes to half of the window, the median is in this bin."},
      {"take",
       "In the bin that was found, the pixels are taken as spread evenly: so the median lies somewhere between its greys."},
  };
  self.definition =
      "the grey below which part percent of the (2r+1)x(2r+1) window lie, to within a bin: the pixels of a bin count as spread "
      "evenly over its greys, so even a flat picture changes; rounded down; a bin is 16 or 8 greys wide";
  self.tables = {"each bin"};
  self.reads = "for each bin the pixel and 4 entries of its table, at any radius; with clamp and mirror up to 16 near an edge";
  self.by_channel = self.alpha_stays = self.led_by_luma = true;
  self.reads_per_pixel = [params = self.params](const FilterRequest& request) {
    return 5.0 * std::stoi(std::get<std::string>(params[2].value_in(request.params)));
  };
  self.remark = [params = self.params](const FilterRequest& request) {
    return memory_of_bins(std::stoi(std::get<std::string>(params[2].value_in(request.params))), request.extent);
  };
  return self;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const int r = whole(self, request.params, "r"), percent = whole(self, request.params, "part");
  const Border border = border_of(self, request);
  return in_colour_as_chosen<Backend>(self, request, [&] {
    OneChannel one;
    FilterDraft& d = one.draft;
    const Extent extent = request.extent;
    const int picture = add_buffer(d, "picture", Scalar::u8, extent), bins = bins_of(self, request);
    const int first = add_bins<Backend>(d, request, picture, bins);
    d.result = add_buffer(d, "median", Scalar::u8, extent);
    const double reads = bins * window_reads(extent, r, border);
    d.steps.emplace_back(for_bins<Backend>(request, bins, first, [&]<Sizes sizes, int count>(auto... tables) {
      using Kernel = WalkBins<count, sizes>;
      return make_pass<Backend, Kernel>("walk bins", pixel_grid(extent, Kernel::threads),
                                        {.bytes = 4 * reads + static_cast<double>(extent.area()), .additions = reads},
                                        pitched_out<std::uint8_t>{d.result}, extent, r, border, percent, tables...);
    }));
    return one;
  });
}

}  // namespace satscope::filter_kernels::median
