// SPDX-License-Identifier: Apache-2.0
// satscope [INPUT]: the window.
#include <fmt/format.h>

#include "app/commands/shared/command.h"
#include "app/commands/shared/interruption.h"
#include "app/commands/shared/output.h"
#include "app/commands/window_options.h"

namespace satscope::app {

Task declare_open(CLI::App& parser) {
  return [options = add_window_options(parser)] {
    const WindowOptions chosen = options();
    require_window();
    show_window(chosen);
  };
}

void show_window([[maybe_unused]] const WindowOptions& options) {
#ifdef SATSCOPE_GUI
  const Interruption interruption(false);
  const std::string said = open_window(options, interruption.token());
  if (const int signal = interruption.signal())
    throw Interrupted(signal, fmt::format("stopped by {}{}{}", name_of_signal(signal), said.empty() ? "" : "; ", said));
  if (!said.empty()) note(said);
#endif
}

}  // namespace satscope::app
