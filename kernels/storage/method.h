// SPDX-License-Identifier: Apache-2.0
// Ways to keep the table of an 8-bit picture in fewer bits, after Ehsan et al. 2015, section 7, and Belt 2008, whom it quotes.
// A method says which entries it keeps and what stands for an entry; all sizes follow from that.
//
//     c o c   Method 1 of Ehsan keeps the cross (o) of every 3x3 block of entries. A corner (c) is restored from three words of
//     o o o   the cross and one pixel of the picture. Entries beyond the last whole block are kept; the paper drops these rows
//     c o c   and columns, and with them the boxes that touch them.
//
// The table is the inclusive one: entry (x, y) sums the pixels at most x to the right and at most y down.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "kernels/types.h"

namespace satscope {

/// What stands for an entry.
enum class WordKind : std::uint8_t {
  whole,       ///< the entry
  modular,     ///< the entry modulo 2^bits
  truncated,   ///< the same of pixels without their low bits
  half,        ///< a 16-bit float of IEEE 754: 11 significant bits, at most 65,504
  bfloat,      ///< a 16-bit float with the exponent of a 32-bit one: 8 significant bits
  column_sum,  ///< the difference to the entry on its left, which sums a column
};

struct StorageMethod {
  std::string_view id, title;
  std::string_view about;   ///< what it does, a sentence
  std::string_view source;  ///< the paper
  WordKind word = WordKind::whole;
  bool cross = false;      ///< of every 3x3 block the corners are dropped
  int usual_bits = 0;      ///< default word length; 0: always 16, or as the picture's size needs
  int promised_pct = 100;  ///< the mean of a box, in % of white, up to which the paper chooses the word length
};

/// All of them; identity is the id.
std::span<const StorageMethod> storage_methods();

inline constexpr int k_least_word_bits = 8, k_most_word_bits = 32;
inline constexpr int k_white = 255;  ///< the largest pixel

/// The largest whole number of so many bits, 0 ... 64.
constexpr std::uint64_t largest_of(int bits) { return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1; }

/// Bits that hold every entry of a table of this size, whatever the picture: the smallest n with 2^n - 1 >= 255 * pixels.
int whole_bits(double pixels);
/// The same if a box is no brighter than `pct` % of white in the mean.
int bits_for_box(double pixels, int pct = 100);

/// A method for pictures of one size, with nothing left open.
struct Coding {
  const StorageMethod* method = nullptr;
  Extent picture;
  int bits = 0;     ///< of a word
  int dropped = 0;  ///< low bits that pixels lose before they are summed

  /// Whether words are whole numbers; box sums are then modulo 2^(bits + dropped).
  bool whole_numbers() const { return method->word != WordKind::half && method->word != WordKind::bfloat; }
  /// Whether entry (x, y) is kept.
  bool keeps(int x, int y) const;
  std::size_t kept() const;         ///< entries
  std::size_t word_bytes() const;   ///< of all words, packed
  std::size_t pixel_bytes() const;  ///< of the pixels that corners are restored from: four of each block
  std::size_t blocks() const;       ///< whole 3x3 blocks, if the method has any
  /// The largest number of pixels of a box whose sum is certainly right, in any picture.
  double certain_pixels() const;
  /// Up to how many pixels the paper's assumption on the mean promises right sums.
  double promised_pixels() const;
  bool lossless() const { return certain_pixels() >= static_cast<double>(picture.area()); }
  /// Reads of words for one entry at its worst, and of pixels.
  int most_word_reads() const;
  int most_pixel_reads() const { return blocks() > 0 ? 1 : 0; }
};

/// bits: of a word; 0: the usual ones, but no more than the table needs. Throws std::invalid_argument if the method has no such
/// words, or if the picture has no pixels.
Coding coding_of(const StorageMethod& method, Extent picture, int bits = 0);

/// Bytes of the table with every entry in words of so many bits, packed.
double plain_bytes(Extent picture, int bits);

/// Bytes of a table that is kept, beside those of the plain one.
struct StoredBytes {
  int plain_bits;                 ///< of an entry as a table in 32 or 64 bits has it
  int whole_bits;                 ///< that hold every entry
  double plain, packed;           ///< all entries in words of plain_bits, and of whole_bits
  double words, pixels, picture;  ///< what is kept, the pixels that it needs, and all pixels
  double together() const { return words + pixels; }
};
StoredBytes bytes_of(const Coding& coding);

/// The square with side k, cut where the picture is smaller.
constexpr Extent square_within(Extent picture, int k) {
  return {k < picture.width ? k : picture.width, k < picture.height ? k : picture.height};
}
/// The largest of these with at most so many pixels; no area if there is none.
Extent largest_square(Extent picture, double pixels);

}  // namespace satscope
