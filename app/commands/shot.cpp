// SPDX-License-Identifier: Apache-2.0
// satscope shot: the window as a PNG, drawn off-screen.
#include <memory>

#include "app/commands/shared/command.h"
#include "app/commands/shared/output.h"
#include "app/commands/window_options.h"

namespace satscope::app {

Task declare_shot(CLI::App& parser) {
  const auto file = std::make_shared<std::string>();
  parser.add_option("OUT", *file, "the .png file to write; - for the standard output")->required();
  const auto session = std::make_shared<std::string>();
  parser.add_option("--save-session", *session, "also write the session that is drawn to this .satscope file");
  const auto json = std::make_shared<bool>(false);
  parser.add_flag("--json", *json, "print what was written as JSON; with OUT - on stderr");
  return [file, session, json, options = add_window_options(parser)] {
    WindowOptions chosen = options();
    require_ending(*file, ".png", "a PNG");
    require_ending(*session, ".satscope", "a session");
    chosen.save_session = *session;
    require_window();
#ifdef SATSCOPE_GUI
    make_shot(chosen, *file);
    if (*json) print_json(Json{{"output", *file}, {"w", chosen.size.width}, {"h", chosen.size.height}, {"session", *session}});
#endif
  };
}

}  // namespace satscope::app
