// SPDX-License-Identifier: Apache-2.0
// satscope describe: the man page and the completions of shells, from what --help prints.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <memory>
#include <regex>
#include <sstream>

#include "app/commands/describe.h"
#include "app/commands/shared/command.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/lessons/lesson.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

template <class List>
void add_ids(std::vector<std::string>& ids, const List& list) {
  for (const auto& entry : list) ids.emplace_back(entry.id);
}

std::string without_brackets(const std::string& text) {
  std::string rest;
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : 0;
    if (depth == 0) rest += c;
    depth -= c == ')' ? 1 : 0;
  }
  return rest;
}

/// The words that a text lists: "form of the table: inclusive, exclusive, padded; default: inclusive", or "how: " and lines
/// "ID: about". Nothing where it lists no words.
std::vector<std::string> listed_in(const std::string& help) {
  std::vector<std::string> words;
  if (const std::regex a_line("\n([a-z0-9-]+): "); std::regex_search(help, a_line)) {
    for (std::sregex_iterator at(help.begin(), help.end(), a_line), end; at != end; ++at) words.push_back((*at)[1]);
    return words;
  }
  std::string text = without_brackets(help.substr(0, help.find(';')));
  for (const std::string_view before : {": ", " of "})
    if (const std::size_t at = text.rfind(before); at != text.npos) {
      text.erase(0, at + before.size());
      break;
    }
  std::istringstream parts(text);
  const std::regex a_word(" *(?:or )?([A-Za-z0-9][A-Za-z0-9_.-]*) *");
  for (std::string part; std::getline(parts, part, ',');) {
    std::smatch word;
    if (!std::regex_match(part, word, a_word)) return {};
    words.push_back(word[1]);
  }
  return words.size() > 1 ? words : std::vector<std::string>();
}

/// What a sweep can have along x.
std::vector<std::string> varied_names() {
  std::vector<std::string> names{"size", "threads", "type"};
  const auto add = [&](const Described& one) {
    for (const Param& param : one.params)
      if (std::ranges::find(names, param.id) == names.end()) names.emplace_back(param.id);
  };
  for (const Algorithm& algorithm : algorithms()) add(algorithm);
  for (const Filter& filter : filters()) add(filter);
  return names;
}

/// What its help says of the values.
void add_choices(Flag& flag) {
  flag.list = flag.help.starts_with("comma-separated");
  const auto says = [&](std::string_view words) { return flag.help.find(words) != std::string::npos; };
  if (says("`satscope list --lessons`"))
    add_ids(flag.choices, lessons());
  else if (says("`satscope list`"))
    add_ids(flag.choices, algorithms());
  flag.files = !flag.choices.empty();
  if (flag.files && says("filters")) add_ids(flag.choices, filters());
  flag.input = flag.positional && flag.names.front() == "INPUT";  // what it lists are names behind "pattern:"
  const auto is = [&](std::string_view name) { return std::ranges::find(flag.names, name) != flag.names.end(); };
  if (std::ranges::any_of(std::array{"--compare", "--with", "--from", "--resume", "--table"}, is)) flag.ending = ".json";
  if (is("--vary")) flag.choices = varied_names();
  if (!flag.files && !flag.input && flag.choices.empty()) flag.choices = listed_in(flag.help);
}

}  // namespace

std::vector<Flag> flags_of(const Command& command) {
  CLI::App parser;
  set_up(command, parser);
  std::vector<Flag> flags;
  for (const CLI::Option* option : parser.get_options()) {
    Flag flag{{}, option->get_description(), {}, option->get_positional()};
    for (const std::string& name : option->get_snames()) flag.names.push_back("-" + name);
    for (const std::string& name : option->get_lnames()) flag.names.push_back("--" + name);
    if (option->get_expected_max() > 0) flag.takes = option->get_type_name();
    flag.many = option->get_items_expected_max() > 1 && (flag.positional || option->get_allow_extra_args());
    if (flag.positional) flag.names = {option->get_name()};
    if (flag.positional || !flag.takes.empty()) add_choices(flag);
    flags.push_back(std::move(flag));
  }
  return flags;
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) text.replace(at, what.size(), by);
  return text;
}

namespace {

/// The end of its help, without what all have.
std::string own_footer_of(const Command& command) {
  CLI::App parser;
  set_up(command, parser);
  const std::string footer = parser.get_footer();
  return footer.substr(0, footer.find(k_exit_codes));
}

/// Text as roff has it; a dot or quote at the start of a line would be a command.
std::string roff(std::string text) {
  text = replaced(replaced(std::move(text), "\\", "\\e"), "-", "\\-");
  text = "\n" + text;
  text = replaced(replaced(std::move(text), "\n.", "\n\\&."), "\n'", "\n\\&'");
  return text.substr(1);
}

/// Lines as they are.
std::string man_lines(const std::string& text) { return text.empty() ? "" : ".PP\n.nf\n" + roff(text) + "\n.fi\n"; }

/// What no option says.
constexpr std::string_view k_environment = R"(.SH ENVIRONMENT
.TP
.B OMP_NUM_THREADS
threads of the CPU, where \-\-threads does not say it
.TP
.B NO_COLOR
if it is set, `satscope model` writes without colours
.TP
.B CUDA_VISIBLE_DEVICES
the GPUs that CUDA shows to the program
.SH FILES
.TP
.I $XDG_CONFIG_HOME/satscope/settings.json
what the window remembers; without the variable in ~/.config
.TP
.I $XDG_CACHE_HOME/satscope
compiled CUDA files of the user; without the variable in ~/.cache
.TP
.I $XDG_DATA_HOME/satscope/lessons
CUDA files that were written in lessons; without the variable in ~/.local/share
.TP
.I $XDG_STATE_HOME/satscope/notes
which notes were read, as each comes once; without the variable in ~/.local/state
.TP
.I share/doc/satscope/docs/*.schema.json
beside bin/: what the JSON of each command has; compare.schema.json is of bench \-\-compare
.SH SEE ALSO
.IR share/doc/satscope/docs/guide.md ,
what each part of the program does;
.IR lab.md ,
your own CUDA files;
.IR library.md ,
the kernels in a program of your own;
.IR lessons.md ,
how to write a lesson.
.BR man (1)
)";

/// What some commands exit with besides.
constexpr std::string_view k_more_exit_codes =
    "1 of check and lesson --check: something was found. 1 of bench: a table is wrong, or nothing could be timed.\n"
    "3 of bench --compare and --against: a case is slower, wrong, refused, or without --subset missing on the second side.\n"
    "4 of bench --compare and --against: nothing was decided, as all cases are too noisy to tell or have too few samples.";

/// The examples of all commands.
std::string man_examples() {
  std::string text = ".SH EXAMPLES\n";
  for (const CommandExample& example : command_examples())
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(std::string(example.line)), roff(std::string(example.what)));
  return text;
}

std::string man_page() {
  std::string text =
      ".TH SATSCOPE 1 \"" SATSCOPE_DATE "\" \"satscope " SATSCOPE_VERSION
      "\" \"User Commands\"\n.SH NAME\nsatscope \\- shows how a summed\\-area table works, and how fast it is made\n";
  for (const Command& command : commands()) {
    text += command.name.empty()
                ? ".SH SYNOPSIS\n.B satscope\n[\\fIoptions\\fR] [\\fIINPUT\\fR]\n.br\n.B satscope\n\\fIcommand\\fR "
                  "[\\fIoptions\\fR]\n.SH DESCRIPTION\n"
                : fmt::format(".SS {}\n", roff(title_of(command)));
    text += roff(std::string(command.summary)) + "\n";
    for (const Flag& flag : flags_of(command))
      text += fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", roff(fmt::format("{}", fmt::join(flag.names, ", "))),
                          flag.takes.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(flag.takes)), roff(flag.help));
    if (command.name.empty())
      text += ".SH COMMANDS\n";
    else
      text += man_lines(own_footer_of(command));
  }
  text += ".SH EXIT STATUS\n" + man_lines(fmt::format("{}\n{}", k_exit_codes, k_more_exit_codes)) + man_examples();
  return text.append(k_environment);
}

struct Format {
  std::string_view id;
  std::string (*text)();
};
constexpr std::array k_formats{Format{"man", man_page}, Format{"bash", bash_completion}, Format{"zsh", zsh_completion},
                               Format{"fish", fish_completion}};

}  // namespace

Task declare_describe(CLI::App& parser) {
  const auto format = std::make_shared<std::string>();
  parser.add_option("FORMAT", *format, "man, bash, zsh, fish")->required();
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
