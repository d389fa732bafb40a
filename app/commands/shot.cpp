// SPDX-License-Identifier: Apache-2.0
// satscope shot: the window as a PNG, drawn off-screen.
#include <memory>

#include "app/commands/command.h"
#include "app/commands/window_options.h"

namespace satscope::app {

Task declare_shot(CLI::App& parser) {
  const auto file = std::make_shared<std::string>();
  parser.add_option("OUT", *file, "the .png file to write")->required();
  return [file, options = add_window_options(parser)] {
    const WindowOptions chosen = options();
    require_window();
#ifdef SATSCOPE_GUI
    make_shot(chosen, *file);
#endif
  };
}

}  // namespace satscope::app
