// SPDX-License-Identifier: Apache-2.0
#include "app/commands/window_options.h"

#include <fmt/format.h>

#include "app/commands/options.h"
#include "app/session/steps_settings.h"
#include "app/sources/samples.h"
#include "kernels/filters/chain.h"

namespace satscope::app {
namespace {

/// A word that is one of few.
struct Word {
  std::string_view id;
};
constexpr std::array k_themes{Word{"light"}, Word{"dark"}};
constexpr double k_least_scale = 0.75, k_most_scale = 3;
constexpr int k_largest_window = 16384;

struct WindowWords {
  std::string input, workspace, view, display, machine = "auto", algorithm, type, box, ui_scale, theme, state_out, size, step,
                                               chain, step_filter;
  bool synthetic = false, allow_network = false;
};

WindowOptions read(const WindowWords& words) {
  WindowOptions options;
  options.input = words.input;
  check_pattern(options.input);
  options.synthetic = words.synthetic;
  options.allow_network = words.allow_network;
  if (!words.chain.empty()) {
    or_usage_error([&] { parse_chain(options.chain = words.chain); });
    if (words.workspace.empty()) options.workspace = "playground";
  }
  options.state_out = words.state_out;
  options.machine = read_machine(words.machine);
  if (!words.workspace.empty()) options.workspace = read_one_of(k_workspaces, "workspace", words.workspace).id;
  if (!words.view.empty()) options.view = read_one_of(k_steps_views, "view of Steps", words.view).id;
  if (!words.step.empty()) options.step = static_cast<std::size_t>(read_whole("--step", words.step, 0, 1 << 30));
  if (!words.step_filter.empty()) {
    if (or_usage_error([&] { return parse_chain(words.step_filter); }).size() != 1)
      throw UsageError("--step-filter takes one filter, not a chain of them");
    options.step_filter = words.step_filter;
  }
  if (!words.theme.empty()) options.theme = read_one_of(k_themes, "theme", words.theme).id;
  if (!words.algorithm.empty()) options.algorithm = read_algorithm(words.algorithm).id;
  if (!words.type.empty()) options.type = read_type(words.type).id;
  if (!words.display.empty()) options.display = read_one_of(k_display_paths, "display", words.display).value;
  if (!words.box.empty()) options.box = read_box("--box", words.box);
  if (!words.ui_scale.empty()) options.ui_scale = read_real("the scale", words.ui_scale, k_least_scale, k_most_scale);
  if (!words.size.empty()) options.size = read_size("--size", words.size);
  if (options.size.width > k_largest_window || options.size.height > k_largest_window)
    throw UsageError(fmt::format("--size is at most {}x{}", k_largest_window, k_largest_window));
  if (options.synthetic && !options.input.empty())
    throw UsageError("--synthetic shows the synthetic camera, so it takes no INPUT; allowed is one of both");
  return options;
}

}  // namespace

std::function<WindowOptions()> add_window_options(CLI::App& parser) {
  const auto words = std::make_shared<WindowWords>();
  add_frames_input(parser, words->input);
  parser.add_flag("--synthetic", words->synthetic, "the synthetic camera instead of a picture");
  parser.add_flag("--allow-network", words->allow_network, "INPUT may be the address of a video, such as rtsp://...");
  parser.add_option("--chain", words->chain, "filters of the workspace playground, such as \"box r=2; sauvola r=12\"");
  parser.add_option("--workspace", words->workspace, ids_of(k_workspaces));
  parser.add_option("--algorithm", words->algorithm, "an id of `satscope list`; without it the machine's default");
  parser.add_option("--type", words->type, "pixels and sums: " + ids_of(k_type_pairs));
  parser.add_option("--machine", words->machine, "auto (the GPU if usable, else the CPU), " + ids_of(k_machines));
  parser.add_option("--display", words->display, "how the table reaches the screen: " + ids_of(k_display_paths));
  parser.add_option("--box", words->box, "X,Y,W,H: the box that is drawn at the start");
  parser.add_option("--ui-scale,--scale", words->ui_scale,
                    fmt::format("size of text and controls, {} to {}", k_least_scale, k_most_scale));
  parser.add_option("--view", words->view, "in the workspace steps: " + ids_of(k_steps_views));
  parser.add_option("--step", words->step, "in the workspace steps: how many steps, or passes, are done at the start");
  parser.add_option("--step-filter", words->step_filter, "in the workspace steps: a filter to step, as \"box r=2\"");
  parser.add_option("--theme", words->theme, ids_of(k_themes));
  parser.add_option("--size", words->size, "WxH in pixels; without it 1280x720");
  parser.add_option("--state-out", words->state_out, "a JSON file that mirrors the state of the window");
  return [words] { return read(*words); };
}

void require_window() {
#ifndef SATSCOPE_GUI
  throw std::runtime_error("this satscope was built without a window: not supported; build it with -DSATSCOPE_GUI=ON");
#endif
}

}  // namespace satscope::app
