// SPDX-License-Identifier: Apache-2.0
// The ids of the list alone, for what reads settings and builds no view.
#include <algorithm>
#include <array>

#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/views/list.h"

namespace satscope::app {
namespace {

#define SATSCOPE_ID(name, id) std::string_view(id),
constexpr std::array k_ids{SATSCOPE_STEP_VIEWS(SATSCOPE_ID) SATSCOPE_FRAME_VIEWS(SATSCOPE_ID)};

}  // namespace

bool is_step_view(std::string_view id) { return std::ranges::find(k_ids, id) != k_ids.end(); }

std::string_view first_step_view() { return k_ids.front(); }

}  // namespace satscope::app
