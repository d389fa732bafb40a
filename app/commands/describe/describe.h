// SPDX-License-Identifier: Apache-2.0
// What man pages and completions need: the options of a command as its parser knows them.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/shared/command.h"

namespace satscope::app {

/// The first half of NAME=VALUE, and what the second may be; empty: a number or other.
struct NamedValues {
  std::string name;
  std::vector<std::string> values = {};
};

/// An option as a shell knows it.
struct Flag {
  std::vector<std::string> names;  ///< with their dashes, "-o" and "--output"; of a positional its name
  std::string help, takes;         ///< what it takes: "FILE"; empty: nothing
  bool positional = false;
  std::vector<std::string> choices = {};  ///< values that it may have; empty: others than words
  std::vector<NamedValues> pairs = {};    ///< of NAME=VALUE
  bool files = false;                     ///< also, or only, a file
  bool list = false;                      ///< several, with commas between them
  bool many = false;                      ///< several, as words of their own
  std::string_view ending = {};           ///< of the files that it takes, beside folders; "/": folders only; empty: any
  std::string unlisted = {};              ///< another spelling that is understood and not offered; empty: none
  bool input = false;                     ///< also "pattern:NAME:WxH", of pattern_names()
};

/// What a value of it is, where that is a command, a lesson, an algorithm or a filter; else empty.
std::string title_of_value(const Flag& flag, std::string_view id);

/// Those of a command, in the order of its help.
std::vector<Flag> flags_of(const Command& command);
/// `text` with each `what` replaced.
std::string replaced(std::string text, std::string_view what, std::string_view by);

/// "satscope" or "satscope-bench", the name of its page.
std::string man_name_of(const Command& command);
/// The man page of a command, as roff.
std::string man_page(const Command& command);

/// The scripts that complete words in these shells.
std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();

}  // namespace satscope::app
