// SPDX-License-Identifier: Apache-2.0
// The sources of the runtime, and programs to start from, compiled into the program: it works without its source tree.
#pragma once
#include <string_view>
#include <vector>

namespace satscope::app {

/// name: one of lab_runtime_names(), "include/satlab.h".
std::string_view lab_runtime_text(std::string_view name);
std::vector<std::string_view> lab_runtime_names();

/// Programs to start from: what assets/lab/ holds. name: one of lab_template_names(), "thread-per-row.cu".
std::string_view lab_template_text(std::string_view name);
std::vector<std::string_view> lab_template_names();

}  // namespace satscope::app
