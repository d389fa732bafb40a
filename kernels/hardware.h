// SPDX-License-Identifier: Apache-2.0
// What an algorithm costs as an engine of adders and registers, the way Ehsan et al. 2015 count: one step of the engine is one
// clock cycle. Counted, not synthesised: a real device adds what its tools add.
#pragma once
#include "kernels/formula.h"
#include "kernels/types.h"

namespace satscope {

/// Of one table. Each count is a formula in M rows and N columns.
struct Hardware {
  Formula cycles;       ///< clock cycles from the first pixel read to the last entry written
  Formula adders;       ///< of table values, that work in the same cycle
  Formula registers;    ///< words between the stages of the pipeline and of running sums
  Formula memory_bits;  ///< internal memory that outlives a row, word length times depth
};

/// The clock of the paper's board, a Virtex-6 XC6VLX240T: all its times fit this frequency.
inline constexpr double k_paper_megahertz = 147;

/// Time of so many cycles at a clock, in milliseconds.
inline double milliseconds_at(const Formula& cycles, double megahertz) { return cycles.value() / (megahertz * 1000); }

/// Bits that hold every whole number up to `largest`: ceil(log2(largest)), as the paper says its word lengths.
int word_length(double largest);

/// The largest pixel of a type as the paper counts it: 255 for bytes.
double largest_pixel(const TypePair& types);

}  // namespace satscope
