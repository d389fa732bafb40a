// SPDX-License-Identifier: Apache-2.0
#include "kernels/storage/method.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <stdexcept>

namespace satscope {
namespace {

constexpr std::string_view k_ehsan = "Ehsan et al. 2015, section 7", k_belt = "Belt 2008, as Ehsan et al. 2015 quote it";

constexpr std::array k_methods{
    StorageMethod{
        "cross", "Cross (method 1)",
        "Keeps five of nine entries, the cross of each 3x3 block, and restores a corner from three of them and a pixel.",
        k_ehsan, WordKind::whole, true},
    StorageMethod{"modular", "Modulo 2^n (exact)",
                  "Keeps entries modulo 2^n: a box sum below 2^n is right, although the entries are not.", k_belt,
                  WordKind::modular, false, 22},
    StorageMethod{"modular-cross", "Modulo 2^n, cross (method 2)",
                  "Keeps the cross of each 3x3 block, modulo 2^n: fewer entries, and shorter ones.", k_ehsan, WordKind::modular,
                  true, 22},
    StorageMethod{"variant", "Variant 96/4 of method 2",
                  "As modular-cross, with n for boxes in which 4 % of the pixels have at most half of the largest value: a "
                  "brighter box may be wrong if it is large.",
                  k_ehsan, WordKind::modular, true, 21, 98},
    StorageMethod{
        "rounded", "Rounded pixels (approximate)",
        "Cuts low bits off the pixels until the largest sum fits into n bits: no sum is exact if a pixel lost something.",
        k_belt, WordKind::truncated, false, 22},
    StorageMethod{
        "float16", "16-bit floats",
        "Keeps entries as 16-bit floats: whole numbers up to 2,048 are exact, and beyond 65,504 there is only infinity.",
        "IEEE 754-2008", WordKind::half, false, 0},
    StorageMethod{"bfloat16", "bfloat16",
                  "Keeps entries as floats of 8 significant bits with a large range: whole numbers up to 256 are exact.",
                  "the upper half of a 32-bit float", WordKind::bfloat, false, 0},
    StorageMethod{
        "rows", "Differences by rows",
        "Keeps the difference of each entry to its left neighbour, the sum of a column: an entry adds up its row again.",
        "Ehsan et al. 2015, section 5", WordKind::column_sum},
};

/// Significant bits of a float; whole numbers up to 2^this are exact.
constexpr int significant_bits(WordKind word) { return word == WordKind::half ? 11 : 8; }

int chosen_bits(const StorageMethod& method, Extent picture) {
  const auto pixels = static_cast<double>(picture.area());
  switch (method.word) {
    case WordKind::whole: return whole_bits(pixels);
    case WordKind::column_sum: return whole_bits(picture.height);
    case WordKind::half:
    case WordKind::bfloat: return 16;
    default: return std::clamp(whole_bits(pixels), k_least_word_bits, method.usual_bits);
  }
}

}  // namespace

std::span<const StorageMethod> storage_methods() { return k_methods; }

int whole_bits(double pixels) { return bits_for_box(pixels); }

int bits_for_box(double pixels, int pct) {
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::floor(k_white * pixels * pct / 100))));
}

bool Coding::keeps(int x, int y) const {
  if (!method->cross || x >= picture.width / 3 * 3 || y >= picture.height / 3 * 3) return true;
  return x % 3 == 1 || y % 3 == 1;
}

std::size_t Coding::blocks() const {
  return method->cross ? static_cast<std::size_t>(picture.width / 3) * static_cast<std::size_t>(picture.height / 3) : 0;
}

std::size_t Coding::kept() const { return picture.area() - 4 * blocks(); }

std::size_t Coding::word_bytes() const { return (kept() * static_cast<std::size_t>(bits) + 7) / 8; }

std::size_t Coding::pixel_bytes() const { return 4 * blocks(); }

double Coding::certain_pixels() const {
  const auto all = static_cast<double>(picture.area());
  if (!whole_numbers()) return k_white * all <= std::ldexp(1, significant_bits(method->word)) ? all : 0;
  if (method->word == WordKind::whole || method->word == WordKind::column_sum) return all;
  return dropped > 0 ? 0 : std::min(all, std::floor(static_cast<double>(largest_of(bits)) / k_white));
}

double Coding::promised_pixels() const {
  if (method->promised_pct == 100) return certain_pixels();
  return std::min(static_cast<double>(picture.area()),
                  std::floor(static_cast<double>(largest_of(bits)) * 100 / (k_white * method->promised_pct)));
}

int Coding::most_word_reads() const {
  if (method->word == WordKind::column_sum) return picture.width;
  return blocks() > 0 ? 3 : 1;
}

Coding coding_of(const StorageMethod& method, Extent picture, int bits) {
  if (picture.width < 1 || picture.height < 1) throw std::invalid_argument("a table has at least one column and one row");
  Coding coding{.method = &method, .picture = picture, .bits = bits > 0 ? bits : chosen_bits(method, picture)};
  if (method.usual_bits == 0 && coding.bits != chosen_bits(method, picture))
    throw std::invalid_argument(fmt::format("the words of {} have {} bits for a picture of {}x{}, not {}", method.id,
                                            chosen_bits(method, picture), picture.width, picture.height, bits));
  if (method.usual_bits > 0 && (coding.bits < k_least_word_bits || coding.bits > k_most_word_bits))
    throw std::invalid_argument(
        fmt::format("words have from {} to {} bits, not {}", k_least_word_bits, k_most_word_bits, coding.bits));
  if (method.word == WordKind::truncated)  // as few as let the sum of a white picture fit; at most all but one
    while (coding.dropped < 7 && static_cast<double>(k_white >> coding.dropped) * static_cast<double>(picture.area()) >
                                     static_cast<double>(largest_of(coding.bits)))
      ++coding.dropped;
  return coding;
}

double plain_bytes(Extent picture, int bits) { return std::ceil(static_cast<double>(picture.area()) * bits / 8); }

StoredBytes bytes_of(const Coding& coding) {
  const int whole = whole_bits(static_cast<double>(coding.picture.area())), plain = whole > 32 ? 64 : 32;
  return {.plain_bits = plain,
          .whole_bits = whole,
          .plain = plain_bytes(coding.picture, plain),
          .packed = plain_bytes(coding.picture, whole),
          .words = static_cast<double>(coding.word_bytes()),
          .pixels = static_cast<double>(coding.pixel_bytes()),
          .picture = static_cast<double>(coding.picture.area())};
}

Extent largest_square(Extent picture, double pixels) {
  int low = 0, high = std::max(picture.width, picture.height);
  while (low < high) {
    const int k = low + (high - low + 1) / 2;
    if (static_cast<double>(square_within(picture, k).area()) <= pixels)
      low = k;
    else
      high = k - 1;
  }
  return square_within(picture, low);
}

}  // namespace satscope
