// SPDX-License-Identifier: Apache-2.0
// From what the interface wants to a job with nothing left open, or a sentence why there is none.
#pragma once
#include <optional>
#include <string>

#include "app/pipeline/content.h"

namespace satscope::app {

struct Decision {
  std::optional<TableJob> job;  ///< empty: `message` says why
  std::string message;          ///< also about what is done otherwise than asked
};

/// path: the best one that works here. most_words: what one buffer of the screen can hold. The job has no live frame yet.
/// live: the extent of the live frames; without it there is no job for them, and no message.
Decision decide(const Wanted& wanted, std::optional<Extent> live, DisplayPath path, std::size_t most_words);

/// The machine that works where none is asked for. Throws std::invalid_argument with a sentence.
Machine choose_machine(std::optional<Machine> wanted, DisplayPath path);

/// Whether both ask for the same table of the same source; how a live source moves and the stage are not part of that.
bool same_table(const Wanted& a, const Wanted& b);

/// Whether what was asked for brings all that is wanted: a stage that is no longer wanted does no harm.
bool serves(const Wanted& asked, const Wanted& wanted);

/// "Tesla T4", or "CPU, 2 threads".
std::string device_name(Machine machine);

}  // namespace satscope::app
