// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/lab/file_settings.h"

#include <stdexcept>

#include "app/lab/templates/templates.h"
#include "app/session/fields.h"

namespace satscope::app {

void fields(Fields& io, StepsFile& file) {
  io("template", file.start);
  io.allow([] { return "a template, as `satscope check --help` lists them"; });
  io("edit", file.edit);
  if (!io.reads() || file.start.empty()) return;
  try {
    lab::template_source(file.start);
  } catch (const std::invalid_argument& error) {
    io.expect(false, [&] { return std::string(": ") + error.what(); });
  }
}

}  // namespace satscope::app
