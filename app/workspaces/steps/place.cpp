// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/place.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "app/core/json.h"
#include "app/session/json.h"
#include "kernels/trace/barrier_names.h"

namespace satscope::app {
namespace {
using nlohmann::json;

constexpr std::string_view k_steps_at = "session: steps_at";

/// "FILE:LINE", or "before PHASE".
Barrier barrier_from(const std::string& text) {
  if (is_phase_of_barrier(text)) return Barrier(text, 0);
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

}  // namespace satscope::app
