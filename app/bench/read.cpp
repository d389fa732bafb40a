// SPDX-License-Identifier: Apache-2.0
#include "app/bench/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "app/bench/benched.h"
#include "app/bench/run.h"
#include "app/bench/statistics.h"
#include "app/core/files/named_file.h"
#include "app/core/parsed_json.h"
#include "app/core/text/foreign_text.h"
#include "app/sources/loaders.h"

namespace satscope::app {
namespace {
using Given = nlohmann::json;

/// What is wrong with a member; the file's name is put before it.
struct WrongMember : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class List>
const auto& one_of(const List& list, std::string_view kind, const Given& id) {
  const auto* const found = find_in(list, id.get<std::string>());
  if (!found) throw WrongMember(no_such(list, kind, id.get<std::string>()));
  return *found;
}

template <class T>
T whole_in(const Given& from, const char* member, T least, T most) {
  const auto value = from.at(member).get<double>();
  if (!(value >= static_cast<double>(least) && value <= static_cast<double>(most)) || value != std::floor(value))
    throw WrongMember(fmt::format("'{}' is a whole number from {} to {}, not {}", member, least, most, value));
  return static_cast<T>(value);
}

/// The same where an older file does not say it.
int count_in(const Given& from, const char* member, int usual) {
  return from.contains(member) ? whole_in(from, member, 0, 1 << 30) : usual;
}

/// A time, or a rate. Wider than anything measured, and narrow enough that sums, ratios and axes stay numbers.
double positive_in(const Given& from, const char* member) {
  constexpr double k_least = 1e-9, k_most = 1e12;
  const auto value = from.at(member).get<double>();
  if (!(value >= k_least && value <= k_most))
    throw WrongMember(fmt::format("'{}' is a number above 0, from {:g} to {:g}, not {:g}", member, k_least, k_most, value));
  return value;
}

bool is_null(const Given& from, const char* member) { return !from.contains(member) || from.at(member).is_null(); }

/// A line: it is printed among others.
std::string text_in(const Given& from, const char* member) {
  return is_null(from, member) ? std::string() : one_line(from.at(member).get<std::string>());
}

std::vector<std::string> lines_in(const Given& from, const char* member) {
  auto lines = from.value(member, std::vector<std::string>{});
  for (std::string& line : lines) line = one_line(line);
  return lines;
}

const TypePair& types_in(const Given& from) {
  const TypePair* const types = find_benched_types(from.at("type").get<std::string>());
  return types ? *types : one_of(k_type_pairs, "type", from.at("type"));
}

constexpr int k_most_host_threads = 1 << 20;
constexpr auto k_most_bytes =
    static_cast<std::size_t>(std::min<std::uint64_t>(std::uint64_t{1} << 52, std::numeric_limits<std::size_t>::max()));

/// What a case and a floor have in common.
BenchCase case_of(const Given& from) {
  constexpr int k_longest = 1 << 24;
  BenchCase one{.algorithm = text_in(from, "algorithm"),
                .type = types_in(from).id,
                .extent = {whole_in(from, "w", 1, k_longest), whole_in(from, "h", 1, k_longest)},
                .machine = one_of(k_machines, "machine", from.at("machine")).value,
                .channels = from.contains("channels") ? whole_in(from, "channels", 1, 4) : 1};
  if (!is_null(from, "form")) one.form = one_of(k_forms, "form", from.at("form")).value;
  if (!is_null(from, "busy_threads")) one.busy_threads = whole_in(from, "busy_threads", 0, k_most_host_threads);
  if (!is_null(from, "threads") && !from.value("threads_chosen", false))
    one.threads = whole_in(from, "threads", 0, k_most_host_threads);
  one.hot = from.value("hot", false);
  const Described* const benched = find_benched(one.algorithm);
  if (!is_null(from, "params"))
    for (const auto& [id, value] : from.at("params").items()) {
      const Param* const param = benched ? benched->find_param(id) : nullptr;
      try {  // of an algorithm that is not here the text is kept
        one.params[one_line(id)] =
            param ? param->parse(value.get<std::string>()) : ParamValue(one_line(value.get<std::string>()));
      } catch (const std::invalid_argument& error) {
        throw WrongMember(error.what());
      }
    }
  return one;
}

BenchFloor floor_of(const Given& from) {
  const BenchCase one = case_of(from);
  return {.type = one.type,
          .extent = one.extent,
          .machine = one.machine,
          .bytes = whole_in<std::size_t>(from, "bytes", 0, k_most_bytes),
          .milliseconds = positive_in(from, "ms"),
          .method = text_in(from, "method"),
          .channels = one.channels,
          .tried =
              [&] {
                std::vector<FloorTry> tried;
                for (const Given& way : from.value("tried", Given::array()))
                  tried.push_back({text_in(way, "method"), positive_in(way, "ms")});
                return tried;
              }(),
          .threads = one.threads};
}

BenchResult result_of(const Given& from) {
  BenchResult result{
      .asked = case_of(from), .correct = from.at("correct").get<bool>(), .max_error = from.value("max_error", 0.0)};
  if (result.asked.algorithm.empty()) throw WrongMember("a result has no 'algorithm'");
  result.sets = count_in(from, "copies", 0);
  const char* const threads = from.contains("threads_used") ? "threads_used" : "threads";  // older files have the second only
  if (!is_null(from, threads)) result.threads = whole_in(from, threads, 0, k_most_host_threads);
  if (!is_null(from, "clock_before_mhz")) result.clock_before_mhz = positive_in(from, "clock_before_mhz");
  if (!is_null(from, "clock_mhz")) result.clock_mhz = positive_in(from, "clock_mhz");
  if (!is_null(from, "load")) result.load = from.at("load").get<double>();
  // older files do not say it
  result.emulated = from.value("emulated", emulated(result.asked));
  if (!is_null(from, "with_copies_ms")) result.with_copies_ms = positive_in(from, "with_copies_ms");
  result.one_by_one = from.value("one_by_one", false);
  result.stopped = from.value("stopped", false);
  if (!is_null(from, "stop_reason"))
    result.stop_reason = one_of(k_stop_reasons, "reason to stop", from.at("stop_reason")).value;
  result.file_sha256 = text_in(from, "file_sha256");
  if (is_null(from, "median_ms")) return result;
  result.times = BenchTimes{.samples = count_in(from, "n", 0),
                            .median_ms = positive_in(from, "median_ms"),
                            .p10_ms = positive_in(from, "p10_ms"),
                            .p90_ms = positive_in(from, "p90_ms"),
                            .gigabytes_per_second = is_null(from, "gbs") ? 0 : positive_in(from, "gbs"),
                            .percent_of_floor = is_null(from, "percent_of_floor") ? 0 : positive_in(from, "percent_of_floor")};
  BenchTimes& times = *result.times;
  times.noise_percent = is_null(from, "noise_percent") ? -1 : from.at("noise_percent").get<double>();
  if (!is_null(from, "low_ms") && !is_null(from, "high_ms")) {
    times.low_ms = positive_in(from, "low_ms");
    times.high_ms = positive_in(from, "high_ms");
  }
  if (!is_null(from, "low_level_ms"))
    times.levels = TwoLevels{positive_in(from, "low_level_ms"), positive_in(from, "high_level_ms"),
                             positive_in(from, "low_level_percent")};
  if (!is_null(from, "samples_ms")) times.samples_ms = from.at("samples_ms").get<std::vector<double>>();
  return result;
}

BenchReport report_of(const Given& from) {
  constexpr std::size_t k_most = 10'000;  // because: curves compare each with the others
  for (const char* list : {"floor", "results", "skipped", "left"})
    if (from.contains(list) && from.at(list).size() > k_most)
      throw WrongMember(fmt::format("'{}' has {} entries, and {} are allowed", list, from.at(list).size(), k_most));
  BenchReport report{
      .device = text_in(from, "device"),
      .driver = text_in(from, "driver"),
      .toolkit = text_in(from, "toolkit"),
      .facts = {.satscope = text_in(from, "satscope"),
                .date = text_in(from, "date"),
                .processor = text_in(from, "processor"),
                .threads_offered = count_in(from, "threads_offered", 0),
                .memory_bytes =
                    is_null(from, "memory_bytes") ? 0 : whole_in<std::size_t>(from, "memory_bytes", 0, k_most_bytes),
                .commit = text_in(from, "commit"),
                .compiler = text_in(from, "compiler"),
                .flags = text_in(from, "flags"),
                .governor = text_in(from, "governor"),
                .system = text_in(from, "system"),
                .command = text_in(from, "command")},
      .preset = text_in(from, "preset"),
      .varied = text_in(from, "vary"),
      .by_name = from.value("by_name", false),
      .protocol = lines_in(from, "protocol"),
      .complete = from.value("complete", true)};
  for (const Given& floor : from.at("floor")) report.floors.push_back(floor_of(floor));
  for (const Given& result : from.at("results")) {
    BenchResult& one = report.results.emplace_back(result_of(result));
    if (!one.times || one.times->percent_of_floor > 0) continue;  // else it is left out where the median says too little
    const auto floor = std::ranges::find_if(report.floors, [&](const BenchFloor& of) { return of.is_of(one.asked); });
    if (floor != report.floors.end()) one.times->percent_of_floor = 100 * floor->milliseconds / one.times->median_ms;
  }
  for (const Given& skipped : from.value("skipped", Given::array()))
    report.skipped.push_back({case_of(skipped), text_in(skipped, "reason"), text_in(skipped, "file_sha256")});
  if (!is_null(from, "repeats")) report.repeats = whole_in(from, "repeats", 1, k_most_repeats);
  if (!is_null(from, "precision_percent")) report.precision_percent = positive_in(from, "precision_percent");
  if (!is_null(from, "max_time_ms")) report.max_time_ms = positive_in(from, "max_time_ms");
  for (const Given& left : from.value("left", Given::array())) report.left.push_back(case_of(left));
  return report;
}

bool is_comparison(const Given& document) { return document.is_object() && document.contains("cases"); }

ComparedSide side_in(const Given& from) {
  ComparedSide side{.runs = whole_in<std::size_t>(from, "runs", 1, 1000),
                    .commit = text_in(from, "commit"),
                    .satscope = text_in(from, "satscope"),
                    .date = text_in(from, "date")};
  if (!is_null(from, "least_load")) side.least_load = from.at("least_load").get<double>();
  if (!is_null(from, "most_load")) side.most_load = from.at("most_load").get<double>();
  side.threads_offered = count_in(from, "threads_offered", 0);
  return side;
}

std::vector<LostCase> lost_in(const Given& from, const char* member) {
  std::vector<LostCase> lost;
  for (const Given& one : from.value(member, Given::array())) lost.push_back({text_in(one, "case"), text_in(one, "reason")});
  return lost;
}

/// Not judged yet.
ComparedCase compared_in(const Given& from) {
  ComparedCase one{.asked = case_of(from), .title = {}, .before = {}, .after = {}};
  one.title = title_of(one.asked);
  for (const auto& [which, times, medians] :
       {std::tuple{"before", &one.before, &one.medians_before}, std::tuple{"after", &one.after, &one.medians_after}}) {
    const auto member = [&](const char* what) { return fmt::format("{}_{}", which, what); };
    times->samples = count_in(from, member("n").c_str(), 1);
    times->median_ms = positive_in(from, member("ms").c_str());
    times->p10_ms = positive_in(from, member("p10_ms").c_str());
    times->p90_ms = positive_in(from, member("p90_ms").c_str());
    for (const Given& ms : from.at(member("medians_ms"))) medians->push_back(positive_in(Given{{"ms", ms}}, "ms"));
    std::ranges::sort(*medians);
    if (medians->empty()) throw WrongMember("a case has no medians");
  }
  one.change_percent = 100 * (one.after.median_ms / one.before.median_ms - 1);
  one.floor_change_percent = from.at("floor_change_percent").get<double>();
  one.verdict = one_of(k_verdicts, "verdict", from.at("verdict")).value;
  one.unconfirmed = from.value("unconfirmed", false);
  if (text_in(from, "noise") != text_in(from, "wide")) one.noise = text_in(from, "noise");
  one.busy = text_in(from, "busy");
  for (const auto& [member, levels] :
       {std::pair{"before_levels_ms", &one.levels_before}, std::pair{"after_levels_ms", &one.levels_after}})
    if (!is_null(from, member))
      *levels = MedianInterval{positive_in(Given{{"ms", from.at(member).at(0)}}, "ms"),
                               positive_in(Given{{"ms", from.at(member).at(1)}}, "ms")};
  if (one.verdict == BenchVerdict::too_few) return one;
  if (least_of_rank_test(one.medians_before.size(), one.medians_after.size()) > k_most_chance) return one;
  one.chance = rank_test(one.medians_before, one.medians_after);
  one.ratios = ratio_interval(one.medians_before, one.medians_after, k_most_chance);
  return one;
}

void judge_again(ComparedCase& one, bool in_turns, bool complete, double least_percent) {
  const BenchVerdict before = one.unconfirmed ? BenchVerdict::too_noisy : one.verdict;
  judge(one, least_percent);
  if (in_turns && !complete) return leave_unconfirmed(one);
  const bool differs = one.verdict == BenchVerdict::faster || one.verdict == BenchVerdict::slower;
  one.unconfirmed = in_turns && differs && one.verdict != before;
  if (one.unconfirmed) one.verdict = without_difference(one);
}

/// --least of a comparison.
double least_in(const Given& from) {
  const double least = is_null(from, "least_percent") ? k_usual_least : from.at("least_percent").get<double>();
  if (!(least >= 0 && least <= k_most_least))
    throw WrongMember(fmt::format("'least_percent' is a number from 0 to {:g}, not {:g}", k_most_least, least));
  return least;
}

BenchComparison comparison_of(const Given& from, std::optional<double> other_least) {
  BenchComparison comparison{.before = side_in(from.at("before")), .after = side_in(from.at("after")), .cases = {}};
  comparison.in_turns = from.value("in_turns", false);
  comparison.complete = from.value("complete", true);
  comparison.least_percent = other_least ? *other_least : least_in(from);
  for (const Given& one : from.at("cases")) comparison.cases.push_back(compared_in(one));
  comparison.wrong = lost_in(from, "wrong");
  comparison.refused = lost_in(from, "refused");
  comparison.missing = lost_in(from, "missing");
  comparison.only_after = lost_in(from, "only_after_reasons");
  if (!from.contains("only_after_reasons"))  // an older file
    for (std::string& title : lines_in(from, "only_after"))
      comparison.only_after.push_back({std::move(title), "the first side has not timed it"});
  comparison.notes = lines_in(from, "differences");
  comparison.other_machine = comparison.other_hardware = from.value("other_machine", false);
  for (ComparedCase& one : comparison.cases) {
    if (one.verdict == BenchVerdict::too_few) continue;  // whatever --least is
    if (!one.chance)
      throw WrongMember(fmt::format("{}only cases with 4 or more runs a side can be judged again",
                                    comparison.complete ? "" : "it was cut short, and "));
    judge_again(one, comparison.in_turns, comparison.complete, comparison.least_percent);
  }
  return comparison;
}

/// Whether read_comparison_file would take it.
bool can_be_judged(const Given& document) {
  try {
    comparison_of(document, {});
    return true;
  } catch (const Given::exception&) {
    return false;
  } catch (const WrongMember&) {
    return false;
  }
}

std::vector<std::byte> bytes_of(const std::string& name) {
  constexpr std::uintmax_t k_most = std::uintmax_t{64} << 20;
  return whole_file(name, k_most);
}

}  // namespace

BenchReport report_in(const Given& document, std::string_view name) {
  try {
    if (const int version = document.value("version", k_results_version); version != k_results_version)
      throw std::runtime_error(fmt::format("{} has version {} of the format of results; this satscope reads version {}",
                                           input_in_words(name), version, k_results_version));
    return report_of(document);
  } catch (const Given::exception&) {
    if (is_comparison(document))
      throw std::runtime_error(fmt::format(
          "{} is a comparison; {}", input_in_words(name),
          document.contains("turns") && !document.at("turns").is_null()
              ? "`satscope bench --against PROGRAM --resume FILE` goes on with it"
          : can_be_judged(document) ? "`satscope bench --compare FILE` judges it again, and nothing is left to measure"
                                    : "it has too few runs to be judged again, so measure again"));
    throw std::runtime_error(
        fmt::format("{} is not a results file of `satscope bench` or `satscope sweep`", input_in_words(name)));
  } catch (const WrongMember& wrong) {
    throw std::runtime_error(fmt::format("{} is damaged: {}", input_in_words(name), wrong.what()));
  }
}

BenchReport read_report(std::string_view name, std::string_view text) {
  try {
    return report_in(parsed(text), name);
  } catch (const JsonError& error) {
    throw std::runtime_error(fmt::format("{} is not a results file of `satscope bench` or `satscope sweep`: {}",
                                         input_in_words(name), error.what()));
  }
}

BenchReport read_report_file(const std::string& name) {
  const std::vector<std::byte> bytes = bytes_of(name);
  return read_report(name, FileBytes{name, bytes}.text());
}

Turns read_turns_file(const std::string& name, BenchComparison& head) {
  const std::vector<std::byte> bytes = bytes_of(name);
  Given document;
  try {
    document = parsed(FileBytes{name, bytes}.text());
  } catch (const JsonError& error) {
    throw std::runtime_error(fmt::format("{} is not the JSON of a comparison: {}", input_in_words(name), error.what()));
  }
  if (!is_comparison(document) || is_null(document, "turns"))
    throw std::runtime_error(
        fmt::format("{} is not a comparison that was stopped; --against --resume goes on with what -o FILE.json has of one",
                    input_in_words(name)));
  try {
    head.least_percent = least_in(document);
    head.command = text_in(document, "command");
    return turns_in(document.at("turns"), name);
  } catch (const Given::exception&) {
    throw std::runtime_error(fmt::format("{} is damaged: it has no runs to go on with", input_in_words(name)));
  } catch (const WrongMember& wrong) {
    throw std::runtime_error(fmt::format("{} is damaged: {}", input_in_words(name), wrong.what()));
  }
}

std::optional<BenchComparison> read_comparison_file(const std::string& name, std::optional<double> least_percent) {
  const std::vector<std::byte> bytes = bytes_of(name);
  Given document;
  try {
    document = parsed(FileBytes{name, bytes}.text());
  } catch (const JsonError&) {
    return {};
  }
  if (!is_comparison(document)) return {};
  try {
    return comparison_of(document, least_percent);
  } catch (const Given::exception&) {
    throw std::runtime_error(fmt::format("{} is no comparison of `satscope bench`", input_in_words(name)));
  } catch (const WrongMember& wrong) {
    throw std::runtime_error(fmt::format("{} cannot be judged again: {}", input_in_words(name), wrong.what()));
  }
}

}  // namespace satscope::app
