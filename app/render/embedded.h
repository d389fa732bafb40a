// SPDX-License-Identifier: Apache-2.0
// The shaders of shaders/, compiled into the program; while developing, read again from a folder.
#pragma once
#include <string>
#include <string_view>

namespace satscope::app {

/// The text of shaders/<name> as it was built in. Throws std::logic_error if there is none of that name.
std::string_view embedded_shader(std::string_view name);

/// The same, but from the folder that the environment variable SATSCOPE_SHADERS names, if it is set and has that file.
std::string shader_text(const std::string& name);

}  // namespace satscope::app
