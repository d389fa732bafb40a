// SPDX-License-Identifier: Apache-2.0
#include "kernels/storage/codec.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace satscope {
namespace {

constexpr std::size_t at(int number) { return static_cast<std::size_t>(number); }

struct FloatShape {
  int exponent_bits, fraction_bits;
};
constexpr FloatShape shape_of(WordKind word) { return word == WordKind::half ? FloatShape{5, 10} : FloatShape{8, 7}; }

/// Puts word after word.
class Packer {
 public:
  Packer(std::vector<std::byte>& bytes, int bits) : bytes_(bytes), bits_(bits) {}
  void put(std::uint64_t word) {
    for (int done = 0; done < bits_;) {
      const int within = static_cast<int>(bit_ % 8), taken = std::min(8 - within, bits_ - done);
      bytes_[bit_ / 8] |= static_cast<std::byte>((word >> done & largest_of(taken)) << within);
      done += taken;
      bit_ += at(taken);
    }
  }

 private:
  std::vector<std::byte>& bytes_;
  int bits_;
  std::size_t bit_ = 0;
};

/// Kept entries before (x, y), which is kept.
std::size_t rank_of(const Coding& coding, int x, int y) {
  const int width = coding.picture.width;
  if (!coding.method->cross) return at(y) * at(width) + at(x);
  const int blocks = width / 3, whole = 3 * blocks;
  const std::size_t outer = at(blocks + width - whole);  // kept in the upper and in the lower row of a block
  std::size_t rank = at(y / 3) * (at(width) + 2 * outer);
  if (y >= coding.picture.height / 3 * 3) return rank + at(y % 3) * at(width) + at(x);
  rank += y % 3 == 0 ? 0 : outer + (y % 3 == 2 ? at(width) : 0);
  if (y % 3 == 1) return rank + at(x);
  return rank + (x < whole ? at(x / 3) : at(blocks + x - whole));
}

std::uint64_t word_at(const Stored& stored, std::size_t rank) {
  const std::size_t bits = at(stored.coding.bits), first = rank * bits;
  std::uint64_t word = 0;
  const std::size_t last = (first + bits - 1) / 8;
  for (std::size_t byte = first / 8, shift = 0; byte <= last; ++byte, shift += 8) {
    const auto value = std::to_integer<std::uint64_t>(stored.words[byte]);
    word |= shift == 0 ? value >> first % 8 : value << (shift - first % 8);
  }
  return word & largest_of(stored.coding.bits);
}

std::uint64_t word_of(const Stored& stored, int x, int y) { return word_at(stored, rank_of(stored.coding, x, y)); }

double value_of(const Coding& coding, std::uint64_t word) {
  if (coding.whole_numbers()) return static_cast<double>(word << coding.dropped);
  const FloatShape shape = shape_of(coding.method->word);
  return from_small_float(word, shape.exponent_bits, shape.fraction_bits);
}

}  // namespace

std::uint64_t to_small_float(std::uint64_t number, int exponent_bits, int fraction_bits) {
  if (number == 0) return 0;
  int exponent = static_cast<int>(std::bit_width(number)) - 1;
  std::uint64_t digits = 0;
  if (exponent <= fraction_bits) {
    digits = number << (fraction_bits - exponent);
  } else {
    const int cut = exponent - fraction_bits;
    const std::uint64_t rest = number & largest_of(cut), half = std::uint64_t{1} << (cut - 1);
    digits = number >> cut;
    if (rest > half || (rest == half && digits % 2 == 1)) ++digits;
    if (digits >> (fraction_bits + 1) != 0) {
      digits >>= 1;
      ++exponent;
    }
  }
  const std::uint64_t bias = largest_of(exponent_bits - 1), infinite = largest_of(exponent_bits);
  const std::uint64_t biased = static_cast<std::uint64_t>(exponent) + bias;
  if (biased >= infinite) return infinite << fraction_bits;
  return biased << fraction_bits | (digits & largest_of(fraction_bits));
}

double from_small_float(std::uint64_t word, int exponent_bits, int fraction_bits) {
  const std::uint64_t fraction = word & largest_of(fraction_bits);
  const std::uint64_t biased = word >> fraction_bits & largest_of(exponent_bits);
  const double sign = word >> (fraction_bits + exponent_bits) & 1 ? -1 : 1;
  const int bias = static_cast<int>(largest_of(exponent_bits - 1)), exponent = static_cast<int>(biased) - bias;
  if (biased == largest_of(exponent_bits))
    return fraction ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
  if (biased == 0) return sign * std::ldexp(static_cast<double>(fraction), 1 - bias - fraction_bits);
  return sign * std::ldexp(static_cast<double>(fraction + (std::uint64_t{1} << fraction_bits)), exponent - fraction_bits);
}

Stored store(const Coding& coding, std::span<const std::uint8_t> picture) {
  Stored stored{.coding = coding, .words = std::vector<std::byte>(coding.word_bytes()), .pixels = {}};
  const auto [width, height] = coding.picture;
  Packer packer(stored.words, coding.bits);
  std::vector<std::uint64_t> columns(at(width), 0);  // their sums down to row y
  for (int y = 0; y < height; ++y) {
    std::uint64_t entry = 0;
    for (int x = 0; x < width; ++x) {
      columns[at(x)] += picture[at(y) * at(width) + at(x)] >> coding.dropped;
      entry += columns[at(x)];
      if (!coding.keeps(x, y)) continue;
      switch (coding.method->word) {
        case WordKind::column_sum: packer.put(columns[at(x)]); break;
        case WordKind::half:
        case WordKind::bfloat: {
          const FloatShape shape = shape_of(coding.method->word);
          packer.put(to_small_float(entry, shape.exponent_bits, shape.fraction_bits));
          break;
        }
        default: packer.put(entry);
      }
    }
  }
  if (coding.blocks() == 0) return stored;
  stored.pixels.reserve(coding.pixel_bytes());
  for (int y = 1; y + 1 < height; y += 3)
    for (int x = 1; x + 1 < width; x += 3)
      for (const int down : {0, 1})
        for (const int right : {0, 1}) stored.pixels.push_back(std::byte{picture[at(y + down) * at(width) + at(x + right)]});
  return stored;
}

RestoredEntry restore(const Stored& stored, int x, int y) {
  const Coding& coding = stored.coding;
  if (coding.method->word == WordKind::column_sum) {
    std::uint64_t entry = 0;
    for (int i = 0; i <= x; ++i) entry += word_of(stored, i, y);
    return {.value = static_cast<double>(entry), .word_reads = x + 1};
  }
  if (coding.keeps(x, y)) return {.value = value_of(coding, word_of(stored, x, y))};
  std::uint64_t entry = 0;
  for (const RestoringTerm& term : terms_of(x, y))
    entry += term.sign > 0 ? number_of(stored, term) : ~number_of(stored, term) + 1;  // modulo 2^64, then 2^bits
  return {.value = static_cast<double>(entry & largest_of(coding.bits)), .word_reads = 3, .pixel_reads = 1};
}

std::array<RestoringTerm, 4> terms_of(int x, int y) {
  // the four entries around a pixel tell it, so three of them and the pixel tell the fourth
  const int middle_x = x / 3 * 3 + 1, middle_y = y / 3 * 3 + 1;
  const bool right = x > middle_x, down = y > middle_y;
  return {{{x, middle_y, false, 1},
           {middle_x, y, false, 1},
           {middle_x, middle_y, false, -1},
           {right ? x : middle_x, down ? y : middle_y, true, right == down ? 1 : -1}}};
}

std::uint64_t number_of(const Stored& stored, const RestoringTerm& term) {
  if (!term.pixel) return word_of(stored, term.x, term.y);
  const std::size_t block = at(term.y / 3) * at(stored.coding.picture.width / 3) + at(term.x / 3);
  return std::to_integer<std::uint64_t>(stored.pixels[4 * block + (term.y % 3 == 2 ? 2 : 0) + (term.x % 3 == 2 ? 1 : 0)]);
}

std::vector<double> restore_all(const Stored& stored) {
  const Coding& coding = stored.coding;
  const auto [width, height] = coding.picture;
  std::vector<double> entries;
  entries.reserve(coding.picture.area());
  for (int y = 0; y < height; ++y) {
    std::uint64_t row = 0;
    for (int x = 0; x < width; ++x) {
      if (coding.method->word == WordKind::column_sum)
        entries.push_back(static_cast<double>(row += word_of(stored, x, y)));
      else
        entries.push_back(restore(stored, x, y).value);
    }
  }
  return entries;
}

double restored_sum(const Coding& coding, double d, double b, double c, double a) {
  if (!coding.whole_numbers()) return d - b - c + a;
  const auto whole = [](double number) { return static_cast<std::uint64_t>(number); };
  // because: column sums are short, but the entries that they add up to are whole
  const int bits = coding.method->word == WordKind::column_sum ? 64 : coding.bits + coding.dropped;
  return static_cast<double>((whole(d) - whole(b) - whole(c) + whole(a)) & largest_of(bits));
}

}  // namespace satscope
