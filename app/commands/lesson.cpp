// SPDX-License-Identifier: Apache-2.0
// satscope lesson: opens a lesson beside the window, writes it as a web page or as slides, or plays it by its own solutions.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/commands/shared/command.h"
#include "app/commands/shared/output.h"
#include "app/commands/window_options.h"
#include "app/core/files/atomic_file.h"
#include "app/lab/compiler.h"
#include "kernels/plural.h"

namespace satscope::app {

static constexpr std::string_view k_pdf = ".pdf";

#ifdef SATSCOPE_GUI
/// Its solutions are compiled and run.
static bool edits_cuda_files(const Lesson& lesson) {
  return std::ranges::any_of(lesson.cards, [](const Card& card) { return card.show && card.show->contains("steps_file"); });
}
#endif

Task declare_lesson(CLI::App& parser) {
  const auto check = std::make_shared<bool>(false);
  parser.add_flag("--check", *check,
                  "play it through without a window: each act must be done by its solution, and by nothing less");
  const auto json = std::make_shared<bool>(false);
  parser.add_flag("--json", *json, "with --check or --output: print what came of it as JSON");
  const auto run = std::make_shared<bool>(false);
  parser.add_flag("--run", *run, "with --check: run the CUDA files that the lesson edits; read first what it types into them");
  const auto out = std::make_shared<std::string>();
  parser.add_option(
      "-o,--output", *out,
      "instead of opening the lesson, write it as a web page, NAME.html or -, or as slides, one for each press of "
      "the clicker, NAME.pdf or NAME-%d.png");
  parser.footer(exit_codes_list(
      {{"1", "it failed, and a sentence on stderr says why; --check: the lesson cannot be taken as it is written"}}));
  return [check, json, run, out, read = add_lesson_options(parser)] {
    WindowOptions options = read();
    const bool pictures = ending_of(*out) == ".png", slides = pictures || ending_of(*out) == k_pdf;
    if (!out->empty() && *out != "-" && !slides && ending_of(*out) != ".html")
      throw wrong_ending("--output must end in .html, or in .pdf or .png for slides", *out);
    if (pictures && (out->find("%d") == out->npos || out->find("%d") != out->rfind('%')))
      throw UsageError(fmt::format("--output needs one %d, for the number of the slide, and no other %, not '{}'", *out));
    if (!out->empty() && (*check || options.lesson_card))
      throw UsageError("--output has all cards, and checks none; leave out --card and --check, or --output");
    if (*json && !*check && out->empty()) throw UsageError("--json needs --check or --output; a window prints nothing");
    if (*run && !*check) throw UsageError("--run belongs to --check; in the window you press Run yourself");
    require_window();
#ifdef SATSCOPE_GUI
    if (!out->empty()) {
      const bool ours = find_lesson(options.lesson) != nullptr;
      const Lesson lesson = read_lesson(options.lesson);
      if (slides)
        note(fmt::format("{}: {}", *out, counted(make_slides(options, lesson, *out), "slide")));
      else
        note(make_lesson_page(lesson, ours ? std::string() : options.lesson, *out));
      if (*json) print_json(Json{{"lesson", lesson.id}, {"output", *out}, {"cards", lesson.cards.size()}});
      return;
    }
    if (!*check) return show_window(options);
    if (!options.state_out.empty()) throw UsageError("--check writes no file; leave out --state-out");
    options.lesson_card = 1;
    options.runs_code = *run;
    const Lesson lesson = read_lesson(options.lesson);
    if (edits_cuda_files(lesson) && !lab::find_compiler())
      throw std::runtime_error(fmt::format("the lesson '{}' cannot be checked: {}", lesson.id, lab::no_compiler()));
    const std::vector<std::string> faults = check_lesson(options, lesson);
    if (*json)
      print_json(Json{{"lesson", lesson.id}, {"cards", lesson.cards.size()}, {"tasks", lesson.acts()}, {"faults", faults}});
    else
      for (const std::string& fault : faults) print(one_line(fault) + "\n");
    if (!faults.empty()) throw std::runtime_error(fmt::format("the lesson '{}' cannot be taken as it is written", lesson.id));
    if (!*json)
      print(fmt::format("{}: {}, {}, each done by its solution\n", lesson.id, counted(lesson.cards.size(), "card"),
                        counted(lesson.acts(), "task")));
#endif
  };
}

}  // namespace satscope::app
