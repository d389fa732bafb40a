// SPDX-License-Identifier: Apache-2.0
#include "app/bench/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

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

/// From the shortest to the longest time that a run vouches for.
MedianInterval range_of(const BenchTimes& times) {
  if (times.low_ms <= 0) return {times.p10_ms, times.p90_ms};
  return {std::min(times.p10_ms, times.low_ms), std::max(times.p90_ms, times.high_ms)};
}

/// Why a result is noisy, a clause; empty: it is not.
std::string noise_of(const char* which, const BenchReport& report, const BenchResult& result) {
  if (is_noisy(*result.times)) return fmt::format("{} is noisy by its own file", which);
  const int threads = report.facts.threads_offered;
  const double most = threads + result.asked.busy_threads + k_load_allowed;
  if (result.asked.machine == Machine::gpu || threads == 0 || result.load <= most) return {};
  return fmt::format("the load was {:.1f} of {} threads {}", result.load, threads, which);
}

BenchVerdict verdict_of(const ComparedCase& one, double least_percent) {
  const MedianInterval a = range_of(one.before), b = range_of(one.after);
  const bool apart = b.high < a.low || b.low > a.high;
  const double ratio =
      std::max(one.before.median_ms, one.after.median_ms) / std::min(one.before.median_ms, one.after.median_ms);
  if (!one.noise.empty() && (!apart || ratio < k_beyond_noise)) return BenchVerdict::too_noisy;
  const double change = std::abs(one.change_percent);
  if (!apart || change < least_percent || change <= std::abs(one.floor_change_percent))
    return BenchVerdict::not_distinguishable;
  return one.change_percent < 0 ? BenchVerdict::faster : BenchVerdict::slower;
}

double percent_more(double before, double after) { return 100 * (after / before - 1); }

double floor_change(const BenchReport& before, const BenchReport& after, const BenchCase& one) {
  const auto floor_in = [&](const BenchReport& report) {
    return std::ranges::find_if(report.floors, [&](const BenchFloor& floor) { return floor.is_of(one); });
  };
  const auto a = floor_in(before), b = floor_in(after);
  return a == before.floors.end() || b == after.floors.end() ? 0 : percent_more(a->milliseconds, b->milliseconds);
}

const BenchResult* result_in(const BenchReport& report, const BenchCase& asked) {
  const auto found = std::ranges::find(report.results, asked, &BenchResult::asked);
  return found == report.results.end() ? nullptr : &*found;
}

const BenchResult* timed(const BenchReport& report, const BenchCase& asked) {
  const BenchResult* const result = result_in(report, asked);
  return result && result->times ? result : nullptr;
}

/// Puts a case that `after` has not timed where it belongs.
void add_lost(BenchComparison& comparison, const BenchReport& after, const BenchCase& asked) {
  if (const BenchResult* const result = result_in(after, asked); result && !result->correct) return;  // among the wrong ones
  if (const auto skipped = std::ranges::find(after.skipped, asked, &BenchSkipped::asked); skipped != after.skipped.end())
    return comparison.refused.push_back({title_of(asked), skipped->reason});
  const bool left = std::ranges::find(after.left, asked) != after.left.end();
  comparison.missing.push_back({title_of(asked), left ? "the run was stopped before it" : "the second file does not have it"});
}

ComparedRun run_of(const BenchReport& report) {
  ComparedRun run{report.facts.commit, report.facts.satscope, report.facts.date};
  run.threads_offered = report.facts.threads_offered;
  for (const BenchResult& result : report.results) {
    if (result.load < 0) continue;
    run.least_load = run.least_load < 0 ? result.load : std::min(run.least_load, result.load);
    run.most_load = std::max(run.most_load, result.load);
  }
  return run;
}

std::string text_of(const char* which, const ComparedRun& run) {
  std::string text = fmt::format("{:<8}commit {}, satscope {}, {}", which, run.commit.empty() ? "not known" : run.commit,
                                 run.satscope, run.date);
  if (run.most_load >= 0)
    text += fmt::format(", load {:.1f} to {:.1f} of {} threads", run.least_load, run.most_load, run.threads_offered);
  return text + "\n";
}

Json as_json(const ComparedRun& run) {
  const auto load = [](double value) { return value < 0 ? Json(nullptr) : Json(value); };
  return {{"commit", run.commit},
          {"satscope", run.satscope},
          {"date", run.date},
          {"least_load", load(run.least_load)},
          {"most_load", load(run.most_load)},
          {"threads_offered", run.threads_offered}};
}

Json as_json(const std::vector<LostCase>& cases) {
  Json list = Json::array();
  for (const LostCase& one : cases) list.push_back({{"case", one.title}, {"reason", one.reason}});
  return list;
}

bool are_of_other_machines(const BenchReport& before, const BenchReport& after) {
  const auto differ = [](const std::string& a, const std::string& b) { return !a.empty() && !b.empty() && a != b; };
  const auto name = [](const std::string& device) { return device.substr(0, device.rfind(", ")); };  // without the threads
  const int a = before.facts.threads_offered, b = after.facts.threads_offered;
  return differ(name(before.device), name(after.device)) || differ(before.facts.processor, after.facts.processor) ||
         (a > 0 && b > 0 && a != b);
}

std::vector<std::string> differences(const BenchReport& before, const BenchReport& after) {
  std::vector<std::string> notes;
  const auto differ = [&](const char* what, const std::string& a, const std::string& b) {
    if (a != b) notes.push_back(fmt::format("{}: '{}' before, '{}' after", what, a, b));
  };
  differ("device", before.device, after.device);
  differ("threads", std::to_string(before.facts.threads_offered), std::to_string(after.facts.threads_offered));
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

std::size_t BenchComparison::count(BenchVerdict verdict) const {
  return static_cast<std::size_t>(std::ranges::count(cases, verdict, &ComparedCase::verdict));
}

bool BenchComparison::passes(bool subset) const {
  return !slower() && wrong.empty() && refused.empty() && (subset || missing.empty());
}

BenchComparison compare(const BenchReport& before, const BenchReport& after, double least_percent) {
  BenchComparison comparison{.before = run_of(before), .after = run_of(after), .cases = {}};
  for (const BenchResult& b : after.results)
    if (!b.correct) comparison.wrong.push_back({title_of(b.asked), fmt::format("off by {:.3g}", b.max_error)});
  for (const BenchResult& a : before.results) {
    if (!a.times) continue;
    const BenchResult* const b = timed(after, a.asked);
    if (!b) {
      add_lost(comparison, after, a.asked);
      continue;
    }
    ComparedCase one{.asked = a.asked,
                     .before = *a.times,
                     .after = *b->times,
                     .change_percent = percent_more(a.times->median_ms, b->times->median_ms),
                     .floor_change_percent = floor_change(before, after, a.asked),
                     .verdict = {},
                     .noise = noise_of("before", before, a)};
    if (const std::string more = noise_of("after", after, *b); !more.empty())
      one.noise += (one.noise.empty() ? "" : ", ") + more;
    one.verdict = verdict_of(one, least_percent);
    comparison.cases.push_back(std::move(one));
  }
  for (const BenchResult& b : after.results)
    if (b.times && !timed(before, b.asked)) comparison.only_after.push_back(title_of(b.asked));
  comparison.notes = differences(before, after);
  comparison.other_machine = are_of_other_machines(before, after);
  return comparison;
}

std::string as_text(const BenchComparison& comparison) {
  std::size_t widest = 4;
  for (const ComparedCase& one : comparison.cases) widest = std::max(widest, title_of(one.asked).size());
  std::string text = text_of("before", comparison.before) + text_of("after", comparison.after) + "\n";
  text += fmt::format("{:<{}}{:>12}{:>22}{:>6}{:>12}{:>22}{:>6}{:>10}{:>10}  {}\n", "case", widest, "before ms", "p10 to p90",
                      "n", "after ms", "p10 to p90", "n", "change", "floor's", "after is");
  const auto times = [](const BenchTimes& of) {
    return fmt::format("{:>12.4f}{:>22}{:>6}", of.median_ms, fmt::format("{:.4f} to {:.4f}", of.p10_ms, of.p90_ms), of.samples);
  };
  for (const ComparedCase& one : comparison.cases)
    text += fmt::format("{:<{}}{}{}{:>+8.1f} %{:>+8.1f} %  {}{}\n", title_of(one.asked), widest, times(one.before),
                        times(one.after), one.change_percent, one.floor_change_percent, id_of(one.verdict),
                        one.noise.empty() ? "" : fmt::format(" ({})", one.noise));
  const auto lost = [&](const char* what, const std::vector<LostCase>& cases) {
    for (const LostCase& one : cases) text += fmt::format("{}: {}: {}\n", what, one.title, one.reason);
  };
  lost("wrong now", comparison.wrong);
  lost("refused now", comparison.refused);
  lost("missing now", comparison.missing);
  for (const std::string& title : comparison.only_after) text += fmt::format("only after: {}\n", title);
  for (const std::string& note : comparison.notes) text += fmt::format("{}\n", note);
  for (const Named<BenchVerdict>& verdict : k_verdicts)
    text += fmt::format("{}{} {}", verdict.value == BenchVerdict::faster ? "\n" : ", ", comparison.count(verdict.value),
                        verdict.id);
  return text + fmt::format(", {} wrong, {} refused, {} missing\n", comparison.wrong.size(), comparison.refused.size(),
                            comparison.missing.size());
}

Json as_json(const BenchComparison& comparison) {
  Json cases = Json::array(), only_before = Json::array();
  for (const ComparedCase& one : comparison.cases) {
    Json json = as_json(one.asked);
    for (const auto& [name, times] : {std::pair{"before", &one.before}, std::pair{"after", &one.after}}) {
      json[fmt::format("{}_ms", name)] = times->median_ms;
      json[fmt::format("{}_p10_ms", name)] = times->p10_ms;
      json[fmt::format("{}_p90_ms", name)] = times->p90_ms;
      json[fmt::format("{}_n", name)] = times->samples;
    }
    json["change_percent"] = one.change_percent;
    json["floor_change_percent"] = one.floor_change_percent;
    json["verdict"] = id_of(one.verdict);
    json["noise"] = one.noise;
    cases.push_back(json);
  }
  for (const auto* list : {&comparison.refused, &comparison.missing})
    for (const LostCase& one : *list) only_before.push_back(one.title);
  return {{"before", as_json(comparison.before)},
          {"after", as_json(comparison.after)},
          {"cases", cases},
          {"only_before", only_before},
          {"only_after", comparison.only_after},
          {"wrong", as_json(comparison.wrong)},
          {"refused", as_json(comparison.refused)},
          {"missing", as_json(comparison.missing)},
          {"differences", comparison.notes},
          {"other_machine", comparison.other_machine},
          {"slower", comparison.slower()},
          {"too_noisy", comparison.count(BenchVerdict::too_noisy)}};
}

}  // namespace satscope::app
