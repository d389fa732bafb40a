// SPDX-License-Identifier: Apache-2.0
#include "app/ui/inputs.h"

#include <fmt/format.h>

#include <filesystem>

#include "app/sources/files/session_file.h"
#include "app/sources/live/live_open.h"
#include "app/sources/samples.h"

namespace satscope::app {

const std::vector<Example>& examples() {
  static const std::vector<Example> list = [] {
    std::vector<Example> all;
    for (const PatternName& pattern : pattern_names()) {
      const bool scene = k_example_input.starts_with(fmt::format("pattern:{}:", pattern.id));
      const char* size = pattern.picture ? "1280x720" : "64x48";
      all.push_back({scene ? std::string(k_example_input) : fmt::format("pattern:{}:{}", pattern.id, size), pattern.title});
    }
    return all;
  }();
  return list;
}

std::string short_name_of(const std::string& input) {
  const std::string& name = input.empty() ? std::string(k_example_input) : input;
  for (const Example& example : examples())
    if (example.input == name) return std::string(example.title);
  if (name.starts_with(k_figure_prefix))
    for (const Figure& figure : figures())
      if (figure.input == name) return figure.title;
  if (name == k_synthetic) return "synthetic camera";
  if (name.starts_with("pattern:") || names_a_protocol(name)) return name;
  return std::filesystem::path(name).filename().string();
}

}  // namespace satscope::app
