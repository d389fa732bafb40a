// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/place.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <stdexcept>
#include <utility>

#include "app/core/json.h"
#include "app/session/json.h"

namespace satscope::app {
namespace {
using nlohmann::json;

constexpr std::string_view k_steps_at = "session: steps_at";

constexpr std::string_view k_before = "before ";

/// "before PHASE": the step that stands next below the barrier in its source; the second before the same phase ends with its
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

/// "FILE:LINE", or "before PHASE".
Barrier barrier_from(const std::string& text) {
  if (text.starts_with(k_before) && text.size() > k_before.size()) return Barrier(text, 0);
  const std::size_t colon = text.rfind(':');
  std::uint32_t line = 0;
  const char* const end = text.data() + text.size();
  const bool named = colon != text.npos && colon > 0;
  const auto read = named ? std::from_chars(text.data() + colon + 1, end, line) : std::from_chars_result{end, std::errc()};
  if (line == 0 || read.ec != std::errc() || read.ptr != end)
    throw std::runtime_error(
        fmt::format("{}: a deleted barrier must be FILE:LINE or 'before PHASE', not '{}'", k_steps_at, text));
  return Barrier(text.substr(0, colon), line);
}

}  // namespace

json to_json(const StepsPlace& place) {
  json deleted = json::array();
  for (const Barrier& barrier : place.deleted) deleted.push_back(barrier.line == 0 ? barrier.file : barrier.text());
  return {{"step", place.step}, {"first_block", place.first_block}, {"deleted_barriers", deleted}};
}

StepsPlace StepsPlace::from_json(const json& object) {
  StepsPlace place;
  if (object.is_null()) return place;
  if (!object.is_object()) throw std::runtime_error(fmt::format("{} must be a JSON object", k_steps_at));
  read_member(object, "step", place.step, k_steps_at);
  read_member(object, "first_block", place.first_block, k_steps_at);
  if (place.first_block < 0)
    throw std::runtime_error(fmt::format("{}: 'first_block' is {}, allowed are 0 and more", k_steps_at, place.first_block));
  std::vector<std::string> deleted;
  read_member(object, "deleted_barriers", deleted, k_steps_at);
  for (const std::string& text : deleted) place.deleted.emplace(barrier_from(text));
  return place;
}

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

}  // namespace satscope::app
