// SPDX-License-Identifier: Apache-2.0
// A look-back to test with.
#pragma once
#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/source/what.h"
#include "app/workspaces/steps/state.h"

namespace satscope::app {

/// 2 x 4 tiles of the smallest machine.
inline void make_tiles(StepsState& steps, const char* order) {
  StepsSettings settings;
  settings.source = {.kind = StepsSource::Kind::ready, .side = 32, .ready = "noise"};
  step_algorithm(settings, "single-pass");
  settings.order = order;
  steps.want(settings, nullptr);
  while (!steps.player()) steps.advance(0);
}

}  // namespace satscope::app
