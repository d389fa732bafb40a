// SPDX-License-Identifier: Apache-2.0
// Runs what was traced on the machines that make real tables, and compares.
#pragma once
#include "app/workspaces/steps/trace/story.h"

namespace satscope::app {

/// pixels: raw elements of request.types.in. Throws nothing: what cannot run is said in the text.
CrossCheck cross_check_of(const Algorithm& algorithm, const Request& request, std::span<const std::byte> pixels,
                          const Trace& trace);

/// Every entry of the traced table beside the sum of its pixels: whether it is right as it is, or modulo 2^bits, or nearly.
TableCheck check_traced(const Algorithm& algorithm, const Request& request, std::span<const std::byte> pixels,
                        const Trace& trace);

/// Each value that the last pass of the trace wrote beside the sum of the pixels that went into it, or of their squares; of its
/// buffers the one with the most values. Whether these are the right pixels shows in the table alone.
PassCheck check_last_pass(const Trace& trace, bool squares);

/// The cross-check of a filter with its tables; inputs: what it reads beside the picture, in the plan's order.
CrossCheck cross_check_of_filter(const Filter& filter, const FilterRequest& request, const Algorithm& tables,
                                 std::span<const std::byte> pixels, std::span<const std::span<const std::byte>> inputs,
                                 const Trace& trace);

}  // namespace satscope::app
