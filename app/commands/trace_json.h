// SPDX-License-Identifier: Apache-2.0
// A trace as JSON; docs/trace.schema.json describes it.
#pragma once
#include <string>

#include "app/commands/output.h"
#include "kernels/plan.h"
#include "kernels/trace/trace.h"

namespace satscope::app {

/// What was traced, for the head of the file.
struct TraceHead {
  std::string input;
  std::string algorithm;
  Request request;
  std::string schedule;
  int banks;
};

Json json_of(const TraceHead& head, const Trace& trace);
Json json_of(const Sizes& sizes);

}  // namespace satscope::app
