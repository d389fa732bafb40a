// SPDX-License-Identifier: Apache-2.0
#include "app/bench/compare_sides.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "kernels/plural.h"

namespace satscope::app {
namespace {

using Reports = std::span<const BenchReport>;

/// What a fact is in all runs, each value once: "a1b2c3, d4e5f6".
template <class Fact>
std::string values_of(Reports side, Fact fact) {
  std::vector<std::string> values;
  for (const BenchReport& report : side)
    if (std::string value = fact(report); std::ranges::find(values, value) == values.end()) values.push_back(std::move(value));
  return fmt::format("{}", fmt::join(values, ", "));
}

bool are_of_other_hardware(const BenchReport& before, const BenchReport& after) {
  const auto differ = [](const std::string& a, const std::string& b) { return !a.empty() && !b.empty() && a != b; };
  const auto name = [](const std::string& device) { return device.substr(0, device.rfind(", ")); };  // without the threads
  return differ(name(before.device), name(after.device)) || differ(before.facts.processor, after.facts.processor);
}

bool have_other_threads(const BenchReport& before, const BenchReport& after) {
  const int a = before.facts.threads_offered, b = after.facts.threads_offered;
  return a > 0 && b > 0 && a != b;
}

/// Whether two of all runs differ so.
bool any_pair(Reports before, Reports after, bool (*differ)(const BenchReport&, const BenchReport&)) {
  std::vector<const BenchReport*> all;
  for (const Reports side : {before, after})
    for (const BenchReport& report : side) all.push_back(&report);
  return std::ranges::any_of(all, [&](const BenchReport* one) {
    return std::ranges::any_of(all, [&](const BenchReport* other) { return differ(*one, *other); });
  });
}

/// How many sentences on how one side was measured the other does not have.
std::size_t only_in(Reports side, Reports other) {
  std::set<std::string> found;
  for (const BenchReport& report : side)
    for (const std::string& sentence : report.protocol) {
      const auto has = [&](const BenchReport& one) { return std::ranges::find(one.protocol, sentence) != one.protocol.end(); };
      if (std::ranges::none_of(other, has)) found.insert(sentence);
    }
  return found.size();
}

/// Of a CUDA file: its hash in all runs of a side that have timed it, each once; empty: not known.
std::string hashes_of(Reports side, const std::string& file) {
  std::vector<std::string> values;
  for (const BenchReport& report : side)
    for (const BenchResult& result : report.results)
      if (const std::string hash = result.file_sha256.substr(0, 12);
          result.asked.algorithm == file && !hash.empty() && std::ranges::find(values, hash) == values.end())
        values.push_back(hash);
  return fmt::format("{}", fmt::join(values, ", "));
}

/// The numbers of threads that the program chose for a case: "1", "1 or 2"; empty: it chose none.
std::string chosen_threads(Reports side, const BenchCase& asked) {
  std::set<int> threads;
  for (const BenchReport& report : side)
    for (const BenchResult& result : report.results)
      if (result.asked == asked && asked.threads == 0 && result.threads > 0) threads.insert(result.threads);
  return fmt::format("{}", fmt::join(threads, " or "));
}

/// "CASE: 1 before, 2 after" of each case for which the sides chose other numbers of threads.
std::vector<std::string> other_threads(Reports before, Reports after) {
  std::vector<std::string> cases;
  for (const BenchReport& report : before)
    for (const BenchResult& result : report.results) {
      const std::string a = chosen_threads(before, result.asked), b = chosen_threads(after, result.asked);
      const std::string text = fmt::format("{}: {} before, {} after", title_of(result.asked), a, b);
      if (a != b && !a.empty() && !b.empty() && std::ranges::find(cases, text) == cases.end()) cases.push_back(text);
    }
  return cases;
}

}  // namespace

std::vector<std::string> differences(Reports before, Reports after) {
  std::vector<std::string> notes;
  const auto differ = [&](const char* what, auto fact) {
    if (const std::string a = values_of(before, fact), b = values_of(after, fact); a != b)
      notes.push_back(fmt::format("{}: '{}' before, '{}' after", what, a, b));
  };
  differ("device", [](const BenchReport& run) { return run.device; });
  differ("threads", [](const BenchReport& run) { return std::to_string(run.facts.threads_offered); });
  differ("processor", [](const BenchReport& run) { return run.facts.processor; });
  differ("driver for CUDA", [](const BenchReport& run) { return run.driver; });
  differ("CUDA of the build", [](const BenchReport& run) { return run.toolkit; });
  differ("system", [](const BenchReport& run) { return run.facts.system; });
  differ("compiler", [](const BenchReport& run) { return run.facts.compiler; });
  differ("flags", [](const BenchReport& run) { return run.facts.flags; });
  differ("governor", [](const BenchReport& run) { return run.facts.governor; });
  differ("samples of each result", [](const BenchReport& run) {
    if (run.repeats > 0) return std::to_string(run.repeats);
    if (run.precision_percent <= 0 || run.max_time_ms <= 0) return std::string("until the median is sure");
    return fmt::format("until +-{:g} % or {:g} ms", run.precision_percent, run.max_time_ms);
  });
  std::set<std::string> files;
  for (const BenchReport& report : before)
    for (const BenchResult& result : report.results)
      if (!result.file_sha256.empty()) files.insert(result.asked.algorithm);
  for (const std::string& file : files)
    if (const std::string a = hashes_of(before, file), b = hashes_of(after, file); a != b && !b.empty())
      notes.push_back(fmt::format("{} is another file: SHA-256 {}... before, {}... after", file, a, b));
  if (const auto cases = other_threads(before, after); !cases.empty())
    notes.push_back(fmt::format("the program chose another number of threads. {}", fmt::join(cases, "; ")));
  const auto says_how = [](const BenchReport& run) { return !run.protocol.empty(); };  // older files may not
  if (std::ranges::all_of(before, says_how) && std::ranges::all_of(after, says_how))
    if (const std::size_t other = std::max(only_in(before, after), only_in(after, before)); other > 0)
      notes.push_back(fmt::format("how it was measured: {} {} (bench --verbose of each side prints them)",
                                  counted(other, "sentence"), other == 1 ? "differs" : "differ"));
  return notes;
}

ComparedSide side_of(Reports runs) {
  ComparedSide side{.runs = runs.size(),
                    .commit = values_of(runs, [](const BenchReport& run) { return run.facts.commit; }),
                    .satscope = values_of(runs, [](const BenchReport& run) { return run.facts.satscope; }),
                    .date = runs.front().facts.date};
  const auto [first, last] = std::ranges::minmax_element(runs, {}, [](const BenchReport& run) { return run.facts.date; });
  if (first->facts.date != last->facts.date) side.date = fmt::format("{} to {}", first->facts.date, last->facts.date);
  side.threads_offered = runs.front().facts.threads_offered;
  for (const BenchReport& report : runs)
    for (const BenchResult& result : report.results) {
      if (result.load < 0) continue;
      side.least_load = side.least_load < 0 ? result.load : std::min(side.least_load, result.load);
      side.most_load = std::max(side.most_load, result.load);
    }
  return side;
}

bool are_of_other_hardware(Reports before, Reports after) { return any_pair(before, after, are_of_other_hardware); }
bool are_of_other_machines(Reports before, Reports after) {
  return are_of_other_hardware(before, after) || any_pair(before, after, have_other_threads);
}

}  // namespace satscope::app
