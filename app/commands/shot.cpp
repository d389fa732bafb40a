// SPDX-License-Identifier: Apache-2.0
// satscope shot: the window as a PNG, drawn off-screen.
#include <memory>

#include "app/commands/shared/command.h"
#include "app/commands/window_options.h"

namespace satscope::app {

Task declare_shot(CLI::App& parser) {
  const auto file = std::make_shared<std::string>();
  parser.add_option("OUT", *file, "the .png file to write")->required();
  const auto session = std::make_shared<std::string>();
  parser.add_option("--save-session", *session, "also write the session that is drawn to this .satscope file");
  return [file, session, options = add_window_options(parser)] {
    WindowOptions chosen = options();
    chosen.save_session = *session;
    require_window();
#ifdef SATSCOPE_GUI
    make_shot(chosen, *file);
#endif
  };
}

}  // namespace satscope::app
