// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/look_back/sums.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/core/text/number_text.h"
#include "app/workspaces/steps/views/look_back/pen.h"
#include "app/workspaces/steps/views/look_back/step.h"
#include "kernels/trace/effects.h"
#include "kernels/trace/narration.h"

namespace satscope::app {
namespace {

constexpr std::string_view k_to = "\u2013", k_times = "\u00d7";

bool holds_nothing(const Read& read) { return read.value.pixels == 0 && read.value.bits == 0; }

/// "col 0", "cols 0–3".
std::string range_text(const char* one, int first, int count) {
  return count == 1 ? fmt::format("{} {}", one, first) : fmt::format("{}s {}{}{}", one, first, k_to, first + count - 1);
}

std::string covers_text(const Trace& trace, const Cell& cell) {
  if (cell.pixels == 0) return "no pixel";
  const Pixels pixels = pixels_of(trace, cell);
  if (!pixels.rectangle) return {};
  const Box& box = pixels.bounds;
  return fmt::format("{}, {}", range_text("col", box.x, box.width), range_text("row", box.y, box.height));
}

/// The name of a place, or only what is in its brackets if the term before it is of the same array.
std::string brief_place(const Trace& trace, const CellAt& at, const std::optional<CellAt>& before) {
  std::string name = place_text(trace, at.buffer, at.index);
  const std::size_t bracket = name.find('[');
  return before && before->buffer == at.buffer && bracket != name.npos ? name.substr(bracket) : name;
}

class SumWriter {
 public:
  explicit SumWriter(const StepsState& steps)
      : steps_(steps),
        trace_(steps.player()->story().trace),
        focus_(steps.caption()->focus),
        step_(trace_.steps[focus_.step]),
        lanes_(static_cast<std::uint32_t>(std::max(1, trace_.passes[static_cast<std::size_t>(step_.pass)].warp))) {}

  std::vector<SelectedSum> sums() {
    const std::vector<Effect> effects = whole_effects_of(trace_, step_, focus_.thread);
    std::vector<SelectedSum> sums;
    std::vector<std::size_t> sum_of(effects.size());
    for (std::size_t i = 0; i < effects.size(); ++i) {
      const Effect& effect = effects[i];
      const int made_by = effect.kind == Effect::Kind::moved ? effect.terms.front().effect : -1;
      if (made_by >= 0) {  // the same number, kept once more
        sum_of[i] = sum_of[static_cast<std::size_t>(made_by)];
        keep(effect, sums[sum_of[i]]);
        continue;
      }
      sum_of[i] = sums.size();
      SelectedSum& sum = sums.emplace_back();
      sum.kind = effect.kind == Effect::Kind::put     ? SelectedSum::Kind::put
                 : effect.kind == Effect::Kind::moved ? SelectedSum::Kind::moved
                 : effect.kind == Effect::Kind::sum   ? SelectedSum::Kind::sum
                                                      : SelectedSum::Kind::made;
      add_terms(effect.terms, effects, sum);
      keep(effect, sum);
      sum.covers = covers_text(trace_, effect.write.after);
    }
    return sums;
  }

 private:
  void add_terms(std::span<const Term> terms, const std::vector<Effect>& effects, SelectedSum& sum) const {
    std::optional<CellAt> before;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const Term& term = terms[i];
      SumTerm& one = sum.terms.emplace_back(SumTerm{.value = ungrouped(term.value, 5), .place = {}, .minus = term.sign < 0});
      one.amount = to_double(term.value);
      if (!term.read) {
        const bool made = term.effect >= 0;
        const Write* write = made ? &effects[static_cast<std::size_t>(term.effect)].write : nullptr;
        one.place = made ? place_text(trace_, write->buffer, write->index) : "held";
        if (made) one.pixels = write->after.pixels;
        before.reset();
        continue;
      }
      one.at = {term.read->buffer, term.read->index};
      one.pixels = term.read->value.pixels;
      one.is_read = true;
      one.place = speaker(one.at) + brief_place(trace_, one.at, before);
      for (const Message& message : trace_.messages_of(step_))
        if (message.kind == Message::Kind::look && message.thread == focus_.thread && message.known != Known::nothing &&
            message.buffer == one.at.buffer && message.index == one.at.index) {
          one.value = fmt::format("{} {}", ungrouped(term.value, 5), letter_of(message.known));
          one.known = message.known;
        }
      before = one.at;
      // zeros side by side that hold no pixel are one thing to say
      std::size_t zeros = 1;
      while (holds_nothing(*term.read) && i + zeros < terms.size() && terms[i + zeros].read &&
             holds_nothing(*terms[i + zeros].read) && terms[i + zeros].read->buffer == one.at.buffer)
        ++zeros;
      if (zeros < 2) continue;
      one.value = fmt::format("{} {} 0", zeros, k_times);
      const Read& last = *terms[i + zeros - 1].read;
      one.place += fmt::format("{}{}", k_to, brief_place(trace_, {last.buffer, last.index}, before));
      i += zeros - 1;
    }
  }
  /// "lane 4's ", of a register of another thread.
  std::string speaker(const CellAt& at) const {
    const TraceBuffer& about = trace_.buffers[at.buffer];
    if (about.space != Space::registers) return {};
    const std::uint32_t owner = at.index % static_cast<std::uint32_t>(about.shape.width);
    return owner == focus_.thread ? std::string() : fmt::format("lane {}'s ", owner % lanes_);
  }
  void keep(const Effect& effect, SelectedSum& sum) const {
    const std::string place = place_text(trace_, effect.write.buffer, effect.write.index), value = ungrouped(effect.result, 5);
    for (const Message& one : trace_.messages_of(step_))
      if (one.kind == Message::Kind::publish && one.buffer == effect.write.buffer && one.index == effect.write.index) {
        // what others read is worth more than where else it is kept
        sum.value = fmt::format("{} {}", value, letter_of(one.known));
        sum.place = place;
        sum.known = one.known;
        return;
      }
    if (sum.value.empty()) sum.value = value;
    if (sum.known == Known::nothing) sum.place += (sum.place.empty() ? "" : " and ") + place;
  }

  const StepsState& steps_;
  const Trace& trace_;
  const ThreadFocus focus_;
  const Step& step_;
  const std::uint32_t lanes_;
};

}  // namespace

std::vector<SelectedSum> selected_sums(const StepsState& steps) { return SumWriter(steps).sums(); }

std::string zeros_text(const StepsState& steps) {
  const LookBack* look_back = steps.look_back();
  const Trace& trace = steps.player()->story().trace;
  const ThreadFocus& focus = steps.caption()->focus;
  const Step& step = trace.steps[focus.step];
  const auto wrote = [&](const Step& one, const Read& zero) {
    return std::ranges::any_of(trace.writes_of(one),
                               [&](const Write& write) { return write.buffer == zero.buffer && write.index == zero.index; });
  };
  for (const Read& read : trace.reads_of(step)) {
    if (read.thread != focus.thread || !holds_nothing(read) || trace.buffers[read.buffer].space == Space::global) continue;
    for (std::size_t at = focus.step; at-- > 0 && trace.steps[at].pass == step.pass;) {
      const Step& maker = trace.steps[at];
      if (maker.block != step.block || !wrote(maker, read)) continue;
      // the block put zeros there for what it has no tile for, and nothing else
      if (look_back && std::ranges::all_of(trace.writes_of(maker), [](const Write& write) { return write.after.pixels == 0; }))
        return nothing_before(*look_back, step.block);
      return {};
    }
    return "nothing has been written there";
  }
  return {};
}

std::vector<std::string> use_texts(const StepsState& steps) {
  const CaptionUse& use = steps.caption()->use;
  const Story& story = steps.player()->story();
  const Trace& trace = story.trace;
  const int block = steps.caption()->block;
  std::string reads, goes;
  if (use.read_in > 0) {
    const std::string& label = story.first_step(story.steps[use.read_in - 1]).label;
    reads = use.reader == block ? fmt::format("step {} ({}) reads it", use.read_in, label)
                                : fmt::format("block {} reads it in step {} ({})", use.reader + 1, use.read_in, label);
  }
  if (use.out_in > 0) {
    const std::string& name = trace.buffers[use.buffer].name;
    goes = use.known == Known::nothing ? fmt::format("step {} stores it in the {}", use.out_in, name)
                                       : fmt::format("step {} publishes it in {} {}", use.out_in, name, letter_of(use.known));
    if (!use.is_whole) goes = "with more added, " + goes;
  }
  const Step& step = trace.steps[steps.caption()->focus.step];
  const bool stores = std::ranges::any_of(trace.writes_of(step), [&](const Write& write) {
    return write.thread == steps.caption()->focus.thread && write.buffer == static_cast<std::uint32_t>(trace.table);
  });
  if (stores) goes = "it is an entry of the table";
  if (reads.empty() && goes.empty()) return {};
  if (reads.empty() || goes.empty() || use.read_in == use.out_in)
    return {fmt::format("What for: {}.", goes.empty() ? reads : goes)};
  std::vector<std::string> texts{fmt::format("What for: {}; {}.", reads, goes)};
  if (use.reader == block) texts.push_back(fmt::format("What for: step {} reads it; {}.", use.read_in, goes));
  texts.push_back(fmt::format("What for: {}.", goes));
  return texts;
}

}  // namespace satscope::app
