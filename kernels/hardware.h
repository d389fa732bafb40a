// SPDX-License-Identifier: Apache-2.0
// The cost of an algorithm as a hardware engine of adders and registers, counted as in Ehsan et al. 2015: one step of the
// engine is one clock cycle. The numbers are counted, not synthesised.
#pragma once
#include "kernels/formula.h"
#include "kernels/types.h"

namespace satscope {

/// The clock of the paper's board, a Virtex-6 XC6VLX240T; it agrees with the times of the paper's Table 2.
inline constexpr double k_paper_megahertz = 147;

/// For one table.
struct Hardware {
  Formula cycles;                        ///< clock cycles from the first pixel read to the last entry written
  Formula adders;                        ///< of table values, that work in the same cycle
  Formula registers;                     ///< words between the stages of the pipeline and of running sums
  Formula memory_bits;                   ///< internal memory that outlives a row, word length times depth
  double megahertz = k_paper_megahertz;  ///< the clock that the paper ran this engine at
};

/// Time of so many cycles at a clock, in milliseconds.
inline double milliseconds_at(const Formula& cycles, double megahertz) { return cycles.value() / (megahertz * 1000); }

/// Bits of a sum of so many pixels: ceil(log2(pixels * largest pixel)), as the paper gives its word lengths; for floats those
/// of the type.
int word_length(const TypePair& types, double pixels);

}  // namespace satscope
