// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/barrier_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace satscope {
namespace {

constexpr std::string_view k_before = "before ";

/// "before PHASE": the step that is next below the barrier in its source; the second before the same phase ends with its
/// number. Else the line.
std::map<Barrier, std::string> names_of(const Trace& trace) {
  std::map<std::string, int> met;
  std::map<Barrier, std::string> names;
  for (const Barrier& barrier : trace.barriers) {
    const Step* next = nullptr;
    for (const Step& step : trace.steps)
      if (std::string_view(step.file).ends_with("/" + barrier.file) && std::cmp_greater(step.line, barrier.line) &&
          (!next || step.line < next->line))
        next = &step;
    std::string name = next ? fmt::format("{}{}", k_before, next->phase()) : barrier.text();
    if (const int count = ++met[name]; next && count > 1) name += fmt::format(", {}", count);
    names.emplace(barrier, name);
  }
  return names;
}

}  // namespace

bool is_phase_of_barrier(std::string_view text) { return text.starts_with(k_before) && text.size() > k_before.size(); }

std::set<Barrier> by_phase(const Trace& trace, const std::set<Barrier>& barriers) {
  if (barriers.empty()) return {};
  const auto names = names_of(trace);
  std::set<Barrier> named;
  for (const Barrier& barrier : barriers) {
    const auto name = names.find(barrier);
    const bool has_phase = name != names.end() && name->second.starts_with(k_before);
    named.insert(has_phase ? Barrier(name->second, 0) : barrier);
  }
  return named;
}

std::set<Barrier> by_line(const Trace& trace, const std::set<Barrier>& barriers) {
  const auto names = names_of(trace);
  std::set<Barrier> lines;
  for (const Barrier& barrier : barriers) {
    const auto found = std::ranges::find_if(
        names, [&](const auto& one) { return barrier.line == 0 ? one.second == barrier.file : one.first == barrier; });
    if (found == names.end() && barrier.line == 0) {
      std::string all;
      for (const auto& [line, name] : names) all += fmt::format("{}'{}'", all.empty() ? "" : ", ", name);
      throw std::invalid_argument(
          fmt::format("there is no barrier '{}' here; there {}", barrier.file, all.empty() ? "is none" : "are " + all));
    }
    lines.insert(found == names.end() ? barrier : found->first);
  }
  return lines;
}

std::string barriers_text(const Trace& trace) {
  std::string all;
  for (const auto& [barrier, name] : names_of(trace)) {
    all += fmt::format("{}{}", all.empty() ? "they are " : ", ", barrier.text());
    if (name.starts_with(k_before)) all += fmt::format(" '{}'", name);
  }
  return all.empty() ? "it has none" : all;
}

}  // namespace satscope
