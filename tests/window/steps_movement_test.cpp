// SPDX-License-Identifier: Apache-2.0
// Movements of every algorithm, filter and step against what the trace recorded: none is missing, none is invented. Expected
// values are computed here from reads, writes and pixels alone; the movements themselves come from the origins of numbers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/source/what.h"
#include "app/workspaces/steps/trace/flow.h"
#include "app/workspaces/steps/trace/story.h"
#include "kernels/registry.h"
#include "tests/window/rooms.h"

namespace satscope::app {
namespace {

using Place = std::pair<std::uint32_t, std::uint32_t>;
using Access = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // thread, file, line

std::shared_ptr<const Story> story_for(const std::string& id, const std::string& ready, std::size_t size) {
  StepsSettings settings;
  if (const Filter* filter = find_filter(id))
    step_filter(settings, *filter);
  else
    step_algorithm(settings, id);
  StoryRequest wanted;
  wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .side = 8, .ready = ready}, nullptr);
  wanted.algorithm = settings.algorithm;
  wanted.filter = settings.filter;
  wanted.filter_params = settings.filter_params;
  wanted.size = size;
  return make_story(wanted);
}

class Judge {
 public:
  Judge(const Trace& trace, const Step& step, const std::string& where) : trace_(trace), where_(where) {
    for (const Read& read : trace.reads_of(step)) {
      by_thread_[read.thread].push_back(&read);
      line_reads_[{read.thread, read.file, read.line}].push_back(&read);
    }
    for (const Write& write : trace.writes_of(step)) line_writes_[{write.thread, write.file, write.line}].push_back(&write);
    for (const Flow& flow : flows_of(trace, step, static_cast<std::size_t>(-1))) flows_[flow.write].push_back(flow);
    for (std::uint32_t i = 0; i < step.writes; ++i) judge(step.first_write + i);
    std::map<std::uint32_t, std::vector<Flow>> chained;
    for (const Flow& flow : chained_flows_of(trace, step, static_cast<std::size_t>(-1))) chained[flow.write].push_back(flow);
    for (const auto& [write, flows] : chained) judge_chain(trace.writes[write], write, step, flows);
    for (const auto& [write, flows] : flows_) EXPECT_TRUE(chained.contains(write)) << "missing. " << text(trace.writes[write]);
    for (const auto& [write, flows] : flows_)
      EXPECT_TRUE(write >= step.first_write && write < step.first_write + step.writes) << "of another step " << where_;
  }
  int moved = 0, by_lines = 0, by_sums = 0, chains = 0;

 private:
  std::string text(const Write& write) const {
    std::string all = fmt::format("{}: thread {} wrote {} to {}[{}]; it read", where_, write.thread, write.after.bits,
                                  trace_.buffers[write.buffer].name, write.index);
    for (const Read* read : by_thread_.contains(write.thread) ? by_thread_.at(write.thread) : std::vector<const Read*>{})
      all += fmt::format(" {}[{}]={} (line {})", trace_.buffers[read->buffer].name, read->index, read->value.bits, +read->line);
    return all + fmt::format("; line {}", +write.line);
  }

  void judge(std::uint32_t number) {
    const Write& write = trace_.writes[number];
    const Place target{write.buffer, write.index};
    const std::vector<Flow> flows = flows_.contains(number) ? flows_.at(number) : std::vector<Flow>{};
    std::set<Place> from;
    for (const Flow& flow : flows) {
      ++moved;
      const auto& reads = by_thread_[write.thread];
      const bool read = std::any_of(reads.begin(), reads.end(), [&](const Read* r) {
        return r->buffer == flow.from.buffer && r->index == flow.from.index && r->value == flow.value;
      });
      EXPECT_TRUE(read) << "invented: from a place that the thread did not read. " << text(write);
      EXPECT_TRUE(flow.thread == write.thread && flow.to == (CellAt{write.buffer, write.index})) << text(write);
      EXPECT_TRUE(from.insert({flow.from.buffer, flow.from.index}).second) << "twice. " << text(write);
    }
    EXPECT_FALSE(from.contains(target)) << "a number does not move to where it is. " << text(write);
    if (trace_.origins[write.after.origin].kind == Origin::Kind::made) return judge_made(write, from);
    if (const auto expected = by_its_line(write)) {
      ++by_lines;
      EXPECT_EQ(from, *expected) << text(write);
    } else {
      ++by_sums;
      EXPECT_TRUE(adds_up(write, flows)) << flows.size() << " movements do not make the number. " << text(write);
    }
  }

  /// What is drawn of it: each number was read, or its thread wrote it before in the step, where it adds up with the others.
  void judge_chain(const Write& write, std::uint32_t number, const Step& step, const std::vector<Flow>& flows) {
    bool goes_on = false;
    for (const Flow& flow : flows) {
      const auto& reads = by_thread_[write.thread];
      const bool read = std::any_of(reads.begin(), reads.end(), [&](const Read* r) {
        return r->buffer == flow.from.buffer && r->index == flow.from.index && r->value == flow.value;
      });
      bool written = false;
      for (std::uint32_t before = step.first_write; before < number; ++before) {
        const Write& one = trace_.writes[before];
        written |= one.thread == write.thread && CellAt{one.buffer, one.index} == flow.from && one.after == flow.value;
      }
      EXPECT_TRUE(read || written) << "invented: neither read nor written. " << text(write);
      goes_on |= !read;
    }
    if (!goes_on) return;
    ++chains;
    EXPECT_LE(flows.size(), flows_.contains(number) ? flows_.at(number).size() + 1 : 1) << "more than without. " << text(write);
    if (trace_.origins[write.after.origin].kind == Origin::Kind::made) return;
    EXPECT_TRUE(adds_up(write, flows)) << "the chain does not make the number. " << text(write);
  }

  /// As many reads as writes on a line, or a multiple, each share of which makes its write: then that is what moved.
  std::optional<std::set<Place>> by_its_line(const Write& write) {
    const Access line{write.thread, write.file, write.line};
    const auto& reads = line_reads_[line];
    const auto& writes = line_writes_[line];
    if (reads.empty() || reads.size() % writes.size() != 0) return std::nullopt;
    const std::size_t share = reads.size() / writes.size();
    std::optional<std::set<Place>> expected;
    for (std::size_t i = 0; i < writes.size(); ++i) {
      std::vector<std::int32_t> sum(trace_.picture.area());
      std::set<Place> from;
      std::uint64_t bits = 0;
      for (std::size_t k = i * share; k < (i + 1) * share; ++k) {
        add(sum, reads[k]->value.pixels, 1);
        bits += reads[k]->value.bits;
        if (Place{reads[k]->buffer, reads[k]->index} != Place{writes[i]->buffer, writes[i]->index})
          from.insert({reads[k]->buffer, reads[k]->index});
      }
      const bool whole = !is_float(trace_.buffers[write.buffer].type);
      if (sum != counts(writes[i]->after.pixels) || (whole && share == 1 && bits != writes[i]->after.bits)) return std::nullopt;
      // because: a zero that another line read may have been added to what the place held
      if (from.empty() || (share > 1 && from.size() + 1 < share)) return std::nullopt;
      if (writes[i] == &write) expected = std::move(from);
    }
    return expected;
  }

  /// Whether some choice of signs, with or without what the place itself held, gives exactly the pixels of the write.
  bool adds_up(const Write& write, const std::vector<Flow>& flows) {
    std::vector<PixelSet> in_place{0};
    for (const Read* read : by_thread_[write.thread])
      if (Place{read->buffer, read->index} == Place{write.buffer, write.index}) in_place.push_back(read->value.pixels);
    const std::size_t ways = flows.size() > 6 ? 1 : std::size_t{1} << flows.size();
    for (const PixelSet own : in_place)
      for (std::size_t signs = 0; signs < ways; ++signs) {
        std::vector<std::int32_t> sum(trace_.picture.area());
        add(sum, own, 1);
        for (std::size_t i = 0; i < flows.size(); ++i) add(sum, flows[i].value.pixels, (signs >> i & 1) != 0 ? -1 : 1);
        if (sum == counts(write.after.pixels)) return true;
      }
    return false;
  }

  /// Of a number that is computed, not summed: all that its thread read, for that write if it makes several.
  void judge_made(const Write& write, const std::set<Place>& from) {
    std::set<Place> all, round;
    for (const Read* read : by_thread_[write.thread]) {
      const Place place{read->buffer, read->index};
      if (place == Place{write.buffer, write.index}) continue;
      all.insert(place);
      if (read->instruction.round == write.instruction.round) round.insert(place);
    }
    for (const Place& place : round) EXPECT_TRUE(from.contains(place)) << "missing. " << text(write);
    EXPECT_TRUE(!from.empty() || all.empty()) << "missing. " << text(write);
  }

  const std::vector<std::int32_t>& counts(PixelSet set) {
    const auto [at, fresh] = known_.try_emplace(set);
    if (fresh) at->second = trace_.provenance.counts(set, trace_.picture);
    return at->second;
  }
  void add(std::vector<std::int32_t>& sum, PixelSet set, int sign) {
    const auto& more = counts(set);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += sign * more[i];
  }

  const Trace& trace_;
  const std::string& where_;
  std::map<std::uint32_t, std::vector<const Read*>> by_thread_;
  std::map<Access, std::vector<const Read*>> line_reads_;
  std::map<Access, std::vector<const Write*>> line_writes_;
  std::map<std::uint32_t, std::vector<Flow>> flows_;
  std::map<PixelSet, std::vector<std::int32_t>> known_;
};

class Movements : public testing::TestWithParam<std::string> {};

TEST_P(Movements, AreThoseOfTheTraceInEveryStep) {
  const Filter* filter = find_filter(GetParam());
  const std::size_t sizes = filter ? filter_trace_sizes().size() : find_algorithm(GetParam())->trace_sizes.size();
  for (std::size_t size = 0; size < sizes; ++size)
    for (const std::string ready : {"bilgic", "noise"}) {
      const auto story = story_for(GetParam(), ready, size);
      int moved = 0, by_lines = 0, by_sums = 0, chains = 0;
      for (const Step& step : story->trace.steps) {
        const std::string where =
            fmt::format("{} {} size {}, pass {}, {}, block {}", GetParam(), ready, size, step.pass + 1, step.label, step.block);
        const Judge judge(story->trace, step, where);
        moved += judge.moved;
        by_lines += judge.by_lines;
        by_sums += judge.by_sums;
        chains += judge.chains;
        if (HasFailure()) return;
      }
      EXPECT_GT(moved, 0) << GetParam();
      if (GetParam() == "brlt-scanrow") {
        EXPECT_GT(chains, 0) << "one thread adds up the totals of all parts";
      }
      RecordProperty(fmt::format("{}_{}", ready, size),
                     fmt::format("{} moved, {} by lines, {} by sums, {} in chains", moved, by_lines, by_sums, chains));
    }
}

std::vector<std::string> every_id() {
  std::vector<std::string> list = ids_of(traced_algorithms());
  for (const std::string& filter : ids_of(filters())) list.push_back(filter);
  return list;
}
INSTANTIATE_TEST_SUITE_P(Steps, Movements, testing::ValuesIn(every_id()), NamedById());

// in Serial recursion a step makes an entry, row by row
TEST(WrongEntries, AreFoundWithTheStepsThatWriteThem) {
  StoryRequest wanted;
  wanted.samples = samples_of(StepsSource(), nullptr);
  wanted.algorithm = "serial";
  Story story = *make_story(wanted);
  EXPECT_TRUE(wrong_entries(story).empty());
  for (Write& write : story.trace.writes)
    if (write.buffer == static_cast<std::uint32_t>(story.trace.table) && (write.index == 6 || write.index == 9))
      write.after.pixels = 0;
  const std::vector<WrongEntry> wrong = wrong_entries(story);
  ASSERT_EQ(wrong.size(), 2U);
  EXPECT_EQ(wrong[0].at.index, 6U);
  EXPECT_EQ(wrong[0].position, 7U);
  EXPECT_EQ(wrong[1].position, 10U);
}

// as the Lab records a shuffle: lane 0 gives, lane 1 reads that and gets it
TEST(Flows, AShuffleGoesFromTheLaneThatGivesToTheLaneThatTakes) {
  Trace trace;
  trace.of_file = true;
  trace.picture = {1, 1};
  trace.buffers = {{.name = "picture", .shape = {1, 1}},
                   {.name = "given", .space = Space::registers, .shape = {2, 1}, .pass = 0, .block = 0},
                   {.name = "got", .space = Space::registers, .shape = {2, 1}, .pass = 0, .block = 0}};
  trace.origins.resize(2);
  const Cell seven{.bits = 7, .origin = 1};
  trace.writes = {{.buffer = 1, .index = 0, .thread = 0, .line = 3, .file = 0, .before = {}, .after = seven},
                  {.buffer = 2, .index = 1, .thread = 1, .line = 3, .file = 0, .before = {}, .after = seven}};
  trace.reads = {{.buffer = 1, .index = 0, .thread = 1, .line = 3, .file = 0, .value = seven}};
  Step& step = trace.steps.emplace_back();
  step.threads = static_cast<int>(step.writes = 2);
  step.reads = step.first_origin = step.origins = 1;
  const std::vector<Flow> flows = chained_flows_of(trace, trace.steps[0], 10);
  ASSERT_EQ(flows.size(), 1U);
  EXPECT_EQ(flows[0].from, (CellAt{1, 0}));
  EXPECT_EQ(flows[0].to, (CellAt{2, 1}));
  EXPECT_EQ(flows[0].thread, 1U);
}

}  // namespace
}  // namespace satscope::app
