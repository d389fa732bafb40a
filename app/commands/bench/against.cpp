// SPDX-License-Identifier: Apache-2.0
#include "app/commands/bench/against.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "app/bench/compare.h"
#include "app/bench/read.h"
#include "app/bench/run.h"
#include "app/bench/statistics.h"
#include "app/commands/shared/options.h"
#include "app/commands/shared/output.h"
#include "app/commands/shared/progress_line.h"
#include "app/core/files/sha256.h"
#include "app/core/text/foreign_text.h"
#include "app/lab/process/process.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

constexpr int k_most_rounds = 50;
const std::string k_this_program = "/proc/self/exe";  // because: it stays this one if its file is built anew meanwhile

lab::Ended run(std::vector<std::string> words, std::stop_token stop) {
  constexpr std::uint64_t k_any = ~std::uint64_t{0};
  return lab::run_process({.words = std::move(words),
                           .limits = {.seconds = 1 << 28, .data_bytes = k_any, .file_bytes = k_any},
                           .stop = std::move(stop)});
}

/// The first line that a program printed.
std::string first_line_of(const std::string& output) {
  const std::size_t begin = output.find_first_not_of(" \r\n");
  return begin == output.npos ? "" : one_line(output.substr(begin, output.find_first_of("\r\n", begin) - begin));
}

/// The last line that a program printed, without its name.
std::string last_line_of(const std::string& output) {
  const std::size_t end = output.find_last_not_of(" \r\n");
  if (end == output.npos) return "it printed nothing";
  const std::size_t begin = output.find_last_of("\r\n", end) + 1;
  std::string line = one_line(output.substr(begin, end + 1 - begin));
  constexpr std::string_view k_name = "satscope: ";
  return line.starts_with(k_name) ? line.substr(k_name.size()) : line;
}

/// As the system finds it: a file of this folder goes before one on the PATH.
std::string path_of(const std::string& program) {
  std::error_code error;
  const bool here = program.find('/') == program.npos && std::filesystem::is_regular_file(program, error);
  return here ? "./" + program : program;
}

/// What it says to --version. Throws UsageError where it is not satscope.
std::string version_of(const std::string& program, const std::string& path) {
  constexpr int k_cannot_run = 127;
  const lab::Ended ended = run({path, "--version"}, {});
  if (ended.code == k_cannot_run) {
    std::error_code error;
    if (path.find('/') == path.npos)
      throw UsageError(fmt::format("--against: there is no program '{}' here or on the PATH", program));
    if (!std::filesystem::exists(path, error)) throw UsageError(fmt::format("--against: there is no file '{}'", program));
    throw UsageError(fmt::format("--against: '{}' cannot be run; give the satscope of another build", program));
  }
  if (ended.code != 0 || !ended.output.starts_with("satscope "))
    throw UsageError(
        fmt::format("--against: '{}' is not satscope; its --version says '{}'", program, first_line_of(ended.output)));
  return ended.output;
}

/// Of a program that is not on the PATH; else empty.
std::string hash_of(const std::string& path) { return path.find('/') == path.npos ? std::string() : sha256_of_file(path); }

/// One run of one build; its results are in a file.
BenchReport measured_by(const std::string& name, const std::string& path, const std::vector<std::string>& measured,
                        const std::string& file, std::stop_token stop) {
  std::vector<std::string> words{path, "bench"};
  words.insert(words.end(), measured.begin(), measured.end());
  words.push_back("--output=" + file);
  const lab::Ended ended = run(std::move(words), stop);
  if (stop.stop_requested()) return {};
  if (ended.signal != 0) throw std::runtime_error(fmt::format("{} failed. {}", name, lab::meaning_of_signal(ended.signal)));
  std::error_code error;
  if (!std::filesystem::exists(file, error))  // a wrong table also fails, with results
    throw std::runtime_error(fmt::format("{} failed with exit code {}: {}", name, ended.code, last_line_of(ended.output)));
  try {
    return read_report_file(file);
  } catch (const std::runtime_error& why) {
    throw std::runtime_error(fmt::format("the results of {} cannot be read: {}", name, why.what()));
  }
}

}  // namespace

CLI::Option* add_against(CLI::App& parser, AgainstWords& words) {
  CLI::Option* const against = parser.add_option(
      "--against", words.program,
      "measure in turns with this other satscope, and compare: is this build faster or slower than that one?");
  parser
      .add_option("--rounds", words.rounds,
                  "with --against: runs of each build, and as many again where a case differs; default: " + words.rounds)
      ->needs(against)
      ->excludes(parser.get_option("--resume"));
  return against;
}

std::vector<std::string> words_without(const CLI::App& parser, const std::vector<std::string>& names) {
  std::vector<std::string> words;
  for (const CLI::Option* option : parser.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || std::ranges::find(names, name) != names.end()) continue;
    if (option->get_expected_max() == 0)
      words.push_back(name);
    else if (option->get_delimiter() != '\0')
      words.push_back(fmt::format("{}={}", name, fmt::join(option->results(), ",")));
    else
      for (const std::string& value : option->results()) words.push_back(fmt::format("{}={}", name, value));
  }
  return words;
}

void note_few_rounds(const AgainstWords& words) {
  const auto rounds = static_cast<std::size_t>(read_whole("--rounds", words.rounds, 1, k_most_rounds));
  const auto have_test = [](std::size_t runs) { return least_of_rank_test(runs, runs) <= k_most_chance; };
  std::size_t enough = rounds;
  while (!have_test(enough)) ++enough;
  if (enough > rounds)
    note(
        fmt::format("{} {} too few for a rank test: the changes have no interval, and --compare cannot judge them again; "
                    "--rounds {} is enough",
                    counted(rounds, "round"), rounds == 1 ? "is" : "are", enough));
}

Turns begun_turns(const AgainstWords& words, const std::vector<std::string>& measured) {
  const int rounds = read_whole("--rounds", words.rounds, 1, k_most_rounds);
  if (!lab::why_no_process().empty()) throw std::runtime_error("--against is not supported on this system");
  const std::string path = path_of(words.program);
  return {.other_version = version_of(words.program, path),
          .other_sha256 = hash_of(path),
          .self_sha256 = hash_of(k_this_program),
          .words = measured,
          .rounds = static_cast<std::size_t>(rounds)};
}

void require_same_builds(const AgainstWords& words, const Turns& turns) {
  const std::string path = path_of(words.program);
  const auto require = [](const std::string& name, bool same) {
    if (!same) throw std::runtime_error(fmt::format("{} is not the build that made the first runs, so measure again", name));
  };
  const auto alike = [](const std::string& a, const std::string& b) { return a.empty() || b.empty() || a == b; };
  require(fmt::format("'{}'", words.program),
          version_of(words.program, path) == turns.other_version && alike(hash_of(path), turns.other_sha256));
  require("this satscope", alike(hash_of(k_this_program), turns.self_sha256));
  for (const BothSides& sides : turns.measured)
    for (const BenchReport& report : sides.self) require_same_build(report);
}

int measure_in_turns(const AgainstWords& words, Turns& turns, std::size_t which, const Interruption& interruption,
                     const std::function<void()>& keep) {
  const std::stop_token stop = interruption.token();
  ProgressLine line(true);  // because: the first run may take minutes, and it is long enough to know what runs
  const lab::TemporaryFolder folder;
  const std::array names{fmt::format("'{}'", words.program), std::string("this satscope")};
  const std::array paths{path_of(words.program), k_this_program};
  BothSides& measured = turns.measured[which];
  const std::array sides{&measured.other, &measured.self};
  while (measured.rounds() < turns.rounds && !stop.stop_requested()) {
    const std::size_t round = measured.rounds(), first = round % 2;
    const std::size_t side = sides[first]->size() > round ? 1 - first : first;
    line.say(fmt::format("round {} of {}: {}", round + 1, turns.rounds, names[side]));
    const std::string file = fmt::format("{}/{}-{}.json", folder.path(), side, round);
    BenchReport report = measured_by(names[side], paths[side], turns.words, file, stop);
    if (stop.stop_requested()) break;
    for (const BothSides& all : turns.measured)
      for (const BenchReport& before : side == 0 ? all.other : all.self)
        if (before.device != report.device)
          throw std::runtime_error(fmt::format("the runs before were on '{}', and this one is on '{}', so measure again",
                                               before.device, report.device));
    sides[side]->push_back(std::move(report));
    keep();
  }
  return interruption.signal();
}

}  // namespace satscope::app
