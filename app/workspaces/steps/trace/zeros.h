// SPDX-License-Identifier: Apache-2.0
// Zeros that are results, such as the sum of nothing at which an exclusive scan begins, and zeros that only fill up a row.
#pragma once
#include <vector>

#include "kernels/trace/trace.h"

namespace satscope::app {

/// By origin: whether it is of a zero that does not stand in for a pixel: put by a kernel, or made of such. One stands in for a
/// pixel where a step loads: beyond the picture there is nothing.
std::vector<bool> zeros_that_count(const Trace& trace);

}  // namespace satscope::app
