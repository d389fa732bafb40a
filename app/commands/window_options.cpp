// SPDX-License-Identifier: Apache-2.0
#include "app/commands/window_options.h"

#include <fmt/format.h>

#include "app/commands/shared/options.h"
#include "app/sources/samples.h"
#include "app/workspaces/list.h"
#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/views/list.h"
#include "kernels/filters/chain.h"

namespace satscope::app {
namespace {

/// A word that must be in a list.
struct Word {
  std::string_view id;
};
constexpr std::array k_themes{Word{"light"}, Word{"dark"}};
#define SATSCOPE_WORD(id) Word{#id},
constexpr std::array k_workspaces{SATSCOPE_WORKSPACES(SATSCOPE_WORD)};
#define SATSCOPE_VIEW(name, id) Word{id},
constexpr std::array k_views{SATSCOPE_STEP_VIEWS(SATSCOPE_VIEW) SATSCOPE_FRAME_VIEWS(SATSCOPE_VIEW)};
constexpr double k_least_scale = 0.75, k_most_scale = 3;
constexpr int k_largest_window = 16384;

struct WindowWords {
  std::string input, workspace, view, display, painter = "auto", machine = "auto", algorithm, type, box, ui_scale, theme, level,
                                               state_out, size, step, chain, step_filter, lesson, card, tone_map;
  bool synthetic = false, allow_network = false, presenting = false;
};

/// A lesson sets the window itself.
void check_lesson_words(const WindowWords& words) {
  const std::size_t cards = read_lesson(words.lesson).cards.size();
  if (!words.card.empty() && static_cast<std::size_t>(read_whole("--card", words.card, 1, 100)) > cards)
    throw UsageError(fmt::format("--card must be at most {}: the lesson '{}' has so many", cards, words.lesson));
  if (!words.input.empty() || words.synthetic)
    throw UsageError("a lesson opens its own pictures; give either a lesson or an INPUT");
}

WindowOptions read(const WindowWords& words) {
  WindowOptions options;
  options.input = words.input;
  check_pattern(options.input);
  options.synthetic = words.synthetic;
  options.presenting = words.presenting;
  options.allow_network = words.allow_network;
  if (!words.chain.empty()) or_usage_error([&] { parse_chain(options.chain = words.chain); });
  if (!words.tone_map.empty()) options.tone_map = read_tone_map(words.tone_map);
  options.state_out = words.state_out;
  options.machine = read_machine(words.machine);
  if (!words.workspace.empty()) options.workspace = read_one_of(k_workspaces, "workspace", words.workspace).id;
  if (!words.view.empty()) options.view = read_one_of(k_views, "view of Steps", words.view).id;
  if (!words.step.empty()) options.step = static_cast<std::size_t>(read_whole("--step", words.step, 0, 1 << 30));
  if (!words.step_filter.empty()) {
    if (or_usage_error([&] { return parse_chain(words.step_filter); }).size() != 1)
      throw UsageError("--step-filter takes one filter, not a chain");
    options.step_filter = words.step_filter;
  }
  options.lesson = words.lesson;
  if (!words.card.empty()) options.lesson_card = static_cast<std::size_t>(read_whole("--card", words.card, 1, 100));
  if (!words.card.empty() && words.lesson.empty()) throw UsageError("--card counts the cards of a --lesson; give both");
  if (!words.lesson.empty()) check_lesson_words(words);
  if (!words.theme.empty()) options.theme = read_one_of(k_themes, "theme", words.theme).id;
  if (!words.level.empty()) options.level = read_one_of(k_steps_levels, "level of Steps", words.level).id;
  if (!words.algorithm.empty()) options.algorithm = read_algorithm(words.algorithm).id;
  if (!words.type.empty()) options.type = read_type(words.type).id;
  if (!words.display.empty()) options.display = read_one_of(k_display_paths, "display", words.display).value;
  if (words.painter != "auto") options.painter = read_one_of(k_painters, "painter", words.painter).value;
  if (!words.box.empty()) options.box = read_box("--box", words.box);
  if (!words.ui_scale.empty()) options.ui_scale = read_real("the scale", words.ui_scale, k_least_scale, k_most_scale);
  if (!words.size.empty()) options.size = read_size("--size", words.size);
  if (options.size.width > k_largest_window || options.size.height > k_largest_window)
    throw UsageError(fmt::format("--size must be at most {}x{}", k_largest_window, k_largest_window));
  if (options.synthetic && !options.input.empty())
    throw UsageError("--synthetic and INPUT exclude each other; give one of them");
  return options;
}

/// What every window has, whatever it shows.
void add_look(CLI::App& parser, WindowWords& words) {
  parser.add_option("--machine", words.machine, "machine: auto (the GPU if usable, else the CPU), " + ids_of(k_machines));
  parser.add_option("--display", words.display, "path of the table to the screen: " + ids_of(k_display_paths));
  parser.add_option("--ui-scale,--scale", words.ui_scale,
                    fmt::format("size of text and controls, {} to {}", k_least_scale, k_most_scale));
  parser.add_option("--theme", words.theme, "colours: " + ids_of(k_themes));
  parser.add_flag("--presentation", words.presenting, "large type and the stage alone, as for a projector");
  parser.add_option("--size", words.size, "in pixels; default: 1280x720");
  parser.add_option("--state-out", words.state_out, "write the state of the window to this JSON file, and keep it up to date");
}

}  // namespace

Lesson read_lesson(const std::string& id_or_file) {
  try {
    return load_lesson(id_or_file);
  } catch (const LessonError& error) {
    throw UsageError(error.what());
  }
}

std::function<WindowOptions()> add_lesson_options(CLI::App& parser) {
  const auto words = std::make_shared<WindowWords>();
  parser.add_option("LESSON", words->lesson, "an id of `satscope list --lessons`, or a file NAME.md")->required();
  parser.add_option("--card", words->card, "number of the card to begin with; default: where you left it");
  add_look(parser, *words);
  return [words] { return read(*words); };
}

std::function<WindowOptions()> add_window_options(CLI::App& parser) {
  const auto words = std::make_shared<WindowWords>();
  add_frames_input(parser, words->input, words->tone_map);
  parser.add_flag("--synthetic", words->synthetic, "show the synthetic camera instead of a picture");
  parser.add_flag("--allow-network", words->allow_network, "allow the address of a video as INPUT, such as rtsp://...");
  parser.add_option("--chain", words->chain, "filters in the workspace playground, such as \"box r=2; sauvola r=12\"");
  parser.add_option("--workspace", words->workspace, "workspace: " + ids_of(k_workspaces));
  parser.add_option("--algorithm", words->algorithm, "an id of `satscope list`; default: that of the machine");
  parser.add_option("--type", words->type, "types of pixels and entries: " + ids_of(k_type_pairs));
  parser.add_option("--painter", words->painter,
                    "who colours the views: auto (OpenGL, but the CPU where OpenGL is software), " + ids_of(k_painters));
  parser.add_option("--box", words->box, "the box at the start");
  parser.add_option("--view", words->view, "in the workspace steps: " + ids_of(k_views));
  parser.add_option("--level", words->level,
                    "how much the workspace steps shows: " + ids_of(k_steps_levels) + "; default: what you chose last");
  parser.add_option("--step", words->step, "in the workspace steps: number of steps, or passes, done at the start");
  parser.add_option("--step-filter", words->step_filter,
                    "in the workspace steps: a filter to step through, such as \"box r=2\"");
  parser.add_option("--lesson", words->lesson, "open a lesson: an id of `satscope list --lessons`, or a file NAME.md");
  parser.add_option("--card", words->card, "with --lesson: number of the card to begin with");
  add_look(parser, *words);
  return [words] { return read(*words); };
}

void require_window() {
#ifndef SATSCOPE_GUI
  throw std::runtime_error("a window is not supported: this satscope was built without one; rebuild with -DSATSCOPE_GUI=ON");
#endif
}

}  // namespace satscope::app
