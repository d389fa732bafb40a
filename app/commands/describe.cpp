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

#include "app/commands/shared/command.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/lessons/lesson.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// An option as a shell knows it.
struct Flag {
  std::vector<std::string> names;  ///< with their dashes, "-o" and "--output"; of a positional its name
  std::string help, takes;         ///< what it takes: "FILE"; empty: nothing
  bool positional = false;
  std::vector<std::string> choices = {};  ///< values that it may have; empty: others than words
  bool files = false;                     ///< beside the choices, also a file
  bool list = false;                      ///< several, with commas between them
  bool many = false;                      ///< several, as words of their own
  std::string_view ending = {};           ///< of the files that it takes; empty: any
  bool input = false;                     ///< also "pattern:NAME:WxH", of pattern_names()
};

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

/// The names behind "pattern:", with blanks between them.
std::string words_of_patterns() {
  std::string words;
  for (const PatternName& pattern : pattern_names()) words += fmt::format("{}{}", words.empty() ? "" : " ", pattern.id);
  return words;
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

/// The end of its help, without what all have.
std::string own_footer_of(const Command& command) {
  CLI::App parser;
  set_up(command, parser);
  const std::string footer = parser.get_footer();
  return footer.substr(0, footer.find(k_exit_codes));
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

// ---------------------------------------------------------------- shells

std::string words_of_commands() {
  std::vector<std::string_view> names;
  for (const Command& command : commands())
    if (!command.name.empty()) names.push_back(command.name);
  return fmt::format("{}", fmt::join(names, " "));
}

/// In quotes of a shell.
std::string quoted(const std::string& text) { return "'" + replaced(text, "'", "'\\''") + "'"; }

/// The names of options, the values of each that has some, and those of what is no option.
std::string bash_of(const Command& command) {
  std::vector<std::string> names;
  std::string cases, positional, endings;
  for (const Flag& flag : flags_of(command)) {
    if (flag.input) positional = fmt::format("        -*) ;;\n        *) patterns={} ;;\n", quoted(words_of_patterns()));
    if (!flag.ending.empty()) endings += fmt::format("        {}) ending={} ;;\n", fmt::join(flag.names, "|"), flag.ending);
    const std::string sets = fmt::format("values={}{}{}", quoted(fmt::format("{}", fmt::join(flag.choices, " "))),
                                         flag.files ? "" : " files=", flag.list ? " list=1" : "");
    if (flag.positional) {
      if (!flag.choices.empty()) positional = fmt::format("        -*) ;;\n        *) {} ;;\n", sets);
      continue;
    }
    names.insert(names.end(), flag.names.begin(), flag.names.end());
    if (!flag.choices.empty()) cases += fmt::format("        {}) {} ;;\n", fmt::join(flag.names, "|"), sets);
  }
  cases += positional;
  if (!endings.empty()) endings = "      case $option in\n" + endings + "      esac\n";
  return fmt::format("    {})\n      options='{}'\n{}{}      ;;\n", command.name.empty() ? "*" : command.name,
                     fmt::join(names, " "), cases.empty() ? "" : "      case $before in\n" + cases + "      esac\n", endings);
}

/// Commands as the first word, options after a dash, values of an option that has choices, files elsewhere. `--type=8u` comes
/// as three words. A list is completed behind its last comma.
std::string bash() {
  std::string cases, window;
  for (const Command& command : commands()) (command.name.empty() ? window : cases) += bash_of(command);  // it matches any word
  constexpr std::string_view k_begin = R"(_satscope() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options values= files=1 list= head=
  local option= ending= patterns= at
  for ((at = COMP_CWORD - 1; at > 1; --at)); do
    if [[ ${COMP_WORDS[at]} == -?* ]]; then
      option=${COMP_WORDS[at]}
      break
    fi
  done
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD-2]}
  fi
  case ${COMP_WORDS[1]} in
)";
  constexpr std::string_view k_end = R"(  esac
  COMPREPLY=()
  if [[ -n $patterns && $word == : && $before == pattern ]]; then
    word= before=:
  elif [[ $before == : && ${COMP_WORDS[COMP_CWORD-2]} != pattern ]]; then
    patterns=
  fi
  if [[ -n $patterns && $before == : ]]; then
    compopt -o nospace 2>/dev/null
    COMPREPLY=($(compgen -W "$patterns" -- "$word"))
    return
  fi
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
    return
  fi
  if ((COMP_CWORD == 1)); then
    values='COMMANDS' files=1 list=
  fi
  if [[ -n $values ]]; then
    if [[ -n $list ]]; then
      compopt -o nospace 2>/dev/null
      [[ $word == *,* ]] && head=${word%,*},
    fi
    COMPREPLY=($(compgen -P "$head" -W "$values" -- "${word##*,}"))
  fi
  if [[ -n $patterns && -n $word && pattern: == "$word"* ]]; then
    compopt -o nospace 2>/dev/null
    COMPREPLY+=(pattern:)
  fi
  if [[ -n $files ]]; then
    local IFS=$'\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY+=($(compgen -f -X "!*$ending" -- "$word"))
    [[ -z $ending ]] || COMPREPLY+=($(compgen -d -- "$word"))
  fi
}
complete -F _satscope satscope
)";
  return fmt::format("{}{}{}{}", k_begin, cases, window, replaced(std::string(k_end), "COMMANDS", words_of_commands()));
}

/// Its first line, without the values, which a shell lists beside it.
std::string help_in_shell(const Flag& flag) {
  std::string help = flag.help.substr(0, flag.help.find('\n'));
  if (flag.choices.empty() || flag.files) return help;
  const std::size_t first = help.find(flag.choices.front());
  if (first == 0) return {};
  const std::size_t colon = help.rfind(": ", first);
  return colon == help.npos ? help : help.substr(0, colon);
}

/// What _arguments knows of an option, or of the positional of this number.
std::string zsh_of(const Flag& flag, int number) {
  std::string help = help_in_shell(flag);
  for (const char* letter : {"\\", "[", "]", ":"}) help = replaced(std::move(help), letter, std::string("\\") + letter);
  const std::string choices = fmt::format("{}", fmt::join(flag.choices, " "));
  const std::string what = flag.takes.empty() ? flag.names.front() : flag.takes;
  std::string values = flag.ending.empty() ? "_files" : fmt::format("_files -g \"*{}\"", flag.ending);
  if (flag.input)
    values = " _satscope_input";
  else if (flag.list)
    values = fmt::format("_values -s , {} {}", what, choices);
  else if (flag.files && !choices.empty())
    values = " _satscope_or_file " + choices;
  else if (!choices.empty())
    values = fmt::format("({})", choices);
  if (flag.positional) return " " + quoted(fmt::format("{}:{}:{}", flag.many ? "*" : std::to_string(number), what, values));
  std::string specs;
  for (const std::string& name : flag.names) {
    const std::string_view joint = flag.takes.empty() ? "" : name.starts_with("--") ? "=" : "+";
    specs += " " + quoted(fmt::format("*{}{}[{}]{}", name, joint, help,
                                      flag.takes.empty() ? "" : fmt::format(":{}:{}", what, values)));
  }
  return specs;
}

/// Commands and files as the first word, then options, each with what it is for.
std::string zsh() {
  std::string names, cases, window;
  for (const Command& command : commands()) {
    std::string specs;
    int number = 0;
    bool more = false, results = true;
    for (const Flag& flag : flags_of(command)) {
      specs += " \\\n       " + zsh_of(flag, flag.positional ? ++number : 0);
      more = more || (flag.many && !flag.positional);
      results = results && !flag.positional && (!flag.many || !flag.ending.empty());
    }
    if (more)
      specs += results ? " '*:FILE:_files -g \"*.json\"'"
                       : " '*:FILE:_files'";  // because: what follows the first value is for _arguments no option's
    if (command.name.empty()) {
      window = fmt::format("    *)\n      _arguments{} ;;\n", specs);
      continue;
    }
    names += fmt::format("    {}\n", quoted(fmt::format("{}:{}", command.name, command.summary)));
    cases += fmt::format("    {})\n      shift words\n      ((CURRENT--))\n      _arguments{} ;;\n", command.name, specs);
  }
  return "#compdef satscope\n_satscope_or_file() {\n  compadd -- \"$@\"\n  _files\n}\n_satscope_input() {\n  if compset -P "
         "'pattern:'; then\n    compadd -S : -- " +
         words_of_patterns() +
         "\n  else\n    compadd -S '' -- pattern:\n    _files\n  fi\n}\n_satscope() {\n  local -a commands=(\n" + names +
         "  )\n  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n    _describe -t commands command commands\n    _files\n"
         "    return\n  fi\n  case $words[2] in\n" +
         cases + window +
         "  esac\n}\nif [[ $funcstack[1] == _satscope ]]; then\n  _satscope \"$@\"\nelse\n  compdef _satscope satscope\nfi\n";
}

std::string fish() {
  const auto in_quotes = [](const std::string& text) { return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'"; };
  const auto paths_ending_in = [](std::string_view ending) {
    return fmt::format("(__fish_complete_path (commandline -ct) | string match -re '(\\{}|/)(\\t|$)')", ending);
  };
  const std::string names = words_of_commands();
  std::string text;
  for (const Command& command : commands()) {
    const std::string when = command.name.empty() ? fmt::format("not __fish_seen_subcommand_from {}", names)
                                                  : fmt::format("__fish_seen_subcommand_from {}", command.name);
    if (!command.name.empty())
      text += fmt::format("complete -c satscope -n {} -a {} -d {}\n", in_quotes("__fish_use_subcommand"), command.name,
                          in_quotes(std::string(command.summary)));
    const std::vector<Flag> flags = flags_of(command);
    if (std::ranges::any_of(flags, [](const Flag& flag) { return flag.many && !flag.ending.empty(); }) &&
        std::ranges::none_of(flags, &Flag::positional))  // because: what follows the first file is for fish no option's
      text += fmt::format("complete -c satscope -n {} -f -a {}\n", in_quotes(when), in_quotes(paths_ending_in(".json")));
    for (const Flag& flag : flags) {
      const std::string choices = fmt::format("{}", fmt::join(flag.choices, " "));
      if (flag.input) {
        const std::string begun = in_quotes(when + "; and string match -q 'pattern:*' -- (commandline -ct)");
        for (const PatternName& pattern : pattern_names())  // -f: because fish looks for files behind a colon, too
          text += fmt::format("complete -c satscope -n {} -f -a {} -d {}\n", begun,
                              fmt::format("pattern:{}:512x512", pattern.id), in_quotes(std::string(pattern.title)));
        text += fmt::format("complete -c satscope -n {} -a pattern: -d 'a picture that is made'\n", in_quotes(when));
      }
      if (flag.positional && choices.empty()) continue;
      text += fmt::format("complete -c satscope -n {}", in_quotes(when));
      for (const std::string& name : flag.names)
        if (!flag.positional) text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!flag.positional && !flag.takes.empty()) text += " -r";
      if (!flag.ending.empty())
        text += fmt::format(" -f -a {}", in_quotes(paths_ending_in(flag.ending)));
      else if (!choices.empty())
        text += fmt::format("{} -a {}", flag.files ? "" : " -f",
                            in_quotes(flag.list ? fmt::format("(__fish_append , {})", choices) : choices));
      text += fmt::format(" -d {}\n", in_quotes(help_in_shell(flag)));
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
