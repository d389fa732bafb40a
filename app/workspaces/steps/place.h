// SPDX-License-Identifier: Apache-2.0
// What a session keeps of the place in a story: the step, the barriers that were taken out, the first block that is drawn.
#pragma once
#include <cstddef>
#include <set>

#include "kernels/trace/trace.h"

namespace satscope::app {

class Fields;

/// Steps writes it before a session is saved, and reads it when one is opened; no other code looks at it.
struct StepsPlace {
  static constexpr const char* k_member = "steps_at";

  std::size_t step = 0;            ///< steps done
  int first_block = 0;             ///< of those that are drawn
  std::set<Barrier> deleted = {};  ///< barriers; of those known by their phase the line is 0
  bool operator==(const StepsPlace&) const = default;
};

void fields(Fields& io, StepsPlace& place);

}  // namespace satscope::app
