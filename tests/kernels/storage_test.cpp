// SPDX-License-Identifier: Apache-2.0
// The storage methods against sums that are added up pixel by pixel, and against what the papers print.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <stdexcept>

#include "kernels/storage/loss.h"

namespace satscope {
namespace {

using Picture = std::vector<std::uint8_t>;

const StorageMethod& method(std::string_view id) {
  for (const StorageMethod& known : storage_methods())
    if (known.id == id) return known;
  throw std::logic_error("no method " + std::string(id));
}

Picture noise(Extent extent, unsigned seed) {
  std::mt19937 random(seed);
  Picture picture(extent.area());
  for (std::uint8_t& pixel : picture) pixel = static_cast<std::uint8_t>(random() & 255U);
  return picture;
}

/// The sum of the pixels of a box, each without its low bits.
std::uint64_t added_up(const Picture& picture, Extent extent, int x0, int y0, int width, int height, int dropped = 0) {
  std::uint64_t sum = 0;
  for (int y = y0; y < y0 + height; ++y)
    for (int x = x0; x < x0 + width; ++x)
      sum += static_cast<std::uint64_t>(picture[static_cast<std::size_t>(y * extent.width + x)]) >> dropped << dropped;
  return sum;
}

const std::vector<Extent> k_sizes{{1, 1}, {1, 7}, {8, 1}, {2, 2}, {3, 3}, {4, 3}, {5, 5}, {6, 9}, {7, 8}, {10, 6}, {11, 11}};

std::vector<int> words_to_try(const StorageMethod& of) {
  if (of.usual_bits == 0) return {0};
  return {0, 8, 9, 13, 16, 21, 32};
}

TEST(Storage, EveryEntryIsItsSumModuloTwoToTheWordOrAFloatNearIt) {
  for (const StorageMethod& of : storage_methods())
    for (const Extent extent : k_sizes)
      for (const int bits : words_to_try(of)) {
        const Picture picture = noise(extent, static_cast<unsigned>(extent.width * 100 + extent.height));
        const Coding coding = coding_of(of, extent, bits);
        const Stored stored = store(coding, picture);
        ASSERT_EQ(stored.words.size(), coding.word_bytes());
        ASSERT_EQ(stored.pixels.size(), coding.pixel_bytes());
        const std::vector<double> all = restore_all(stored);
        for (int y = 0; y < extent.height; ++y)
          for (int x = 0; x < extent.width; ++x) {
            const RestoredEntry entry = restore(stored, x, y);
            SCOPED_TRACE(std::string(of.id) + " at " + std::to_string(x) + ", " + std::to_string(y));
            ASSERT_EQ(all[static_cast<std::size_t>(y * extent.width + x)], entry.value);
            const std::uint64_t sum = added_up(picture, extent, 0, 0, x + 1, y + 1, coding.dropped);
            if (of.id == "float16") {
              ASSERT_LE(std::abs(entry.value - static_cast<double>(sum)), std::ldexp(static_cast<double>(sum), -11));
            } else if (of.id == "bfloat16") {
              ASSERT_LE(std::abs(entry.value - static_cast<double>(sum)), std::ldexp(static_cast<double>(sum), -8));
            } else if (of.id == "cross" || of.id == "rows") {
              ASSERT_EQ(entry.value, static_cast<double>(sum));
            } else {
              const std::uint64_t modulus = std::uint64_t{1} << (coding.bits + coding.dropped);
              ASSERT_EQ(entry.value, static_cast<double>(sum % modulus));
            }
          }
      }
}

TEST(Storage, EveryBoxWithinTheCertainPixelsIsExactAndTheErrorsAreThoseOfEachBox) {
  for (const StorageMethod& of : storage_methods())
    for (const Extent extent : {Extent{7, 8}, Extent{9, 5}, Extent{1, 9}})
      for (const int bits : words_to_try(of)) {
        for (const bool white : {false, true}) {
          const Picture picture = white ? Picture(extent.area(), 255) : noise(extent, 5);
          const Coding coding = coding_of(of, extent, bits);
          const Judged judged = judge(store(coding, picture), picture);
          for (int h = 1; h <= extent.height; ++h)
            for (int w = 1; w <= extent.width; ++w) {
              const BoxErrors found = errors_of_boxes(judged, {w, h});
              ASSERT_EQ(found.errors.size(), static_cast<std::size_t>((extent.width - w + 1) * (extent.height - h + 1)));
              for (int y = 0; y + h <= extent.height; ++y)
                for (int x = 0; x + w <= extent.width; ++x) {
                  SCOPED_TRACE(std::string(of.id) + " " + std::to_string(coding.bits) + " bits");
                  const double error = found.errors[static_cast<std::size_t>(y * (extent.width - w + 1) + x)];
                  const std::uint64_t sum = added_up(picture, extent, x, y, w, h);
                  if (w * h <= coding.certain_pixels()) {
                    ASSERT_EQ(error, 0);
                  }
                  if (of.word == WordKind::modular) {  // the sum itself wraps
                    ASSERT_EQ(error, static_cast<double>(sum - sum % (std::uint64_t{1} << coding.bits)));
                  }
                  if (of.word == WordKind::truncated && coding.bits > 14) {  // 72 pixels: no sum wraps
                    ASSERT_EQ(error, static_cast<double>(sum - added_up(picture, extent, x, y, w, h, coding.dropped)));
                  }
                }
            }
        }
      }
}

TEST(Storage, OneWhitePixelMoreThanIsCertainBreaksTheSum) {
  const Extent extent{200, 1};
  const Picture picture(extent.area(), 255);
  const Coding coding = coding_of(method("modular"), extent, 12);
  EXPECT_EQ(coding.certain_pixels(), 16);  // 16 * 255 = 4080, 17 * 255 = 4335, 2^12 = 4096
  const Judged judged = judge(store(coding, picture), picture);
  EXPECT_EQ(errors_of_boxes(judged, {16, 1}).wrong, 0U);
  EXPECT_EQ(errors_of_boxes(judged, {17, 1}).wrong, 184U);
  EXPECT_EQ(errors_of_boxes(judged, {17, 1}).worst, 4096);
  EXPECT_EQ(largest_exact_square(judged), (Extent{16, 1}));
}

TEST(Storage, TheVariantIsExactInEveryPictureUpTo8224Pixels) {
  const Extent extent{9000, 1};
  const Picture white(extent.area(), 255);
  const Coding coding = coding_of(method("variant"), extent);
  EXPECT_EQ(coding.bits, 21);
  EXPECT_EQ(coding.certain_pixels(), 8224);  // 8224 * 255 = 2,097,120, 8225 * 255 = 2,097,375, 2^21 = 2,097,152
  const Judged judged = judge(store(coding, white), white);
  EXPECT_EQ(errors_of_boxes(judged, {8224, 1}).wrong, 0U) << "brighter than the variant assumes, and right";
  EXPECT_EQ(errors_of_boxes(judged, {8225, 1}).wrong, 776U);
  EXPECT_NE(method("variant").about.find("may be wrong if it is large"), std::string_view::npos);
}

TEST(Storage, TheCrossKeepsFiveOfNineAndReadsThreeWordsAndAPixelForACorner) {
  const Extent extent{9, 9};
  const Coding coding = coding_of(method("cross"), extent);
  EXPECT_EQ(coding.kept(), 45U);  // as Figure 13 counts
  EXPECT_EQ(coding.pixel_bytes(), 36U);
  const Stored stored = store(coding, noise(extent, 1));
  int dropped = 0;
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < 9; ++x) {
      const RestoredEntry entry = restore(stored, x, y);
      const bool corner = x % 3 != 1 && y % 3 != 1;
      EXPECT_EQ(entry.word_reads, corner ? 3 : 1);
      EXPECT_EQ(entry.pixel_reads, corner ? 1 : 0);
      EXPECT_EQ(coding.keeps(x, y), !corner);
      dropped += corner;
      if (!corner) continue;
      std::int64_t sum = 0;
      for (const RestoringTerm& term : terms_of(x, y)) {
        EXPECT_TRUE(term.pixel || coding.keeps(term.x, term.y));
        sum += term.sign * static_cast<std::int64_t>(number_of(stored, term));
      }
      EXPECT_EQ(static_cast<double>(sum), entry.value) << x << ' ' << y;
    }
  EXPECT_EQ(dropped, 36);
  // what is left of an odd size is kept, so nothing is lost
  EXPECT_EQ(coding_of(method("cross"), {11, 10}).kept(), 110U - 36U);
  EXPECT_EQ(coding_of(method("cross"), {2, 100}).kept(), 200U);
}

TEST(Storage, ARowOfDifferencesIsAddedUpAgain) {
  const Extent extent{6, 4};
  const Coding coding = coding_of(method("rows"), extent);
  EXPECT_EQ(coding.bits, 10);  // 4 * 255 = 1020
  EXPECT_EQ(restore(store(coding, noise(extent, 3)), 4, 2).word_reads, 5);
}

TEST(Storage, WordLengthsAreThoseOfThePaper) {
  EXPECT_EQ(whole_bits(360.0 * 240), 25);
  EXPECT_EQ(whole_bits(2048.0 * 2048), 30);
  EXPECT_EQ(whole_bits(3840.0 * 2160), 31);  // 2.115e9
  EXPECT_EQ(bits_for_box(65 * 129), 22);
  EXPECT_EQ(bits_for_box(65 * 129, 98), 21);
  // the promise of 96/4 is none for a white box: 2,138,175 at 21 bits reads 41,023
  const Extent extent{129, 65};
  const Picture white(extent.area(), 255);
  const Coding coding = coding_of(method("variant"), extent, 21);
  EXPECT_GE(coding.promised_pixels(), 65 * 129);
  EXPECT_LT(coding.certain_pixels(), 65 * 129);
  EXPECT_EQ(judge(store(coding, white), white).box_error(0, 0, extent), 2138175 - 41023);
}

TEST(Storage, HalfFloatsRoundAsThePaperLists) {
  const auto half = [](std::uint64_t number) { return from_small_float(to_small_float(number, 5, 10), 5, 10); };
  for (std::uint64_t number = 0; number <= 2048; ++number) ASSERT_EQ(half(number), static_cast<double>(number));
  int step = 2;
  for (std::uint64_t from = 2048; from < 65504; from *= 2, step *= 2)
    for (std::uint64_t number = from; number < std::min<std::uint64_t>(2 * from, 65505); number += 3) {
      ASSERT_EQ(std::fmod(half(number), step), 0) << number;
      ASSERT_LE(std::abs(half(number) - static_cast<double>(number)), step / 2) << number;
    }
  EXPECT_EQ(half(2049), 2048);  // ties go to the even neighbour
  EXPECT_EQ(half(2051), 2052);
  EXPECT_EQ(half(65519), 65504);
  EXPECT_EQ(half(65520), std::numeric_limits<double>::infinity());
  EXPECT_EQ(to_small_float(1, 5, 10), 0x3C00U);
  EXPECT_EQ(to_small_float(65504, 5, 10), 0x7BFFU);
  EXPECT_EQ(from_small_float(0x0001, 5, 10), std::ldexp(1, -24));
  EXPECT_EQ(from_small_float(0xC000, 5, 10), -2);
  EXPECT_TRUE(std::isnan(from_small_float(0x7E00, 5, 10)));
}

TEST(Storage, BfloatIsTheUpperHalfOfAFloatRounded) {
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    const auto number = random() >> 8U;  // a 32-bit float holds it
    auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(number));
    bits = (bits + 0x7FFFU + (bits >> 16U & 1U)) >> 16U;
    ASSERT_EQ(to_small_float(number, 8, 7), bits) << number;
    ASSERT_EQ(from_small_float(bits, 8, 7), static_cast<double>(std::bit_cast<float>(bits << 16U)));
  }
}

TEST(Storage, PixelsLoseAsManyBitsAsTheWordsAreShortOf) {
  EXPECT_EQ(coding_of(method("rounded"), {360, 240}, 25).dropped, 0);
  EXPECT_EQ(coding_of(method("rounded"), {360, 240}, 24).dropped, 1);  // 127 * 86400 = 10,972,800 < 2^24
  EXPECT_EQ(coding_of(method("rounded"), {360, 240}, 17).dropped, 7);  // 1 * 86400 < 2^17
  EXPECT_EQ(coding_of(method("rounded"), {360, 240}, 8).dropped, 7);   // and no more than that
}

TEST(Storage, WordsThatThereAreNotAreRefusedInASentence) {
  for (const int bits : {1, 7, 33, 64}) EXPECT_THROW(coding_of(method("modular"), {5, 5}, bits), std::invalid_argument);
  EXPECT_THROW(coding_of(method("cross"), {5, 5}, 20), std::invalid_argument);
  EXPECT_THROW(coding_of(method("float16"), {5, 5}, 17), std::invalid_argument);
  EXPECT_NO_THROW(coding_of(method("cross"), {5, 5}, 13));  // 25 * 255 = 6375
  EXPECT_THROW(coding_of(method("rows"), {0, 5}), std::invalid_argument);
}

TEST(Storage, TheLargestExactSquareIsTheLastBeforeTheFirstWrongOne) {
  for (const StorageMethod& of : storage_methods())
    for (const Extent extent : {Extent{12, 9}, Extent{5, 20}}) {
      const Picture picture = noise(extent, 11);
      const Judged judged = judge(store(coding_of(of, extent, of.usual_bits > 0 ? 12 : 0), picture), picture);
      int k = 0;
      for (; k < std::max(extent.width, extent.height); ++k)
        if (errors_of_boxes(judged, square_within(extent, k + 1)).wrong > 0) break;
      EXPECT_EQ(largest_exact_square(judged), square_within(extent, k)) << of.id;
    }
}

}  // namespace
}  // namespace satscope
