// SPDX-License-Identifier: Apache-2.0
#include "app/commands/shared/refusals.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <regex>
#include <span>

#include "app/bench/benched.h"
#include "app/core/files/atomic_file.h"
#include "app/lab/trace/file_algorithm.h"
#include "kernels/near_word.h"

namespace satscope::app {
namespace {

/// A value of each kind, for sentences.
struct ValueExample {
  std::string_view value, example;
};
constexpr auto k_value_examples = std::to_array<ValueExample>({
    {"A-B", "3-8"},
    {"BLACK,WHITE", "0,4095"},
    {"DEGREES", "90"},
    {"DEVICE", "/dev/video4"},
    {"FILTERS", "\"box r=2; sauvola\""},
    {"FILTER", "\"box r=2\""},
    {"FORM", "padded"},
    {"MACHINE", "cpu"},
    {"ID", "cpu-simd"},
    {"ID,ID...", "serial,cpu-simd"},
    {"MHZ", "1500"},
    {"MS", "5000"},
    {"N", "4"},
    {"NAME=A,B...", "size=256x256,512x512"},
    {"NAME=N,...", "size=8"},
    {"NAME=VALUE", "n=4"},
    {"PERCENT", "2"},
    {"TYPE", "8u32u"},
    {"TYPE,TYPE...", "8u32u,32f32f"},
    {"WxH", "640x480"},
    {"WxH+X+Y", "640x480+100+50"},
    {"WxH,WxH...", "512x512,1920x1080"},
    {"X", "1.5"},
    {"X,Y,N", "100,80,16"},
    {"X,Y,W,H", "10,20,300,200"},
});

/// "--size wants WxH, such as 640x480".
std::string wants(const CLI::Option& option) {
  const std::string value = option.get_type_name();
  const auto* const found = std::ranges::find(k_value_examples, value, &ValueExample::value);
  return fmt::format("{} wants {}{}", option.get_name(), value.empty() ? "a value" : value,
                     found == k_value_examples.end() ? std::string() : fmt::format(", such as {}", found->example));
}

/// The option that a single letter stands for, "-v" for "-V": of the other case, else the only one that begins so; empty: none.
std::string option_of_letter(const CLI::App& parser, char letter) {
  const char other = static_cast<char>(letter ^ ('a' ^ 'A'));
  std::string found;
  int begin_so = 0;
  for (const CLI::Option* option : parser.get_options()) {
    if (option->check_sname(std::string(1, other))) return std::string("-") + other;
    for (const std::string& name : option->get_lnames())
      if (name.front() == letter && ++begin_so) found = "--" + name;
  }
  return begin_so == 1 ? found : std::string();
}

/// What other programs for measuring call it, such as nvbench and hyperfine. needs: an option or positional of the command.
struct Elsewhere {
  std::string_view names, needs, said;
};
constexpr auto k_elsewhere = std::to_array<Elsewhere>({
    {"--runs --min-runs --max-runs --min-samples --iterations -r -m -M", "--repeats", "did you mean --repeats?"},
    {"--run-once --profile", "--repeats", "did you mean --repeats 1?"},
    {"--timeout", "--max-time", "did you mean --max-time, in milliseconds?"},
    {"--min-time", "--max-time", "each case is measured until --precision is reached, at most for --max-time"},
    {"--timeout", "--seconds", "did you mean --seconds?"},
    {"--max-noise --stopping-criterion", "--precision", "did you mean --precision?"},
    {"--warmup -w --prepare", "--repeats", "each case is prepared and warmed up by itself"},
    {"--list --list-benches", "--algorithms", "did you mean satscope list?"},
    {"--list", "ALGORITHM", "did you mean satscope list?"},
    {"--list", "--chain", "did you mean satscope list --filters?"},
    {"--list", "LESSON", "did you mean satscope list --lessons?"},
    {"--benchmark -b", "--algorithms", "did you mean --algorithms?"},
    {"--axis -a -L -P --parameter-list --parameter-scan --sweep", "--vary", "did you mean --vary?"},
    {"--axis -a -L -P --parameter-list --parameter-scan", "--sweep", "did you mean --sizes, --types or --sweep?"},
    {"--baseline --reference", "--compare", "did you mean --compare BEFORE.json AFTER.json, or --against PROGRAM?"},
    {"--baseline --reference", "--relative-to", "did you mean --relative-to?"},
    {"--export-csv", "--csv", "did you mean --csv, which prints it?"},
    {"--export-csv", "--output", "did you mean -o FILE.csv?"},
    {"--export-json", "--output", "did you mean -o FILE.json?"},
    {"--export-markdown --md --markdown", "--table", "did you mean --table FILE.json, which prints it?"},
    {"--device --devices -d", "--machine", "did you mean --machine gpu? CUDA_VISIBLE_DEVICES chooses which"},
    {"--threshold", "--least", "did you mean --least?"},
    {"--fail-if-slower", "--compare", "--compare exits with 3 where a case is slower"},
    {"--format", "--csv", "did you mean --csv, --json or -o FILE?"},
    {"--style", "--table", "did you mean --csv, --json or --table?"},
    {"--format --style", "--json", "did you mean --json?"},
    {"--quiet -q --silent", "--json", "only the result goes to stdout; 2> /dev/null hides the rest"},
    {"--tool --leak-check", "--new", "each check looks for all kinds of mistakes"},
    {"--error-exitcode", "--new", "a mistake gives the exit code 3, and a leak alone 7"},
    {"--gpu --cuda", "--machine", "did you mean --machine gpu?"},
    {"--cpu", "--machine", "did you mean --machine cpu?"},
});

/// What is most asked for, where there is too much for a list.
constexpr std::string_view k_most_used_of_bench = "--algorithms, --sizes, --machine, --compare or -o";

std::string what_it_is_here(const CLI::App& parser, const std::string& option) {
  for (const auto& [names, needs, said] : k_elsewhere)
    if (fmt::format(" {} ", names).find(fmt::format(" {} ", option)) != std::string::npos &&
        parser.get_option_no_throw(std::string(needs)))
      return std::string(said);
  return {};
}

/// Of "--algorithm" where ALGORITHM is a word of its own: "ALGORITHM comes without an option: satscope kernels ALGORITHM".
std::string if_positional(const Command& command, const CLI::App& parser, const std::string& option) {
  std::string bare = option.substr(std::min(option.find_first_not_of('-'), option.size())), call = title_of(command), what;
  if (bare.ends_with('s')) bare.pop_back();
  const bool is_command = !bare.empty() && bare == command.name;
  for (char& letter : bare) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  for (const CLI::Option* one : parser.get_options()) {
    if (!one->get_positional()) continue;
    call += " " + one->get_name();
    if (one->get_name() == bare) what = bare;
    if (is_command && what.empty()) what = fmt::format("the {}", command.name);
  }
  return what.empty() ? what : fmt::format("{} comes without an option: {}", what, call);
}

/// What keeps the output of a command in a file of this name: -o of bench writes only JSON of a run, and CSV is printed.
std::string way_into(const CLI::App& parser, const std::string& name) {
  return parser.get_option_no_throw("--csv") && ending_of(name) == ".csv" ? "--csv > " + name : "-o " + name;
}

/// A flag with a value, of which the parser would make a number of times.
void refuse_value_of_flag(const CLI::App& parser, const std::string& word) {
  const std::size_t equals = word.find('=');
  if (!word.starts_with("--") || equals == word.npos) return;
  const CLI::Option* const option = parser.get_option_no_throw(word.substr(0, equals));
  const std::string value = word.substr(equals + 1);
  if (option && option->get_expected_max() == 0)
    throw UsageError(fmt::format("{} takes no value; got '{}'{}", word.substr(0, equals), value,
                                 ending_of(value).empty() || !parser.get_option_no_throw("--output")
                                     ? ""
                                     : fmt::format("; did you mean {}?", way_into(parser, value))));
}

/// Of an option that takes results, each as a word of its own.
void refuse_other_files(const std::string& option, const std::string& value) {
  constexpr std::array k_others{".png", ".jpg", ".jpeg", ".svg", ".csv", ".md", ".npy", ".cu"};
  std::string apart = value;
  std::ranges::replace(apart, ',', ' ');
  std::error_code error;
  if (apart != value && !std::filesystem::exists(value, error))
    throw UsageError(
        fmt::format("there is no file '{}'; {} takes each file as a word of its own: {} {}", value, option, option, apart));
  if (std::ranges::find(k_others, ending_of(value)) != k_others.end())
    throw UsageError(fmt::format("{} takes results that -o has written, .json, not '{}'", option, value));
}

}  // namespace

UsageError unexpected(const Command& command, const CLI::App& parser, const std::string& word) {
  const std::string title = title_of(command);
  if (!word.starts_with('-')) {
    std::string meant;
    if (parser.get_option_no_throw("--algorithms") && (lab::names_cuda_file(word) || find_benched(word)))
      meant = "--algorithms " + word;
    else if (parser.get_option_no_throw("--output") && !lab::names_cuda_file(word) && !ending_of(word).empty())
      meant = way_into(parser, word);
    return UsageError(fmt::format("unexpected argument '{}' for {}; {} {} --help", word, title,
                                  meant.empty() ? "see" : fmt::format("did you mean {}? See", meant), title));
  }
  std::vector<std::string> long_names;
  for (const CLI::Option* option : parser.get_options())
    for (const std::string& name : option->get_lnames()) long_names.push_back(name);
  const std::string option = word.substr(0, word.find('='));
  if (option == "--version" || option == "-V")
    return UsageError(fmt::format("{} has no option {}; did you mean satscope --version?", title, option));
  std::string said = what_it_is_here(parser, option);
  if (said.empty()) said = if_positional(command, parser, option);
  std::string meant = option.size() == 2 ? option_of_letter(parser, option[1]) : "";
  if (const std::string bare = option.substr(std::min(option.find_first_not_of('-'), option.size())); meant.empty())
    if (const std::string nearest = near_word(bare, long_names); !nearest.empty()) meant = "--" + nearest;
  if (said.empty() && !meant.empty()) said = fmt::format("did you mean {}?", meant);
  if (!said.empty())
    return UsageError(fmt::format("{} has no option {}; {} {} --help", title, option,
                                  said + (said.ends_with('?') ? " See" : "; see"), title));
  return UsageError(fmt::format("{} has no option {}; {} {} --help", title, option,
                                command.name == "bench" ? fmt::format("do you look for {}? See", k_most_used_of_bench) : "see",
                                title));
}

void refuse_wrong_values(const CLI::App& parser, const std::vector<std::string>& all) {
  const std::span words(all.begin(), std::ranges::find(all, "--"));
  for (const std::string& word : words) refuse_value_of_flag(parser, word);
  const auto option_of = [&](const std::string& word) {
    return word.starts_with('-') ? parser.get_option_no_throw(word.substr(0, word.find('='))) : nullptr;
  };
  const CLI::Option* files = nullptr;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    const CLI::Option* const option = option_of(words[i]);
    if (option) files = option->get_type_name() == "FILE..." ? option : nullptr;
    if (files && !option) refuse_other_files(files->get_name(), words[i]);
    if (files && option && equals != std::string::npos) refuse_other_files(files->get_name(), words[i].substr(equals + 1));
    if (!option || option->get_expected_max() == 0 || equals != std::string::npos || i + 1 == all.size()) continue;
    const std::string& value = all[i + 1];
    if (value == "--") throw UsageError(fmt::format("{} needs a value; -- is none", words[i]));
    if (option_of(value) && option->get_name() != "--argument")
      throw UsageError(fmt::format("{} needs a value; {} is an option", words[i], value.substr(0, value.find('='))));
    if (option->get_name() == "--argument") ++i;
  }
}

std::string sentence_of(const CLI::ParseError& error, const CLI::App& parser) {
  const std::string said = error.what();
  const std::regex missing("(-[^: ]*|[A-Z]+): .*"), pair("([^ ]+) (excludes|requires) ([^ ]+).*"),
      value("Could not convert: ([^ ]+) = (.*)");
  std::smatch part;
  const auto option = [&](std::size_t i) { return parser.get_option_no_throw(part[i]); };
  if (std::regex_match(said, part, pair))
    return part[2] == "excludes" ? fmt::format("{} and {} exclude each other; give one of them", part.str(1), part.str(3))
                                 : fmt::format("{} needs {}", part.str(1), part.str(3));
  if (std::regex_match(said, part, value) && option(1)) return fmt::format("{}; got '{}'", wants(*option(1)), part.str(2));
  if (std::regex_match(said, part, missing) && option(1) && option(1)->count() > 1 && said.find("received") != said.npos)
    return fmt::format("{} is given twice; give it once", part.str(1));
  if (std::regex_match(said, part, missing) && option(1)) return fmt::format("{}; nothing follows it", wants(*option(1)));
  return said;
}

}  // namespace satscope::app
