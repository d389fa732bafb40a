// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/list.h"

#include <utility>

#include "app/workspaces/steps/view.h"

namespace satscope::app {

#define SATSCOPE_DECLARED(name, id) StepViewKind name##_view();
#define SATSCOPE_MADE(name, id) with_id(id, name##_view()),
SATSCOPE_STEP_VIEWS(SATSCOPE_DECLARED)
SATSCOPE_FRAME_VIEWS(SATSCOPE_DECLARED)

namespace {

StepViewKind with_id(std::string_view id, StepViewKind kind) {
  kind.id = id;
  return kind;
}

}  // namespace

const std::vector<StepViewKind>& step_views() {
  static const std::vector<StepViewKind> all{SATSCOPE_STEP_VIEWS(SATSCOPE_MADE) SATSCOPE_FRAME_VIEWS(SATSCOPE_MADE)};
  return all;
}

}  // namespace satscope::app
