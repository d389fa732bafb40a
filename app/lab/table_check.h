// SPDX-License-Identifier: Apache-2.0
// Whether a table is right, and if not, which pixels an entry sums instead of those that it should.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/lab/recording.h"
#include "app/lab/runtime/events.h"

namespace satscope::app::lab {

/// Columns x0 to x1 and rows y0 to y1, all inclusive.
struct PixelBox {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  bool operator==(const PixelBox&) const = default;
};

/// The sums of a picture, with a row and a column of zeros before it.
class PictureSums {
 public:
  PictureSums(int width, int height, std::uint32_t picture)
      : width_(width), sums_(static_cast<std::size_t>((width + 1) * (height + 1))) {
    satlab::Pixels pixels(picture);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        at(x + 1, y + 1) = static_cast<std::int64_t>(pixels.next()) + at(x, y + 1) + at(x + 1, y) - at(x, y);
  }
  std::int64_t of(const PixelBox& b) const {
    return get(b.x1 + 1, b.y1 + 1) - get(b.x0, b.y1 + 1) - get(b.x1 + 1, b.y0) + get(b.x0, b.y0);
  }
  /// Of all left of and above x, y.
  std::int64_t before(int x, int y) const { return get(x, y); }

 private:
  std::int64_t& at(int x, int y) { return sums_[static_cast<std::size_t>(y * (width_ + 1) + x)]; }
  std::int64_t get(int x, int y) const { return sums_[static_cast<std::size_t>(y * (width_ + 1) + x)]; }
  int width_;
  std::vector<std::int64_t> sums_;
};

struct TableCheck {
  enum State { none, right, exclusive, wrong, unwritten };  ///< unwritten: the program did not come so far
  State state = none;
  int width = 0, height = 0;
  int wrong_entries = 0;
  int x = 0, y = 0;  ///< the first wrong entry
  std::string got, wanted;
  std::int64_t filling = 0;      ///< what an entry holds that nothing has written
  bool never_written = false;    ///< that entry
  bool known_form = false;       ///< the whole table is another one: of rows only, transposed, ...
  std::optional<PixelBox> sums;  ///< what that entry sums, if it is a box of pixels
  std::string sentence;

  bool comes_out() const { return state == right || state == exclusive; }  ///< in one of its forms
};

/// The entries that a program left in its recording; none if it wrote no table. Sums of pixels, modulo 2^32 where the type is.
std::optional<std::vector<std::int64_t>> table_in(const Recording& recording);

/// Compares with the definition, in 64 bits.
TableCheck check_table(const Recording& recording);

inline constexpr int k_fingerprints = 8;

/// Finds out what the first wrong entry sums. again(picture) is a run of the same program with another random picture: numbers
/// that agree with a sum of the same pixels in eight random pictures are that sum. unwritten: no write reached that entry, nor
/// the memory from which it was copied.
void explain(TableCheck& check, bool unwritten,
             const std::function<std::optional<std::vector<std::int64_t>>(std::uint32_t picture)>& again);

}  // namespace satscope::app::lab
