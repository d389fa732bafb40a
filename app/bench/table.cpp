// SPDX-License-Identifier: Apache-2.0
#include "app/bench/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "app/bench/benched.h"
#include "app/bench/read.h"
#include "kernels/emulated.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

/// Three significant digits.
std::string three_digits(double ms) {
  const int digits = ms > 0 ? std::clamp(2 - static_cast<int>(std::floor(std::log10(ms))), 0, 6) : 3;
  return fmt::format("{:.{}f}", ms, digits);
}

/// The tables of one machine, type and number of channels.
struct BenchGroup {
  Machine machine;
  std::string_view type;
  int channels;
  bool operator==(const BenchGroup&) const = default;
};

template <class Entry>
BenchGroup group_of(const Entry& entry) {
  return {entry.machine, entry.type, entry.channels};
}

std::string size_cell(Extent extent) { return fmt::format("{}×{}", extent.width, extent.height); }

template <class T>
void add_if_new(std::vector<T>& list, const T& value) {
  if (std::ranges::find(list, value) == list.end()) list.push_back(value);
}

std::string markdown_cell(const BenchResult& result) {
  if (!result.correct) return "wrong";
  if (!result.times) return "–";
  const std::string median = three_digits(result.times->median_ms);
  // because: beside other work it matters how often a time is much longer
  if (result.asked.busy_threads > 0) return fmt::format("{} / {}", median, three_digits(result.times->p90_ms));
  if (const std::string_view doubt = doubt_of(*result.times); !doubt.empty()) return fmt::format("{} ({})", median, doubt);
  return fmt::format("{} ({:.0f} %)", median, result.times->percent_of_floor);
}

/// Whether it is known how sure the median is, or that nothing says it: not of older files.
bool knows_how_sure(const BenchResult& result) {
  return result.correct && result.times && (result.times->low_ms > 0 || doubt_of(*result.times) == "too few");
}

/// How sure the median is: "0.8 %, 64".
std::string sure_cell(const BenchResult& result) {
  if (!result.correct || !result.times) return "–";
  const std::string percent = sureness(*result.times);
  const std::string_view doubt = doubt_of(*result.times);
  return fmt::format("{}, {}{}", percent.empty() || percent == "-" ? "–" : percent + " %", result.times->samples,
                     doubt.empty() ? "" : fmt::format(" ({})", doubt));
}

std::string markdown_title(const std::string& id) {
  const Described* const known = find_benched(id);
  return known ? fmt::format("{} (`{}`)", known->title, id) : fmt::format("`{}`", id);
}

/// ", beside 2 busy threads: median / p90"; nothing of an idle machine.
std::string busy_words(int threads) {
  return threads == 0 ? "" : fmt::format(", beside {} busy {}: median / p90", threads, threads == 1 ? "thread" : "threads");
}

/// ", n=4": parameters that were asked for.
std::string params_words(const BenchCase& one) {
  std::string text;
  for (const auto& [id, value] : one.params) text += fmt::format(", {}={}", id, to_text(value));
  return text + (one.hot ? ", hot" : "");
}

std::string threads_words(int threads) {
  if (threads == 0) return ", threads as it chooses";
  return ", " + counted(threads, "thread");
}

/// Whether the algorithm has results on this machine that differ in a member.
template <class T>
bool several(const BenchReport& report, const BenchCase& like, T BenchCase::*member) {
  return std::ranges::any_of(report.results, [&](const BenchResult& result) {
    const BenchCase& one = result.asked;
    return one.algorithm == like.algorithm && one.machine == like.machine && one.*member != like.*member;
  });
}

std::string markdown_row(const std::string& first, const std::vector<std::string>& cells) {
  return fmt::format("| {} | {} |\n", first, fmt::join(cells, " | "));
}

std::string markdown_table(const BenchReport& report, const BenchGroup& group) {
  std::vector<std::string> sizes, algorithms, emulations;
  std::map<std::string, std::string> titles;                                 // of rows
  using Cells = std::map<std::pair<std::string, std::string>, std::string>;  // by row and size
  Cells cells, sure;
  bool knows = false;
  for (const BenchFloor& floor : report.floors)
    if (group_of(floor) == group) {
      add_if_new(sizes, size_cell(floor.extent));
      cells[{"floor", size_cell(floor.extent)}] = three_digits(floor.milliseconds);
    }
  for (const BenchResult& result : report.results)
    if (const BenchCase& one = result.asked; group_of(one) == group) {
      add_if_new(sizes, size_cell(one.extent));
      std::string rest = params_words(one);
      if (several(report, one, &BenchCase::form)) rest += fmt::format(", {}", id_of(one.form));
      if (several(report, one, &BenchCase::threads)) rest += threads_words(one.threads);
      rest += busy_words(one.busy_threads);
      const std::string row = one.algorithm + rest;
      titles[row] = markdown_title(one.algorithm) + rest;
      add_if_new(result.emulated ? emulations : algorithms, row);
      cells[{row, size_cell(one.extent)}] = markdown_cell(result);
      sure[{row, size_cell(one.extent)}] = sure_cell(result);
      knows = knows || knows_how_sure(result);
    }
  const auto line = [&](const Cells& of, const std::string& title, const std::string& id) {
    std::vector<std::string> found;
    for (const std::string& size : sizes) {
      const auto at = of.find({id, size});
      found.push_back(at == of.end() ? "–" : at->second);
    }
    return markdown_row(title, found);
  };
  const std::string type =
      group.channels > 1 ? fmt::format("{}, {} channels", group.type, group.channels) : std::string(group.type);
  const auto head = [&](const std::string& title) {
    std::string text = markdown_row(title, sizes) + "|---|";
    for (std::size_t i = 0; i < sizes.size(); ++i) text += "---|";
    return text + "\n";
  };
  const auto rows = [&](const Cells& of) {
    std::string text;
    for (const std::string& id : algorithms) text += line(of, titles[id], id);
    for (const std::string& id : emulations) text += line(of, titles[id] + ", emulated", id);
    return text;
  };
  std::string text = head(type) + line(cells, "floor", "floor") + rows(cells);
  if (!emulations.empty()) text += fmt::format("\n{}\n", k_emulated);
  if (knows) text += "\n" + head(fmt::format("{}: ± %, n", type)) + rows(sure);
  return text;
}

std::string bench_caption(const BenchReport& report) {
  std::string text =
      fmt::format("Median milliseconds for one table, and the fraction of peak: the floor over that time. {}", report.device);
  if (!report.driver.empty()) text += fmt::format(", driver for CUDA {}, built with CUDA {}", report.driver, report.toolkit);
  text += fmt::format("; satscope {}, {}", report.facts.satscope, report.facts.date.substr(0, 10));
  if (!report.complete) text += "; stopped before the end";
  text += ".";
  if (std::ranges::any_of(report.results, knows_how_sure))
    text += " The table \"± %, n\" says how sure each median is (half of its 95 % interval), and the number of samples.";
  return text + "\n";
}

}  // namespace

std::string bench_table(const BenchReport& report) {
  std::vector<BenchGroup> groups;
  for (const BenchFloor& floor : report.floors) add_if_new(groups, group_of(floor));
  for (const BenchResult& result : report.results) add_if_new(groups, group_of(result.asked));
  std::string tables = bench_caption(report);
  for (const BenchGroup& group : groups) tables += "\n" + markdown_table(report, group);
  for (const std::string& fault : floor_faults(report)) tables += "\n" + fault + "\n";
  return tables;
}

}  // namespace satscope::app
