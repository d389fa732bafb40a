// SPDX-License-Identifier: Apache-2.0
// satscope [INPUT]: the window.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>
#include <vector>

#include "app/commands/shared/command.h"
#include "app/commands/shared/interruption.h"
#include "app/commands/shared/output.h"
#include "app/commands/window_options.h"
#include "app/sources/files/standard_input.h"
#include "app/sources/live/live_open.h"
#include "kernels/near_word.h"

namespace satscope::app {
namespace {

/// Words that other programs have for what is here an option or another command.
constexpr std::array k_said_elsewhere{std::pair{"compare", "bench --compare"},
                                      std::pair{"resume", "bench --resume"},
                                      std::pair{"filters", "list --filters"},
                                      std::pair{"papers", "list --papers"},
                                      std::pair{"lessons", "list --lessons"},
                                      std::pair{"completion", "describe bash"},
                                      std::pair{"completions", "describe bash"},
                                      std::pair{"man", "describe man"},
                                      std::pair{"licences", "--licences"},
                                      std::pair{"licenses", "--licences"},
                                      std::pair{"memcheck", "check"},
                                      std::pair{"sanitize", "check"},
                                      std::pair{"sanitizer", "check"},
                                      std::pair{"diff", "bench --compare"},
                                      std::pair{"algorithms", "list"},
                                      std::pair{"ls", "list"}};

}  // namespace

void require_file(const std::string& input) {
  std::error_code error;
  if (input.empty() || input == k_standard_input || input.find_first_of("./:") != input.npos || is_live(input) ||
      std::filesystem::exists(input, error))
    return;
  for (const auto& [said, meant] : k_said_elsewhere)
    if (input == said) throw UsageError(fmt::format("there is no file and no command '{}'; did you mean {}?", input, meant));
  if (input == "schema" || input == "schemas")
    throw UsageError(fmt::format("there is no file and no command '{}'; did you mean {}?", input, schema_of("COMMAND")));
  std::vector<std::string> words{"help", "version"};
  const std::size_t options = words.size();
  for (const Command& command : commands().subspan(1)) words.emplace_back(command.name);
  const std::string nearest = near_word(input, words);
  const bool is_option = std::ranges::find(words, nearest) < words.begin() + static_cast<std::ptrdiff_t>(options);
  throw UsageError(nearest.empty() ? fmt::format("there is no file and no command '{}'; see satscope --help", input)
                                   : fmt::format("there is no file and no command '{}'; did you mean {}{}?", input,
                                                 is_option ? "--" : "", nearest));
}

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
