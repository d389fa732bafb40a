// SPDX-License-Identifier: Apache-2.0
// Another build and this one, measured in turns, so that what the machine does in the meantime meets both. Each run is a
// process of its own, because a program's memory lies elsewhere each time, and that alone changes times.
//
//     round      1            2            3            4
//     runs    other this | this other | other this | this other      each a results file of all cases
#pragma once
#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/bench/report.h"

namespace satscope::app {

struct AgainstWords {
  std::string program;  ///< the other build
  std::string rounds = "6";
};

/// Declares --against and --rounds.
CLI::Option* add_against(CLI::App& parser, AgainstWords& words);

struct BothSides {
  std::vector<BenchReport> other, self;  ///< as many of each: rounds that were complete
  int signal = 0;                        ///< that stopped it; 0: none
};

/// The words of a command line that was read, without those options that have these names.
std::vector<std::string> words_without(const CLI::App& parser, const std::vector<std::string>& names);

/// Says on stderr what so few rounds cannot do, where they are too few for a rank test.
void note_few_rounds(const AgainstWords& words);

/// Runs `bench` of both builds with these words, as often as --rounds says, with progress on stderr. Throws UsageError or
/// std::runtime_error with a sentence where the other program is not satscope, refuses the words, or fails.
BothSides measure_in_turns(const AgainstWords& words, const std::vector<std::string>& measured);

}  // namespace satscope::app
