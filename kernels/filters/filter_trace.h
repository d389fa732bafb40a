// SPDX-License-Identifier: Apache-2.0
// Runs a filter, with the tables it reads, on machine Traced.
#pragma once
#include <cstddef>
#include <span>

#include "kernels/filter.h"
#include "kernels/trace/tracing.h"

namespace satscope {

/// Traces the filter (with the request's sizes) on a small picture of bytes. inputs: the raw content of the plan's inputs, in
/// order. In the trace `table` is the filter's result, and result_matches says that it equals the host's bit for bit;
/// provenance_exact is not judged, because the pixels of a result depend on the filter. Throws std::invalid_argument with a
/// sentence if the request cannot be traced.
Trace trace_filter(const Filter& filter, const FilterRequest& request, const Algorithm& tables,
                   std::span<const std::byte> picture, std::span<const std::span<const std::byte>> inputs = {},
                   const TraceOptions& options = {});

/// The sizes for an algorithm that makes tables beside a filter of these sizes: those with as many lanes, else its smallest.
Sizes table_trace_sizes(const Algorithm& tables, const Sizes& filter);

}  // namespace satscope
