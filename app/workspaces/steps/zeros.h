// SPDX-License-Identifier: Apache-2.0
// Zeros that are results, such as the sum of nothing at which an exclusive scan begins, and zeros that only fill up a row.
#pragma once
#include <unordered_set>

#include "kernels/trace/trace.h"

namespace satscope::app {

/// Of the zeros that a kernel puts somewhere: those that stand in for no pixel. One does where a step loads: beyond the
/// picture there is nothing.
std::unordered_set<OriginId> zeros_that_count(const Trace& trace);

}  // namespace satscope::app
