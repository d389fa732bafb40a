// SPDX-License-Identifier: Apache-2.0
// Kernels whose threads run from the last to the first. A build may lack them (SATSCOPE_BACKWARDS); then no test asks for them.
#pragma once
#include <vector>

#include "kernels/units.h"

namespace satscope {

const std::vector<PlanOnOneMachine>& plans_backwards();
const std::vector<DraftOnOneMachine>& drafts_backwards();

namespace testing {

/// The subjects without the one named `backwards`, unless its kernels are there.
template <typename Subject>
std::vector<Subject> those_built(bool with_backwards, std::vector<Subject> subjects) {
  if (!with_backwards) std::erase_if(subjects, [](const Subject& subject) { return subject.name == "backwards"; });
  return subjects;
}

}  // namespace testing
}  // namespace satscope
