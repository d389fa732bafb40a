// SPDX-License-Identifier: Apache-2.0
// Whether a table is right, and what is not exact about it, in a sentence.
#pragma once
#include <cstddef>
#include <string>

#include "app/sources/samples.h"
#include "kernels/plan.h"
#include "kernels/table.h"

namespace satscope::app {

/// How many pixels of the input this type only approximates.
std::size_t rounded_pixels(const Samples& samples, Scalar type);

/// "; --type 64f64f holds larger sums"; empty: no type does.
std::string wider_text(const TypePair& types);

struct TableDoubt {
  /// Empty: every entry is the sum of its pixels, and these are those of the input. Else how many are not, the first or worst
  /// of them, why, and from which box size on.
  std::string text;
  std::size_t rounded = 0;  ///< pixels
  std::size_t entries = 0;  ///< of all channels
  std::size_t wrong = 0;    ///< that neither rounding nor the range of the type explains
};
/// Compares every entry with the sum of its pixels in 64 bits. request: of the table, with interleaved channels.
TableDoubt doubt_about(const Samples& samples, const Algorithm& algorithm, const Request& request, const TableView& table);

/// The text of doubt_about; empty, without comparing, where the type guarantees exact entries.
std::string inexact_text(const Samples& samples, const Algorithm& algorithm, const Request& request, const TableView& table);

}  // namespace satscope::app
