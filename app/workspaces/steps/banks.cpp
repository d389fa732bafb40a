// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/banks.h"

#include <algorithm>
#include <map>

#include "kernels/registry.h"
#include "kernels/trace/step_accesses.h"

namespace satscope::app {
namespace {

int warp_of(const Trace& trace, const Step& step) { return trace.passes[static_cast<std::size_t>(step.pass)].warp; }

/// The words of an instruction, each in its turn at its bank.
std::vector<BankWord> words_of(const Trace& trace, const Step& step, const StepInstruction& one, int banks) {
  std::vector<BankWord> words;
  std::map<std::pair<std::uint64_t, int>, int> turns;
  for (const AskedWord& asked : asked_words(one.lanes, warp_of(trace, step), banks)) {
    const SiteAccess& access = one.lanes[asked.access];
    const int part = static_cast<int>(asked.part);
    if (words.empty() || words.back().part != part || words.back().word != asked.word) {
      const std::uint32_t number = one.numbers[asked.access];
      const TraceBuffer& about = trace.buffers[access.buffer];
      const std::size_t bytes = about.bytes > 0 ? about.bytes : size_of(about.type);
      const auto place = static_cast<std::uint32_t>(std::max<std::uint64_t>(access.byte, 4 * asked.word) / bytes);
      const std::uint32_t beyond = place - static_cast<std::uint32_t>(access.byte / bytes);
      const int bank = static_cast<int>(asked.word % static_cast<std::uint64_t>(banks));
      words.push_back(
          {.bank = bank,
           .turn = turns[{asked.part, bank}]++,
           .part = part,
           .word = asked.word,
           .at = {access.buffer, place},
           .value = access.write ? trace.writes_of(step)[number + beyond].after : trace.reads_of(step)[number + beyond].value,
           .lanes = {}});
    }
    words.back().lanes.push_back(access.lane);
  }
  return words;
}

/// By pass. What has none is known without a look at its accesses, of which there may be millions.
std::vector<bool> with_shared(const Trace& trace) {
  std::vector<bool> passes(trace.passes.size());
  for (const TraceBuffer& buffer : trace.buffers)
    if (buffer.space == Space::shared) passes[static_cast<std::size_t>(buffer.pass)] = true;
  return passes;
}

std::int64_t conflicts_of(const Story& story, const Step& step) {
  std::int64_t sum = 0;
  for (const StepInstruction& one : instructions_of(story.trace, step, story.banks)) sum += one.conflicts;
  return sum;
}

}  // namespace

void lay_banks(Banks& banks, const StepsState& steps) {
  const Player& player = *steps.player();
  const Story& story = player.story();
  const Beat* beat = player.current();
  const std::uint32_t shown = beat ? story.step_in(*beat, steps.first_block) : 0;
  const int block = beat ? story.trace.steps[shown].block : -1;
  if (banks.story == story.number && banks.position == player.position() && banks.block == block) return;
  banks = {.story = story.number, .position = player.position(), .block = block, .instructions = {}};
  if (!beat) return;
  const std::vector<bool> shared = with_shared(story.trace);
  for (std::uint32_t at = beat->first; at < beat->end; ++at) {
    const Step& step = story.trace.steps[at];
    if (!shared[static_cast<std::size_t>(step.pass)]) continue;
    for (const StepInstruction& one : instructions_of(story.trace, step, story.banks)) {
      banks.of_this_step += one.conflicts;
      const SiteAccess& first = one.lanes.front();
      if (at != shown || !first.shared) continue;
      banks.instructions.push_back({.buffer = first.buffer,
                                    .warp = first.warp,
                                    .write = first.write,
                                    .bytes = first.bytes,
                                    .lanes = static_cast<int>(one.lanes.size()),
                                    .conflicts = one.conflicts,
                                    .words = words_of(story.trace, step, one, story.banks)});
    }
  }
  const auto most = std::ranges::max_element(banks.instructions, {}, &BankInstruction::conflicts);
  if (most != banks.instructions.end()) banks.shown = static_cast<std::size_t>(most - banks.instructions.begin());
}

std::optional<ConflictPlace> next_conflict(const Story& story, std::size_t position, int block) {
  const std::vector<bool> shared = with_shared(story.trace);
  return next_step_that(story, position, block, [&](const Step& step) {
    return shared[static_cast<std::size_t>(step.pass)] && conflicts_of(story, step) > 0;
  });
}

std::optional<ConflictPlace> next_step_that(const Story& story, std::size_t position, int block,
                                            const std::function<bool(const Step&)>& is) {
  for (std::size_t i = 0; i < story.beat_count(); ++i) {
    const std::size_t number = (position + i) % story.beat_count();
    const Beat& beat = story.beats[number];
    std::optional<int> found;
    for (std::uint32_t at = beat.first; at < beat.end; ++at) {
      const Step& step = story.trace.steps[at];
      const bool here = step.block == block;
      if ((here || !found) && is(step)) found = step.block;
      if (found && *found == block) break;
    }
    if (found) return ConflictPlace{number + 1, *found};
  }
  return std::nullopt;
}

std::string no_conflict_text(const Story& story) {
  const bool shares = std::ranges::any_of(story.trace.buffers, [](const TraceBuffer& b) { return b.space == Space::shared; });
  if (!shares)
    return "No bank conflict: this algorithm uses no shared memory. Choose one that does, such as Scan, transpose, scan.";
  const Algorithm* algorithm = find_algorithm(story.algorithm_id);
  const bool pads = algorithm && algorithm->find_param("padding") && flag(*algorithm, story.request.params, "padding");
  return pads ? "No bank conflict in this run. Switch padding off at the left to see some." : "No bank conflict in this run.";
}

}  // namespace satscope::app
