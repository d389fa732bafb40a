// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace satscope::app {

/// What the current context calls whatever draws.
std::string renderer_name();

/// Whether OpenGL of this name runs on the CPU.
bool draws_in_software(std::string_view renderer);

}  // namespace satscope::app
