// SPDX-License-Identifier: Apache-2.0
// A trace as JSON; docs/trace.schema.json describes it.
#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/commands/shared/output.h"
#include "kernels/hardware.h"
#include "kernels/plan.h"
#include "kernels/trace/apart.h"
#include "kernels/trace/trace.h"

namespace satscope::app {

/// The request of a trace, for the head of the file.
struct TraceHead {
  std::string input;
  std::string algorithm;
  Request request;
  std::string schedule;
  int banks;
  std::set<Barrier> deleted_barriers = {};
  std::vector<Formula> additions = {};    ///< by pass, as the paper counts
  std::optional<Hardware> hardware = {};  ///< what the algorithm costs as an engine, if it describes one
};

/// apart: the wrong table that results from deleted barriers, if any.
Json json_of(const TraceHead& head, const Trace& trace, const std::optional<ApartTable>& apart);
Json json_of(const Sizes& sizes);

}  // namespace satscope::app
