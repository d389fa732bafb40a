// SPDX-License-Identifier: Apache-2.0
// satscope describe: the man page and the completions of shells, from what --help prints.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>

#include "app/commands/shared/command.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"

namespace satscope::app {
namespace {

/// An option as a shell knows it.
struct Flag {
  std::vector<std::string> names;  ///< with their dashes, "-o" and "--output"; of a positional its name
  std::string help, takes;         ///< what it takes: "FILE"; empty: nothing
  bool positional = false;
};

std::vector<Flag> flags_of(const Command& command) {
  CLI::App parser;
  set_up(command, parser);
  std::vector<Flag> flags;
  for (const CLI::Option* option : parser.get_options()) {
    Flag flag{{}, option->get_description(), {}, option->get_positional()};
    for (const std::string& name : option->get_snames()) flag.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) flag.names.push_back("--" + name);
    if (option->get_expected_max() > 0) flag.takes = option->get_type_name();
    if (flag.positional) flag.names = {option->get_name()};
    flags.push_back(std::move(flag));
  }
  return flags;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) text.replace(at, what.size(), by);
  return text;
}

// ---------------------------------------------------------------- man

/// Text as roff has it; a dot or quote at the start of a line would be a command.
std::string roff(std::string text) {
  text = replaced(replaced(std::move(text), "\\", "\\e"), "-", "\\-");
  text = "\n" + text;
  text = replaced(replaced(std::move(text), "\n.", "\n\\&."), "\n'", "\n\\&'");
  return text.substr(1);
}

std::string man_page() {
  std::string text = ".TH SATSCOPE 1\n.SH NAME\nsatscope \\- shows how a summed\\-area table works, and how fast it is made\n";
  for (const Command& command : commands()) {
    text += command.name.empty()
                ? ".SH SYNOPSIS\n.B satscope\n[\\fIoptions\\fR] [\\fIINPUT\\fR]\n.br\n.B satscope\n\\fIcommand\\fR "
                  "[\\fIoptions\\fR]\n.SH DESCRIPTION\n"
                : fmt::format(".SS {}\n", roff(title_of(command)));
    text += roff(std::string(command.summary)) + "\n";
    for (const Flag& flag : flags_of(command))
      text += fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(fmt::format("{}", fmt::join(flag.names, ", "))),
                          flag.takes.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(flag.takes)), roff(flag.help));
    if (command.name.empty()) text += ".SH COMMANDS\n";
  }
  return text;
}

// ---------------------------------------------------------------- shells

std::string words_of_commands() {
  std::vector<std::string_view> names;
  for (const Command& command : commands())
    if (!command.name.empty()) names.push_back(command.name);
  return fmt::format("{}", fmt::join(names, " "));
}

std::string options_of(const Command& command) {
  std::vector<std::string> names;
  for (const Flag& flag : flags_of(command))
    if (!flag.positional) names.insert(names.end(), flag.names.begin(), flag.names.end());
  return fmt::format("{}", fmt::join(names, " "));
}

/// Commands as the first word, options after a dash, files elsewhere.
std::string bash() {
  std::string cases;
  for (const Command& command : commands())
    cases += fmt::format("    {}) options='{}' ;;\n", command.name.empty() ? "*" : command.name, options_of(command));
  const std::size_t others = cases.find('\n') + 1;  // the window's, which is the first, matches any word
  return fmt::format(
      "_satscope() {{\n  local options word=${{COMP_WORDS[COMP_CWORD]}}\n  case ${{COMP_WORDS[1]}} in\n{}{}  esac\n"
      "  if [[ $word == -* ]]; then\n    COMPREPLY=($(compgen -W \"$options\" -- \"$word\"))\n"
      "  elif ((COMP_CWORD == 1)); then\n    COMPREPLY=($(compgen -W '{}' -- \"$word\") $(compgen -f -- \"$word\"))\n"
      "  else\n    COMPREPLY=($(compgen -f -- \"$word\"))\n  fi\n}}\ncomplete -o filenames -F _satscope satscope\n",
      cases.substr(others), cases.substr(0, others), words_of_commands());
}

std::string zsh() { return "#compdef satscope\nautoload -U +X bashcompinit && bashcompinit\n" + bash(); }

std::string fish() {
  const auto quoted = [](const std::string& text) { return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'"; };
  const std::string names = words_of_commands();
  std::string text;
  for (const Command& command : commands()) {
    const std::string when = command.name.empty() ? fmt::format("not __fish_seen_subcommand_from {}", names)
                                                  : fmt::format("__fish_seen_subcommand_from {}", command.name);
    if (!command.name.empty())
      text += fmt::format("complete -c satscope -n {} -a {} -d {}\n", quoted("__fish_use_subcommand"), command.name,
                          quoted(std::string(command.summary)));
    for (const Flag& flag : flags_of(command)) {
      if (flag.positional) continue;
      text += fmt::format("complete -c satscope -n {}", quoted(when));
      for (const std::string& name : flag.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      text += fmt::format("{} -d {}\n", !flag.takes.empty() ? " -r" : "", quoted(flag.help.substr(0, flag.help.find('\n'))));
    }
  }
  return text;
}

struct Format {
  std::string_view id;
  std::string (*text)();
};
constexpr std::array k_formats{Format{"man", man_page}, Format{"bash", bash}, Format{"zsh", zsh}, Format{"fish", fish}};

}  // namespace

Task declare_describe(CLI::App& parser) {
  const auto format = std::make_shared<std::string>();
  parser.add_option("FORMAT", *format, "man, or a shell: bash, zsh, fish")->required();
  parser.footer(
      "satscope describe bash > ~/.local/share/bash-completion/completions/satscope\n"
      "satscope describe man | man -l -");
  return [format] {
    const auto found = std::ranges::find(k_formats, *format, &Format::id);
    if (found == k_formats.end())
      throw UsageError(fmt::format("'{}' is not known; it must be man, bash, zsh or fish", *format));
    print(found->text());
  };
}

}  // namespace satscope::app
