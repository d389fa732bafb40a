// SPDX-License-Identifier: Apache-2.0
// satscope lesson: opens a lesson beside the window, or plays it through with its own solutions.
#include <fmt/format.h>

#include <memory>

#include "app/commands/command.h"
#include "app/commands/options.h"
#include "app/commands/output.h"
#include "app/commands/window_options.h"
#include "app/lessons/lesson.h"

namespace satscope::app {

Task declare_lesson(CLI::App& parser) {
  const auto name = std::make_shared<std::string>(), size = std::make_shared<std::string>();
  const auto check = std::make_shared<bool>(false);
  parser.add_option("LESSON", *name, "an id of `satscope list --lessons`, or a file NAME.md")->required();
  parser.add_flag("--check", *check,
                  "play it through without a window: each act must be done by its solution, and by nothing less");
  parser.add_option("--size", *size, "WxH in pixels; default: 1280x720");
  return [name, check, size] {
    WindowOptions options;
    options.lesson = *name;
    if (!size->empty()) options.size = read_size("--size", *size);
    const Lesson lesson = or_usage_error([&] {
      try {
        return load_lesson(*name);
      } catch (const LessonError& error) {
        throw std::invalid_argument(error.what());
      }
    });
    require_window();
#ifdef SATSCOPE_GUI
    if (!*check) return open_window(options);
    const std::vector<std::string> faults = check_lesson(options, lesson);
    for (const std::string& fault : faults) print(fault + "\n");
    if (!faults.empty()) throw std::runtime_error(fmt::format("the lesson '{}' cannot be taken as it is written", lesson.id));
    print(fmt::format("{}: {} cards, {} acts, each done by its solution\n", lesson.id, lesson.cards.size(), lesson.acts()));
#endif
  };
}

}  // namespace satscope::app
