// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/chain/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "app/sources/files/standard_input.h"
#include "app/sources/live/live_open.h"
#include "app/sources/live/video_writer.h"
#include "app/sources/samples.h"
#include "app/ui/ui.h"
#include "app/workspaces/playground/settings.h"
#include "kernels/filters/chain.h"

namespace satscope::app {
namespace {

/// A word as a shell takes it.
std::string quoted(const std::string& word) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("/._-+:,%@=").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, plain)) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// What a terminal in another folder opens, too.
std::string input_of(const Session& session) {
  const Edit& edit = session.edit;
  const std::string& words = edit.live ? edit.source : edit.input;
  if (edit.live && words == k_synthetic && session.mode.extent.area() > 0)
    return fmt::format("{}:{}x{}", words, session.mode.extent.width, session.mode.extent.height);
  const auto names = [&](std::string_view kind) { return words_behind(words, kind).has_value(); };
  if (names("pattern") || names(k_synthetic) || names(k_camera) || names(k_screen) || names_a_protocol(words)) return words;
  std::error_code unknown;
  const std::filesystem::path place = std::filesystem::absolute(words, unknown);
  return unknown ? words : place.string();
}

}  // namespace

FilterCommand filter_command(const Session& session, bool deep) {
  const auto& edit = session.edit.part<PlaygroundEdit>();
  const std::vector<ChainLink> chain = chain_in_force(edit);
  if (chain.empty()) return {{}, "there is no filter that is on, so there is no command"};
  if (std::string why = why_not_alone(chain); !why.empty()) return {{}, std::move(why)};
  if (!session.part<PlaygroundView>().cascade.empty() &&
      std::ranges::any_of(chain, [](const ChainLink& link) { return link.filter->id == "faces"; }))
    return {{}, "`satscope filter` uses the installed cascade, and another one is open here"};
  const Edit& whole = session.edit;
  if (!session.edit.live && session.edit.input == k_standard_input)
    return {{}, "the picture came from the standard input, which a command cannot read again; save it to a file first"};
  std::string line = fmt::format("satscope filter {} --chain {}", quoted(input_of(session)), quoted(to_text(chain)));
  const bool keeps_colour = std::ranges::all_of(chain, [](const ChainLink& link) { return link.filter->by_channel; });
  if (keeps_colour && !edit.colour) line += " --luma";
  if (kept_as_stored()) line += " --as-stored";
  line += options_of(whole.transform);
  if (deep) line += fmt::format(" --levels {},{}", session.picture_range.lo, session.picture_range.hi);
  if (!whole.live) return {line, {}};
  if (session.mode.rate > 0) line += fmt::format(" --rate {}", session.mode.rate);
  if (session.tone_map != ToneMap::none) line += fmt::format(" --tone-map {}", id_of(session.tone_map));
  if (names_a_protocol(whole.source)) line += " --allow-network";
  return {line, {}};
}

void copy_command(Ui& ui) {
  const FilterCommand command = filter_command(ui.session, ui.frame.filtered().greys.has_value());
  if (!command.line.empty()) ui.window.set_clipboard(command.line);
  ui.doing.message =
      command.line.empty()
          ? Notice{command.why_not, std::nullopt, {}}
          : Notice{
                fmt::format("copied for a terminal{}: {}",
                            command.line.find(" -o ") == std::string::npos ? "; each run writes a new file" : "", command.line),
                std::nullopt,
                {},
                false,
                {},
                true};
}

}  // namespace satscope::app
