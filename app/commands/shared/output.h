// SPDX-License-Identifier: Apache-2.0
// Output of commands: results on stdout, notes (app/core/write_stderr.h) on stderr.
#pragma once
#include <string_view>

#include "app/core/foreign_text.h"
#include "app/core/ordered_json.h"
#include "app/core/write_stderr.h"

namespace satscope::app {

/// Writes to stdout, without what a terminal obeys, and checks that it arrived; throws std::runtime_error if not (a full disk).
void print(std::string_view text);

/// Indented, with a line end.
void print_json(const Json& json);
/// The text of a JSON document, as `print` writes others.
void print_json_text(std::string_view json);

}  // namespace satscope::app
