// SPDX-License-Identifier: Apache-2.0
#include "app/bench/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <string_view>
#include <tuple>

#include "app/core/text/extent_text.h"
#include "app/plot/write.h"
#include "kernels/emulated.h"
#include "kernels/median_interval.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

Json as_json(const BenchReport& report, const BenchResult& result) {
  Json json = as_json(result.asked);
  if (result.asked.threads == 0 && result.threads > 0) json["threads"] = result.threads;
  json["threads_used"] = result.threads > 0 ? Json(result.threads) : Json(nullptr);
  json["emulated"] = result.emulated;
  const auto& t = result.times;
  const auto known = [&](auto value) { return t ? Json(value) : Json(nullptr); };
  json["n"] = t ? t->samples : 0;
  json["copies"] = result.sets;
  const auto clock = [](double mhz) { return mhz > 0 ? Json(mhz) : Json(nullptr); };
  json["clock_before_mhz"] = clock(result.clock_before_mhz);
  json["clock_mhz"] = clock(result.clock_mhz);
  json["median_ms"] = known(t ? t->median_ms : 0);
  json["p10_ms"] = known(t ? t->p10_ms : 0);
  json["p90_ms"] = known(t ? t->p90_ms : 0);
  json["low_ms"] = t && t->low_ms > 0 ? Json(t->low_ms) : Json(nullptr);
  json["high_ms"] = t && t->high_ms > 0 ? Json(t->high_ms) : Json(nullptr);
  json["noise_percent"] = t && t->noise_percent >= 0 ? Json(t->noise_percent) : Json(nullptr);
  json["low_level_ms"] = t && t->levels ? Json(t->levels->low_ms) : Json(nullptr);
  json["high_level_ms"] = t && t->levels ? Json(t->levels->high_ms) : Json(nullptr);
  json["low_level_percent"] = t && t->levels ? Json(t->levels->low_percent) : Json(nullptr);
  json["load"] = result.load >= 0 ? Json(result.load) : Json(nullptr);
  json["gbs"] = known(t ? t->gigabytes_per_second : 0);
  // as in the table: who sorts by it must not rank what is only noise
  json["percent_of_floor"] = t && t->percent_of_floor > 0 && doubt_of(*t).empty() ? Json(t->percent_of_floor) : Json(nullptr);
  json["faults"] = fault_ids(report, result);
  json["with_copies_ms"] = result.with_copies_ms > 0 ? Json(result.with_copies_ms) : Json(nullptr);
  json["one_by_one"] = result.one_by_one;
  json["correct"] = result.correct;
  json["max_error"] = result.max_error;
  json["stopped"] = result.stopped;
  json["stop_reason"] = result.stop_reason == StopReason::none ? Json(nullptr) : Json(id_of(result.stop_reason));
  json["file_sha256"] = result.file_sha256.empty() ? Json(nullptr) : Json(result.file_sha256);
  return json;
}

Json tried_of(const BenchFloor& floor) {
  Json tried = Json::array();
  for (const FloorTry& one : floor.tried) tried.push_back({{"method", one.method}, {"ms", one.milliseconds}});
  return tried;
}

/// A JSON value as a cell of CSV: empty for null, "n=4 tile=2" for an object, "noisy two-levels" for a list.
std::string cell(const Json& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return csv_cell(value.get<std::string>());
  if (value.is_array()) return csv_cell(fmt::format("{}", fmt::join(value.get<std::vector<std::string>>(), " ")));
  if (!value.is_object()) return value.dump();
  std::string text;
  for (const auto& [key, one] : value.items())
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, one.get<std::string>());
  return csv_cell(text);
}

/// Where and when, the same for all results.
Json facts_of(const BenchReport& report) {
  return {{"satscope", report.facts.satscope},
          {"date", report.facts.date},
          {"device", report.device},
          {"driver", report.driver},
          {"toolkit", report.toolkit},
          {"processor", report.facts.processor},
          {"threads_offered", report.facts.threads_offered},
          {"memory_bytes", report.facts.memory_bytes},
          {"system", report.facts.system},
          {"commit", report.facts.commit},
          {"compiler", report.facts.compiler},
          {"flags", report.facts.flags},
          {"governor", report.facts.governor},
          {"preset", report.preset.empty() ? Json(nullptr) : Json(report.preset)},
          {"vary", report.varied.empty() ? Json(nullptr) : Json(report.varied)},
          {"by_name", report.by_name},
          {"complete", report.complete},
          {"command", report.facts.command.empty() ? Json(nullptr) : Json(report.facts.command)}};
}

struct BenchColumn {
  std::string_view title, what;
};
constexpr std::array k_columns{
    BenchColumn{"algorithm", "what was timed, with the parameters that were asked for; floor: see % floor"},
    BenchColumn{"type", "of pixels and entries: 8u32u has pixels of 8 bits and entries of 32"},
    BenchColumn{"size", "of the picture, in pixels"},
    BenchColumn{"form", "of the table: inclusive, exclusive or padded"},
    BenchColumn{"machine", "gpu or cpu"},
    BenchColumn{"busy", "other threads that computed at the same time (--beside-load)"},
    BenchColumn{"median ms", "half of the samples took less than this time, in milliseconds"},
    BenchColumn{
        "+-%",
        "how sure the median of this run is: 95 % confidence, in percent; another run may differ by several times that; empty: "
        "fewer than 5 samples"},
    BenchColumn{"p10", "10 % of the samples took less than this time, in milliseconds"},
    BenchColumn{"p90", "10 % of the samples took more than this time, in milliseconds"},
    BenchColumn{"n", "number of samples"},
    BenchColumn{"GB/s", "bytes of the picture and of the table, per second of the median"},
    BenchColumn{
        "% floor",
        "100: as fast as this machine moves the same bytes, the floor; 50: takes twice that time; noisy, too few (fewer than 5 "
        "samples): the median says too little"},
    BenchColumn{"correct", "compared with a 64-bit reference; of floats with the largest difference"}};

/// The text's rows, whose first and machine's column are as wide as these need.
class TextRows {
 public:
  explicit TextRows(const BenchReport& report) {
    std::set<int> threads;
    for (const BenchResult& result : report.results) {
      if (result.asked.machine != Machine::cpu) continue;
      threads.insert({result.threads, result.asked.threads == 0 ? report.facts.threads_offered : result.asked.threads});
    }
    names_threads_ = threads.size() > 1;
    for (const BenchResult& result : report.results) {
      widest_name_ = std::max(widest_name_, name_of(result.asked).size() + 2);
      widest_machine_ =
          std::max(widest_machine_, machine_text(result.asked.machine, result.threads, result.asked.threads).size() + 2);
    }
  }

  std::string machine_text(Machine machine, int threads, int asked = 0) const {
    if (!names_threads_ || machine == Machine::gpu || threads == 0) return std::string(id_of(machine));
    return fmt::format("{}, {}", id_of(machine), threads_text(threads, asked));
  }

  template <class... Cells>
  std::string row(std::string_view name, std::string_view type, std::string_view size, std::string_view form,
                  std::string_view machine, Cells... cells) const {
    return fmt::format("{:<{}}{:<10} {:<11} {:<10} {:<{}}", name, widest_name_, type, size, form, machine, widest_machine_) +
           fmt::format("{:>5} {:>10} {:>6} {:>10} {:>10} {:>5} {:>9} {:>8}  {}\n", cells...);
  }

  std::string of(const BenchResult& result) const {
    const auto& t = result.times;
    const auto number = [&](double value, int digits) { return t ? fmt::format("{:.{}f}", value, digits) : std::string("-"); };
    const BenchTimes shown = t.value_or(BenchTimes{});
    const BenchCase& asked = result.asked;
    return row(name_of(asked), type_text(asked.type, asked.channels), extent_text(asked.extent), id_of(asked.form),
               machine_text(asked.machine, result.threads, asked.threads), asked.busy_threads,
               t ? milliseconds_of(shown.median_ms) : "-", sureness(shown), t ? milliseconds_of(shown.p10_ms) : "-",
               t ? milliseconds_of(shown.p90_ms) : "-", shown.samples, number(shown.gigabytes_per_second, 1),
               doubt_of(shown).empty() ? number(shown.percent_of_floor, 1) : std::string(doubt_of(shown)),
               result.correct ? (result.max_error > 0 ? fmt::format("yes, to {:.3g}", result.max_error) : "yes")
                              : fmt::format("NO, off by {:.3g}", result.max_error));
  }

  std::string of(const BenchFloor& floor) const {
    return row("floor", type_text(floor.type, floor.channels), extent_text(floor.extent), "",
               machine_text(floor.machine, floor.threads), "", milliseconds_of(floor.milliseconds), "", "", "", "",
               fmt::format("{:.1f}", static_cast<double>(floor.bytes) / floor.milliseconds / 1e6), "100.0", floor.method);
  }

 private:
  bool names_threads_ = false;
  std::size_t widest_name_ = 22, widest_machine_ = 8;
};

std::string with_copies_text(const BenchResult& result) {
  return fmt::format("{}: table() as a whole, with its copies and allocations, takes {:.4f} ms.{}",
                     short_title_of(result.asked), result.with_copies_ms,
                     result.one_by_one ? " Its kernels were timed one by one." : "");
}

}  // namespace

double to_nine_digits(double value) {
  const std::string text = fmt::format("{:.9g}", value);
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void round_numbers(Json& json) {
  if (json.is_number_float()) json = to_nine_digits(json.get<double>());
  if (json.is_structured())
    for (Json& one : json) round_numbers(one);
}

Json as_json(const BenchCase& asked) {
  Json params = Json::object();
  for (const auto& [id, value] : asked.params) params[id] = to_text(value);
  return {{"algorithm", asked.algorithm},
          {"type", asked.type},
          {"w", asked.extent.width},
          {"h", asked.extent.height},
          {"machine", id_of(asked.machine)},
          {"channels", asked.channels},
          {"form", id_of(asked.form)},
          {"busy_threads", asked.busy_threads},
          {"params", params},
          {"threads", asked.threads > 0 ? Json(asked.threads) : Json(nullptr)},
          {"threads_chosen", asked.machine == Machine::cpu && asked.threads == 0},
          {"hot", asked.hot}};
}

std::string threads_text(int used, int asked) {
  return asked > 0 && asked != used ? fmt::format("{} of {}", used, counted(asked, "thread")) : counted(used, "thread");
}

std::string small_percent(double percent) {
  if (percent >= 9.995) return fmt::format("{:.1f}", percent);
  return percent >= 0.0995 || percent <= 0 ? fmt::format("{:.2f}", percent) : fmt::format("{:.1g}", percent);
}

std::string sureness(const BenchTimes& times) {
  if (times.samples > 0 && times.samples < k_fewest_of_median) return {};
  if (times.low_ms <= 0) return "-";
  return small_percent(100 * MedianInterval{times.low_ms, times.high_ms}.relative_half_width(times.median_ms));
}

std::string type_text(std::string_view type, int channels) {
  return channels > 1 ? fmt::format("{}x {}", channels, type) : std::string(type);
}

std::string name_of(const BenchCase& one) {
  std::string name = one.algorithm;
  for (const auto& [id, value] : one.params) name += fmt::format(" {}={}", id, to_text(value));
  return name + (one.hot ? ", hot" : "");
}

std::string short_title_of(const BenchCase& one) {
  return fmt::format("{} {} {}", name_of(one), type_text(one.type, one.channels), extent_text(one.extent));
}

std::string milliseconds_of(double ms) {
  const int digits = ms > 0 ? static_cast<int>(std::ceil(2 - std::log10(ms))) : 0;
  return fmt::format("{:.{}f}", ms, std::clamp(digits, 4, 7));
}

Json as_json(const BenchReport& report) {
  Json floors = Json::array(), results = Json::array(), skipped = Json::array();
  for (const BenchFloor& floor : report.floors)
    floors.push_back({{"type", floor.type},
                      {"w", floor.extent.width},
                      {"h", floor.extent.height},
                      {"machine", id_of(floor.machine)},
                      {"bytes", floor.bytes},
                      {"ms", floor.milliseconds},
                      {"method", floor.method},
                      {"channels", floor.channels},
                      {"threads", floor.threads > 0 ? Json(floor.threads) : Json(nullptr)},
                      {"tried", tried_of(floor)}});
  for (const BenchResult& result : report.results) {
    results.push_back(as_json(report, result));
    if (result.times && !result.times->samples_ms.empty()) results.back()["samples_ms"] = result.times->samples_ms;
  }
  for (const BenchSkipped& entry : report.skipped) {
    Json json = as_json(entry.asked);
    json["reason"] = entry.reason;
    json["file_sha256"] = entry.file_sha256.empty() ? Json(nullptr) : Json(entry.file_sha256);
    skipped.push_back(json);
  }
  Json json{{"version", k_results_version}};
  json.update(facts_of(report));
  json["protocol"] = report.protocol;
  json["floor"] = floors;
  json["floor_faults"] = floor_faults(report);
  json["clock_faults"] = clock_faults(report);
  json["noise_faults"] = noise_faults(report);
  json["precision_faults"] = precision_faults(report);
  json["results"] = results;
  json["skipped"] = skipped;
  json["repeats"] = report.repeats > 0 ? Json(report.repeats) : Json(nullptr);
  json["precision_percent"] = report.precision_percent > 0 ? Json(report.precision_percent) : Json(nullptr);
  json["max_time_ms"] = report.max_time_ms > 0 ? Json(report.max_time_ms) : Json(nullptr);
  json["left"] = Json::array();
  for (const BenchCase& one : report.left) json["left"].push_back(as_json(one));
  round_numbers(json);
  return json;
}

std::string csv_names(const Json& members) {
  std::string text;
  for (const auto& [key, value] : members.items()) text.append(text.empty() ? "" : ",").append(key);
  return text;
}

std::string csv_cells(const Json& members) {
  std::vector<std::string> cells;
  for (const auto& [key, value] : members.items()) cells.push_back(cell(value));
  return fmt::format("{}", fmt::join(cells, ","));
}

std::string as_csv(const BenchReport& report) {
  // the header is there even without results
  Json columns = as_json(report, BenchResult{});
  const Json facts = facts_of(report);
  columns.update(facts);
  std::string text;
  text += csv_names(columns) + "\n";
  for (const BenchResult& result : report.results) {
    Json values = as_json(report, result);
    values.update(facts);
    round_numbers(values);
    text += csv_cells(values) + "\n";
  }
  return text;
}

std::string stopped_text(const BenchReport& report) {
  return fmt::format("Stopped before the end; {} left.", counted(report.left.size(), "case"));
}

std::string bench_legend() {
  std::string text;
  for (const BenchColumn& column : k_columns) text += fmt::format("  {:<12}{}\n", column.title, column.what);
  return text;
}

std::string as_text(const BenchReport& report, bool whole_protocol, const std::string& file) {
  std::string text = report.device + "\n";
  if (!report.driver.empty()) text += fmt::format("driver for CUDA {}, built with CUDA {}\n", report.driver, report.toolkit);
  text += fmt::format("{}; {} {} offered, {:.0f} GB of memory; {}\n", report.facts.processor, report.facts.threads_offered,
                      report.facts.threads_offered == 1 ? "thread" : "threads",
                      static_cast<double>(report.facts.memory_bytes) / 1e9, report.facts.system);
  text += fmt::format("satscope {}{}, {}{}\n", report.facts.satscope,
                      report.facts.commit.empty() ? "" : fmt::format(" ({}, {})", report.facts.commit, report.facts.compiler),
                      report.facts.date, report.preset.empty() ? "" : fmt::format(", preset {}", report.preset));
  text += "\n";
  const TextRows rows(report);
  text += std::apply([&](auto... column) { return rows.row(column.title...); }, k_columns);
  for (const BenchFloor& floor : report.floors) text += rows.of(floor);
  for (const BenchResult& result : report.results)
    if (!result.emulated) text += rows.of(result);
  if (std::ranges::any_of(report.results, &BenchResult::emulated)) text += fmt::format("{}\n", k_emulated);
  for (const BenchResult& result : report.results)
    if (result.emulated) text += rows.of(result);
  if (std::ranges::any_of(report.results, [](const BenchResult& result) { return result.times && result.times->low_ms > 0; }))
    text +=
        "+-%: how sure the median of this run is (95 % confidence). Another run may differ by several times that, so compare\n"
        "several: bench --compare A1 A2 ... --with B1 B2 ... What the other columns are: satscope bench --help\n";
  std::set<std::string> serial;
  for (const BenchResult& result : report.results)
    if (result.threads == 1 && result.asked.threads > 1 && serial.insert(result.asked.algorithm).second)
      text += fmt::format("{} used 1 thread where more were asked for: it has no work for them.\n", result.asked.algorithm);
  for (const BenchResult& result : report.results)
    if (result.with_copies_ms > 0) text += with_copies_text(result) + "\n";
  for (const std::string& fault : floor_faults(report)) text += fault + "\n";
  for (const std::string& fault : clock_faults(report)) text += fault + "\n";
  for (const std::string& fault : noise_faults(report, k_cases_named)) text += fault + "\n";
  for (const std::string& fault : precision_faults(report, k_cases_named)) text += fault + "\n";
  for (const BenchSkipped& entry : report.skipped) {
    if (entry.asked.busy_threads > 0) continue;  // skipped for the same reason on the idle machine
    text += fmt::format("skipped {} {} {}: {}\n", short_title_of(entry.asked), id_of(entry.asked.form),
                        id_of(entry.asked.machine), entry.reason);
  }
  text += "\n";
  if (whole_protocol)
    for (const std::string& sentence : report.protocol) text += sentence + "\n";
  else if (!report.protocol.empty())
    text += "How it was measured: --verbose prints it, and JSON files have it.\n";
  if (!report.complete) {
    const char* const command = report.varied.empty() ? "bench" : "sweep";
    text +=
        stopped_text(report) + (file.empty() ? fmt::format(" {} -o FILE.json keeps results, and --resume goes on.\n", command)
                                             : fmt::format(" Measure the rest with satscope {} --resume {}\n", command,
                                                           file.find_first_of(" '\"") == file.npos ? file : "'" + file + "'"));
  }
  for (const BenchResult& result : report.results)
    if (result.stopped)
      text += short_title_of(result.asked) + " was stopped while it was timed: it has fewer samples than planned.\n";
  return text;
}

}  // namespace satscope::app
