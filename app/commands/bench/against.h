// SPDX-License-Identifier: Apache-2.0
// Another build and this one, measured in turns, so that what the machine does in the meantime meets both. Each run is a
// process of its own, because a program's memory lies elsewhere each time, and that alone changes times.
//
//     round      1            2            3            4
//     runs    other this | this other | other this | this other      each a results file of all cases
#pragma once
#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "app/bench/turns.h"
#include "app/commands/shared/interruption.h"

namespace satscope::app {

struct AgainstWords {
  std::string program;  ///< the other build
  std::string rounds = "6";
};

/// Declares --against and --rounds.
CLI::Option* add_against(CLI::App& parser, AgainstWords& words);

/// The words of a command line that was read, without those options that have these names.
std::vector<std::string> words_without(const CLI::App& parser, const std::vector<std::string>& names);

/// Says on stderr what so few rounds cannot do, where they are too few for a rank test.
void note_few_rounds(const AgainstWords& words);

/// Of a measurement that begins. Throws UsageError where the other program is not satscope.
Turns begun_turns(const AgainstWords& words, const std::vector<std::string>& measured);
/// Throws std::runtime_error with a sentence where one of the builds is not the one that has made the runs so far.
void require_same_builds(const AgainstWords& words, const Turns& turns);

/// Runs `bench` of both builds until the first or the second measurement (0, 1) has its rounds, with progress on stderr; keep:
/// is called after each run. Returns the signal that stopped it; 0: none. Throws std::runtime_error with a sentence where a
/// build refuses the words or fails, or the machine is not that of the runs before.
int measure_in_turns(const AgainstWords& words, Turns& turns, std::size_t which, const Interruption& interruption,
                     const std::function<void()>& keep);

}  // namespace satscope::app
