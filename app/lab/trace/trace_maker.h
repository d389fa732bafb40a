// SPDX-License-Identifier: Apache-2.0
// From the recordings of a student's program to a trace, like those of our own kernels: buffers, launches as passes, and steps
// from barrier to barrier.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "app/lab/line_table.h"
#include "app/lab/recording.h"
#include "app/lab/trace/step_writer.h"
#include "kernels/plan.h"
#include "kernels/trace/trace.h"

namespace satscope::app::lab {

struct TraceSource {
  const Recording* shown = nullptr;
  /// The same program with the pictures k_random_pictures: what a number sums is found by them. Empty, or if a run took
  /// another path: that stays unknown.
  std::vector<const Recording*> random = {};
  const LineTable* lines = nullptr;
  std::string source = {};               ///< the student's file
  std::span<const std::byte> picture{};  ///< raw elements of the request's type
  int banks = 32;
  StepEnd end = StepEnd::barrier;  ///< of steps
};

/// Everything but `result_matches` and `races`. Steps end at a barrier of the block, and where another block goes on.
Trace trace_of(const TraceSource& source, const Request& request);

}  // namespace satscope::app::lab
