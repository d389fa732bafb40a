// SPDX-License-Identifier: Apache-2.0
// Output of commands: results on stdout, notes on stderr.
#pragma once
#include <string_view>

#include "app/core/ordered_json.h"

namespace satscope::app {

/// Writes to stdout and checks that it arrived; throws std::runtime_error if not (a full disk).
void print(std::string_view text);

/// Indented, with a line end.
void print_json(const Json& json);

/// A line on stderr about a choice made for the user.
void note(std::string_view sentence);

/// The text on one line: control characters, which a file name may have, become question marks.
std::string one_line(std::string_view text);

}  // namespace satscope::app
