// SPDX-License-Identifier: Apache-2.0
#include "app/bench/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "kernels/median_interval.h"

namespace satscope::app {
namespace {

std::string title_of(const BenchCase& one) {
  std::string text = fmt::format("{} {} {}x{} {} {}", name_of(one), one.type, one.extent.width, one.extent.height,
                                 id_of(one.form), id_of(one.machine));
  if (one.channels > 1) text += fmt::format(", {} channels", one.channels);
  if (one.threads > 0) text += fmt::format(", threads={}", one.threads);
  if (one.busy_threads > 0) text += fmt::format(", busy={}", one.busy_threads);
  return text;
}

MedianInterval interval_of(const BenchTimes& times) {
  return times.low_ms > 0 ? MedianInterval{times.low_ms, times.high_ms} : MedianInterval{times.p10_ms, times.p90_ms};
}

/// Half of the way from p10 to p90, in percent of the median. Because: the intervals know nothing of what else the machine does
/// in one run and not in the other.
double spread_percent(const BenchTimes& times) { return 50 * (times.p90_ms - times.p10_ms) / times.median_ms; }

BenchVerdict verdict_of(const BenchTimes& before, const BenchTimes& after, double change_percent, double least_percent) {
  const MedianInterval a = interval_of(before), b = interval_of(after);
  const double least = std::max(least_percent, std::min(spread_percent(before), spread_percent(after)));
  if (std::abs(change_percent) < least) return BenchVerdict::not_distinguishable;
  return b.high < a.low ? BenchVerdict::faster : b.low > a.high ? BenchVerdict::slower : BenchVerdict::not_distinguishable;
}

const BenchResult* timed(const BenchReport& report, const BenchCase& asked) {
  const auto found = std::ranges::find(report.results, asked, &BenchResult::asked);
  return found != report.results.end() && found->times ? &*found : nullptr;
}

std::vector<std::string> differences(const BenchReport& before, const BenchReport& after) {
  std::vector<std::string> notes;
  const auto differ = [&](const char* what, const std::string& a, const std::string& b) {
    if (a != b) notes.push_back(fmt::format("{}: '{}' before, '{}' after", what, a, b));
  };
  differ("device", before.device, after.device);
  differ("processor", before.facts.processor, after.facts.processor);
  differ("driver for CUDA", before.driver, after.driver);
  differ("CUDA of the build", before.toolkit, after.toolkit);
  differ("system", before.facts.system, after.facts.system);
  differ("compiler", before.facts.compiler, after.facts.compiler);
  differ("flags", before.facts.flags, after.facts.flags);
  differ("governor", before.facts.governor, after.facts.governor);
  return notes;
}

}  // namespace

bool BenchComparison::slower() const {
  return std::ranges::find(cases, BenchVerdict::slower, &ComparedCase::verdict) != cases.end();
}

BenchComparison compare(const BenchReport& before, const BenchReport& after, double least_percent) {
  BenchComparison comparison;
  for (const BenchResult& a : before.results) {
    if (!a.times) continue;
    const BenchResult* const b = timed(after, a.asked);
    if (!b) {
      comparison.only_before.push_back(title_of(a.asked));
      continue;
    }
    const double change = 100 * (b->times->median_ms / a.times->median_ms - 1);
    comparison.cases.push_back({.asked = a.asked,
                                .before_ms = a.times->median_ms,
                                .after_ms = b->times->median_ms,
                                .change_percent = change,
                                .verdict = verdict_of(*a.times, *b->times, change, least_percent)});
  }
  for (const BenchResult& b : after.results)
    if (b.times && !timed(before, b.asked)) comparison.only_after.push_back(title_of(b.asked));
  comparison.notes = differences(before, after);
  return comparison;
}

std::string as_text(const BenchComparison& comparison) {
  std::size_t widest = 4;
  for (const ComparedCase& one : comparison.cases) widest = std::max(widest, title_of(one.asked).size());
  std::string text =
      fmt::format("{:<{}}{:>12}{:>12}{:>10}  {}\n", "case", widest, "before ms", "after ms", "change", "after is");
  for (const ComparedCase& one : comparison.cases)
    text += fmt::format("{:<{}}{:>12.4f}{:>12.4f}{:>+8.1f} %  {}\n", title_of(one.asked), widest, one.before_ms, one.after_ms,
                        one.change_percent, id_of(one.verdict));
  for (const std::string& title : comparison.only_before) text += fmt::format("only before: {}\n", title);
  for (const std::string& title : comparison.only_after) text += fmt::format("only after: {}\n", title);
  for (const std::string& note : comparison.notes) text += fmt::format("{}\n", note);
  return text;
}

Json as_json(const BenchComparison& comparison) {
  Json cases = Json::array();
  for (const ComparedCase& one : comparison.cases) {
    Json json = as_json(one.asked);
    json["before_ms"] = one.before_ms;
    json["after_ms"] = one.after_ms;
    json["change_percent"] = one.change_percent;
    json["verdict"] = id_of(one.verdict);
    cases.push_back(json);
  }
  return {{"cases", cases},
          {"only_before", comparison.only_before},
          {"only_after", comparison.only_after},
          {"differences", comparison.notes},
          {"slower", comparison.slower()}};
}

}  // namespace satscope::app
