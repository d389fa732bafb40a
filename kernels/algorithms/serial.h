// SPDX-License-Identifier: Apache-2.0
// The recursion of Viola and Jones: one running sum per row, and one read of the row above.
//
//        row above   . . d a . .        row sum  s = s + pixel
//        this row    . . l v            entry    v = a + s               (or, of three neighbours, v = pixel + a + l - d)
//
// Two additions and one pass over the picture, but every entry waits for the one before it and the one above it. Watch the
// chain: within a row nothing can run in parallel (`wavefront` shows what rows can do). Papers: P. Viola, M. Jones, CVPR 2001;
// Ehsan et al. 2015, (6) and (7); the listing of Bilgic et al. 2010, whose loop ends a column earlier here, because theirs
// writes past the row; that of L. Angioloni, F. Pegoraro, with a minus instead of their plus, and j instead of their i in the
// second branch.
#pragma once
#include "kernels/simt/kept.h"
#include "kernels/simt/pass.h"

namespace satscope::serial {

/// One thread owns the whole picture. in: rows of `width` pixels; out: what `kept` keeps of their table.
template <class In, class T>
struct SumRecursively {
  static constexpr int threads = 1;
  static constexpr int warp = 32;

  template <class M>
  static SIMT void run(M& m, global<M, const In> in, global<M, T> out, int width, Kept kept) {
    using U = num<M, T>;
    // a form without the last row and column of P does not need the last row and column of pixels
    const int columns = kept.end_x() - 1, rows = kept.end_y() - 1;
    m.each("border, first pixel", [&](auto) { store_border<M, T>(out, kept, 0, 0); });
    for (int x = 0; x < columns; ++x) m.each("border, first row", [&](auto) { store_border<M, T>(out, kept, x, 0); });
    reg<M, T> row_sum{"row sum"};
    for (int y = 0; y < rows; ++y) {
      m.each("border, row start", [&](auto) { store_border<M, T>(out, kept, 0, y); });
      for (int x = 0; x < columns; ++x)
        m.each({"recursion row ", y}, [&](auto t) {
          const U pixel = U(in[at(x, y, width)]);
          if (x == 0)
            row_sum[t] = pixel;
          else
            row_sum[t] += pixel;
          if (y == 0)
            out[kept.place(x + 1, y + 1)] = row_sum[t];
          else
            out[kept.place(x + 1, y + 1)] = out[kept.place(x + 1, y)] + row_sum[t];
        });
    }
  }
};

/// Bilgic's listing: the row and the column of zeros are stored first, then added like any other.
template <class In, class T>
struct SumWithBorder {
  static constexpr int threads = 1;
  static constexpr int warp = 32;

  template <class M>
  static SIMT void run(M& m, global<M, const In> in, global<M, T> out, int width, int height, Kept kept) {
    using U = num<M, T>;
    store_borders<T>(m, out, kept, width, height, threads);
    reg<M, T> row_sum{"row sum"};
    for (int y = 0; y < kept.end_y() - 1; ++y) {
      m.each("clear row sum", [&](auto t) { row_sum[t] = U(0); });
      for (int x = 0; x < kept.end_x() - 1; ++x)
        m.each({"listing row ", y}, [&](auto t) {
          row_sum[t] += U(in[at(x, y, width)]);
          out[kept.place(x + 1, y + 1)] = row_sum[t] + out[kept.place(x + 1, y)];
        });
    }
  }
};

/// Angioloni's listing: from three neighbours in the table, without a row sum.
template <class In, class T>
struct SumNeighbours {
  static constexpr int threads = 1;
  static constexpr int warp = 32;

  template <class M>
  static SIMT void run(M& m, global<M, const In> in, global<M, T> out, int width, int height, Kept kept) {
    using U = num<M, T>;
    store_borders<T>(m, out, kept, width, height, threads);
    for (int y = 0; y < kept.end_y() - 1; ++y)
      for (int x = 0; x < kept.end_x() - 1; ++x)
        m.each({"neighbours row ", y}, [&](auto) {
          U v = U(in[at(x, y, width)]);
          if (y > 0) v += out[kept.place(x + 1, y)];
          if (x > 0) v += out[kept.place(x, y + 1)];
          if (x > 0 && y > 0) v = v - U(out[kept.place(x, y)]);
          out[kept.place(x + 1, y + 1)] = v;
        });
  }
};

inline constexpr std::array k_trace_sizes{Sizes{.warp = 32, .block = 1}};
inline constexpr double k_gpu_pixels = 1024.0 * 1024.0;

inline Param listing_param() {
  return {.id = "listing",
          .fallback = std::string("recursion"),
          .choices = {"recursion", "bilgic", "angioloni"},
          .help =
              "which loop: the recursion of Viola and Jones, Bilgic's exclusive listing, or Angioloni's sum of three "
              "neighbours"};
}

namespace detail {

inline bool is_listing(const Request& request, std::string_view name) {
  return std::get<std::string>(listing_param().value_in(request.params)) == name;
}

/// Without additions of zeros at the first row and column.
inline Formula additions(const Request& request, const Kept& kept) {
  const double columns = kept.end_x() - 1.0, rows = kept.end_y() - 1.0;
  if (columns * rows <= 0) return {};
  const std::vector<Symbol> symbols{{"M", rows, "rows of sums"}, {"N", columns, "columns"}};
  if (is_listing(request, "bilgic")) return {"2MN", symbols};
  if (is_listing(request, "angioloni")) return {"3MN - 2M - 2N + 1", symbols};
  return {"2MN - M - N", symbols, "The papers give 2MN; here nothing is added to the zeros before the first row and column."};
}

inline Hardware hardware(const Request& request) {
  const double rows = request.extent.height, columns = request.extent.width;
  const std::vector<Symbol> size{{"M", rows, "rows"}, {"N", columns, "columns"}};
  const double bits = word_length(request.types, rows * columns);
  if (is_listing(request, "angioloni"))
    return {.cycles = {"MN + 2", size, "Three stages, one for each neighbour."},
            .adders = {"3", {}, "Two neighbours are added and one is subtracted."},
            .registers = {"3", {}, "The entries to the left, above, and above left."},
            .memory_bits = {"bN", {{"b", bits, "bits of the largest entry"}, size[1]}, "One row of the table."}};
  return {.cycles = {"MN + 1", size, "Two stages: an entry follows its row sum one cycle later."},
          .adders = {"2", {}, "One for the row sum, one for the entry."},
          .registers = {"2", {}, "The row sum and the entry."},
          .memory_bits = {"bN", {{"b", bits, "bits of the largest entry"}, size[1]}, "One row of the table."}};
}

}  // namespace detail

inline Algorithm describe() {
  Algorithm self{{
      .id = "serial",
      .title = "Serial recursion",
      .paper = "Viola and Jones 2001, Rapid Object Detection using a Boosted Cascade of Simple Features",
      .text = "The running sum of the row plus the entry above: two additions per pixel, in a single pass. Each entry needs "
              "the one before it, so a second thread in the row would have nothing to do. Fast on one core with a cache; slow "
              "compared with algorithms that use many.",
      .params = {listing_param()},
  }};
  self.phases = {
      border_phase(),
      {"recursion", "Add the pixel to the running sum of its row, then add the entry above: that is the entry.",
       "Every entry waits for the one before it."},
      {"clear row sum", "Each row starts with a running sum of 0."},
      {"listing", "Add the pixel to the running sum of its row, then add the entry above, even where that is a zero."},
      {"neighbours", "Pixel plus left plus above counts twice what both contain, so that is subtracted once.",
       "No running sum is kept: everything comes from the table."},
  };
  self.slips = {
      {"Bilgic, Horn and Masaki 2010, sequential listing", "The loop over x goes up to w - 1 and writes to the place after x.",
       "The last write of a row lands in the next row, and that of the last row behind the table.",
       "The loop ends one column earlier."},
      {"Angioloni and Pegoraro, Algorithm 1",
       "The entry above and to the left is added, and the second branch asks for i >= 1 again.",
       "The sums are wrong in every row, from the second column on.",
       "That entry is subtracted, and the second branch asks for j >= 1."},
  };
  self.four_channels = true;
  self.trace_sizes = {k_trace_sizes.begin(), k_trace_sizes.end()};
  self.refusal = [](const Request& request, Machine machine) -> std::string {
    if (machine == Machine::gpu && static_cast<double>(request.extent.area()) > k_gpu_pixels)
      return "serial uses one thread of the GPU, which takes seconds above 1024x1024 pixels, so larger pictures are not "
             "supported";
    if (machine == Machine::gpu && request.channels != 1)
      return "serial uses one thread of the GPU, which sums one channel; four are not supported";
    if (request.form == Form::inclusive && detail::is_listing(request, "bilgic"))
      return "Bilgic's listing stores the zeros above and to the left, so it makes exclusive and padded tables; inclusive ones "
             "are not supported";
    return {};
  };
  // with three neighbours the rounding of every earlier entry remains in the later ones
  self.float_depth = [](const Request& r) {
    if (detail::is_listing(r, "angioloni")) return 3.0 * r.extent.width * r.extent.height;
    return 1.0 * r.extent.width + r.extent.height;
  };
  self.hardware = detail::hardware;
  return self;
}

template <class Backend>
Plan plan(const Request& request) {
  return for_elements<Backend>(request, [&]<class In, class T>() {
    const auto [width, height] = request.extent;
    const double pixels = static_cast<double>(request.extent.area()) * request.channels;
    const auto from = static_cast<double>(size_of(request.types.in)), to = static_cast<double>(size_of(request.types.out));
    const Kept kept = kept_part(request.extent, request.form);
    const Formula additions = for_each_channel(detail::additions(request, kept), request.channels);
    Plan p{.buffers = {{"picture", request.types.in, request.extent, request.channels},
                       {"table", request.types.out, table_extent(request.extent, request.form), request.channels}}};
    if (detail::is_listing(request, "bilgic"))
      p.passes.push_back(make_pass<Backend, SumWithBorder<In, T>>("listing", Grid{}, {pixels * (from + 2 * to), additions},
                                                                  in<In>{0}, in_out<T>{1}, width, height, kept));
    else if (detail::is_listing(request, "angioloni"))
      p.passes.push_back(make_pass<Backend, SumNeighbours<In, T>>("neighbours", Grid{}, {pixels * (from + 4 * to), additions},
                                                                  in<In>{0}, in_out<T>{1}, width, height, kept));
    else
      p.passes.push_back(make_pass<Backend, SumRecursively<In, T>>("recursion", Grid{}, {pixels * (from + 2 * to), additions},
                                                                   in<In>{0}, in_out<T>{1}, width, kept));
    return p;
  });
}

}  // namespace satscope::serial
