// SPDX-License-Identifier: Apache-2.0
// The sources of the runtime, compiled into the program, so that it works without its source tree.
#pragma once
#include <string_view>
#include <vector>

namespace satscope::app {

/// name: one of lab_runtime_names(), "include/satlab.h".
std::string_view lab_runtime_text(std::string_view name);
std::vector<std::string_view> lab_runtime_names();

}  // namespace satscope::app
