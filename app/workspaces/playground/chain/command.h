// SPDX-License-Identifier: Apache-2.0
// The chain as a line for a shell.
#pragma once
#include <string>

#include "app/session/session.h"

namespace satscope::app {

struct Ui;

/// The line of `satscope filter` that makes the result of the source with the chain; or why there is none, a sentence.
struct FilterCommand {
  std::string line, why_not;
};
/// deep: the picture is in greys of more than 8 bits.
FilterCommand filter_command(const Session& session, bool deep);

/// Puts that line into the clipboard, and says what came of it.
void copy_command(Ui& ui);

}  // namespace satscope::app
