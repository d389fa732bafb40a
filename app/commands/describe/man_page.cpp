// SPDX-License-Identifier: Apache-2.0
// The man pages: one for each command, from what its --help prints. All text is filled, so that it folds at any width.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <regex>
#include <sstream>

#include "app/commands/describe/describe.h"
#include "app/commands/shared/command.h"

namespace satscope::app {
namespace {

/// The end of its help, without its examples.
struct Footer {
  std::string text, exit_codes;  ///< without the title of the codes
};

Footer footer_of(const Command& command) {
  CLI::App parser;
  set_up(command, parser);
  std::string whole = parser.get_footer();
  if (const std::string examples = examples_text(command.name); !examples.empty()) whole.erase(whole.rfind(examples));
  const std::size_t codes = whole.find(k_exit_codes_title);
  return {whole.substr(0, codes), whole.substr(codes + k_exit_codes_title.size())};
}

/// Text as roff has it; a dot or quote at the start of a line would be a command.
std::string roff(std::string text) {
  text = replaced(replaced(std::move(text), "\\", "\\e"), "-", "\\-");
  text = "\n" + text;
  text = replaced(replaced(std::move(text), "\n.", "\n\\&."), "\n'", "\n\\&'");
  return text.substr(1);
}

std::string entry(const std::string& head, const std::string& text) { return fmt::format(".TP\n{}\n{}\n", head, roff(text)); }
std::string bold(const std::string& text) { return fmt::format("\\fB{}\\fR", roff(text)); }

/// The lines of a help: "  NAME   about" is an entry of a list, a command a line of its own, and others are sentences.
std::string filled(const std::string& help) {
  const std::regex an_entry("  ([^ ].*?)  +([^ ].*)"), a_head("--[a-z]+.*|[A-Z][^.]*:");
  std::istringstream lines(help);
  std::string text;
  bool in_sentences = false;
  for (std::string line; std::getline(lines, line);) {
    std::smatch part;
    if (std::regex_match(line, part, an_entry)) {
      text += entry(bold(part[1]), part[2]);
      in_sentences = false;
    } else if (line.starts_with("satscope ")) {
      text += (in_sentences ? ".br\n" : ".PP\n") + roff(line) + "\n.br\n";
      in_sentences = true;
    } else if (!line.empty()) {
      if (!in_sentences || std::regex_match(line, a_head)) text += ".PP\n";
      text += roff(line.substr(line.find_first_not_of(' '))) + "\n";
      in_sentences = true;
    }
  }
  return text;
}

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
)";

constexpr std::string_view k_read_on = R"(.IR share/doc/satscope/docs/guide.md ,
what each part of the program does;
.IR lab.md ,
your own CUDA files;
.IR library.md ,
the kernels in a program of your own;
.IR lessons.md ,
how to write a lesson.
)";

/// Of the whole program those of all commands.
std::string examples_of(const Command& command) {
  std::string text;
  for (const CommandExample& example : command_examples())
    if (command.name.empty() || example.command == command.name)
      text += entry(bold(std::string(example.line)), std::string(example.what));
  return text.empty() ? text : ".SH EXAMPLES\n" + text;
}

std::string options_of(const Command& command) {
  std::string text;
  for (const Flag& flag : flags_of(command))
    text += entry(bold(fmt::format("{}", fmt::join(flag.names, ", "))) +
                      (flag.takes.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(flag.takes))),
                  flag.help);
  return text;
}

/// INPUT -o FILE [options], as it is called.
std::string synopsis_of(const Command& command) {
  if (command.name.empty())
    return ".B satscope\n[\\fIoptions\\fR] [\\fIINPUT\\fR]\n.br\n.B satscope\n\\fIcommand\\fR [\\fIoptions\\fR]\n";
  std::string text = fmt::format(".B {}\n[\\fIoptions\\fR]", roff(title_of(command)));
  for (const Flag& flag : flags_of(command))
    if (flag.positional) text += fmt::format(" \\fI{}{}\\fR", roff(flag.names.front()), flag.many ? "..." : "");
  return text + "\n";
}

std::string see_also_of(const Command& command) {
  std::string text = ".SH SEE ALSO\n";
  if (command.name.empty()) {
    for (const Command& other : commands())
      if (!other.name.empty()) text += fmt::format(".BR {} (1),\n", roff(man_name_of(other)));
  } else
    text += ".BR satscope (1),\n";
  return text.append(k_read_on);
}

}  // namespace

std::string man_name_of(const Command& command) { return replaced(title_of(command), " ", "-"); }

std::string man_page(const Command& command) {
  const std::string name = man_name_of(command);
  std::string upper = name;
  for (char& letter : upper) letter = letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  const bool whole = command.name.empty();
  const Footer footer = footer_of(command);
  const std::string what =
      whole ? "shows how a summed-area table works, and how fast it is made" : std::string(command.summary);
  std::string text =
      fmt::format(".TH {} 1 \"" SATSCOPE_DATE "\" \"satscope " SATSCOPE_VERSION
                  "\" \"User Commands\"\n.\\\" ragged, and words whole\n.ad l\n.nh\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}.SH "
                  "DESCRIPTION\n{}\n",
                  roff(upper), roff(name), roff(what), synopsis_of(command), roff(std::string(command.summary)));
  if (whole) {
    text += ".SH COMMANDS\nEach has a page of its own, such as \\fBsatscope\\-bench\\fR(1).\n";
    for (const Command& one : commands())
      if (!one.name.empty()) text += entry(bold(title_of(one)), std::string(one.summary));
  } else
    text += filled(footer.text);
  text += ".SH OPTIONS\n" + options_of(command) + ".SH EXIT STATUS\n" + filled(footer.exit_codes) + examples_of(command);
  if (whole) text += k_environment;
  return text + see_also_of(command);
}

}  // namespace satscope::app
