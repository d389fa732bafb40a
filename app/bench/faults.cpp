// SPDX-License-Identifier: Apache-2.0
// What is wrong with results, in sentences: a floor that was undercut, a clock that changed, noise, too few samples.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/bench/compare.h"
#include "app/bench/report.h"
#include "kernels/median_interval.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

/// The result that is furthest below its floor; null if there is none.
const BenchResult* fastest_below(const BenchReport& report, const BenchFloor& floor) {
  const BenchResult* fastest = nullptr;
  for (const BenchResult& result : report.results) {
    // because: a cache is faster than memory, whose floor this is
    if (!floor.is_of(result.asked) || result.asked.hot) continue;
    if (!result.times || !(result.times->percent_of_floor > 100)) continue;
    if (!fastest || result.times->median_ms < fastest->times->median_ms) fastest = &result;
  }
  return fastest;
}

}  // namespace

std::vector<std::string> floor_faults(const BenchReport& report) {
  std::vector<std::string> faults;
  for (const BenchFloor& floor : report.floors)
    if (const BenchResult* below = fastest_below(report, floor))
      faults.push_back(fmt::format(
          "The floor of {} {}x{} is wrong: {} was faster, at {:.1f} % of it. All percentages of this size are too large.",
          type_text(floor.type, floor.channels), floor.extent.width, floor.extent.height, below->asked.algorithm,
          below->times->percent_of_floor));
  return faults;
}

std::vector<std::string> clock_faults(const BenchReport& report) {
  constexpr double k_same = 0.95;
  std::vector<std::string> faults;
  for (const Named<Machine>& machine : k_machines) {
    double slowest = 0, fastest = 0;
    for (const BenchResult& result : report.results) {
      if (result.asked.machine != machine.value || result.clock_mhz <= 0) continue;
      slowest = slowest > 0 ? std::min(slowest, result.clock_mhz) : result.clock_mhz;
      fastest = std::max(fastest, result.clock_mhz);
    }
    if (slowest < k_same * fastest)
      faults.push_back(
          fmt::format("The clock of the {} ran at {:.0f} to {:.0f} MHz: compare times of different moments with care.",
                      machine.value == Machine::gpu ? "GPU" : "CPU", slowest, fastest));
  }
  return faults;
}

std::string noise_of(const BenchTimes& times) {
  constexpr double k_most_spread = 2, k_most_unsure = 0.05;
  const double unsure = MedianInterval{times.low_ms, times.high_ms}.relative_half_width(times.median_ms);
  if (unsure > k_most_unsure)
    return fmt::format("+-{} %, and at most {:g} % is allowed", small_percent(100 * unsure), 100 * k_most_unsure);
  if (times.p90_ms > k_most_spread * times.median_ms)
    return fmt::format("p90 is {:.1f} times the median, and at most {:g} times is allowed", times.p90_ms / times.median_ms,
                       k_most_spread);
  return {};
}

bool is_noisy(const BenchTimes& times) { return !noise_of(times).empty(); }

std::vector<std::string> noise_faults(const BenchReport& report) {
  std::vector<std::string> faults;
  for (const BenchResult& result : report.results) {
    if (!result.times || result.times->low_ms <= 0) continue;
    const BenchTimes& times = *result.times;
    std::string where = short_title_of(result.asked);
    if (result.asked.threads > 0) where += fmt::format(" with {}", counted(result.asked.threads, "thread"));
    if (result.asked.busy_threads > 0) where += fmt::format(" beside {}", counted(result.asked.busy_threads, "busy thread"));
    if (is_noisy(times))
      faults.push_back(fmt::format("{} is noisy: {}{}.", where, noise_of(times),
                                   was_overloaded(report, result)
                                       ? fmt::format("; the load of the machine was {:.1f}, of {}", result.load,
                                                     counted(report.facts.threads_offered, "thread"))
                                       : ""));
    if (times.levels)
      faults.push_back(fmt::format("{} has two levels: {:.0f} % of its samples are near {} ms, the others near {} ms.", where,
                                   times.levels->low_percent, milliseconds_of(times.levels->low_ms),
                                   milliseconds_of(times.levels->high_ms)));
  }
  return faults;
}

std::vector<std::string> precision_faults(const BenchReport& report) {
  std::vector<std::string> faults;
  const StopRule until{.most_ms = report.max_time_ms}, usual;
  const auto add = [&](StopReason reason, const std::string& within, const std::string& cure) {
    std::vector<std::string> rows;
    for (const BenchResult& result : report.results)
      if (result.stop_reason == reason && result.times)
        rows.push_back(fmt::format("{} ({})", short_title_of(result.asked),
                                   result.times->low_ms > 0 ? fmt::format("+-{} %", sureness(*result.times))
                                                            : counted(result.times->samples, "sample")));
    if (rows.empty()) return;
    faults.push_back(fmt::format("Within {}, {} did not reach the precision of +-{:g} %: {}. {}", within,
                                 counted(rows.size(), "result"), report.precision_percent, fmt::join(rows, ", "), cure));
  };
  if (report.precision_percent <= 0 || report.max_time_ms <= 0) return faults;
  add(StopReason::max_time, fmt::format("{:g} ms", report.max_time_ms), "A greater --max-time allows more samples.");
  add(StopReason::samples, counted(until.most_samples(), "sample"),
      report.max_time_ms > usual.most_ms
          ? "--repeats in place of --precision takes as many samples as you say."
          : fmt::format("The number of samples ended it, not the time: a --max-time above {:g} ms allows {}.", usual.most_ms,
                        StopRule{.most_ms = 2 * usual.most_ms}.most_samples()));
  return faults;
}

}  // namespace satscope::app
