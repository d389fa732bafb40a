// SPDX-License-Identifier: Apache-2.0
// The text of assets/lab, compiled into the program.
#pragma once
#include <string_view>

namespace satscope::app {

/// name: "thread-per-row.cu". Throws std::logic_error for another name.
std::string_view lab_template_text(std::string_view name);

}  // namespace satscope::app
