// SPDX-License-Identifier: Apache-2.0
// A wrong command line in one sentence: slips, names that other programs have, and values that are none.
#pragma once
#include <string>
#include <vector>

#include "app/commands/shared/command.h"

namespace CLI {
class ParseError;
}

namespace satscope::app {

/// One sentence about an argument that the parser did not expect.
UsageError unexpected(const Command& command, const CLI::App& parser, const std::string& word);

/// Throws for what the parser would take for something else, up to "--": a flag with a value ("--json=3"), an option as the
/// value of another ("-o --json", "-o --"; not of --argument, which is for a program that the command runs), and several files
/// in one word or a picture where results are asked for ("--compare a,b").
void refuse_wrong_values(const CLI::App& parser, const std::vector<std::string>& words);

/// What the parser says, as a sentence of ours. It puts the option's name first: "--size: 1 required WxH missing",
/// "--json excludes --ids", "Could not convert: --seconds = a".
std::string sentence_of(const CLI::ParseError& error, const CLI::App& parser);

}  // namespace satscope::app
