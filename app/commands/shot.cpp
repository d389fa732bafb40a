// SPDX-License-Identifier: Apache-2.0
// satscope shot: the window as a PNG, drawn off-screen.
#include <CLI/CLI.hpp>
#include <memory>

#include "app/commands/shared/command.h"
#include "app/commands/shared/output.h"
#include "app/commands/window_options.h"
#include "app/core/files/atomic_file.h"

namespace satscope::app {

Task declare_shot(CLI::App& parser) {
  const auto file = std::make_shared<std::string>();
  parser.add_option("OUT", *file, "the .png file to write; - for the standard output");
  const auto output = std::make_shared<std::string>();
  parser.add_option("-o,--output", *output, "instead of OUT");
  const auto session = std::make_shared<std::string>();
  parser.add_option("--save-session", *session, "also write the session that is drawn to this .satscope file");
  const auto json = std::make_shared<bool>(false);
  parser.add_flag("--json", *json, "print what was written as JSON; with OUT - on stderr");
  return [file, output, session, json, options = add_window_options(parser), &parser] {
    if (!output->empty()) {  // then the first word is the INPUT
      CLI::Option* const input = parser.get_option("INPUT");
      if (!file->empty() && input->count() > 0) throw UsageError("shot takes OUT or --output, not both");
      if (!file->empty()) input->add_result(*file);
      if (!file->empty()) input->run_callback();
      *file = *output;
    }
    if (file->empty()) throw UsageError("OUT is required: the .png file to write; see satscope shot --help");
    WindowOptions chosen = options();
    require_ending(*file, ".png", "a PNG");
    if (is_standard_output(*file)) *file = "-";
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
