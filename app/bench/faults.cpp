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

/// "serial 8u32u 640x480 padded with 2 threads beside 1 busy thread": no two cases have the same.
std::string place_of(const BenchReport& report, const BenchCase& one) {
  std::string text = short_title_of(one);
  if (one.form != Form::inclusive) text += fmt::format(" {}", id_of(one.form));
  const auto elsewhere = [&](const BenchResult& other) { return other.asked.machine != one.machine; };
  if (std::ranges::any_of(report.results, elsewhere)) text += one.machine == Machine::gpu ? " on the GPU" : " on the CPU";
  if (one.threads > 0) text += fmt::format(" with {}", counted(one.threads, "thread"));
  if (one.busy_threads > 0) text += fmt::format(" beside {}", counted(one.busy_threads, "busy thread"));
  return text;
}

bool has_too_few(const BenchTimes& times) { return times.samples > 0 && times.samples < k_fewest_of_median; }

/// A number that is above a whole one, with as many digits as show that it is.
std::string above(double value, double whole, int least_digits) {
  constexpr int k_most_digits = 9;
  for (int digits = least_digits; digits < k_most_digits; ++digits)
    if (std::string text = fmt::format("{:.{}f}", value, digits); text != fmt::format("{:.{}f}", whole, digits)) return text;
  return fmt::format("{}", value);
}

/// "a, b, c and 12 more (`member` of the JSON names all)".
std::string named_text(const std::vector<std::string>& rows, std::size_t named, std::string_view member) {
  if (rows.size() <= named) return fmt::format("{}", fmt::join(rows, ", "));
  const auto end = rows.begin() + static_cast<std::ptrdiff_t>(named);
  return fmt::format("{} and {} more (`{}` of the JSON names all)", fmt::join(rows.begin(), end, ", "), rows.size() - named,
                     member);
}

/// On all results that have too few samples; empty: there are none.
std::string too_few_text(const BenchReport& report, std::size_t named) {
  std::vector<std::string> rows;
  for (const BenchResult& result : report.results)
    if (result.times && has_too_few(*result.times))
      rows.push_back(fmt::format(
          "{} (n = {}{})", place_of(report, result.asked), result.times->samples,
          result.stop_reason == StopReason::max_time ? fmt::format(", as one takes {:.0f} ms", result.times->median_ms) : ""));
  if (rows.empty()) return {};
  return fmt::format("{} fewer than {} samples, so nothing says how sure {}: {}. --repeats {} takes enough.",
                     rows.size() == 1 ? "1 result has" : fmt::format("{} results have", rows.size()), k_fewest_of_median,
                     rows.size() == 1 ? "its median is" : "their medians are", named_text(rows, named, "noise_faults"),
                     k_fewest_of_median);
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

std::string untimed_algorithm(std::span<const BenchReport> reports) {
  for (const BenchReport& report : reports)
    for (const BenchSkipped& skipped : report.skipped) {
      const auto has_it = [&](const BenchReport& other) {
        return std::ranges::any_of(
            other.results, [&](const BenchResult& result) { return result.asked.algorithm == skipped.asked.algorithm; });
      };
      if (std::ranges::none_of(reports, has_it))
        return fmt::format("{} was asked for by name and not timed: {}", skipped.asked.algorithm, skipped.reason);
    }
  return {};
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
    return fmt::format("+-{} %, and at most {:g} % is allowed",
                       above(100 * unsure, 100 * k_most_unsure, unsure < 0.09995 ? 2 : 1), 100 * k_most_unsure);
  if (const double spread = times.p90_ms / times.median_ms; spread > k_most_spread)
    return fmt::format("p90 is {} times the median, and at most {:g} times is allowed", above(spread, k_most_spread, 1),
                       k_most_spread);
  return {};
}

std::string_view doubt_of(const BenchTimes& times) {
  if (has_too_few(times)) return "too few";
  return noise_of(times).empty() ? "" : "noisy";
}

std::vector<std::string_view> fault_ids(const BenchReport& report, const BenchResult& result) {
  std::vector<std::string_view> ids;
  if (!result.times) return ids;
  if (has_too_few(*result.times))
    ids.emplace_back("too-few");
  else if (!noise_of(*result.times).empty())
    ids.emplace_back("noisy");
  if (result.times->levels) ids.emplace_back("two-levels");
  if (was_overloaded(report, result)) ids.emplace_back("busy");
  return ids;
}

std::vector<std::string> noise_faults(const BenchReport& report, std::size_t named) {
  std::vector<std::string> faults;
  for (const BenchResult& result : report.results) {
    if (!result.times || result.times->low_ms <= 0) continue;
    const BenchTimes& times = *result.times;
    const std::string where = place_of(report, result.asked);
    if (!noise_of(times).empty() && !has_too_few(times))
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
  if (const std::string few = too_few_text(report, named); !few.empty()) faults.push_back(few);
  double load = 0;
  for (const BenchResult& result : report.results)
    if (result.times && was_overloaded(report, result)) load = std::max(load, result.load);
  if (load > 0)
    faults.push_back(
        fmt::format("The machine was busy: its load was up to {:.1f}, of {}. Another run may differ by more than +-%.", load,
                    counted(report.facts.threads_offered, "thread")));
  return faults;
}

std::vector<std::string> precision_faults(const BenchReport& report, std::size_t named) {
  std::vector<std::string> faults;
  const StopRule until{.most_ms = report.max_time_ms}, usual;
  const auto add = [&](StopReason reason, const std::string& within, const std::string& cure) {
    std::vector<std::string> rows;
    for (const BenchResult& result : report.results)
      if (result.stop_reason == reason && result.times)
        rows.push_back(fmt::format("{} ({})", place_of(report, result.asked),
                                   result.times->low_ms > 0 ? fmt::format("+-{} %", sureness(*result.times))
                                                            : counted(result.times->samples, "sample")));
    if (rows.empty()) return;
    faults.push_back(fmt::format("Within {}, {} did not reach the precision of +-{:g} %: {}. {}", within,
                                 counted(rows.size(), "result"), report.precision_percent,
                                 named_text(rows, named, "precision_faults"), cure));
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
