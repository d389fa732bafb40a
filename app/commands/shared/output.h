// SPDX-License-Identifier: Apache-2.0
// Output of commands: results on stdout, notes (app/core/write_stderr.h) on stderr.
#pragma once
#include <string>
#include <string_view>

#include "app/commands/shared/command.h"
#include "app/core/ordered_json.h"
#include "app/core/text/foreign_text.h"
#include "app/core/write_stderr.h"

namespace satscope::app {

/// Writes to stdout, without what a terminal obeys, and checks that it arrived; throws std::runtime_error if not (a full disk).
void print(std::string_view text);

/// Of every JSON document that a command prints. It grows when a member goes or means something else.
inline constexpr int k_json_version = 1;

/// A JSON document as `print_json` prints it and as files have it: indented, with a line end. An object gets "version" as its
/// first member.
std::string json_text(const Json& json);
void print_json(const Json& json);
/// The text of a JSON document, as `print` writes others.
void print_json_text(std::string_view json);

/// A note that is not repeated at the next call of the program, as long as it says the same. It is repeated where
/// the user's folder for states cannot be written.
void note_once(const std::string& sentence);

/// Throws UsageError if the name of a file to write has another ending. what: "a NumPy array". Without an ending, and for the
/// standard output, any is right.
void require_ending(const std::string& name, std::string_view ending, std::string_view what);
/// must: "--output must end in .csv or .html". The sentence also has the name, and which of these endings was meant.
UsageError wrong_ending(const std::string& must, const std::string& name);

}  // namespace satscope::app
