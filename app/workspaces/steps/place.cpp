// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/place.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "app/session/fields.h"
#include "kernels/trace/barrier_names.h"

namespace satscope::app {
namespace {

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
        fmt::format("session: steps_at: a deleted barrier must be FILE:LINE or 'before PHASE', not '{}'", text));
  return Barrier(text.substr(0, colon), line);
}

}  // namespace

void fields(Fields& io, StepsPlace& place) {
  io("step", place.step);
  io("first_block", place.first_block);
  io.allow([] { return "0 and more"; });
  io.expect(place.first_block >= 0,
            [&] { return fmt::format(": 'first_block' is {}, allowed are 0 and more", place.first_block); });
  std::vector<std::string> deleted;
  for (const Barrier& barrier : place.deleted) deleted.push_back(barrier.line == 0 ? barrier.file : barrier.text());
  io("deleted_barriers", deleted);
  io.allow([] { return "a list of FILE:LINE or 'before PHASE'"; });
  if (!io.reads()) return;
  place.deleted.clear();
  for (const std::string& text : deleted) place.deleted.emplace(barrier_from(text));
}

}  // namespace satscope::app
