// SPDX-License-Identifier: Apache-2.0
// How many threads cpu-simd takes by itself.
//
//     ms |  *
//        |
//        |     *              least time of each number of threads;
//        |        *  *  *     taken: 4, the fewest that are nearly as fast as the best
//        +--1--2--4--8--16
//
// On some processors one core uses all of the memory's speed, on others many do, and no table of the system says which. So the
// algorithm itself is measured, at the first table of its types and class of size in a process, and the answer is kept: floats
// round alike from run to run. Watch: other work makes a run slower and never faster, so the least time counts.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "kernels/types.h"

namespace satscope::cpu_simd {

struct ThreadsTried {
  int threads;
  double milliseconds;  ///< least
};

/// One thread unless it takes a fifth longer than the best, then the fewest that are nearly as fast as the best. Because: one
/// thread waits for no other, whatever else the processor does.
int fewest_nearly_best(std::span<const ThreadsTried> tried);
/// 1, 2, 4, ... and all that are offered.
std::vector<int> threads_to_try(int offered);
/// Bytes of picture and table that are measured for as many bytes or more; 0: too few for a second thread.
std::size_t measured_for(std::size_t bytes);

/// Threads for a table that has so many bytes together with its picture. The first call of a kind measures.
int threads_worth(const TypePair& types, int channels, std::size_t bytes, int offered);

}  // namespace satscope::cpu_simd
