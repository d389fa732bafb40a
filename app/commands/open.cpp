// SPDX-License-Identifier: Apache-2.0
// satscope [INPUT]: the window.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <ranges>
#include <utility>
#include <vector>

#include "app/commands/shared/command.h"
#include "app/commands/shared/interruption.h"
#include "app/commands/shared/output.h"
#include "app/commands/window_options.h"
#include "app/sources/live/live_open.h"
#include "app/sources/standard_input.h"

namespace satscope::app {
namespace {

/// Letters to insert, remove or change to make one word of the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j)
      diagonal = std::exchange(row[j + 1], std::min({diagonal + (a[i] == b[j] ? 0U : 1U), row[j] + 1, row[j + 1] + 1}));
  }
  return row.back();
}

/// A plain word that is no file is a slip in the name of a command.
void require_file(const std::string& input) {
  std::error_code error;
  if (input.empty() || input == k_standard_input || input.find_first_of("./:") != input.npos || is_live(input) ||
      std::filesystem::exists(input, error))
    return;
  const auto names = commands() | std::views::drop(1) | std::views::transform(&Command::name);
  const std::string_view near = std::ranges::min(names, {}, [&](std::string_view name) { return distance(input, name); });
  throw UsageError(distance(input, near) <= 2
                       ? fmt::format("there is no file and no command '{}'; did you mean {}?", input, near)
                       : fmt::format("there is no file and no command '{}'; see satscope --help", input));
}

}  // namespace

Task declare_open(CLI::App& parser) {
  return [options = add_window_options(parser)] {
    const WindowOptions chosen = options();
    require_file(chosen.input);
    require_window();
    show_window(chosen);
  };
}

void show_window([[maybe_unused]] const WindowOptions& options) {
#ifdef SATSCOPE_GUI
  const Interruption interruption(false);
  const std::string said = open_window(options, interruption.token());
  if (const int signal = interruption.signal())
    throw Interrupted(signal, fmt::format("stopped by {}{}{}", name_of_signal(signal), said.empty() ? "" : "; ", said));
  if (!said.empty()) note(said);
#endif
}

}  // namespace satscope::app
