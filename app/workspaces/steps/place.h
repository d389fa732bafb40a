// SPDX-License-Identifier: Apache-2.0
// Where in a story one stands, as a session keeps it: the step, the barriers that were taken out, the first block that is
// drawn.
#pragma once
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <set>

#include "kernels/trace/trace.h"

namespace satscope::app {

/// It is written into a session before that is saved, and read when one is opened; nobody else looks at it.
struct StepsPlace {
  static constexpr const char* k_member = "steps_at";

  std::size_t step = 0;            ///< beats done
  int first_block = 0;             ///< of those that are drawn
  std::set<Barrier> deleted = {};  ///< barriers; of those known by their phase the line is 0
  bool operator==(const StepsPlace&) const = default;
  /// What is absent keeps its default; throws std::runtime_error with a sentence.
  static StepsPlace from_json(const nlohmann::json& json);
};

nlohmann::json to_json(const StepsPlace& place);

/// The barriers of the trace by the phase that waits for them, "before up-sweep", because lines move when the code above them
/// changes; a line number 0 says so. Those with no phase below them in their file stay as they are.
std::set<Barrier> by_phase(const Trace& trace, const std::set<Barrier>& barriers);
/// The same back. Throws std::invalid_argument with a sentence that names those that there are.
std::set<Barrier> by_line(const Trace& trace, const std::set<Barrier>& barriers);

}  // namespace satscope::app
