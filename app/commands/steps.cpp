// SPDX-License-Identifier: Apache-2.0
// satscope steps: steps of an algorithm as pictures, without a window.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>

#include "app/commands/shared/command.h"
#include "app/commands/shared/interruption.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/commands/shared/progress_line.h"
#include "app/commands/window_options.h"
#include "app/core/files/atomic_file.h"
#include "app/core/files/named_file.h"
#include "app/core/files/read_files.h"
#include "app/sources/files/session_file.h"
#include "app/sources/live/video_writer.h"
#include "app/sources/samples.h"
#include "app/workspaces/steps/export/pictures.h"
#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/views/list.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

struct StepsWords {
  std::string input, algorithm, patch, form, type, view, step, steps, scale = "1", size, theme, speed = "1", out, background,
                                                                      level;
  int caption = 0;  // 1: wanted, -1: not wanted
  std::vector<std::string> params;
  bool strip = false, json = false;
};

struct PageWord {
  std::string_view id;
};
constexpr std::array k_page_themes{PageWord{"light"}, PageWord{"dark"}};
#define SATSCOPE_PAGE_VIEW(name, id) PageWord{id},
constexpr std::array k_page_views{SATSCOPE_STEP_VIEWS(SATSCOPE_PAGE_VIEW)};
constexpr double k_most_page_scale = 4, k_fastest_film = 20;
constexpr int k_least_page = 320, k_most_page = 4096;
constexpr int k_most_steps = 1 << 30;

/// "A-B".
void read_range(const std::string& text, StepsOrder& order) {
  const std::size_t dash = text.find('-');
  if (dash == text.npos || dash == 0 || dash + 1 == text.size())
    throw UsageError(fmt::format("--steps must be A-B, such as 3-12, not '{}'", text));
  order.first = static_cast<std::size_t>(read_whole("the first of --steps", text.substr(0, dash), 0, k_most_steps));
  order.last = static_cast<std::size_t>(read_whole("the last of --steps", text.substr(dash + 1), 0, k_most_steps));
  if (*order.last < *order.first)
    throw UsageError(fmt::format("--steps {}: the last step must not come before the first", text));
}

/// What can be written under this name.
void check_out(const StepsWords& words, const StepsOrder& order) {
  const std::string ending = ending_of(order.out);
  const bool film = ending == ".gif" || is_video_name(words.out), page = ending == ".svg" || ending == ".png",
             web = ending == ".html";
  if (!film && !page && !web)
    throw wrong_ending(fmt::format("--output must end in .svg, .png, .gif, .html or like a video ({})", video_endings()),
                       words.out);
  const std::size_t number = words.out.find('%');
  const bool numbered = number != words.out.npos;
  if (numbered && (words.out.compare(number, 2, "%d") != 0 || words.out.find('%', number + 1) != words.out.npos))
    throw UsageError(fmt::format("--output may have one %d, for the number of the step, and no other %, not '{}'", words.out));
  if (words.strip && !page) throw UsageError("--strip is one page: --output must end in .svg or .png");
  if (numbered && (film || web || words.strip))
    throw UsageError(fmt::format("'{}' is one file; %d is for a picture of each step", words.out));
  if (film && !words.step.empty())
    throw UsageError(fmt::format("'{}' shows several steps: give --steps A-B, not --step", words.out));
  if (web && !words.theme.empty()) throw UsageError("a web page has both themes, and its reader chooses; leave out --theme");
  if (web && (!words.background.empty() || words.caption != 0))
    throw UsageError("a web page has its own background and captions; leave out --background and --caption");
  if (film && words.background == "transparent")
    throw UsageError("a film has no transparent background; take --background white, or write .svg or .png");
  if (words.strip && !words.step.empty()) throw UsageError("--strip shows several steps: give --steps A-B, not --step");
  if (page && !words.strip && !numbered && order.last)
    throw UsageError(fmt::format("{} is one picture; for several put %d into the name, or ask for a --strip, or a .gif or .mp4",
                                 output_in_words(words.out)));
}

StepsOrder read(const StepsWords& words) {
  StepsOrder order;
  order.input = words.input;
  const bool document = names_a_document(words.input);
  if (document)
    mark_as_input(words.input);
  else
    check_pattern(words.input);
  if (words.algorithm.empty() && !document)
    throw UsageError("steps needs --algorithm ID, of `satscope list`, unless INPUT is a session that has one");
  if (!words.algorithm.empty()) {
    const Algorithm& algorithm = read_algorithm(words.algorithm);
    if (!algorithm.traced()) throw std::runtime_error(algorithm.untraced + "; showing its steps is not supported");
    order.algorithm = algorithm.id;
    order.params = read_params(algorithm, words.params);
  } else if (!words.params.empty()) {
    throw UsageError("--param needs --algorithm, whose parameter it is");
  }
  if (!words.patch.empty()) order.patch = read_square("--patch", words.patch);
  if (!words.form.empty()) order.form = read_form(words.form);
  if (!words.type.empty()) order.type = read_type(words.type).id;
  if (!words.view.empty()) {
    order.view = words.view;
    if (std::ranges::find(k_page_views, words.view, &PageWord::id) == k_page_views.end())
      throw UsageError(unknown_word("view of a step", words.view, id_list(k_page_views)));
  }
  if (!words.level.empty()) order.level = read_one_of(k_steps_levels, "level", words.level).value;
  if (!words.step.empty() && !words.steps.empty()) throw UsageError("--step and --steps exclude each other; give one of them");
  if (!words.step.empty()) order.first = static_cast<std::size_t>(read_whole("--step", words.step, 0, k_most_steps));
  if (!words.steps.empty()) read_range(words.steps, order);
  order.strip = words.strip;
  order.scale = read_real("--scale", words.scale, 1, k_most_page_scale);
  if (ending_of(words.out) == ".html") order.size = k_web_desk;
  if (!words.size.empty()) order.size = read_size("--size", words.size);
  if (std::min(order.size.width, order.size.height) < k_least_page ||
      std::max(order.size.width, order.size.height) > k_most_page)
    throw UsageError(fmt::format("--size must be from {0}x{0} to {1}x{1}, not {2}x{3}", k_least_page, k_most_page,
                                 order.size.width, order.size.height));
  if (!words.theme.empty()) order.theme = read_one_of(k_page_themes, "theme", words.theme).id;
  if (!words.background.empty()) order.ground = read_one_of(k_page_grounds, "background", words.background).value;
  if (order.ground == PageGround::white && words.theme == "dark")
    throw UsageError("on a white background colours are those of the light theme; leave out --theme dark, or --background");
  if (words.caption != 0) order.captions = words.caption > 0;
  order.speed = read_real("--speed", words.speed, k_slowest, k_fastest_film);
  order.out = words.out == "-" ? "-.svg" : words.out;
  check_out(words, order);
  return order;
}

void run_steps(const StepsWords& words) {
  const StepsOrder order = read(words);
  require_window();
#ifdef SATSCOPE_GUI
  const Interruption interruption;
  ProgressLine line;
  const DrawnSteps drawn = or_usage_error([&] {
    return draw_steps(order, [&](std::uint64_t done, double part) {
      line.show(done, part);
      return interruption.signal() == 0;
    });
  });
  line.clear();
  if (drawn.written.empty())
    throw Interrupted(interruption.signal(),
                      fmt::format("stopped by {}; nothing was written", name_of_signal(interruption.signal())));
  note(drawn.written);
  if (words.json)
    print_json(Json{{"input", order.input},
                    {"output", words.out},
                    {"algorithm", drawn.algorithm.empty() ? Json() : Json(drawn.algorithm)},
                    {"written", drawn.written}});
#endif
}

}  // namespace

Task declare_steps(CLI::App& parser) {
  const auto words = std::make_shared<StepsWords>();
  add_input(parser, words->input)->required();
  parser
      .add_option("-o,--output", words->out,
                  "the file to write: .svg, .png, .gif, a web page (.html) or a video (" + video_endings() +
                      "); %d: the number of the step; -: SVG to the standard output, -.png: PNG")
      ->required();
  parser.add_option("--algorithm", words->algorithm,
                    "an id of `satscope list`, or a CUDA file with table() (.cu); default: that of the session");
  add_repeatable(parser, "--param", words->params, "a parameter of the algorithm; may be repeated");
  parser.add_option("--patch", words->patch, "only the square with side N at X,Y of INPUT");
  parser.add_option("--form", words->form,
                    "form of the table: " + ids_of(k_forms) + "; default: the natural form of the algorithm");
  parser.add_option("--type", words->type,
                    "types of pixels and entries: " + ids_of(k_type_pairs) + "; default: what the numbers need");
  parser.add_option("--view", words->view, "view: " + ids_of(k_page_views) + "; default: that of the session, else grids");
  parser.add_option("--level", words->level,
                    "how much is drawn: " + ids_of(k_steps_levels) + "; default: that of the session, else essential");
  parser.add_option("--step", words->step,
                    "number of steps done; default: those of the session, else all; of a web page the step shown first");
  parser.add_option("--steps", words->steps, "several, for %d, --strip, .gif, .html and videos; default: all");
  parser.add_flag("--strip", words->strip, "the steps side by side on one page, at most 12");
  parser.add_option("--size", words->size, "of the page; default: 1280x720, of a web page 960x453");
  parser.add_option("--scale", words->scale, "pixels for each of the page, 1 to 4; default: " + words->scale);
  parser.add_option("--speed", words->speed, "steps per second of a .gif or video; default: " + words->speed);
  parser.add_option("--theme", words->theme, "colours: " + ids_of(k_page_themes) + "; default: light");
  parser.add_flag("--json", words->json, "print what was written as JSON; with -o - on stderr");
  parser.add_option("--background", words->background,
                    "ground: " + ids_of(k_page_grounds) +
                        "; default: seen, the colour of the theme. White and transparent are for slides: "
                        "without the small pictures of all buffers and the colours of banks");
  CLI::Option* const captions = parser.add_flag_callback(
      "--caption", [words] { words->caption = 1; }, "a sentence below each step; default: on a page, and not in a strip");
  parser
      .add_flag_callback(
          "--no-caption", [words] { words->caption = -1; }, "no sentence below a step")
      ->excludes(captions);
  parser.footer(
      "INPUT is a picture, a pattern, numbers, a session (.satscope), a trace, or figure:NAME.\n"
      "In an SVG text stays text. A file is written whole or not at all; Ctrl-C leaves none.");
  return [words] { run_steps(*words); };
}

}  // namespace satscope::app
