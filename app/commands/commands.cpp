// SPDX-License-Identifier: Apache-2.0
// The list of commands, and the choice of one by the command line.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "app/bench/machine/build_info.h"
#include "app/bench/machine/facts.h"
#include "app/commands/notices.h"
#include "app/commands/shared/command.h"
#include "app/commands/shared/fold.h"
#include "app/commands/shared/output.h"
#include "app/commands/shared/refusals.h"
#include "app/core/files/named_file.h"
#include "app/core/text/wanted_letters.h"

namespace satscope::app {
namespace {

constexpr std::array k_commands{
    Command{"", "Shows the summed-area table of a picture in a window, and times it.", declare_open},
    Command{"list", "Lists the algorithms or filters, and which can run here.", declare_list},
    Command{"sat", "Writes the table of a picture as a NumPy file.", declare_sat},
    Command{"store", "Keeps the table of a picture in fewer bytes, and says what that costs.", declare_store},
    Command{"box", "Sums a box of a picture with four reads of its table.", declare_box},
    Command{"faces", "Finds faces in a picture, by the paper that made the table famous.", declare_faces},
    Command{"filter", "Filters a picture, a folder, a video or a live source.", declare_filter},
    Command{"trace", "Records the steps of an algorithm on a small picture.", declare_trace},
    Command{"steps", "Draws steps of an algorithm: SVG, PNG, GIF or a video.", declare_steps},
    Command{"bench", "Checks the tables of algorithms, then times them.", declare_bench},
    Command{"sweep", "Times algorithms over size, threads, type or a parameter: curves.", declare_sweep},
    Command{"report", "Times algorithms into one page with charts and tables.", declare_report},
    Command{"kernels", "Says what the kernels of an algorithm take of a GPU, and their rates.", declare_kernels},
    Command{"model", "Computes and measures the performance model of Chen et al. 2018.", declare_model},
    Command{"check", "Runs your own CUDA file on the CPU, and says what is wrong with it.", declare_check},
    Command{"doctor", "Says what works on this machine, what does not, and how to fix it.", declare_doctor},
    Command{"lesson", "Opens a lesson, or checks that it can be taken.", declare_lesson},
    Command{"shot", "Draws the window into a PNG without showing it.", declare_shot},
    Command{"describe", "Prints man pages, the completion for a shell, or schemas of JSON.", declare_describe},
};

const Command& chosen_command(std::vector<std::string>& words) {
  if (!words.empty() && !words.front().empty())
    for (const Command& command : k_commands)
      if (command.name == words.front()) {
        words.erase(words.begin());
        return command;
      }
  if (!words.empty() && !words.front().starts_with('-')) require_file(words.front());
  return k_commands.front();
}

std::string help_of_commands() {
  std::string text = "Commands (see satscope COMMAND --help):\n";
  for (const Command& command : k_commands)
    if (!command.name.empty()) text += fmt::format("  {:<26}{}\n", command.name, command.summary);
  return text + fmt::format("To open a file that is named like a command, write ./NAME.\nWhat --json prints: {}",
                            schema_of("COMMAND"));
}

constexpr auto k_examples = std::to_array<CommandExample>({
    {"", "satscope photo.png", "a picture and its table in the window"},
    {"sat", "satscope sat photo.png -o table.npy --type 8u64u", "the table for NumPy, with sums of 64 bits"},
    {"sat", "cat photo.png | satscope sat - -o - > table.npy", "from a pipe into a pipe"},
    {"sat",
     "satscope sat photo.png -o - | python3 -c "
     "\"import io,sys; from numpy import load; b = io.BytesIO(sys.stdin.buffer.read()); print(load(b).shape)\"",
     "NumPy reads the table from a pipe"},
    {"box", "satscope box photo.png 10 20 300 200", "the sum of 300 x 200 pixels, and its four reads"},
    {"filter", "satscope filter photo.png -o out.png --chain \"box r=4\"", "each pixel is the mean of 9 x 9"},
    {"filter", "satscope filter talk.mp4 -o out.mp4 --chain \"box r=2; sauvola r=12 k=0.1\"", "two filters on a video"},
    {"store", "satscope store photo.png -o table.kept --method modular-cross", "fewer entries, and shorter ones"},
    {"store", "satscope sat table.kept -o table.npy", "and the whole table back, for NumPy"},
    {"trace", "satscope trace --size 4x3 --algorithm serial --narrate", "each step as a sentence"},
    {"trace", "satscope trace --size 8x8 --algorithm scan-transpose-scan -o steps.json",
     "for a program, or for `satscope steps`"},
    {"steps", "satscope steps pattern:noise:8x8 -o end.svg --algorithm serial", "the table after the last step"},
    {"steps", "satscope steps pattern:noise:8x1 -o scan.gif --algorithm scan-transpose-scan", "all steps, one after the other"},
    {"sweep", "satscope sweep --vary size=64x64..512x512 --algorithms serial,cpu-simd -o sizes.svg",
     "time over size as a plot"},
    {"sweep", "satscope sweep --vary threads=1,2 --algorithms cpu-rows --sizes 1024x1024", "how many threads help"},
    {"check", "satscope check my.cu --new tiled-transpose", "begin with a kernel that works, and check it"},
    {"check", "satscope check my.cu --size 1x17", "one size only"},
    {"bench", "satscope bench --algorithms cpu-simd,serial --sizes 1920x1080 -o a1.json", "check the tables, then time them"},
    {"bench", "satscope bench --compare a1.json b1.json -o report.md", "which cases became faster or slower"},
    {"bench", "satscope bench --against old/satscope --algorithms cpu-simd", "another build and this one, in turns"},
});

/// What an option takes, by its name, the same in every command.
struct Takes {
  std::string_view option, value;
};
constexpr auto k_takes = std::to_array<Takes>({
    {"--against", "PROGRAM"},
    {"--algorithm", "ID"},
    {"--algorithms", "ID,ID..."},
    {"--argument", "WORD"},
    {"--background", "BACKGROUND"},
    {"--banks", "N"},
    {"--bits", "N"},
    {"--box", "X,Y,W,H"},
    {"--card", "N"},
    {"--cascade", "FILE"},
    {"--chain", "FILTERS"},
    {"--channels", "N"},
    {"--clock", "MHZ"},
    {"--compare", "FILE..."},
    {"--compiler", "PROGRAM"},
    {"--crop", "WxH+X+Y"},
    {"--define", "NAME"},
    {"--delete-barrier", "PLACE"},
    {"--display", "PATH"},
    {"--factor", "X"},
    {"--flip", "NAME"},
    {"--form", "FORM"},
    {"--forms", "FORM,FORM..."},
    {"--frames", "N"},
    {"--from", "FILE..."},
    {"--include", "FOLDER"},
    {"--lesson", "LESSON"},
    {"--least", "PERCENT"},
    {"--level", "LEVEL"},
    {"--levels", "BLACK,WHITE"},
    {"--machine", "MACHINE"},
    {"--machine-size", "NAME"},
    {"--max-time", "MS"},
    {"--method", "METHOD"},
    {"--neighbours", "N"},
    {"--new", "NAME"},
    {"--output", "FILE"},
    {"--painter", "PAINTER"},
    {"--param", "NAME=VALUE"},
    {"--patch", "X,Y,N"},
    {"--precision", "PERCENT"},
    {"--preset", "PRESET"},
    {"--rate", "N"},
    {"--relative-to", "ID"},
    {"--repeats", "N"},
    {"--resume", "FILE"},
    {"--rotate", "DEGREES"},
    {"--rounds", "N"},
    {"--save-session", "FILE"},
    {"--scale", "X"},
    {"--schedule", "ORDER"},
    {"--seconds", "N"},
    {"--seed", "N"},
    {"--set", "NAME=N,..."},
    {"--show", "VIEW"},
    {"--size", "WxH"},
    {"--sizes", "WxH,WxH..."},
    {"--speed", "X"},
    {"--state-out", "FILE"},
    {"--step", "N"},
    {"--step-filter", "FILTER"},
    {"--steps", "A-B"},
    {"--sweep", "NAME=A,B..."},
    {"--table", "FILE"},
    {"--theme", "THEME"},
    {"--threads", "N"},
    {"--to-camera", "DEVICE"},
    {"--tone-map", "NAME"},
    {"--type", "TYPE"},
    {"--types", "TYPE,TYPE..."},
    {"--ui-scale", "X"},
    {"--vary", "NAME=A,B..."},
    {"--view", "VIEW"},
    {"--window", "X,Y,N"},
    {"--with", "FILE..."},
    {"--workspace", "NAME"},
});

/// Gives every option that takes a value the name of what it takes, instead of that of a type.
void name_values(CLI::App& parser) {
  for (CLI::Option* option : parser.get_options()) {
    if (option->get_expected_max() == 0) continue;
    const auto found = std::ranges::find_if(
        k_takes, [&](const Takes& takes) { return option->check_lname(std::string(takes.option.substr(2))); });
    if (found == k_takes.end() && !option->get_positional())
      throw std::logic_error(option->get_name() + " has no word in k_takes for what it takes");
    option->type_name(found == k_takes.end() ? "" : std::string(found->value));
  }
}

/// "--algorithm" is "--algorithms" where a command has only that, and the other way round.
void find_plurals(const CLI::App& parser, std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    const std::string name = words[i].substr(0, words[i].find('='));
    const std::string other = other_number_of(name);
    if (other.empty() || (i > 0 && words[i - 1] == "--argument")) continue;
    if (!parser.get_option_no_throw(name) && parser.get_option_no_throw(other)) words[i].replace(0, name.size(), other);
  }
}

/// Help without the lists of options that exclude each other: they bury the rest, and breaking one gives a sentence.
struct ShortHelp : CLI::Formatter {
  explicit ShortHelp(std::string_view name) : command(name) {}
  std::string_view command;

  std::string make_option_desc(const CLI::Option* option) const override {
    const std::string text = CLI::Formatter::make_option_desc(option);
    return option->get_name() == "--json" ? fmt::format("{}; schema: {}", text, schema_of(command)) : text;
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text;
    if (option->get_type_size() != 0 && !option->get_type_name().empty()) text += " " + option->get_type_name();
    if (!option->get_default_str().empty()) text += "=" + option->get_default_str();
    if (option->get_required() && !option->get_positional()) text += " (needed)";
    return text;
  }
};

/// The texts that must go with the program.
std::string licences() {
  std::string text(licence_text("LICENSE"));
  for (const std::string_view name : notice_names())
    text += fmt::format("\n\n==== {}, a part of satscope\n\n{}", name.substr(0, name.find('/')), notice_text(name));
  return text;
}
struct CallForLicences {};

}  // namespace

std::string schema_of(std::string_view command) { return fmt::format("satscope describe schema {}", command); }

std::span<const Command> commands() { return k_commands; }

std::string other_number_of(const std::string& name) {
  constexpr std::array k_in_singular{"--algorithm", "--size", "--type", "--form"};
  const std::string one = name.ends_with('s') ? name.substr(0, name.size() - 1) : name;
  if (std::ranges::find(k_in_singular, one) == k_in_singular.end()) return {};
  return name == one ? one + "s" : one;
}

std::string title_of(const Command& command) {
  return command.name.empty() ? "satscope" : fmt::format("satscope {}", command.name);
}

std::span<const CommandExample> command_examples() { return k_examples; }

std::string examples_text(std::string_view command) {
  std::string text;
  for (const CommandExample& example : k_examples)
    if (example.command == command) text += fmt::format("\n  {}\n      {}", example.line, example.what);
  return text.empty() ? text : "Examples:" + text;
}

std::string exit_codes_list(std::initializer_list<ExitCode> own) {
  std::vector<ExitCode> codes{{"0", "done"},
                              {"1", "it failed, and a sentence on stderr says why"},
                              {"2", "wrong command line"},
                              {"128 + N", "ended by the signal N (130: Ctrl-C, 143: SIGTERM)"}};
  for (const ExitCode& one : own) {
    const auto known = std::ranges::find(codes, one.code, &ExitCode::code);
    known != codes.end() ? void(*known = one) : void(codes.insert(codes.end() - 1, one));
  }
  std::string text(k_exit_codes_title);
  for (const auto& [code, meaning] : codes) text += fmt::format("  {:<9}{}\n", code, meaning);
  text.pop_back();
  return text;
}

Task set_up(const Command& command, CLI::App& parser) {
  parser.description(std::string(command.summary));
  parser.name(title_of(command));
  parser.formatter(std::make_shared<ShortHelp>(command.name));
  parser.get_formatter()->column_width(34);
  if (command.name.empty()) {
    parser.footer(help_of_commands());
    parser.set_version_flag(
        "-V,--version", [] { return version_text(); }, "print the version, the commit, compiler and CUDA");
    parser.add_flag_callback(
        "--licences", [] { throw CallForLicences(); }, "print the licences of satscope and of what it contains");
  }
  Task task = command.declare(parser);
  std::string end = parser.get_footer();
  const std::string codes = end.find(k_exit_codes_title) == end.npos ? exit_codes_list() : "";
  for (const std::string& text : {codes, examples_text(command.name)})
    if (!text.empty()) end += (end.empty() ? "" : "\n") + text;
  parser.footer(end);
  name_values(parser);
  return task;
}

void run_command_line(std::vector<std::string> words) {
  set_command_words(words);
  for (std::string& word : words) {  // as file managers give files, wherever one is named
    const std::size_t value = word.starts_with("--") ? word.find('=') + 1 : 0;
    word = word.substr(0, value) + path_of_uri(word.substr(value));
    want_letters(word);
  }
  const auto names_command = [](const std::string& word) { return !word.empty() && !word.starts_with('-'); };
  if (!words.empty() && (words.front() == "help" || ((words.front() == "--help" || words.front() == "-h") && words.size() > 1 &&
                                                     names_command(words[1])))) {
    // as other programs have it; `help COMMAND` and `--help COMMAND`, too
    words.erase(words.begin());
    words.resize(std::min<std::size_t>(words.size(), 1));
    words.emplace_back("--help");
  }
  const Command& command = chosen_command(words);
  CLI::App parser;
  const Task action = set_up(command, parser);
  find_plurals(parser, words);
  refuse_wrong_values(parser, words);
  if (parser.get_option_no_throw("--argument"))  // what follows -- is for a program that the command runs
    if (const auto end = std::ranges::find(words, "--"); end != words.end())
      std::ranges::for_each(words.erase(end), words.end(), [](std::string& word) { word = "--argument=" + word; });
  try {
    std::reverse(words.begin(), words.end());  // CLI11 takes its words from the back
    parser.parse(std::move(words));
  } catch (const CLI::CallForHelp&) {
    return print(folded(CLI::detail::find_and_replace(parser.help(), "\n\n\n", "\n\n"), width_of_help()));
  } catch (const CLI::CallForVersion&) {
    return print(parser.version());
  } catch (const CallForLicences&) {
    return print(licences());
  } catch (const CLI::ExtrasError&) {
    const std::vector<std::string> left = parser.remaining();
    throw unexpected(command, parser, left.empty() ? "" : left.front());
  } catch (const CLI::RequiredError& error) {  // because: the one that lacks may be the one that is mistyped
    const std::vector<std::string> left = parser.remaining();
    if (!left.empty() && left.front().starts_with('-')) throw unexpected(command, parser, left.front());
    throw UsageError(fmt::format("{}; see {} --help", error.what(), title_of(command)));
  } catch (const CLI::ParseError& error) {
    throw UsageError(fmt::format("{}; see {} --help", sentence_of(error, parser), title_of(command)));
  }
  action();
}

}  // namespace satscope::app
