// SPDX-License-Identifier: Apache-2.0
#include "tests/kernels/backwards.h"

namespace satscope {

const std::vector<PlanOnOneMachine>& plans_backwards() {
  static const std::vector<PlanOnOneMachine> none;
  return none;
}

const std::vector<DraftOnOneMachine>& drafts_backwards() {
  static const std::vector<DraftOnOneMachine> none;
  return none;
}

}  // namespace satscope
