// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <imgui.h>

#include <algorithm>

namespace satscope::app {

/// Of the text of a tip, which lies beside its column and over what is in the middle of the window.
inline float widest_tip(float em) { return std::clamp(ImGui::GetIO().DisplaySize.x / 6, 15 * em, 22 * em); }

}  // namespace satscope::app
