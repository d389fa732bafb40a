// SPDX-License-Identifier: Apache-2.0
// satscope [INPUT]: the window.
#include "app/commands/command.h"
#include "app/commands/window_options.h"

namespace satscope::app {

Task declare_open(CLI::App& parser) {
  return [options = add_window_options(parser)] {
    const WindowOptions chosen = options();
    require_window();
#ifdef SATSCOPE_GUI
    open_window(chosen);
#endif
  };
}

}  // namespace satscope::app
