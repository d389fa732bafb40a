// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/sectors/sectors.h"

#include <algorithm>
#include <map>

#include "kernels/trace/step_accesses.h"

namespace satscope::app {
namespace {

/// Bytes from the first lane that takes part to the next, if it is the same from each to the next.
std::int64_t stride_of(std::vector<std::pair<std::uint32_t, std::uint64_t>> starts) {
  std::ranges::sort(starts);
  std::int64_t stride = 0;
  for (std::size_t i = 1; i < starts.size(); ++i) {
    const auto lanes = static_cast<std::int64_t>(starts[i].first - starts[i - 1].first);
    const auto bytes = static_cast<std::int64_t>(starts[i].second - starts[i - 1].second);
    if (lanes == 0 || bytes % lanes != 0 || (i > 1 && bytes / lanes != stride)) return 0;
    stride = bytes / lanes;
  }
  return stride;
}

SectorInstruction laid(const Trace& trace, const Step& step, const StepInstruction& one) {
  const SiteAccess& first = one.lanes.front();
  const std::size_t bytes = element_bytes(trace.buffers[first.buffer]);
  SectorInstruction out{.buffer = first.buffer, .warp = first.warp, .write = first.write};
  std::map<std::uint64_t, Sector> sectors;
  std::map<std::uint64_t, std::uint64_t> wanted;  // from the first byte to one past the last, of elements
  std::vector<std::pair<std::uint32_t, std::uint64_t>> starts;
  for (std::size_t i = 0; i < one.lanes.size(); ++i) {
    const SiteAccess& access = one.lanes[i];
    out.lanes.push_back(access.lane);
    starts.emplace_back(access.lane, access.byte);
    for (std::uint64_t done = 0; done < access.bytes; done += bytes) {
      const std::size_t number = one.numbers[i] + done / bytes;
      const std::uint64_t byte = access.byte + done;
      const Cell value = access.write ? trace.writes_of(step)[number].after : trace.reads_of(step)[number].value;
      wanted[byte] = byte + bytes;
      for (std::uint64_t sector = byte / k_sector; sector <= (byte + bytes - 1) / k_sector; ++sector)
        sectors[sector].elements.push_back({{access.buffer, static_cast<std::uint32_t>(byte / bytes)}, value, access.lane});
    }
  }
  std::ranges::sort(out.lanes);
  out.lanes.erase(std::ranges::unique(out.lanes).begin(), out.lanes.end());
  out.wanted = static_cast<std::int64_t>(wanted.size() * bytes);
  out.stride = stride_of(std::move(starts));
  for (auto& [number, sector] : sectors) {
    sector.number = number;
    out.sectors.push_back(std::move(sector));
  }
  return out;
}

}  // namespace

std::size_t element_bytes(const TraceBuffer& buffer) { return buffer.bytes > 0 ? buffer.bytes : size_of(buffer.type); }

std::int64_t SectorInstruction::least() const {
  return (wanted + static_cast<std::int64_t>(k_sector) - 1) / static_cast<std::int64_t>(k_sector);
}

bool is_scattered(const Story& story, const Step& step) {
  return std::ranges::any_of(instructions_of(story.trace, step, story.banks), [&](const StepInstruction& one) {
    return !one.lanes.front().shared && laid(story.trace, step, one).scattered();
  });
}

void lay_sectors(Sectors& sectors, const StepsState& steps) {
  const Player& player = *steps.player();
  const Story& story = player.story();
  const StoryStep* story_step = player.current();
  const std::uint32_t shown = story_step ? story.step_in(*story_step, steps.first_block) : 0;
  const int block = story_step ? story.trace.steps[shown].block : -1;
  if (sectors.story == story.number && sectors.position == player.position() && sectors.block == block) return;
  sectors = {.story = story.number, .position = player.position(), .block = block, .instructions = {}};
  constexpr std::size_t k_most_accesses = 40'000;  // because: who goes to the step waits for the count
  std::size_t accesses = 0;
  for (std::uint32_t at = story_step ? story_step->first : 0; story_step && at < story_step->end; ++at)
    accesses += story.trace.steps[at].reads + story.trace.steps[at].writes;
  sectors.of_all_blocks = accesses <= k_most_accesses;
  for (std::uint32_t at = story_step ? story_step->first : 0; story_step && at < story_step->end; ++at) {
    if (at != shown && !sectors.of_all_blocks) continue;
    for (const StepInstruction& one : instructions_of(story.trace, story.trace.steps[at], story.banks)) {
      sectors.of_this_step += one.sectors;
      if (at == shown && !one.lanes.front().shared)
        sectors.instructions.push_back(laid(story.trace, story.trace.steps[at], one));
    }
  }
  // the most wasteful one is what there is to see
  const auto most = std::ranges::max_element(sectors.instructions, {}, [](const SectorInstruction& one) {
    return std::pair(static_cast<std::int64_t>(one.sectors.size()) - one.least(), one.lanes.size());
  });
  if (most != sectors.instructions.end()) sectors.shown = static_cast<std::size_t>(most - sectors.instructions.begin());
}

}  // namespace satscope::app
