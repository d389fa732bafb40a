// SPDX-License-Identifier: Apache-2.0
#include "app/bench/read.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "app/bench/benched.h"
#include "app/bench/run.h"

namespace satscope::app {
namespace {

/// What is wrong with a member; the file's name is put before it.
struct WrongMember : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <class List>
const auto& one_of(const List& list, std::string_view kind, const Json& id) {
  const auto* const found = find_in(list, id.get<std::string>());
  if (!found) throw WrongMember(no_such(list, kind, id.get<std::string>()));
  return *found;
}

int whole_in(const Json& json, const char* member, int least, int most) {
  const double value = json.at(member).get<double>();
  if (!(value >= least && value <= most) || value != std::floor(value))
    throw WrongMember(fmt::format("'{}' is a whole number from {} to {}, not {}", member, least, most, value));
  return static_cast<int>(value);
}

/// A time, or a rate: above 0.
double positive_in(const Json& json, const char* member) {
  const double value = json.at(member).get<double>();
  if (!(value > 0 && std::isfinite(value))) throw WrongMember(fmt::format("'{}' is a number above 0, not {}", member, value));
  return value;
}

bool is_null(const Json& json, const char* member) { return !json.contains(member) || json.at(member).is_null(); }

std::string text_in(const Json& json, const char* member) {
  return is_null(json, member) ? std::string() : json.at(member).get<std::string>();
}

const TypePair& types_in(const Json& json) {
  const TypePair* const types = find_benched_types(json.at("type").get<std::string>());
  return types ? *types : one_of(k_type_pairs, "type", json.at("type"));
}

constexpr int k_most_host_threads = 1 << 20;

/// What a case and a floor have in common.
BenchCase case_of(const Json& json) {
  constexpr int k_longest = 1 << 24;
  BenchCase one{.algorithm = text_in(json, "algorithm"),
                .type = types_in(json).id,
                .extent = {whole_in(json, "w", 1, k_longest), whole_in(json, "h", 1, k_longest)},
                .machine = one_of(k_machines, "machine", json.at("machine")).value,
                .channels = json.contains("channels") ? whole_in(json, "channels", 1, 4) : 1};
  if (!is_null(json, "form")) one.form = one_of(k_forms, "form", json.at("form")).value;
  if (!is_null(json, "busy_threads")) one.busy_threads = whole_in(json, "busy_threads", 0, k_most_host_threads);
  if (!is_null(json, "threads") && !json.value("threads_chosen", false))
    one.threads = whole_in(json, "threads", 0, k_most_host_threads);
  one.hot = json.value("hot", false);
  const Described* const benched = find_benched(one.algorithm);
  if (!is_null(json, "params"))
    for (const auto& [id, value] : json.at("params").items()) {
      const Param* const param = benched ? benched->find_param(id) : nullptr;
      try {  // of an algorithm that is not here the text is kept
        one.params[id] = param ? param->parse(value.get<std::string>()) : ParamValue(value.get<std::string>());
      } catch (const std::invalid_argument& error) {
        throw WrongMember(error.what());
      }
    }
  return one;
}

BenchFloor floor_of(const Json& json) {
  const BenchCase one = case_of(json);
  return {.type = one.type,
          .extent = one.extent,
          .machine = one.machine,
          .bytes = json.at("bytes").get<std::size_t>(),
          .milliseconds = positive_in(json, "ms"),
          .method = text_in(json, "method"),
          .channels = one.channels,
          .tried =
              [&] {
                std::vector<FloorTry> tried;
                for (const Json& way : json.value("tried", Json::array()))
                  tried.push_back({way.at("method"), positive_in(way, "ms")});
                return tried;
              }(),
          .threads = one.threads};
}

BenchResult result_of(const Json& json) {
  BenchResult result{
      .asked = case_of(json), .correct = json.at("correct").get<bool>(), .max_error = json.value("max_error", 0.0)};
  if (result.asked.algorithm.empty()) throw WrongMember("a result has no 'algorithm'");
  result.sets = json.value("copies", 0);
  if (!is_null(json, "threads")) result.threads = whole_in(json, "threads", 0, k_most_host_threads);
  if (!is_null(json, "clock_before_mhz")) result.clock_before_mhz = positive_in(json, "clock_before_mhz");
  if (!is_null(json, "clock_mhz")) result.clock_mhz = positive_in(json, "clock_mhz");
  // older files do not say it
  result.emulated = json.value("emulated", emulated(result.asked));
  if (is_null(json, "median_ms")) return result;
  result.times = BenchTimes{.samples = json.value("n", 1),
                            .median_ms = positive_in(json, "median_ms"),
                            .p10_ms = positive_in(json, "p10_ms"),
                            .p90_ms = positive_in(json, "p90_ms"),
                            .gigabytes_per_second = is_null(json, "gbs") ? 0 : positive_in(json, "gbs"),
                            .percent_of_floor = is_null(json, "percent_of_floor") ? 0 : positive_in(json, "percent_of_floor")};
  return result;
}

BenchReport report_of(const Json& json) {
  BenchReport report{.device = text_in(json, "device"),
                     .driver = text_in(json, "driver"),
                     .toolkit = text_in(json, "toolkit"),
                     .facts = {.satscope = text_in(json, "satscope"),
                               .date = text_in(json, "date"),
                               .processor = text_in(json, "processor"),
                               .threads_offered = json.value("threads_offered", 0),
                               .memory_bytes = json.value("memory_bytes", std::size_t{0}),
                               .system = text_in(json, "system")},
                     .preset = text_in(json, "preset"),
                     .varied = text_in(json, "vary"),
                     .protocol = json.value("protocol", std::vector<std::string>{}),
                     .complete = json.value("complete", true)};
  for (const Json& floor : json.at("floor")) report.floors.push_back(floor_of(floor));
  for (const Json& result : json.at("results")) report.results.push_back(result_of(result));
  for (const Json& skipped : json.value("skipped", Json::array()))
    report.skipped.push_back({case_of(skipped), text_in(skipped, "reason")});
  if (!is_null(json, "repeats")) report.repeats = whole_in(json, "repeats", 1, k_most_repeats);
  for (const Json& left : json.value("left", Json::array())) report.left.push_back(case_of(left));
  return report;
}

}  // namespace

BenchReport read_report(std::string_view name, std::string_view text) {
  try {
    return report_of(Json::parse(text));
  } catch (const Json::exception&) {
    throw std::runtime_error(fmt::format("'{}' is not a results file of `satscope bench` or `satscope sweep`", name));
  } catch (const WrongMember& wrong) {
    throw std::runtime_error(fmt::format("'{}' is damaged: {}", name, wrong.what()));
  }
}

BenchReport read_report_file(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  std::ostringstream text;
  if (!file || !(text << file.rdbuf())) throw std::runtime_error(fmt::format("cannot read '{}'", name));  // or it is empty
  return read_report(name, text.str());
}

}  // namespace satscope::app
