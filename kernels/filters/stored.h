// SPDX-License-Identifier: Apache-2.0
// A box mean from a table that was stored in fewer bits and restored: what a storage method keeps, loses, and what that shows.
//
//      table         words          restored
//      a b c         . b .          a b c      a = b + d - e + pixel, b and d from the cross, the pixel from the picture
//      d e f   -->   d e f   -->    d e f      (Ehsan's method 1); other methods keep every entry, in fewer bits
//      g h i         . h .          g h i
//
// Watch: the words that are never written, and the three words and one pixel that each corner reads. Here every word has a
// place of its own; kernels/storage packs them. The whole sums are modulo 2^32. Papers: S. Ehsan et al. 2015, section 7;
// Belt 2008, whom they quote.
#pragma once
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "kernels/filter.h"
#include "kernels/filters/window.h"
#include "kernels/storage/method.h"

namespace satscope::filter_kernels::stored {

/// What kernels need of a Coding.
struct Words {
  WordKind kind = WordKind::whole;
  int whole_width = 0, whole_height = 0;  ///< of the 3x3 blocks together; 0: every entry is kept
  std::uint32_t mask = ~0U;               ///< of the bits of a whole number
  int dropped = 0;                        ///< low bits that pixels lose

  SIMT bool keeps(int x, int y) const { return x >= whole_width || y >= whole_height || x % 3 == 1 || y % 3 == 1; }
  SIMT bool cuts() const { return mask != ~0U; }
};

/// The bits of a 16-bit float with a fraction of so many bits, and the largest exponent that it writes for a number.
struct SmallFloat {
  int fraction, bias;
};
SIMT constexpr SmallFloat small_float(WordKind kind) {
  return kind == WordKind::half ? SmallFloat{10, 15} : SmallFloat{7, 127};
}

/// The float nearest to a whole number, ties to even; infinite beyond the largest.
SIMT constexpr std::uint32_t to_word(std::uint32_t number, SmallFloat shape) {
  if (number == 0) return 0;
  int exponent = 0;
  while (number >> exponent > 1) ++exponent;
  std::uint32_t digits = number;
  if (exponent <= shape.fraction) {
    digits <<= shape.fraction - exponent;
  } else {
    const int cut = exponent - shape.fraction;
    const std::uint32_t rest = number & ((1U << cut) - 1), half = 1U << (cut - 1);
    digits >>= cut;
    if (rest > half || (rest == half && digits % 2 == 1)) ++digits;  // a carry into the exponent adds 1 to it, as it should
  }
  const std::uint32_t word = (static_cast<std::uint32_t>(exponent + shape.bias - 1) << shape.fraction) + digits;
  const std::uint32_t infinite = static_cast<std::uint32_t>(2 * shape.bias + 1) << shape.fraction;
  return word < infinite ? word : infinite;
}

/// Its value, which is whole or infinite.
SIMT constexpr double from_word(std::uint32_t word, SmallFloat shape) {
  if (word == 0) return 0;
  const int exponent = static_cast<int>(word >> shape.fraction) - shape.bias;
  if (exponent > shape.bias) return std::numeric_limits<double>::infinity();
  double value = static_cast<double>((word & ((1U << shape.fraction) - 1)) | 1U << shape.fraction);
  for (int i = exponent - shape.fraction; i > 0; --i) value *= 2;
  for (int i = exponent - shape.fraction; i < 0; ++i) value /= 2;
  return value;
}

/// A thread owns a pixel and cuts its low bits off.
template <Sizes sizes>
struct CutBits {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint8_t> pixels, pitched<M, std::uint8_t> out, Extent picture, int dropped) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("cut low bits", in_row(first, threads, picture.width), [&](auto t) {
      const num<M, std::uint8_t> pixel = pixels[pixels.at(first + t.x, y)];
      out[out.at(first + t.x, y)] = made_of(static_cast<std::uint8_t>(bare(pixel) >> dropped), pixel);
    });
  }
};

/// A thread owns an entry of the table and stores its word, if the method keeps it.
template <Sizes sizes>
struct StoreWords {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint32_t> table, pitched<M, std::uint32_t> words, Extent picture,
                       Words how) {
    using U = num<M, std::uint32_t>;
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("store words", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      if (!how.keeps(x, y)) return;
      U entry = table[table.at(x, y)];
      if (how.kind == WordKind::column_sum && x > 0) entry = entry - U(table[table.at(x - 1, y)]);
      if (how.kind == WordKind::half || how.kind == WordKind::bfloat)
        entry = made_of(to_word(bare(entry), small_float(how.kind)), entry);
      else if (how.cuts())
        entry = made_of(bare(entry) & how.mask, entry);
      words[words.at(x, y)] = entry;
    });
  }
};

/// A thread owns an entry. pixels: the picture; entries: whole numbers, or the values of floats.
template <class Entry, Sizes sizes>
struct RestoreEntries {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint32_t> words, pitched<M, const std::uint8_t> pixels,
                       pitched<M, Entry> entries, Extent picture, Words how) {
    using U = num<M, std::uint32_t>;
    const int y = m.block_x(), first = m.block_y() * threads, count = in_row(first, threads, picture.width);
    m.each("restore kept", count, [&](auto t) {
      const int x = first + t.x;
      if (!how.keeps(x, y)) return;
      const U word = words[words.at(x, y)];
      if constexpr (std::is_floating_point_v<Entry>)
        entries[entries.at(x, y)] = made_of(from_word(bare(word), small_float(how.kind)), word);
      else
        entries[entries.at(x, y)] = word;
    });
    if constexpr (!std::is_floating_point_v<Entry>) {
      if (y >= how.whole_height || y % 3 == 1) return;
      m.each("restore corners", count, [&](auto t) {
        const int x = first + t.x;
        if (how.keeps(x, y)) return;
        const int middle_x = x / 3 * 3 + 1, middle_y = y / 3 * 3 + 1;
        const bool right = x > middle_x, down = y > middle_y;
        // the four entries around a pixel tell it, so three of them and the pixel tell the fourth
        U entry = U(words[words.at(x, middle_y)]) + U(words[words.at(middle_x, y)]);
        entry = entry - U(words[words.at(middle_x, middle_y)]);
        const U pixel = U(pixels[pixels.at(right ? x : middle_x, down ? y : middle_y)]);
        entry = right == down ? entry + pixel : entry - pixel;
        if (how.cuts()) entry = made_of(bare(entry) & how.mask, entry);
        entries[entries.at(x, y)] = entry;
      });
    }
  }
};

inline constexpr int k_stretch = 128;

/// A thread owns a row of column sums and adds them up again.
template <Sizes sizes>
struct RestoreRows {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;
  // because: in a small trace every entry is a step to be seen
  static constexpr int stretch = sizes == k_real ? k_stretch : 1;

  template <class M>
  static SIMT void run(M& m, pitched<M, const std::uint32_t> words, pitched<M, std::uint32_t> entries, Extent picture) {
    using U = num<M, std::uint32_t>;
    reg<M, std::uint32_t> entry{"entry"};
    m.each("no entry yet", [&](auto t) { entry[t] = U(0); });
    for (int start = 0; start < picture.width; start += stretch)
      m.each("add up the row", [&](auto t) {
        const int y = m.block_x() * threads + t.x;
        if (y >= picture.height) return;
        for (int x = start; x < picture.width && x < start + stretch; ++x) {
          entry[t] += U(words[words.at(x, y)]);
          entries[entries.at(x, y)] = entry[t];
        }
      });
  }
};

/// The mean that the sum of a box tells: what does not fit into the words is gone.
SIMT std::uint8_t restored_mean(std::uint32_t sum, const Words& how, std::uint64_t pixels) {
  return rounded_mean(static_cast<std::uint64_t>(sum & how.mask) << how.dropped, pixels);
}
/// Of floats: no number counts as black, and what is too large as white.
SIMT std::uint8_t restored_mean(double sum, const Words&, std::uint64_t pixels) {
  const double mean = floor(sum / static_cast<double>(pixels) + 0.5);
  return mean >= 0 ? static_cast<std::uint8_t>(mean < 255 ? mean : 255) : std::uint8_t{0};
}

/// A thread owns a pixel. entries: restored; out: the means.
template <class Entry, Sizes sizes>
struct RestoredMean {
  static constexpr int threads = sizes.block;
  static constexpr int warp = sizes.warp;

  template <class M>
  static SIMT void run(M& m, pitched<M, const Entry> entries, pitched<M, std::uint8_t> out, Extent picture, int r, Words how) {
    const int y = m.block_x(), first = m.block_y() * threads;
    m.each("restored mean", in_row(first, threads, picture.width), [&](auto t) {
      const int x = first + t.x;
      const Window w = window_around(x, y, r, Border::clip, picture);
      const num<M, Entry> sum = window_sum<M, Entry>(t, entries, w, Border::clip, picture);
      out[out.at(x, y)] = made_of(restored_mean(bare(sum), how, area_of<std::uint64_t>(w)), sum);
    });
  }
};

inline std::vector<std::string> method_ids() {
  std::vector<std::string> ids;
  for (const StorageMethod& method : storage_methods()) ids.emplace_back(method.id);
  return ids;
}

inline Coding coding_of(const Described& self, const FilterRequest& request) {
  const StorageMethod& method = *find_in(storage_methods(), choice(self, request.params, "method"));
  const int bits = whole_unless_choice(self, request.params, "bits").value_or(0);
  return satscope::coding_of(method, request.extent, method.usual_bits > 0 ? bits : 0);
}

inline Filter describe() {
  std::vector<std::string> with_bits;
  for (const StorageMethod& method : storage_methods())
    if (method.usual_bits > 0) with_bits.emplace_back(method.id);
  Filter self{{
      .id = "stored",
      .title = "Blur with few bits (stored sums)",
      .paper = "Ehsan, Clark, ur Rehman and McDonald-Maier 2015, section 7; Belt 2008, as they quote it",
      .text = "Shows what happens when a computer saves memory: the sums behind a blur are kept in too few "
              "bits. With enough bits it is a plain blur. Choose fewer bits or a larger radius, and the "
              "picture breaks, in bright places first.",
      .params = {radius_param(12, k_most_radius),
                 {.id = "method",
                  .fallback = std::string("modular"),
                  .choices = method_ids(),
                  .help = "how the sums are kept; the workspace Storage compares the ways. modular keeps only the "
                          "lowest bits"},
                 {.id = "bits",
                  .fallback = std::string("auto"),
                  .choices = {"auto"},
                  .range = ParamRange{.min = k_least_word_bits, .max = k_most_word_bits, .step = 1, .whole = true},
                  .help = "bits for each sum: fewer save memory and break the picture earlier; auto: those of the paper, or as "
                          "many as the picture needs",
                  .needs = {"method", with_bits}}},
  }};
  self.phases = {
      {"cut low bits", "Each pixel loses low bits, so that the sum of all pixels fits into a word."},
      {"store words", "Each thread stores the word that stands for its entry; some methods leave entries out."},
      {"restore kept", "An entry that was kept is read back."},
      {"restore corners", "A corner of a 3x3 block is computed from three words and one pixel.",
       "Three reads of words and one of the picture, in place of one."},
      {"no entry yet", "Each thread begins its row with 0."},
      {"add up the row", "The words are sums of columns: added up from the left they give the entries again.",
       "An entry far to the right needs all words before it."},
      {"restored mean", "Four restored entries give the sum of the window, as far as the words hold it."},
  };
  self.definition =
      "mean of the (2r+1)x(2r+1) window, clipped, rounded, from a table that was stored and restored; "
      "each entry of the table is the sum of all pixels above and to the left, so its numbers are "
      "large";
  self.tables = {"pixels"};
  self.reads = "4 restored entries at any radius; to store and restore each entry 2 more, or 3 where something is added up";
  self.reads_per_pixel = [params = self.params](const FilterRequest& request) {
    const StorageMethod& method = *find_in(storage_methods(), std::get<std::string>(params[1].value_in(request.params)));
    // of a 3x3 block five entries are read, stored and read again, and four corners read three words and a pixel each
    if (method.cross) return 4 + (5 + 5 + 4 * 4) / 9.0;
    return method.word == WordKind::column_sum || method.word == WordKind::truncated ? 7.0 : 6.0;
  };
  self.refusal = [params = self.params](const FilterRequest& request) -> std::string {
    const std::string method = std::get<std::string>(params[1].value_in(request.params));
    if (!method.ends_with("float16") || static_cast<double>(request.extent.area()) * k_white < 0x1p32) return {};
    return "the filter stores floats of entries below 2^32: a picture of more than 16,843,009 pixels is not supported";
  };
  return self;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const Extent picture = request.extent;
  const int r = whole(self, request.params, "r");
  const Coding coding = coding_of(self, request);
  const WordKind kind = coding.method->word;
  const bool floats = !coding.whole_numbers(), cuts = kind == WordKind::truncated, by_rows = kind == WordKind::column_sum;
  Words how{.kind = kind, .dropped = coding.dropped};
  if (coding.method->cross) {
    how.whole_width = picture.width / 3 * 3;
    how.whole_height = picture.height / 3 * 3;
  }
  if (kind == WordKind::modular || kind == WordKind::truncated) how.mask = static_cast<std::uint32_t>(largest_of(coding.bits));
  const double pixels = static_cast<double>(picture.area());
  const int table = cuts ? 2 : 1, words = table + 1, entries = words + 1, result = entries + 1;
  FilterDraft d{.buffers = {{"picture", Scalar::u8, picture}}, .result = result};
  if (cuts) d.buffers.push_back({"cut picture", Scalar::u8, picture});
  d.buffers.push_back({"table", Scalar::u32, picture});
  d.buffers.push_back({"words", Scalar::u32, picture});
  d.buffers.push_back({"restored", floats ? Scalar::f64 : Scalar::u32, picture});
  d.buffers.push_back({"box mean", Scalar::u8, picture});
  const auto add = [&](auto&& make) { d.steps.emplace_back(for_machine<Backend, k_trace_sizes>(request.sizes, make)); };
  if (cuts)
    add([&]<Sizes sizes>() {
      return make_pass<Backend, CutBits<sizes>>("cut bits", pixel_grid(picture, sizes.block), Cost{.bytes = 2 * pixels},
                                                pitched_in<std::uint8_t>{0}, pitched_out<std::uint8_t>{1}, picture,
                                                how.dropped);
    });
  d.steps.emplace_back(TableStep{cuts ? 1 : 0, table, *find_type_pair("8u32u")});
  add([&]<Sizes sizes>() {
    const double differences = by_rows ? pixels - picture.height : 0;
    return make_pass<Backend, StoreWords<sizes>>(
        "store", pixel_grid(picture, sizes.block),
        Cost{.bytes = 8.0 * static_cast<double>(coding.kept()) + 4 * differences, .additions = differences},
        pitched_in<std::uint32_t>{table}, pitched_out<std::uint32_t>{words}, picture, how);
  });
  const double corners = 4.0 * static_cast<double>(coding.blocks());
  if (by_rows)
    add([&]<Sizes sizes>() {
      return make_pass<Backend, RestoreRows<sizes>>(
          "restore", Grid{ceil_div(picture.height, sizes.block)}, Cost{.bytes = 8 * pixels, .additions = pixels},
          pitched_in<std::uint32_t>{words}, pitched_out<std::uint32_t>{entries}, picture);
    });
  const auto with = [&]<class Entry>() {
    if (!by_rows)
      add([&]<Sizes sizes>() {
        return make_pass<Backend, RestoreEntries<Entry, sizes>>(
            "restore", pixel_grid(picture, sizes.block),
            Cost{.bytes = static_cast<double>(4 + sizeof(Entry)) * pixels + 9 * corners, .additions = 3 * corners},
            pitched_in<std::uint32_t>{words}, pitched_in<std::uint8_t>{0}, pitched_out<Entry>{entries}, picture, how);
      });
    add([&]<Sizes sizes>() {
      return make_pass<Backend, RestoredMean<Entry, sizes>>(
          "restored mean", pixel_grid(picture, sizes.block),
          cost_of_windows<Entry>(window_reads(picture, r, Border::clip), picture), pitched_in<Entry>{entries},
          pitched_out<std::uint8_t>{result}, picture, r, how);
    });
  };
  if (floats)
    with.template operator()<double>();
  else
    with.template operator()<std::uint32_t>();
  return d;
}

}  // namespace satscope::filter_kernels::stored
