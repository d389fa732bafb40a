// SPDX-License-Identifier: Apache-2.0
// Licences, compiled into the program: ours, and those of the libraries and fonts that are linked into it.
#pragma once
#include <string_view>
#include <vector>

namespace satscope::app {

/// name: "LICENSE".
std::string_view licence_text(std::string_view name);

/// name: one of notice_names(), "libfmt-dev/copyright".
std::string_view notice_text(std::string_view name);
std::vector<std::string_view> notice_names();

}  // namespace satscope::app
