// SPDX-License-Identifier: Apache-2.0
// The workspaces, in the order of their tabs and keys. To add one, write a folder beside this file, named by the id, that
// defines `WorkspaceKind ID_workspace()`, and a line here.
#pragma once
#define SATSCOPE_WORKSPACES(of) of(explore) of(steps) of(playground) of(race) of(learn) of(storage)
