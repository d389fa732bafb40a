// SPDX-License-Identifier: Apache-2.0
// What an algorithm costs as an engine of adders and registers, the way Ehsan et al. 2015 count: one step of the engine is one
// clock cycle. Counted, not synthesised: a real device adds what its tools add.
#pragma once
#include "kernels/formula.h"
#include "kernels/types.h"

namespace satscope {

/// The clock of the paper's board, a Virtex-6 XC6VLX240T: the times of its Table 2 fit it.
inline constexpr double k_paper_megahertz = 147;

/// Of one table.
struct Hardware {
  Formula cycles;                        ///< clock cycles from the first pixel read to the last entry written
  Formula adders;                        ///< of table values, that work in the same cycle
  Formula registers;                     ///< words between the stages of the pipeline and of running sums
  Formula memory_bits;                   ///< internal memory that outlives a row, word length times depth
  double megahertz = k_paper_megahertz;  ///< the clock that the paper ran this engine at
};

/// Time of so many cycles at a clock, in milliseconds.
inline double milliseconds_at(const Formula& cycles, double megahertz) { return cycles.value() / (megahertz * 1000); }

/// Bits of a sum of so many pixels: ceil(log2(pixels * largest pixel)), as the paper says its word lengths; of floats those of
/// the type.
int word_length(const TypePair& types, double pixels);

}  // namespace satscope
