// SPDX-License-Identifier: Apache-2.0
#include "app/bench/compare.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "app/bench/compare_sides.h"
#include "app/bench/statistics.h"
#include "app/core/text/extent_text.h"
#include "kernels/median_interval.h"
#include "kernels/plural.h"

namespace satscope::app {

std::string title_of(const BenchCase& one) {
  std::string text =
      fmt::format("{} {} {} {} {}", name_of(one), one.type, extent_text(one.extent), id_of(one.form), id_of(one.machine));
  if (one.channels > 1) text += fmt::format(", {} channels", one.channels);
  if (one.threads > 0) text += fmt::format(", threads={}", one.threads);
  if (one.busy_threads > 0) text += fmt::format(", busy={}", one.busy_threads);
  return text;
}

namespace {

/// A text for each member that makes a case another.
std::vector<std::string> facts_of(const BenchCase& one) {
  BenchCase plain = one;  // because: name_of says hot, too
  plain.hot = false;
  return {name_of(plain),
          std::string(one.type),
          extent_text(one.extent),
          std::string(id_of(one.form)),
          std::string(id_of(one.machine)),
          counted(one.channels, "channel"),
          one.threads > 0 ? counted(one.threads, "thread") : "threads as it chooses",
          fmt::format("beside {}", counted(one.busy_threads, "busy thread")),
          one.hot ? "hot" : "not hot"};
}

using Reports = std::span<const BenchReport>;

/// A result of one side, and the run that it is of.
struct OfRun {
  const BenchReport* report;
  const BenchResult* result;
};

double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::vector<double> medians_of(const std::vector<OfRun>& runs) {
  std::vector<double> medians;
  for (const OfRun& run : runs) medians.push_back(run.result->times->median_ms);
  std::ranges::sort(medians);
  return medians;
}

/// The runs of a side as one.
BenchTimes joined(const std::vector<OfRun>& runs) {
  BenchTimes all = *runs.front().result->times;
  all.median_ms = median_of(medians_of(runs));
  for (const OfRun& run : std::span(runs).subspan(1)) {
    const BenchTimes& times = *run.result->times;
    all.samples += times.samples;
    all.p10_ms = std::min(all.p10_ms, times.p10_ms);
    all.p90_ms = std::max(all.p90_ms, times.p90_ms);
    all.low_ms = std::min(all.low_ms, times.low_ms);  // 0, where one run does not know it
    all.high_ms = std::max(all.high_ms, times.high_ms);
  }
  return all;
}

/// From the shortest to the longest time that a side vouches for.
MedianInterval range_of(const BenchTimes& times) {
  if (times.low_ms <= 0) return {times.p10_ms, times.p90_ms};
  return {std::min(times.p10_ms, times.low_ms), std::max(times.p90_ms, times.high_ms)};
}

/// Whether the intervals of both medians are known, and have no time in common.
bool medians_are_apart(const BenchTimes& a, const BenchTimes& b) {
  return a.low_ms > 0 && b.low_ms > 0 && (b.high_ms < a.low_ms || b.low_ms > a.high_ms);
}

int threads_of(const OfRun& run) { return run.report->facts.threads_offered; }

bool was_overloaded(const OfRun& run) { return was_overloaded(*run.report, *run.result); }

/// Why a run is noisy, a clause; empty: it is not.
std::string noise_of(const char* which, const OfRun& run) {
  if (const std::string noise = noise_of(*run.result->times); !noise.empty()) return fmt::format("{}: {}", which, noise);
  if (!was_overloaded(run)) return {};
  return fmt::format("the load was {:.1f} of {} {}", run.result->load, counted(threads_of(run), "thread"), which);
}

/// The same of a side: most of its runs are noisy.
std::string noise_of(const char* which, const std::vector<OfRun>& runs) {
  std::vector<std::string> clauses;
  for (const OfRun& run : runs)
    if (std::string clause = noise_of(which, run); !clause.empty()) clauses.push_back(std::move(clause));
  if (2 * clauses.size() <= runs.size()) return {};
  if (runs.size() == 1) return clauses.front();
  return fmt::format("{}: {} of {} runs are noisy", which, clauses.size(), runs.size());
}

/// The median of a side's loads, each by the threads of its machine; 0: not known.
double load_a_thread(const std::vector<OfRun>& runs) {
  std::vector<double> loads;
  for (const OfRun& run : runs)
    if (run.result->load >= 0 && threads_of(run) > 0) loads.push_back(run.result->load / threads_of(run));
  return loads.empty() ? 0 : median_of(loads);
}

/// Says of a case that a rank test decides whether its machine was busy, and whether that is noise: not where both sides had
/// the same load, as runs in turns have.
void add_load(ComparedCase& one, const std::vector<OfRun>& before, const std::vector<OfRun>& after) {
  const auto is_busy = [](const std::vector<OfRun>& runs) {
    return 2 * std::ranges::count_if(runs, [](const OfRun& run) { return was_overloaded(run); }) > std::ssize(runs);
  };
  if (!is_busy(before) && !is_busy(after)) return;
  const double a = load_a_thread(before), b = load_a_thread(after);
  const bool alike = std::max({a, b, 1.0}) <= k_like_loads * std::max(1.0, std::min(a, b));  // because: below 1 nothing waits
  (alike ? one.busy : one.noise) = fmt::format("busy machine, load per thread {:.1f} before and {:.1f} after", a, b);
}

double percent_more(double before, double after) { return 100 * (after / before - 1); }

/// That the interval of the change is not within least_percent each way, a clause; empty: it is, or it is not known.
std::string wide_of(const ComparedCase& one, double least_percent) {
  if (least_percent <= 0) return {};
  double low = 0, high = 0;
  if (one.ratios) {
    low = percent_more(1, one.ratios->low), high = percent_more(1, one.ratios->high);
  } else {
    if (one.chance || one.before.low_ms <= 0 || one.after.low_ms <= 0) return {};
    const auto each_way = [](const BenchTimes& times) { return 50 * (times.high_ms - times.low_ms) / times.median_ms; };
    const double both = std::hypot(each_way(one.before), each_way(one.after));  // because: the errors are independent
    low = one.change_percent - both, high = one.change_percent + both;
  }
  if (low >= -least_percent && high <= least_percent) return {};
  return fmt::format("the interval {:+.1f} to {:+.1f} % {}is not within +-{} %", low, high, one.ratios ? "" : "of single runs ",
                     least_percent);
}

/// Whether a run has too few samples for a median.
bool has_too_few(const OfRun& run) { return run.result->times->samples < k_fewest_of_median; }

/// How many runs of a side are full ones: with enough samples for a median.
std::size_t full_runs(const std::vector<OfRun>& runs) {
  return static_cast<std::size_t>(std::ranges::count_if(runs, std::not_fn(has_too_few)));
}

/// By "before, 2 of 6 runs": the cases of which so many runs have too few samples.
using FewSamples = std::map<std::string, std::vector<std::string>>;
void add_few(FewSamples& few, const char* which, const std::vector<OfRun>& runs, const std::string& title) {
  if (const std::size_t left_out = runs.size() - full_runs(runs); runs.size() > 1 && left_out > 0)
    few[fmt::format("{}, {} of {} runs", which, left_out, runs.size())].push_back(title);
}

/// The levels of a side's runs; none: fewer than half of them have two.
std::optional<MedianInterval> levels_of(const std::vector<OfRun>& runs) {
  std::optional<MedianInterval> all;
  std::size_t have = 0;
  for (const OfRun& run : runs)
    if (const auto& levels = run.result->times->levels; levels && levels->low_ms > 0) {
      ++have;
      all = {all ? std::min(all->low, levels->low_ms) : levels->low_ms,
             all ? std::max(all->high, levels->high_ms) : levels->high_ms};
    }
  return 2 * have >= runs.size() ? all : std::nullopt;
}

/// Whether a difference of two levels may be all that tells the sides apart.
bool levels_hide(const ComparedCase& one, double least_percent) {
  const auto matter = [&](const std::optional<MedianInterval>& levels) {
    return levels && percent_more(levels->low, levels->high) >= least_percent;
  };
  if (!matter(one.levels_before) && !matter(one.levels_after)) return false;
  const auto range = [](const std::optional<MedianInterval>& levels, const BenchTimes& times,
                        const std::vector<double>& medians) {
    return levels ? MedianInterval{std::min(levels->low, times.p10_ms), std::max(levels->high, times.p90_ms)}
                  : MedianInterval{medians.front(), medians.back()};
  };
  const MedianInterval a = range(one.levels_before, one.before, one.medians_before),
                       b = range(one.levels_after, one.after, one.medians_after);
  return b.low <= a.high && a.low <= b.high;
}

BenchVerdict verdict_of(const ComparedCase& one, double least_percent) {
  if (levels_hide(one, least_percent)) return BenchVerdict::too_noisy;
  const MedianInterval a = range_of(one.before), b = range_of(one.after);
  const bool apart = one.chance ? *one.chance <= k_most_chance : b.high < a.low || b.low > a.high;
  const double ratio =
      std::max(one.before.median_ms, one.after.median_ms) / std::min(one.before.median_ms, one.after.median_ms);
  if (!one.noise.empty() && (!apart || ratio < k_beyond_noise)) return BenchVerdict::too_noisy;
  const double change = std::abs(one.change_percent);
  if (change >= least_percent && change > std::abs(one.floor_change_percent)) {
    if (apart) return one.change_percent < 0 ? BenchVerdict::faster : BenchVerdict::slower;
    if (!one.chance && medians_are_apart(one.before, one.after))
      return one.change_percent < 0 ? BenchVerdict::maybe_faster : BenchVerdict::maybe_slower;
  } else if (apart && change >= least_percent) {
    return BenchVerdict::not_distinguishable;  // because: the floor changed as much
  }
  const BenchVerdict none = without_difference(one);
  return apart && none == BenchVerdict::not_distinguishable ? BenchVerdict::within_least : none;
}

double floor_change(Reports before, Reports after, const BenchCase& one) {
  const auto floor_of = [&](Reports side) {
    std::vector<double> times;
    for (const BenchReport& report : side)
      for (const BenchFloor& floor : report.floors)
        if (floor.is_of(one)) times.push_back(floor.milliseconds);
    return times.empty() ? 0 : median_of(times);
  };
  const double a = floor_of(before), b = floor_of(after);
  return a > 0 && b > 0 ? percent_more(a, b) : 0;
}

std::vector<OfRun> results_of(Reports side, const BenchCase& asked) {
  std::vector<OfRun> found;
  for (const BenchReport& report : side)
    if (const auto result = std::ranges::find(report.results, asked, &BenchResult::asked); result != report.results.end())
      found.push_back({&report, &*result});
  return found;
}

std::vector<OfRun> timed(Reports side, const BenchCase& asked) {
  std::vector<OfRun> found = results_of(side, asked);
  std::erase_if(found, [](const OfRun& run) { return !run.result->times; });
  return found;
}

/// The cases that a side has timed, each once.
std::vector<BenchCase> cases_of(Reports side) {
  std::vector<BenchCase> cases;
  for (const BenchReport& report : side)
    for (const BenchResult& result : report.results)
      if (result.times && std::ranges::find(cases, result.asked) == cases.end()) cases.push_back(result.asked);
  return cases;
}

/// Why a side, of this name, has not timed a case.
std::string why_untimed(Reports side, const BenchCase& asked, const char* name) {
  if (!results_of(side, asked).empty()) return fmt::format("{} has no median of it", name);
  bool left = false;
  for (const BenchReport& report : side) {
    if (const auto skipped = std::ranges::find(report.skipped, asked, &BenchSkipped::asked); skipped != report.skipped.end())
      return fmt::format("{} skipped it: {}", name, skipped->reason);
    left = left || std::ranges::find(report.left, asked) != report.left.end();
  }
  return left ? fmt::format("{} was stopped before it", name) : fmt::format("{} does not have it", name);
}

/// Puts a case that `after` has not timed where it belongs.
void add_lost(BenchComparison& comparison, Reports after, const BenchCase& asked) {
  const std::vector<OfRun> untimed = results_of(after, asked);
  if (!std::ranges::all_of(untimed, [](const OfRun& run) { return run.result->correct; }))
    return;  // it is among the wrong ones
  if (untimed.empty())
    for (const BenchReport& report : after)
      if (const auto one = std::ranges::find(report.skipped, asked, &BenchSkipped::asked); one != report.skipped.end())
        return comparison.refused.push_back({title_of(asked), one->reason, asked});
  comparison.missing.push_back({title_of(asked), why_untimed(after, asked, "the second side"), asked});
}

}  // namespace

bool is_overloaded(double load, int threads, int busy_threads) {
  return threads > 0 && load > threads + busy_threads + k_load_allowed;
}

bool was_overloaded(const BenchReport& report, const BenchResult& result) {
  return result.asked.machine == Machine::cpu &&
         is_overloaded(result.load, std::max(report.facts.threads_offered, result.threads), result.asked.busy_threads);
}

bool load_matters(double load, const BenchReport& report) {
  return is_overloaded(load, report.facts.threads_offered) &&
         std::ranges::find(report.left, Machine::cpu, &BenchCase::machine) != report.left.end();
}

std::string load_warning(double load, int threads, double others) {
  if (!is_overloaded(load, threads)) return {};
  constexpr double k_idle = 0.5;
  const std::string now = others < 0 ? ""
                          : others < k_idle
                              ? "; nothing else wants to run now, so wait a minute"
                              : fmt::format("; other programs want {} now", counted(std::lround(others), "thread"));
  return fmt::format(
      "the load of this machine was {:.1f} in the last minute, on {}, so `bench --compare` takes a single run as too noisy{}",
      load, counted(threads, "thread"), now);
}

std::size_t BenchComparison::count(BenchVerdict verdict) const {
  return static_cast<std::size_t>(std::ranges::count(cases, verdict, &ComparedCase::verdict));
}

std::size_t BenchComparison::wide() const {
  return static_cast<std::size_t>(std::ranges::count_if(cases, [](const ComparedCase& one) {
    return one.verdict == BenchVerdict::too_noisy && one.noise.empty() && !one.has_levels();
  }));
}

bool is_undecided(const ComparedCase& one) {
  if (one.unconfirmed) return true;
  switch (one.verdict) {
    case BenchVerdict::maybe_faster:
    case BenchVerdict::maybe_slower:
    case BenchVerdict::too_noisy:
    case BenchVerdict::too_few: return true;
    default: return false;
  }
}

std::size_t BenchComparison::undecided_cases() const {
  return static_cast<std::size_t>(std::ranges::count_if(cases, is_undecided));
}

BenchVerdict without_difference(const ComparedCase& one) {
  return one.wide.empty() ? BenchVerdict::not_distinguishable : BenchVerdict::too_noisy;
}

void judge(ComparedCase& one, double least_percent) {
  one.wide = wide_of(one, least_percent);
  one.verdict = verdict_of(one, least_percent);
}

void leave_unconfirmed(ComparedCase& one) {
  if (one.verdict == BenchVerdict::faster) one.verdict = BenchVerdict::maybe_faster;
  if (one.verdict == BenchVerdict::slower) one.verdict = BenchVerdict::maybe_slower;
}

bool BenchComparison::undecided() const {
  return !cases.empty() && count(BenchVerdict::too_noisy) + count(BenchVerdict::too_few) == cases.size() && wrong.empty() &&
         refused.empty();
}

bool BenchComparison::passes(bool subset) const {
  return !slower() && wrong.empty() && refused.empty() && (subset || missing.empty());
}

double BenchComparison::mean_change_percent() const {
  double sum = 0;
  for (const ComparedCase& one : cases) sum += std::log(one.after.median_ms / one.before.median_ms);
  return 100 * std::expm1(sum / static_cast<double>(cases.size()));
}

BenchComparison compare(Reports before, Reports after, double least_percent) {
  BenchComparison comparison{.before = side_of(before), .after = side_of(after), .cases = {}, .least_percent = least_percent};
  std::vector<BenchCase> wrong;  // because: one wrong run is enough, and is said once
  for (const BenchReport& report : after)
    for (const BenchResult& b : report.results)
      if (!b.correct && std::ranges::find(wrong, b.asked) == wrong.end()) {
        wrong.push_back(b.asked);
        comparison.wrong.push_back({title_of(b.asked), fmt::format("off by {:.3g}", b.max_error), b.asked});
      }
  FewSamples few;
  for (const BenchCase& asked : cases_of(before)) {
    std::vector<OfRun> a = timed(before, asked), b = timed(after, asked);
    if (b.empty()) {
      add_lost(comparison, after, asked);
      continue;
    }
    add_few(few, "before", a, title_of(asked));
    add_few(few, "after", b, title_of(asked));
    const bool too_few = full_runs(a) < a.size() || full_runs(b) < b.size();
    const bool ranked = least_of_rank_test(full_runs(a), full_runs(b)) <= k_most_chance;
    if (ranked)
      for (std::vector<OfRun>* const runs : {&a, &b}) std::erase_if(*runs, has_too_few);
    ComparedCase one{.asked = asked, .title = title_of(asked), .before = joined(a), .after = joined(b)};
    one.medians_before = medians_of(a);
    one.medians_after = medians_of(b);
    one.change_percent = percent_more(one.before.median_ms, one.after.median_ms);
    one.floor_change_percent = floor_change(before, after, asked);
    one.levels_before = levels_of(a);
    one.levels_after = levels_of(b);
    if (ranked) {
      one.chance = rank_test(one.medians_before, one.medians_after);
      one.ratios = ratio_interval(one.medians_before, one.medians_after, k_most_chance);
      add_load(one, a, b);
    } else {
      one.noise = noise_of("before", a);
      if (const std::string more = noise_of("after", b); !more.empty()) one.noise += (one.noise.empty() ? "" : ", ") + more;
    }
    judge(one, least_percent);
    if (!ranked && too_few) one.verdict = BenchVerdict::too_few;
    comparison.cases.push_back(std::move(one));
  }
  for (const BenchCase& asked : cases_of(after))
    if (timed(before, asked).empty())
      comparison.only_after.push_back({title_of(asked), why_untimed(before, asked, "the first side")});
  for (const Reports side : {before, after})
    if (!std::ranges::all_of(side, &BenchReport::complete)) comparison.complete = false;
  comparison.notes = differences(before, after);
  for (const auto& [which, titles] : few)
    comparison.notes.push_back(
        fmt::format("{} have fewer than {} samples and do not count: {}", which, k_fewest_of_median, fmt::join(titles, "; ")));
  comparison.other_machine = are_of_other_machines(before, after);
  comparison.other_hardware = are_of_other_hardware(before, after);
  return comparison;
}

void note_without_median(BenchComparison& comparison, const BenchReport& report, std::string_view name) {
  std::vector<std::string> titles;
  for (const BenchResult& result : report.results)
    if (std::string title = title_of(result.asked);
        !result.times && std::ranges::find(comparison.wrong, title, &LostCase::title) == comparison.wrong.end())
      titles.push_back(std::move(title));
  if (titles.empty()) return;
  comparison.notes.push_back(fmt::format("{} {} no median in '{}': {}", counted(titles.size(), "case"),
                                         titles.size() == 1 ? "has" : "have", name, fmt::join(titles, "; ")));
}

std::string least_difference(Reports before, Reports after) {
  const std::vector<BenchCase> all_a = cases_of(before), all_b = cases_of(after);
  if (all_a.empty() || all_b.empty())
    return fmt::format("{}: nothing was timed", !all_a.empty() ? "after" : all_b.empty() ? "before and after" : "before");
  std::vector<std::string> of_a, of_b;
  for (const BenchCase& a : all_a)
    for (const BenchCase& b : all_b) {
      std::vector<std::string> as = facts_of(a), bs = facts_of(b);
      for (std::size_t i = as.size(); i-- > 0;)
        if (as[i] == bs[i]) {
          as.erase(as.begin() + static_cast<std::ptrdiff_t>(i));
          bs.erase(bs.begin() + static_cast<std::ptrdiff_t>(i));
        }
      if (of_a.empty() || as.size() < of_a.size()) of_a = std::move(as), of_b = std::move(bs);
    }
  return fmt::format("before: {}; after: {}", fmt::join(of_a, ", "), fmt::join(of_b, ", "));
}

}  // namespace satscope::app
