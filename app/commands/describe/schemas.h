// SPDX-License-Identifier: Apache-2.0
// The schemas of what --json prints (docs/*.schema.json), compiled into the program.
#pragma once
#include <string_view>
#include <vector>

namespace satscope::app {

/// name: one of schema_names(), "bench.schema.json".
std::string_view schema_text(std::string_view name);
std::vector<std::string_view> schema_names();

}  // namespace satscope::app
