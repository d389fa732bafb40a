// SPDX-License-Identifier: Apache-2.0
// What a stored table has lost: entry by entry, and box by box, against the sums of the pixels in 64 bits.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/storage/codec.h"

namespace satscope {

/// A restored table beside the right one.
struct Judged {
  Coding coding;
  std::vector<double> restored;      ///< restore_all
  std::vector<std::uint64_t> truth;  ///< the padded table P
  std::size_t wrong = 0;             ///< entries that are not the sum of their pixels
  double worst = 0;                  ///< the largest difference of an entry; infinite where one is not finite

  /// The sum of the pixels of such a box.
  std::uint64_t true_sum(int x, int y, Extent size) const;
  /// The absolute error of the sum of a box at (x, y) of this size, inside the picture; infinite where no number is given.
  double box_error(int x, int y, Extent size) const;
};
Judged judge(const Stored& stored, std::span<const std::uint8_t> picture);

/// The error of every box of one size.
struct BoxErrors {
  Extent box;
  Extent places;              ///< positions of its upper left corner
  std::vector<float> errors;  ///< of each, row-major
  std::size_t wrong = 0;
  double worst = 0;
};
/// box: at least 1x1, inside the picture. Ends early, with an incomplete answer, once `cancelled`.
BoxErrors errors_of_boxes(const Judged& judged, Extent box, const std::atomic<bool>* cancelled = nullptr);

/// The largest square (cut where the picture is smaller) such that in this picture all boxes of its size, and of the smaller
/// ones, are exact. No area if single pixels are not.
Extent largest_exact_square(const Judged& judged, const std::atomic<bool>* cancelled = nullptr);

}  // namespace satscope
