// SPDX-License-Identifier: Apache-2.0
// The program that times a student's file on a GPU, as text.
#pragma once
#include <string_view>

namespace satscope::app {

/// The embedded file of this name. Throws std::logic_error if there is none.
std::string_view lab_timing_text(std::string_view name);

}  // namespace satscope::app
