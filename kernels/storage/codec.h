// SPDX-License-Identifier: Apache-2.0
// From a picture to the words of its table, and back to entries: one at a time, with the reads counted, or all.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/storage/method.h"

namespace satscope {

/// A table as it is kept. Words are packed without gaps, the lowest bit first, row after row of kept entries. Of each 3x3 block
/// of a cross four pixels follow: those at and right of the middle, then those below these two.
struct Stored {
  Coding coding;
  std::vector<std::byte> words;   ///< coding.word_bytes()
  std::vector<std::byte> pixels;  ///< coding.pixel_bytes()
};

/// picture: coding.picture.area() pixels, packed.
Stored store(const Coding& coding, std::span<const std::uint8_t> picture);

/// An entry that was restored: a whole number below 2^53, modulo what the coding says, or the value of a float.
struct RestoredEntry {
  double value = 0;
  int word_reads = 1, pixel_reads = 0;
};
/// Entry (x, y), from the words alone.
RestoredEntry restore(const Stored& stored, int x, int y);

/// What a corner is restored from: word or pixel (x, y), added or taken off.
struct RestoringTerm {
  int x = 0, y = 0;
  bool pixel = false;
  int sign = 1;
};
/// The three words and the pixel of an entry that is not kept (Equations 23 to 26, rebuilt).
std::array<RestoringTerm, 4> terms_of(int x, int y);
/// The number that is there.
std::uint64_t number_of(const Stored& stored, const RestoringTerm& term);

/// All entries, row-major: what `restore` gives for each.
std::vector<double> restore_all(const Stored& stored);

/// What the four entries D, B, C, A of a box tell of its sum: modulo 2^(bits + dropped) for whole numbers; with floats perhaps
/// infinite or no number.
double restored_sum(const Coding& coding, double d, double b, double c, double a);

/// A whole number as a float with so many bits of exponent and of fraction, rounded to the nearest, ties to even; and back.
std::uint64_t to_small_float(std::uint64_t number, int exponent_bits, int fraction_bits);
double from_small_float(std::uint64_t word, int exponent_bits, int fraction_bits);

}  // namespace satscope
