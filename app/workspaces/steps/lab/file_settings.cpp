// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/lab/file_settings.h"

#include <fmt/format.h>

#include <stdexcept>

#include "app/core/json.h"
#include "app/lab/templates/templates.h"
#include "app/session/json.h"

namespace satscope::app {

nlohmann::json to_json(const StepsFile& file) { return {{"template", file.start}, {"edit", file.edit}}; }

StepsFile StepsFile::from_json(const nlohmann::json& object) {
  constexpr std::string_view k_file = "session: steps_file";
  StepsFile file;
  if (object.is_null()) return file;
  if (!object.is_object()) throw std::runtime_error(fmt::format("{} must be a JSON object", k_file));
  read_member(object, "template", file.start, k_file);
  read_member(object, "edit", file.edit, k_file);
  try {
    if (!file.start.empty()) lab::template_source(file.start);
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(fmt::format("{}: {}", k_file, error.what()));
  }
  return file;
}

}  // namespace satscope::app
