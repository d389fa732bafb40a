// SPDX-License-Identifier: Apache-2.0
// Rows are scanned by balanced trees in shared memory, one segment per block; then the table is transposed, scanned again and
// transposed back.
//
//     up-sweep            3 1 7 0      down-sweep         3  4  7  0   clear the root: 0
//     d=2   pairs add     3 4 7 7      d=1  take and add  3  0  7  4
//     d=1   pairs add     3 4 7 11     d=2  take and add  0  3  4  11      exclusive scan of 3 1 7 0
//
// The segment sums of a row that is longer than a segment are scanned in turn and added back. Watch: half of the threads become
// idle at each level, yet there are only 2(n - 1) additions; and padding avoids the bank conflicts of the strides. vec4
// channels go through the same trees at once, like the paper's float4.
// Paper: B. Bilgic, B. Horn, I. Masaki, Efficient Integral Image Computation on the GPU, IV 2010; G. Blelloch 1990.
#pragma once
#include <cmath>

#include "kernels/algorithms/transpose.h"
#include "kernels/simt/kept.h"
#include "kernels/simt/pass.h"

namespace satscope::scan_transpose_scan {

/// Sizes of a real machine for segments of so many elements.
constexpr Sizes real_sizes(int segment) { return {.warp = 32, .block = segment / 2, .segment = segment, .tile = 16}; }
/// Padding after every 2^k_no_hole elements: none.
inline constexpr int k_no_hole = 31;
/// Two toy machines; then a short row as one tree on a real warp, with its 32 banks; the last is the real one.
inline constexpr std::array k_trace_sizes{Sizes{.warp = 4, .block = 4, .segment = 8, .tile = 4},
                                          Sizes{.warp = 4, .block = 8, .segment = 16, .tile = 4},
                                          real_sizes(8),
                                          real_sizes(16),
                                          real_sizes(32),
                                          real_sizes(64),
                                          real_sizes(512)};

/// The two elements of a segment that thread t loads and stores: t and t + threads, so that neighbouring threads touch
/// neighbours, or 2 t and 2 t + 1.
enum class Pairs : std::uint8_t { apart, adjacent };

/// The work-efficient scan of `segment` elements, a power of two, by half as many threads.
template <class T, Sizes sizes>
struct SegmentScan {
  static constexpr int segment = sizes.segment;
  static constexpr int threads = segment / 2;
  /// With the most padding: half as many banks as a warp has lanes, and an element of four channels takes four of them.
  static constexpr int places = segment + segment / (sizes.warp / 2 / channels_of<T>);
  /// Place of element i: padding after every 2^hole elements moves power-of-two strides to different banks.
  static SIMT int place(int i, int hole) {
    const unsigned u = static_cast<unsigned>(i);
    return static_cast<int>(u + (u >> static_cast<unsigned>(hole)));
  }
  /// Element k, 0 or 1, of thread t.
  static SIMT int element(int t, int k, Pairs pairs) { return pairs == Pairs::adjacent ? 2 * t + k : t + k * threads; }

  /// Up-sweep: each level halves the number of partial sums. The last element becomes the total.
  template <class M, class Temp>
  static SIMT void up_sweep(M& m, Temp& temp, int hole) {
    for (int d = segment / 2, offset = 1; d > 0; d /= 2, offset *= 2) {
      m.sync();  // because: this level reads sums that other threads wrote
      m.each({"up-sweep d=", d}, d, [&](auto t) {
        const int a = offset * (2 * t.x + 1) - 1, b = offset * (2 * t.x + 2) - 1;
        temp[place(b, hole)] += temp[place(a, hole)];
      });
    }
  }

  /// Down-sweep from a cleared last element: each node passes its prefix to the left child, and prefix + left sum to the right.
  template <class M, class Temp>
  static SIMT void down_sweep(M& m, Temp& temp, int hole) {
    for (int d = 1, offset = segment / 2; d < segment; d *= 2, offset /= 2) {
      m.sync();  // because: this level reads what other threads handed down
      m.each({"down-sweep d=", d}, d, [&](auto t) {
        const int a = offset * (2 * t.x + 1) - 1, b = offset * (2 * t.x + 2) - 1;
        const num<M, T> left = temp[place(a, hole)];
        temp[place(a, hole)] = temp[place(b, hole)];
        temp[place(b, hole)] += left;
      });
    }
  }
};

/// A block owns one segment of one row, a thread two of its elements.
/// in: rows of in_length; out: rows of out_length, each segment scanned by itself, exclusive; sums: the sum of each segment,
/// rows of `segments`. Elements from in_length on count as zero.
template <class In, class T, Sizes sizes>
struct ScanSegments {
  using Scan = SegmentScan<T, sizes>;
  static constexpr int segment = sizes.segment;
  static constexpr int threads = Scan::threads;
  static constexpr int warp = sizes.warp;
  template <class M>
  struct Shared {
    shared<M, T, Scan::places> temp{"temp"};
  };

  template <class M>
  static SIMT void run(M& m, Shared<M>& s, global<M, const In> in, global<M, T> out, global<M, T> sums, int in_length,
                       int out_length, int segments, int hole, Pairs pairs) {
    using U = num<M, T>;
    const int row = m.block_x(), start = m.block_y() * segment;
    m.each("load", [&](auto t) {
      SIMT_UNROLL for (int k = 0; k < 2; ++k) {
        const int i = Scan::element(t.x, k, pairs), x = start + i;
        s.temp[Scan::place(i, hole)] = x < in_length ? U(in[at(x, row, in_length)]) : U(0);
      }
    });
    Scan::template up_sweep<M>(m, s.temp, hole);
    m.each("clear, keep the sum", 1, [&](auto) {
      sums[at(m.block_y(), row, segments)] = s.temp[Scan::place(segment - 1, hole)];
      s.temp[Scan::place(segment - 1, hole)] = U(0);
    });
    Scan::template down_sweep<M>(m, s.temp, hole);
    m.sync();  // because: a thread stores elements that others scanned
    m.each("store", [&](auto t) {
      SIMT_UNROLL for (int k = 0; k < 2; ++k) {
        const int i = Scan::element(t.x, k, pairs), x = start + i;
        if (x < out_length) out[at(x, row, out_length)] = s.temp[Scan::place(i, hole)];
      }
    });
  }
};

/// A block owns the segment sums of one row and scans them in place, exclusive, a segment at a time with a carry.
template <class T, Sizes sizes>
struct ScanSums {
  using Scan = SegmentScan<T, sizes>;
  static constexpr int segment = sizes.segment;
  static constexpr int threads = Scan::threads;
  static constexpr int warp = sizes.warp;
  template <class M>
  struct Shared {
    shared<M, T, Scan::places> temp{"temp"};
    shared<M, T, 2> carry{"carry"};  // of the sums before this segment, and before the next
  };

  template <class M>
  static SIMT void run(M& m, Shared<M>& s, global<M, T> sums, int segments, int hole, Pairs pairs) {
    using U = num<M, T>;
    const int row = m.block_x();
    m.each("sums, no carry", 1, [&](auto) { s.carry[1] = U(0); });
    // no barrier between two iterations: a thread overwrites only what it stored, and the barriers of the carry come later
    for (int start = 0; start < segments; start += segment) {
      m.each("sums, load", [&](auto t) {
        SIMT_UNROLL for (int k = 0; k < 2; ++k) {
          const int i = Scan::element(t.x, k, pairs), x = start + i;
          s.temp[Scan::place(i, hole)] = x < segments ? U(sums[at(x, row, segments)]) : U(0);
        }
      });
      Scan::template up_sweep<M>(m, s.temp, hole);
      m.each("sums, clear, keep the carry", 1, [&](auto) {
        s.carry[0] = s.carry[1];
        s.carry[1] += s.temp[Scan::place(segment - 1, hole)];
        s.temp[Scan::place(segment - 1, hole)] = U(0);
      });
      Scan::template down_sweep<M>(m, s.temp, hole);
      m.sync();  // because: a thread stores elements that others scanned
      m.each("sums, store", [&](auto t) {
        SIMT_UNROLL for (int k = 0; k < 2; ++k) {
          const int i = Scan::element(t.x, k, pairs), x = start + i;
          if (x < segments) sums[at(x, row, segments)] = s.temp[Scan::place(i, hole)] + s.carry[0];
        }
      });
    }
  }
};

/// A block owns one segment of one row, from the second on, and adds the sum of the segments before it.
template <class T, Sizes sizes>
struct AddSums {
  static constexpr int segment = sizes.segment;
  static constexpr int threads = segment / 2;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, global<M, const T> sums, global<M, T> rows, int length, int segments) {
    const int row = m.block_x(), index = m.block_y() + 1;
    m.each("add back", [&](auto t) {
      SIMT_UNROLL for (int k = 0; k < 2; ++k) {
        const int x = index * segment + t.x + k * threads;
        if (x < length) rows[at(x, row, length)] += sums[at(index, row, segments)];
      }
    });
  }
};

inline Algorithm describe() {
  Algorithm self{{
      .id = "scan-transpose-scan",
      .title = "Scan, transpose, scan",
      .paper = "Bilgic, Horn and Masaki 2010, Efficient Integral Image Computation on the GPU",
      .text = "Up-sweep and down-sweep scan each row by a tree in shared memory. Longer rows are cut into segments, whose sums "
              "are scanned and added back. A transpose turns columns into rows, so that one kernel scans both.",
      .params = {{.id = "padding",
                  .fallback = true,
                  .help = "leave one place of shared memory unused after as many as there are banks, so that places far apart "
                          "lie in different banks"},
                 {.id = "banks",
                  .fallback = std::string("32"),
                  .choices = {"32", "16"},
                  .help = "number of banks that the padding is made for: 32 as today, or 16 as in the paper's GTX 295"},
                 {.id = "segment",
                  .fallback = std::string("512"),
                  .choices = {"128", "256", "512", "1024"},
                  .help = "elements that one block scans, with half as many threads"},
                 transpose_param(),
                 {.id = "pairs",
                  .fallback = std::string("apart"),
                  .choices = {"apart", "adjacent"},
                  .help = "the two elements that thread t of a segment of n loads and stores; apart: t and t + n/2, so that "
                          "neighbouring threads access neighbours; adjacent: 2t and 2t + 1, as the paper prints"},
                 {.id = "last",
                  .fallback = std::string("transpose"),
                  .choices = {"transpose", "scan"},
                  .help = "what is timed last; transpose: the table is transposed back; scan: the second scan, as in the "
                          "paper, whose table stays transposed (here it is transposed back outside the time)"}},
  }};
  self.phases = {
      {"load",
       "Each thread copies two numbers of the row into shared memory, where all threads of the block can add them; beyond the "
       "end of the row there are zeros."},
      {"up-sweep", "Each pair stores its sum in its right-hand place: the down-sweep needs these partial sums.",
       "The number of additions, d, halves with each step until the last place holds the sum of all."},
      {"clear",
       "Keep the segment's sum, which later segments of the row need, and put a 0 in its place, because nothing is before "
       "the first number.",
       "No barrier comes before it, because the last addition of the up-sweep is the same thread's."},
      {"down-sweep",
       "The right-hand place of a pair holds the sum of all before the pair: the left-hand place takes it, the right-hand one "
       "takes it plus the left-hand number.",
       "The number of pairs, d, doubles with each step until every place holds the sum of all places before it, so the first "
       "is 0."},
      {"store",
       "The scanned segment goes to global memory, because a later pass reads it, and shared memory is lost when the block "
       "ends.",
       "Each place has the sum of all places before it, so the first is 0."},
      {"sums, no carry", "Before the first sums there is nothing to carry: 0."},
      {"sums, load",
       "Now the sums of the segments are scanned, because each segment must add the sum of all before it; beyond the last "
       "there "
       "are zeros."},
      {"sums, clear", "Add their total to the carry for the next ones, and put a 0 in its place for the down-sweep.",
       "No barrier comes before it, because the last addition of the up-sweep is the same thread's."},
      {"sums, store", "Each segment gets the sum of all segments before it, which the next pass adds to its numbers."},
      {"scan rows", "After it each place of a segment has the sum of all places before it in that segment, so the first is 0.",
       "Before, there were the pixels of the picture."},
      {"scan columns",
       "After it each place of a segment has the sum of all places before it in that segment, so the first is 0.",
       "Before, there were the sums along the rows, turned: a row holds a column."},
      {"scan sums of", "After it each segment has the sum of all segments before it, so the first is 0.",
       "Before, each segment had its own sum."},
      {"add sums to", "To each place the pass adds the sum of all segments before its own, so that all places before it count.",
       "Before, each place had the sum of the places before it in its own segment only."},
      {"transpose", "After it each row holds a column, so that the same scan sums along the columns.",
       "Before, there were the sums along the rows."},
      {"transpose back", "After it rows are rows again.", "Before, there was the table with rows and columns swapped."},
      {"add back",
       "Each element adds the sum of all segments before its own, because each segment was scanned without those before it."},
  };
  for (Phase& phase : transpose_phases()) self.phases.push_back(std::move(phase));
  self.natural_form = Form::exclusive;
  self.four_channels = true;
  self.trace_sizes = {k_trace_sizes.begin(), k_trace_sizes.end()};
  // per direction: a path up and a path down the tree, then the sums of the segments before
  self.float_depth = [](const Request& r) { return 4.0 * 12 + (r.extent.width + r.extent.height) / 128.0; };
  return self;
}

namespace detail {

// Plain functions for what does not depend on the kernels' types, so that it is compiled once.

/// Rows, and then columns, are scanned one element beyond the picture, for P's last column and row; the exclusive form does not
/// store them.
struct Shapes {
  explicit Shapes(const Request& request) {
    const int extra = request.form == Form::exclusive ? 0 : 1;
    rows = {request.extent.width + extra, request.extent.height};
    columns = {request.extent.height + extra, request.extent.width + extra};
  }
  Extent rows, columns;
};

/// The segment sums of rows of this shape: a row of sums for each row.
inline Extent sums_of(Extent rows, int segment) { return {ceil_div(rows.width, segment), rows.height}; }

inline std::vector<Buffer> buffers(const Request& request, int segment) {
  const auto [rows, columns] = Shapes(request);
  const Scalar type = request.types.out;
  const int channels = request.channels;
  return {{"picture", request.types.in, request.extent, channels},
          {"scanned rows", type, rows, channels},
          {"row segment sums", type, sums_of(rows, segment), channels},
          {"scanned rows, transposed", type, rows.transposed(), channels},
          {"scanned columns", type, columns, channels},
          {"column segment sums", type, sums_of(columns, segment), channels},
          {"table", type, table_extent(request.extent, request.form), channels}};
}

/// The launch of a scan of rows, or of columns that were transposed into rows.
struct ScanOf {
  std::string what;
  Extent rows;
  int segment;
  std::size_t from, to;  ///< bytes of an element read and written
  int channels;

  Extent sums() const { return sums_of(rows, segment); }

  Launch scan() const {
    return {"scan " + what,
            {sums().height, sums().width},
            {bytes(rows, from + to) + bytes(sums(), to),
             count("2(n - 1)s", {elements(), {"s", static_cast<double>(sums().area()), "segments"}})}};
  }
  Launch scan_sums() const {
    return {"scan sums of " + what,
            {sums().height},
            {bytes(sums(), 2 * to),
             count("R((2(n - 1) + 1)g + s)", {rows_of_it(),
                                              elements(),
                                              {"g", 1.0 * ceil_div(sums().width, segment), "scans with a carry"},
                                              {"s", 1.0 * sums().width, "sums of a row"}})}};
  }
  Launch add_sums() const {
    const Extent later{rows.width - segment, rows.height};
    return {"add sums to " + what,
            {sums().height, sums().width - 1},
            {bytes(later, 2 * to) + bytes(sums(), to),
             count("R(L - n)", {rows_of_it(), {"L", 1.0 * rows.width, "elements of a row"}, elements()})}};
  }

 private:
  static double bytes(Extent e, std::size_t each) { return static_cast<double>(e.area()) * static_cast<double>(each); }
  Symbol elements() const { return {"n", 1.0 * segment, "elements of a segment"}; }
  Symbol rows_of_it() const { return {"R", 1.0 * rows.height, "rows"}; }
  Formula count(std::string text, std::vector<Symbol> symbols) const {
    return for_each_channel({std::move(text), std::move(symbols)}, channels);
  }
};

/// What the parameters ask for.
struct Options {
  int hole = k_no_hole;
  bool strided = false;
  Pairs pairs = Pairs::apart;
  bool counts_last = true;      ///< the transpose back
  std::size_t in = 0, out = 0;  ///< bytes of an element of picture and table
};

inline Options options_of(const Algorithm& self, const Request& request, int warp) {
  const int turn = (choice(self, request.params, "banks") == "16" ? warp / 2 : warp) / request.channels;
  const auto channels = static_cast<std::size_t>(request.channels);
  return {.hole = flag(self, request.params, "padding") ? static_cast<int>(std::log2(turn)) : k_no_hole,
          .strided = choice(self, request.params, "transpose") == "strided",
          .pairs = choice(self, request.params, "pairs") == "adjacent" ? Pairs::adjacent : Pairs::apart,
          .counts_last = choice(self, request.params, "last") == "transpose",
          .in = size_of(request.types.in) * channels,
          .out = size_of(request.types.out) * channels};
}

template <class Backend, class In, class T, Sizes sizes>
Plan plan(const Request& request, const Options& options) {
  const auto [rows, columns] = Shapes(request);
  Plan p{.buffers = buffers(request, sizes.segment)};

  const auto scan = [&]<class From>(in<From> source, int length, out<T> to, Extent shape, out<T> sums, const char* what) {
    const ScanOf launch{what,        shape,           sizes.segment, source.buffer == 0 ? options.in : options.out,
                        options.out, request.channels};
    const int segments = launch.sums().width;
    p.passes.push_back(make_pass<Backend, ScanSegments<From, T, sizes>>(launch.scan(), source, to, sums, length, shape.width,
                                                                        segments, options.hole, options.pairs));
    if (segments == 1) return;
    p.passes.push_back(make_pass<Backend, ScanSums<T, sizes>>(launch.scan_sums(), in_out<T>{sums.buffer}, segments,
                                                              options.hole, options.pairs));
    p.passes.push_back(make_pass<Backend, AddSums<T, sizes>>(launch.add_sums(), in<T>{sums.buffer}, in_out<T>{to.buffer},
                                                             shape.width, segments));
  };
  const auto transpose = [&](in<T> from, Extent shape, out<T> to, Kept kept, const char* name, bool counts) {
    p.passes.push_back(transposing<Backend, T, sizes>(name, options.strided, from, shape, to, kept, Entries::of_padded,
                                                      counts ? options.out : 0));
  };

  scan(in<In>{0}, request.extent.width, out<T>{1}, rows, out<T>{2}, "rows");
  transpose(in<T>{1}, rows, out<T>{3}, kept_whole(rows.transposed()), "transpose", true);
  scan(in<T>{3}, request.extent.height, out<T>{4}, columns, out<T>{5}, "columns");
  transpose(in<T>{4}, columns, out<T>{6}, kept_part(request.extent, request.form), "transpose back", options.counts_last);
  return p;
}

}  // namespace detail

template <class Backend>
Plan plan(const Request& request) {
  static const Algorithm self = describe();
  const std::string segment = choice(self, request.params, "segment");
  return for_elements<Backend>(request, [&]<class In, class T>() {
    const auto with = [&]<Sizes sizes>() {
      return detail::plan<Backend, In, T, sizes>(request, detail::options_of(self, request, sizes.warp));
    };
    if constexpr (requires { Backend::traced; }) {
      if (segment != to_text(self.find_param("segment")->fallback))
        throw std::invalid_argument("in a trace the segment length is a size of the machine, not a parameter");
      return for_sizes<k_trace_sizes>(request.sizes, with);
    } else {
      if (segment == "128") return with.template operator()<real_sizes(128)>();
      if (segment == "256") return with.template operator()<real_sizes(256)>();
      if (segment == "1024") return with.template operator()<real_sizes(1024)>();
      return with.template operator()<real_sizes(512)>();
    }
  });
}

}  // namespace satscope::scan_transpose_scan
