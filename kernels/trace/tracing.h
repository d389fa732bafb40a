// SPDX-License-Identifier: Apache-2.0
// Runs an algorithm on machine Traced.
#pragma once
#include <cstddef>
#include <set>
#include <span>
#include <stop_token>

#include "kernels/plan.h"
#include "kernels/trace/fibers.h"
#include "kernels/trace/trace.h"

namespace satscope {

struct TraceOptions {
  Schedule schedule = {};
  int banks = 0;                            ///< 16 or 32; 0: as many as a warp has lanes
  std::set<Barrier> deleted_barriers = {};  ///< are left out
  bool lockstep = false;                    ///< of an adopted algorithm: the lanes of a warp go together
  std::stop_token stop = {};                ///< of an adopted algorithm: ends its trace
};

/// Traces the request (with its sizes) on a picture of raw elements, and checks the result. Throws std::invalid_argument with a
/// sentence if the request cannot be traced.
Trace trace(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture,
            const TraceOptions& options = {});

/// Throws std::invalid_argument with a sentence if pictures of this size cannot be traced.
void check_extent(Extent extent);
/// Fills a buffer of the plan with raw elements; pixels of the picture know their place.
void fill(Recorder& recorder, const Plan& plan, int buffer, std::span<const std::byte> raw);
/// Declares the plan's buffers to the recorder, with the picture filled in.
void add_plan_buffers(Recorder& recorder, const Plan& plan, std::span<const std::byte> picture);
/// Whether each entry of the table sums exactly the pixels it should.
bool sums_exactly(Provenance& provenance, std::span<const Cell> table, const Request& request);

/// The raw elements of a buffer's content.
std::vector<std::byte> raw_elements(std::span<const Cell> cells, Scalar type);

}  // namespace satscope
