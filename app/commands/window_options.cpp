// SPDX-License-Identifier: Apache-2.0
#include "app/commands/window_options.h"

#include <fmt/format.h>

#include "app/commands/options.h"
#include "app/sources/samples.h"
#include "app/workspaces/list.h"
#include "app/workspaces/steps/settings.h"
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
constexpr double k_least_scale = 0.75, k_most_scale = 3;
constexpr int k_largest_window = 16384;

struct WindowWords {
  std::string input, workspace, view, display, machine = "auto", algorithm, type, box, ui_scale, theme, state_out, size, step,
                                               chain, step_filter;
  bool synthetic = false, allow_network = false;
};

template <class List>
void require_one_of(std::string_view kind, const List& list, const std::string& id) {
  for (const auto& entry : list)
    if (entry.id == id) return;
  throw UsageError(fmt::format("unknown {} '{}'; choose one of {}", kind, id, ids_of(list)));
}

WindowOptions read(const WindowWords& words) {
  WindowOptions options;
  options.input = words.input;
  check_pattern(options.input);
  options.synthetic = words.synthetic;
  options.allow_network = words.allow_network;
  if (!words.chain.empty()) {
    try {
      parse_chain(options.chain = words.chain);
    } catch (const std::invalid_argument& problem) {
      throw UsageError(problem.what());
    }
    if (words.workspace.empty()) options.workspace = "playground";
  }
  options.state_out = words.state_out;
  options.machine = read_machine(words.machine);
  if (!words.workspace.empty()) require_one_of("workspace", k_workspaces, options.workspace = words.workspace);
  if (!words.view.empty()) require_one_of("view of Steps", k_steps_views, options.view = words.view);
  if (!words.step.empty()) options.step = static_cast<std::size_t>(read_whole("--step", words.step, 0, 1 << 30));
  if (!words.step_filter.empty()) {
    try {
      const auto chain = parse_chain(words.step_filter);
      if (chain.size() != 1) throw std::invalid_argument("--step-filter takes one filter, not a chain");
    } catch (const std::invalid_argument& problem) {
      throw UsageError(problem.what());
    }
    options.step_filter = words.step_filter;
  }
  if (!words.theme.empty()) require_one_of("theme", k_themes, options.theme = words.theme);
  if (!words.algorithm.empty()) options.algorithm = read_algorithm(words.algorithm).id;
  if (!words.type.empty()) options.type = read_type(words.type).id;
  if (!words.display.empty()) {
    require_one_of("display", k_display_paths, words.display);
    for (const Named<DisplayPath>& path : k_display_paths)
      if (path.id == words.display) options.display = path.value;
  }
  if (!words.box.empty()) options.box = read_box("--box", words.box);
  if (!words.ui_scale.empty()) options.ui_scale = read_real("the scale", words.ui_scale, k_least_scale, k_most_scale);
  if (!words.size.empty()) options.size = read_size("--size", words.size);
  if (options.size.width > k_largest_window || options.size.height > k_largest_window)
    throw UsageError(fmt::format("--size must be at most {}x{}", k_largest_window, k_largest_window));
  if (options.synthetic && !options.input.empty())
    throw UsageError("--synthetic and INPUT exclude each other; give one of them");
  return options;
}

}  // namespace

std::function<WindowOptions()> add_window_options(CLI::App& parser) {
  const auto words = std::make_shared<WindowWords>();
  add_frames_input(parser, words->input);
  parser.add_flag("--synthetic", words->synthetic, "show the synthetic camera instead of a picture");
  parser.add_flag("--allow-network", words->allow_network, "allow the address of a video as INPUT, such as rtsp://...");
  parser.add_option("--chain", words->chain, "filters in the workspace playground, such as \"box r=2; sauvola r=12\"");
  parser.add_option("--workspace", words->workspace, ids_of(k_workspaces));
  parser.add_option("--algorithm", words->algorithm, "an id of `satscope list`; default: that of the machine");
  parser.add_option("--type", words->type, "types of pixels and entries: " + ids_of(k_type_pairs));
  parser.add_option("--machine", words->machine, "auto (the GPU if usable, else the CPU), " + ids_of(k_machines));
  parser.add_option("--display", words->display, "path of the table to the screen: " + ids_of(k_display_paths));
  parser.add_option("--box", words->box, "X,Y,W,H: the box at the start");
  parser.add_option("--ui-scale,--scale", words->ui_scale,
                    fmt::format("size of text and controls, {} to {}", k_least_scale, k_most_scale));
  parser.add_option("--view", words->view, "in the workspace steps: " + ids_of(k_steps_views));
  parser.add_option("--step", words->step, "in the workspace steps: number of steps, or passes, done at the start");
  parser.add_option("--step-filter", words->step_filter,
                    "in the workspace steps: a filter to step through, such as \"box r=2\"");
  parser.add_option("--theme", words->theme, ids_of(k_themes));
  parser.add_option("--size", words->size, "WxH in pixels; default: 1280x720");
  parser.add_option("--state-out", words->state_out, "write the state of the window to this JSON file, and keep it up to date");
  return [words] { return read(*words); };
}

void require_window() {
#ifndef SATSCOPE_GUI
  throw std::runtime_error("a window is not supported: this satscope was built without one; rebuild with -DSATSCOPE_GUI=ON");
#endif
}

}  // namespace satscope::app
