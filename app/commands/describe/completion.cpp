// SPDX-License-Identifier: Apache-2.0
// The completions of shells.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/commands/describe/describe.h"
#include "app/commands/shared/options.h"

namespace satscope::app {
namespace {

/// The names behind "pattern:", with blanks between them.
std::string words_of_patterns() {
  std::string words;
  for (const PatternName& pattern : pattern_names()) words += fmt::format("{}{}", words.empty() ? "" : " ", pattern.id);
  return words;
}

std::string words_of_commands() {
  std::vector<std::string_view> names;
  for (const Command& command : commands())
    if (!command.name.empty()) names.push_back(command.name);
  return fmt::format("{}", fmt::join(names, " "));
}

/// In quotes of a shell.
std::string quoted(const std::string& text) { return "'" + replaced(text, "'", "'\\''") + "'"; }

/// "--param) values='listing= n=' ..." and "--param=listing) values='recursion bilgic' ...".
std::string bash_of_pairs(const Flag& flag) {
  std::string names, cases;
  for (const auto& [name, values] : flag.pairs) {
    names += fmt::format("{}{}=", names.empty() ? "" : " ", name);
    if (!values.empty())
      cases += fmt::format("        {}={}) values={} files= list=1 ;;\n", flag.names.back(), name,
                           quoted(fmt::format("{}", fmt::join(values, " "))));
  }
  return fmt::format("        {}) values={} files= joint=1 ;;\n{}", flag.names.back(), app::quoted(names), cases);
}

/// "serial)" and a line that prints "listing= n=", for each algorithm and filter. after, end: of the shell.
std::string cases_of_params(const char* begin, const char* after, const char* end) {
  std::string cases;
  const auto add = [&](const Described& one) {
    std::string names;
    for (const Param& param : one.params) names += fmt::format("{}{}=", names.empty() ? "" : " ", param.id);
    cases += fmt::format("    {}{}{} echo '{}'{}\n", begin, one.id, after, names, end);
  };
  for (const Algorithm& algorithm : algorithms()) add(algorithm);
  for (const Filter& filter : filters()) add(filter);
  return cases;
}

/// A function of bash and zsh that prints the parameters of an algorithm or a filter; it fails for another word.
std::string params_in_shell() {
  return "_satscope_params() {\n  case $1 in\n" + cases_of_params("", ")", " ;;") + "    *) return 1 ;;\n  esac\n}\n";
}

/// "listing=recursion,bilgic n=".
std::string pairs_text(const Flag& flag) {
  std::string text;
  for (const auto& [name, values] : flag.pairs)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, fmt::join(values, ","));
  return text;
}

/// With the one that is not listed.
std::vector<std::string> understood_names(const Flag& flag) {
  std::vector<std::string> names = flag.names;
  if (!flag.unlisted.empty()) names.push_back(flag.unlisted);
  return names;
}

/// The names of options, the values of each that has some, and those of what is no option.
std::string bash_of(const Command& command) {
  std::vector<std::string> names, with_value;
  std::string cases, endings;
  std::vector<std::string> positional;
  for (const Flag& flag : flags_of(command)) {
    if (flag.input) positional.push_back(fmt::format("patterns={}", quoted(words_of_patterns())));
    const std::vector<std::string> understood = understood_names(flag);
    if (flag.many && !flag.ending.empty() && !flag.positional)
      endings += fmt::format("        {}) ending={} ;;\n", fmt::join(understood, "|"), flag.ending);
    const std::string sets = fmt::format("values={}{}{}{}", quoted(fmt::format("{}", fmt::join(flag.choices, " "))),
                                         flag.files ? "" : " files=", flag.list ? " list=1" : "",
                                         flag.ending.empty() ? "" : fmt::format(" ending={}", flag.ending));
    if (flag.positional) {
      if (!flag.choices.empty() || !flag.ending.empty()) positional.push_back(sets);
      continue;
    }
    names.insert(names.end(), flag.names.begin(), flag.names.end());
    if (flag.takes.empty()) continue;
    with_value.insert(with_value.end(), understood.begin(), understood.end());
    if (flag.pairs.empty() && (!flag.files || !flag.choices.empty() || !flag.ending.empty()))
      cases += fmt::format("        {}) {} ;;\n", fmt::join(understood, "|"), sets);
    if (!flag.pairs.empty()) cases += bash_of_pairs(flag);
  }
  if (!positional.empty() && !with_value.empty()) cases += fmt::format("        {}) ;;\n", fmt::join(with_value, "|"));
  if (positional.size() > 1) cases += fmt::format("        \"${{COMP_WORDS[1]}}\") {} ;;\n", positional.front());
  if (!positional.empty()) cases += fmt::format("        *) {} ;;\n", positional.back());
  if (!endings.empty()) endings = "      case $option in\n" + endings + "      esac\n";
  return fmt::format("    {})\n      options='{}'\n{}{}      ;;\n", command.name.empty() ? "*" : command.name,
                     fmt::join(names, " "), cases.empty() ? "" : "      case $before in\n" + cases + "      esac\n", endings);
}

/// Its first line, without the values, which a shell lists beside it.
std::string help_in_shell(const Flag& flag) {
  std::string help = flag.help.substr(0, flag.help.find('\n'));
  if (flag.choices.empty() || flag.files) return help;
  const std::size_t first = help.find(flag.choices.front());
  if (first == 0) return {};
  if (first == help.npos) return help;
  const std::size_t colon = help.rfind(": ", first);
  return colon == help.npos ? help : help.substr(0, colon);
}

/// What _arguments knows of an option, or of the positional of this number.
std::string zsh_of(const Flag& flag, int number) {
  std::string help = help_in_shell(flag);
  for (const char* letter : {"\\", "[", "]", ":"}) help = replaced(std::move(help), letter, std::string("\\") + letter);
  const std::string choices = fmt::format("{}", fmt::join(flag.choices, " "));
  const std::string what = flag.takes.empty() ? flag.names.front() : flag.takes;
  std::string values = !flag.files           ? " "
                       : flag.ending.empty() ? "_files"
                       : flag.ending == "/"  ? "_files -/"
                                             : fmt::format("_files -g \"*{}\"", flag.ending);
  if (flag.names.back() == "--against") values = "_files -g \"*(*)\"";  // programs
  if (flag.input)
    values = " _satscope_input";
  else if (!flag.pairs.empty())
    values = (flag.names.back() == "--param" ? " _satscope_param " : " _satscope_pair ") + pairs_text(flag);
  else if (flag.files && !choices.empty())
    values = fmt::format(" _satscope_or_file {}{} {}", flag.ending, flag.list ? " ," : "", choices);
  else if (flag.list && !choices.empty())
    values = fmt::format("_values -s , {} {}", what, choices);
  else if (!choices.empty())
    values = fmt::format("({})", replaced(choices, ":", "\\:"));
  if (flag.positional) return " " + quoted(fmt::format("{}:{}:{}", flag.many ? "*" : std::to_string(number), what, values));
  std::string specs;
  for (const std::string& name : understood_names(flag)) {
    const std::string_view joint = flag.takes.empty() ? "" : name.starts_with("--") ? "=" : "+";
    specs += " " + quoted(fmt::format("{}*{}{}[{}]{}", name == flag.unlisted ? "!" : "", name, joint, help,
                                      flag.takes.empty() ? "" : fmt::format(":{}:{}", what, values)));
  }
  return specs;
}

}  // namespace

/// Commands as the first word, options after a dash, values of an option that has choices, files elsewhere. `--type=8u` comes
/// as three words. A list is completed behind its last comma.
std::string bash_completion() {
  std::string cases, window;
  for (const Command& command : commands()) (command.name.empty() ? window : cases) += bash_of(command);  // it matches any word
  constexpr std::string_view k_begin = R"(_satscope_words() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options values= files=1 list= joint= head=
  local option= ending= patterns= equals= at chosen= names one last
  for ((at = COMP_CWORD - 1; at > 1; --at)); do
    if [[ ${COMP_WORDS[at]} == -?* ]]; then
      option=${COMP_WORDS[at]}
      break
    fi
  done
  if [[ $word == = ]]; then
    word= equals=1
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD-2]} equals=1
  fi
  [[ -n $equals && $before != -* ]] && before=$option=$before
  # where COMP_WORDBREAKS has no =
  if [[ $word != *' '* && ($word == --?*=* || ($before == -?* && $word == ?*=*)) ]]; then
    joined=${word%=*}=
    [[ $word == -* ]] && before=${word%=*} || before=$before=${word%=*}
    option=${before%%=*} word=${word##*=}
  fi
  for ((at = 2; at < COMP_CWORD - 1; ++at)); do
    [[ ${COMP_WORDS[at]} != --algorithm?(s) ]] && continue
    chosen=${COMP_WORDS[at+1]}
    [[ $chosen == = ]] && chosen=${COMP_WORDS[at+2]}
  done
  for one in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $one == --algorithm?(s)=?* ]] && chosen=${one#*=}
  done
  [[ ${COMP_WORDS[1]} == kernels ]] && chosen=${COMP_WORDS[2]}
  case ${COMP_WORDS[1]} in
)";
  constexpr std::string_view k_end = R"(  esac
  COMPREPLY=()
  if [[ ${COMP_WORDS[1]} == help ]] && ((COMP_CWORD == 2)); then
    values='COMMANDS' files= list= patterns=
  fi
  if [[ $before == --against ]]; then
    local IFS=$'\n'
    for one in $(compgen -f -- "$word"); do
      [[ -x ${one/#\~/$HOME} ]] && COMPREPLY+=("$one")
    done
    compopt -o filenames 2>/dev/null
    return
  fi
  if [[ $before == --param && -n $chosen ]]; then
    names=$(for one in ${chosen//,/ }; do _satscope_params "$one" || exit 1; done) && values=$names
  fi
  if [[ ($before == --chain || $before == --step-filter) && $word == *' '* ]]; then
    word=${word#[\"\']}
    head="${word% *} "
    one=${word##*;}
    one=${one#"${one%%[! ]*}"}
    [[ $one == *' '* ]] && values=$(_satscope_params "${one%% *}")
    local IFS=$'\n'
    compopt -o nospace 2>/dev/null
    COMPREPLY=($(compgen -P "$head" -W "${values//[[:space:]]/$IFS}" -- "${word##* }"))
    return
  fi
  if [[ -n $patterns && $word == ?([\"\'])pattern?(\\):* ]]; then
    head=${word%%:*}:
    compopt -o nospace 2>/dev/null
    COMPREPLY=($(compgen -P "${head#[\"\']}" -W "$patterns" -- "${word#*:}"))
    return
  fi
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
    [[ -n $joint ]] && compopt -o nospace 2>/dev/null
    if [[ -n $list ]]; then
      compopt -o nospace 2>/dev/null
      [[ $word == *,* ]] && head=${word%,*},
      for one in ${head//,/ }; do
        values=" $values "
        values=${values// $one / }
      done
    fi
    COMPREPLY=($(compgen -P "$head" -W "$values" -- "${word##*,}"))
  fi
  if [[ -n $files ]]; then
    local IFS=$'\n'
    last=${word#"$head"}
    COMPREPLY+=($(compgen -P "$head" -f -X "!*$ending" -- "$last"))
    [[ -z $ending ]] || COMPREPLY+=($(compgen -P "$head" -d -- "$last"))
    ((${#COMPREPLY[@]} == 0)) || compopt -o filenames 2>/dev/null
  fi
  if [[ -n $patterns && -n $word && pattern: == "$word"* ]]; then
    compopt -o nospace 2>/dev/null
    COMPREPLY+=(pattern:)
  fi
}
_satscope() {
  local joined=
  _satscope_words
  COMPREPLY=("${COMPREPLY[@]/#/$joined}")
}
complete -F _satscope satscope
)";
  return fmt::format("{}{}{}{}{}", params_in_shell(), k_begin, cases, window,
                     replaced(std::string(k_end), "COMMANDS", words_of_commands()));
}

/// Commands and files as the first word, then options, each with what it is for.
std::string zsh_completion() {
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
  constexpr std::string_view k_pair = R"(_satscope_pair() {
  local one name
  if compset -P '*='; then
    name=${${IPREFIX%=}##*=}
    compset -P '*,'
    for one; do
      [[ ${one%%=*} == $name ]] && compadd -- ${(s:,:)one#*=}
    done
  else
    compadd -S = -- ${@%%=*}
  fi
}
_satscope_param() {
  local chosen names one at
  local -a mine
  for ((at = 1; at < CURRENT; ++at)); do
    [[ $words[at] == --algorithm(|s) ]] && chosen=$words[at+1]
    [[ $words[at] == --algorithm(|s)=* ]] && chosen=${words[at]#*=}
  done
  if [[ -n $chosen ]] && names=$(for one in ${(s:,:)chosen}; do _satscope_params $one || exit 1; done); then
    for one; do
      [[ " ${(f)names} " == *\ ${one%%=*}=\ * ]] && mine+=($one)
    done
    set -- $mine
  fi
  _satscope_pair "$@"
}
_satscope_or_file() {
  local ending=$1 none=1
  local -a given suffix
  shift
  if [[ $1 == , ]]; then
    shift
    suffix=(-qS ,)
    compset -P '*,' && given=(${(s:,:)${IPREFIX##*=}})
  fi
  compadd $suffix -- ${@:|given} && none=0
  _path_files -g "*$ending" && none=0
  _path_files -/ && none=0
  return none
}
)";
  return "#compdef satscope\n" + params_in_shell() + std::string(k_pair) +
         "_satscope_input() {\n  if compset -P 'pattern:'; then\n    compadd -S : -- " + words_of_patterns() +
         "\n  else\n    compadd -S '' -- pattern:\n    _files\n  fi\n}\n_satscope() {\n  local -a commands=(\n" + names +
         "  )\n  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then\n    _describe -t commands command commands\n    _files\n"
         "    return\n  fi\n  case $words[2] in\n" +
         "    help)\n      ((CURRENT == 3)) && _describe -t commands command commands ;;\n" + cases + window +
         "  esac\n}\nif [[ $funcstack[1] == _satscope ]]; then\n  _satscope \"$@\"\nelse\n  compdef _satscope satscope\nfi\n";
}

std::string fish_completion() {
  const auto in_quotes = [](const std::string& text) { return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'"; };
  const auto paths_ending_in = [](std::string_view ending, bool list = false) {
    return fmt::format("(_satscope_paths {}{})", ending, list ? " ," : "");
  };
  // "serial\t"Serial recursion"": what is behind the tab is shown beside the word.
  const auto with_titles = [&](const Flag& flag) {
    std::string values;
    for (const std::string& value : flag.choices) {
      std::string title = title_of_value(flag, value);
      for (const char* letter : {"\\", "\"", "$"}) title = replaced(std::move(title), letter, std::string("\\") + letter);
      values += (values.empty() ? "" : " ") + value + (title.empty() ? "" : fmt::format("\\t\"{}\"", title));
    }
    return values;
  };
  const std::string names = words_of_commands();
  constexpr std::string_view k_program = R"(function _satscope_program
  for one in (__fish_complete_path (commandline -ct))
    test -x (string replace -r '^~' $HOME -- (string split -f 1 \t -- $one)); and echo $one
  end
end
function _satscope_paths
  set -l begun (commandline -ct | string replace -r '^-[^=]*=' '')
  test (count $argv) = 2; and set begun (string replace -r '.*,' '' -- $begun)
  __fish_complete_path "$begun" | string match -re "(\\$argv[1]|/)(\t.*)?\$"
end
)";
  constexpr std::string_view k_param = R"(function _satscope_param
  set -l chosen (string match -rg -- '--algorithms?[ =]([^ ]+)' (commandline -cp))
  set -l names
  for one in (string split , -- "$chosen")
    set -a names (_satscope_params $one | string split ' ')
    _satscope_params $one >/dev/null; or set chosen
  end
  for pair in $argv
    if test -z "$chosen"; or contains -- (string replace -r '=.*' '=' -- $pair) $names
      echo $pair
    end
  end
end
)";
  std::string text = "function _satscope_params\n  switch $argv[1]\n" + cases_of_params("case ", ";", "") +
                     "    case '*'\n      return 1\n  end\nend\n" + std::string(k_param) + std::string(k_program);
  Flag any_command{{"COMMAND"}, {}, {}};
  for (const Command& command : commands())
    if (!command.name.empty()) any_command.choices.emplace_back(command.name);
  text += fmt::format("complete -c satscope -n {} -f -a {}\n", in_quotes("__fish_seen_subcommand_from help"),
                      in_quotes(with_titles(any_command)));
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
    const bool two =
        std::ranges::count_if(flags, [](const Flag& flag) { return flag.positional && !flag.choices.empty(); }) > 1;
    std::string seen;  // because: the second positional comes after the first, and not beside it
    for (const Flag& flag : flags) {
      std::string choices = with_titles(flag);
      for (const auto& [name, values] : flag.pairs) {
        if (values.empty()) choices += fmt::format(" {}=", name);
        for (const std::string& value : values) choices += fmt::format(" {}={}", name, value);
      }
      if (flag.names.back() == "--param") choices = fmt::format("(_satscope_param{})", choices);
      if (flag.names.back() == "--against") choices = "(_satscope_program)";
      if (flag.input) {
        const std::string begun = in_quotes(when + "; and string match -q 'pattern:*' -- (commandline -ct)");
        for (const PatternName& pattern : pattern_names())  // -f: because fish looks for files behind a colon, too
          text += fmt::format("complete -c satscope -n {} -f -a {} -d {}\n", begun,
                              fmt::format("pattern:{}:512x512", pattern.id), in_quotes(std::string(pattern.title)));
        text += fmt::format("complete -c satscope -n {} -a pattern: -d 'a picture that is made'\n", in_quotes(when));
      }
      if (!flag.ending.empty()) choices += (choices.empty() ? "" : " ") + paths_ending_in(flag.ending, flag.list);
      if (flag.list && !choices.empty()) choices = fmt::format("(__fish_append , {})", choices);
      if (flag.positional && choices.empty()) continue;
      const std::string given = fmt::format("__fish_seen_subcommand_from {}", fmt::join(flag.choices, " "));
      const bool first_of_two = flag.positional && seen.empty() && two;
      const std::string place = first_of_two ? "; and not " + given : flag.positional ? seen : "";
      std::string rest;
      if (first_of_two) seen = "; and " + given;
      text += fmt::format("complete -c satscope -n {}", in_quotes(when + place));
      for (const std::string& name : flag.names)
        if (!flag.positional) text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!flag.positional && !flag.takes.empty()) rest += " -r";
      if ((flag.positional || !flag.takes.empty()) && (!flag.files || !choices.empty())) rest += " -f";
      if (!choices.empty()) rest += fmt::format(" -a {}", in_quotes(choices));
      rest += fmt::format(" -d {}\n", in_quotes(help_in_shell(flag)));
      text += rest;
      if (!flag.unlisted.empty())  // only once it is typed
        text += fmt::format(
            "complete -c satscope -n {} -l {}{}",
            in_quotes(fmt::format("{}; and string match -qr -- \"^{}(=|\\$)\" (commandline -ct) (commandline -pco)[-1]", when,
                                  flag.unlisted)),
            flag.unlisted.substr(2), rest);
    }
  }
  return text;
}

}  // namespace satscope::app
