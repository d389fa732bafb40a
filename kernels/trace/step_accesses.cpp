// SPDX-License-Identifier: Apache-2.0
#include "kernels/trace/step_accesses.h"

#include <algorithm>
#include <array>
#include <functional>
#include <type_traits>
#include <unordered_map>

namespace satscope {
namespace {

/// Accesses of a step gathered into instructions.
class Gatherer {
 public:
  Gatherer(const Trace& trace, const Step& step)
      : trace_(trace), warp_(static_cast<std::uint32_t>(trace.passes[static_cast<std::size_t>(step.pass)].warp)) {}

  /// Thread, file, line, column and round.
  using Place = std::array<std::uint32_t, 5>;
  struct PlaceHash {
    std::size_t operator()(const Place& place) const {
      std::size_t hash = 0;
      for (const std::uint32_t part : place) hash = (hash ^ part) * 0x9E3779B97F4A7C15U;
      return hash ^ hash >> 32;
    }
  };

  template <class Touched>
  void gather(std::span<const Touched> touched, bool write) {
    std::unordered_map<Place, std::uint32_t, PlaceHash> times;
    times.reserve(touched.size());
    for (std::size_t i = 0; i < touched.size(); ++i) {
      const Touched& one = touched[i];
      const TraceBuffer& about = trace_.buffers[one.buffer];
      if (about.space == Space::registers || one.instruction.together == 0) continue;
      const std::size_t bytes = about.bytes > 0 ? about.bytes : size_of(about.type);
      const std::uint32_t line = one.line, file = one.file, column = one.instruction.column, round = one.instruction.round;
      const SiteAccess access{.site = {line, column, trace_.files[file]},
                              .warp = one.thread / warp_,
                              .lane = one.thread % warp_,
                              .round = round,
                              .occurrence = times[{one.thread, file, line, column, round}]++,
                              .buffer = one.buffer,
                              .byte = one.index * bytes,
                              .bytes = static_cast<std::uint32_t>(bytes) * one.instruction.together,
                              .write = write,
                              .shared = about.space == Space::shared};
      const auto [known, fresh] = numbers_.try_emplace(instruction_of(access), gathered_.size());
      if (fresh) gathered_.emplace_back();
      StepInstruction& instruction = gathered_[known->second];
      instruction.lanes.push_back(access);
      instruction.numbers.push_back(static_cast<std::uint32_t>(i));
    }
  }

  std::vector<StepInstruction> take(int banks) {
    std::ranges::sort(gathered_, {}, [](const StepInstruction& one) { return instruction_of(one.lanes.front()); });
    for (StepInstruction& one : gathered_)
      if (one.lanes.front().shared)
        one.conflicts = bank_conflicts(one.lanes, static_cast<int>(warp_), banks);
      else
        one.sectors = touched_sectors(one.lanes);
    return std::move(gathered_);
  }

 private:
  const Trace& trace_;
  std::uint32_t warp_;
  using Instruction = decltype(instruction_of({}));
  struct InstructionHash {
    std::size_t operator()(const Instruction& one) const {
      return std::apply(
          [](const auto&... parts) {
            std::size_t hash = 0;
            ((hash = (hash ^ std::hash<std::decay_t<decltype(parts)>>()(parts)) * 0x9E3779B97F4A7C15U), ...);
            return hash ^ hash >> 32;
          },
          one);
    }
  };
  std::unordered_map<Instruction, std::size_t, InstructionHash> numbers_;
  std::vector<StepInstruction> gathered_;
};

}  // namespace

std::vector<StepInstruction> instructions_of(const Trace& trace, const Step& step, int banks) {
  Gatherer gatherer(trace, step);
  gatherer.gather(trace.reads_of(step), false);
  gatherer.gather(trace.writes_of(step), true);
  return gatherer.take(banks);
}

}  // namespace satscope
