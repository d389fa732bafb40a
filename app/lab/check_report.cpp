// SPDX-License-Identifier: Apache-2.0
// What a check comes to, in sentences.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/lab/check.h"
#include "kernels/plural.h"

namespace satscope::app::lab {

bool CheckReport::unsupported() const {
  const auto not_here = [](const auto& one) { return one.sentence.find(k_not_here) != std::string::npos; };
  if (!compiles()) return std::ranges::any_of(errors, not_here) || std::ranges::any_of(refusals, not_here);
  return findings.wrong() &&
         std::ranges::all_of(findings.list(), [&](const auto& one) { return !one.mistake() || not_here(one); });
}

bool CheckReport::unfinished() const {
  return std::ranges::any_of(findings.list(), [](const LabFinding& one) { return one.note && one.kind == "endless"; });
}

std::string CheckRun::order_text() const { return order + (calls > 1 ? k_called_twice : ""); }

std::string CheckReport::smallest_failure() const {
  const auto first = [this](const auto& of) { return std::find_if(runs.begin(), runs.end(), of); };
  const auto failed = first([](const CheckRun& run) { return run.failed; });
  if (failed == runs.end() || failed->width == 0) return "";
  const auto name = [](const CheckRun& run) {
    return fmt::format("{}x{} ({})", run.width, run.height, run.order == "lockstep" ? "in lockstep" : run.order_text());
  };
  const auto wrong = first([](const CheckRun& run) { return run.table == TableCheck::wrong; });
  if (failed->found && failed->table != TableCheck::wrong)
    return wrong == runs.end() ? fmt::format("First finding at {}.", name(*failed))
                               : fmt::format("First finding at {}, first wrong table at {}.", name(*failed), name(*wrong));
  std::vector<std::string> right;
  for (const CheckRun& run : runs) {
    const std::string size = fmt::format("{}x{}", run.width, run.height);
    const bool all = std::none_of(runs.begin(), runs.end(), [&](const CheckRun& other) {
      return other.width == run.width && other.height == run.height && other.failed;
    });
    if (all && std::find(right.begin(), right.end(), size) == right.end()) right.push_back(size);
  }
  return right.empty() ? fmt::format("Wrong at {}.", name(*failed))
                       : fmt::format("Right at {}, wrong at {}.", fmt::join(right, ", "), name(*failed));
}

std::string CheckReport::runs_text() const {
  const auto size = [](const CheckRun& run) { return std::int64_t{run.width} * run.height; };
  std::string text = counted(static_cast<std::int64_t>(runs.size()), "run");
  if (runs.empty() || runs.front().width == 0) return text;
  const auto [least, most] =
      std::minmax_element(runs.begin(), runs.end(), [&](const CheckRun& a, const CheckRun& b) { return size(a) < size(b); });
  const auto name = [](const CheckRun& run) { return fmt::format("{}x{}", run.width, run.height); };
  return text + (size(*least) == size(*most) ? fmt::format(", of {} pixels", name(*least))
                                             : fmt::format(", of {} to {} pixels", name(*least), name(*most)));
}

std::vector<std::string> CheckReport::tried() const {
  std::vector<std::pair<std::string, std::string>> sizes;  // with orders
  for (const CheckRun& run : runs) {
    const std::string size = run.width == 0 ? "main()" : fmt::format("{}x{}", run.width, run.height);
    if (sizes.empty() || sizes.back().first != size)
      sizes.emplace_back(size, run.order_text());
    else
      sizes.back().second += ", " + run.order_text();
  }
  std::vector<std::string> lines;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const bool same = k > 0 && sizes[k].second == sizes[k - 1].second;
    if (same) lines.back().insert(lines.back().find(": "), ", " + sizes[k].first);
    if (!same) lines.push_back(fmt::format("{}: {}", sizes[k].first, sizes[k].second));
  }
  return lines;
}

std::vector<std::string> CheckReport::summary() const {
  std::vector<std::string> lines;
  lines.push_back(table.state == TableCheck::none    ? "Table: none, the file has its own main()."
                  : table.state == TableCheck::wrong ? fmt::format("Table at {}: {}", table_run, table.sentence)
                                                     : table.sentence);
  if (table.comes_out() && wrong())
    lines.emplace_back("The table came out right here in spite of the findings; on a GPU it need not.");
  if (const std::string smallest = smallest_failure(); !smallest.empty()) lines.push_back(smallest);
  if (skips_main) lines.emplace_back("The Lab calls table(); the main() of the file was not run.");
  if (stopped) lines.emplace_back("A run did not end properly, so no further ones were tried.");
  if (wrong()) return lines;
  if (unfinished()) {
    lines.emplace_back("Not finished: no mistake was found before the run was stopped.");
    return lines;
  }
  std::vector<std::string> others;
  if (const int leaks = findings.leaks(); leaks > 0) others.push_back(counted(leaks, "leak"));
  if (const int notes = findings.notes(); notes > 0) others.push_back(counted(notes, "note"));
  const std::string of = runs_text();
  lines.push_back(others.empty() ? fmt::format("Nothing wrong was found in {}.", of)
                                 : fmt::format("No mistake was found in {}, but {}.", of, fmt::join(others, " and ")));
  return lines;
}

}  // namespace satscope::app::lab
