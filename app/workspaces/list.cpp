// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/list.h"

#include "app/ui/workspace.h"

namespace satscope::app {

#define SATSCOPE_DECLARED(id) WorkspaceKind id##_workspace();
#define SATSCOPE_MADE(id) id##_workspace(),
SATSCOPE_WORKSPACES(SATSCOPE_DECLARED)

const std::vector<WorkspaceKind>& workspaces() {
  static const std::vector<WorkspaceKind> all{SATSCOPE_WORKSPACES(SATSCOPE_MADE)};
  return all;
}

}  // namespace satscope::app
