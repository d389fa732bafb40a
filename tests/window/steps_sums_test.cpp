// SPDX-License-Identifier: Apache-2.0
// The networks of additions of every algorithm: nothing is left out, each addition has its two inputs, and what is above
// an output is exactly the pixels that it sums.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <set>

#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/views/tree_network/network.h"
#include "app/workspaces/steps/views/tree_network/network_pen.h"
#include "app/workspaces/steps/views/tree_network/sums.h"
#include "app/workspaces/steps/views/tree_network/tree.h"
#include "kernels/registry.h"
#include "tests/window/grid_recording.h"
#include "tests/window/rooms.h"

namespace satscope::app {
namespace {

std::shared_ptr<const Story> sums_of(const std::string& algorithm, std::size_t size, int side, Form form = Form::inclusive) {
  StoryRequest wanted;
  wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .side = side, .ready = "noise"}, nullptr);
  wanted.algorithm = algorithm;
  wanted.size = size;
  wanted.form = form;
  return make_story(wanted);
}

class SumNetworks : public testing::TestWithParam<std::string> {
 protected:
  /// Calls for every network of the algorithm, at toy sizes.
  void for_all(const std::function<void(const Story&, int pass, const SumNetwork&, const std::string& where)>& check) const {
    const std::size_t toys = std::max<std::size_t>(1, find_algorithm(GetParam())->trace_sizes.size() - 1);
    for (std::size_t size = 0; size < toys; ++size)
      for (const int side : {4, 8, 16})
        for (const Form form : {Form::inclusive, Form::exclusive, Form::padded}) {
          const auto story = sums_of(GetParam(), size, side, form);
          for (int pass = 0; pass < static_cast<int>(story->trace.passes.size()); ++pass)
            for (int block = 0; block < story->trace.passes[static_cast<std::size_t>(pass)].blocks; ++block)
              for (const SumNetwork& network : sum_networks(*story, pass, block))
                check(*story, pass, network,
                      fmt::format("{} size {} side {} form {} pass {} block {}", GetParam(), size, side, id_of(form), pass,
                                  block));
        }
  }
};

std::vector<std::vector<std::size_t>> inputs_of(const SumNetwork& network) {
  std::vector<std::vector<std::size_t>> inputs(network.nodes.size());
  for (const SumEdge& edge : network.edges) inputs[edge.to].push_back(edge.from);
  return inputs;
}

TEST_P(SumNetworks, GiveEachAdditionTwoInputsFromAbove) {
  for_all([](const Story&, int, const SumNetwork& network, const std::string& where) {
    std::set<std::pair<int, int>> places;
    const auto inputs = inputs_of(network);
    for (std::size_t i = 0; i < network.nodes.size(); ++i) {
      const SumNode& node = network.nodes[i];
      const bool one = node.kind == SumNode::Kind::output || node.kind == SumNode::Kind::move;
      const std::size_t expected = node.kind == SumNode::Kind::addition ? 2 : one ? 1 : 0;
      ASSERT_EQ(inputs[i].size(), expected) << where;
      for (const std::size_t from : inputs[i]) {
        ASSERT_LT(network.nodes[from].level, node.level) << where;
        ASSERT_LE(network.nodes[from].story_step, node.story_step) << where;
      }
      ASSERT_TRUE(places.insert({node.level, node.column}).second) << "two nodes in one place, " << where;
      ASSERT_TRUE(node.column >= 0 && node.column < network.columns) << where;
      ASSERT_LT(static_cast<std::size_t>(node.level), network.levels.size()) << where;
    }
    for (const SumEdge& edge : network.edges) {
      const SumNode &from = network.nodes[edge.from], &to = network.nodes[edge.to];
      bool taken = false;
      for (int level = from.level + 1; level < to.level; ++level) taken |= places.contains({level, from.column});
      ASSERT_EQ(edge.taken, taken) << "from level " << from.level << " to " << to.level << ", " << where;
    }
  });
}

/// In a low view, where most levels have no room: the heading says which are shown.
TEST(PaintedNetwork, HasEachEdgeThatCrossesTheLevelsShown) {
  StepsState steps;
  const auto story = sums_of("scan-transpose-scan", 0, 16);
  steps.show(story);
  Network network;
  std::ptrdiff_t crossing = 0, left_out = 0;
  for (std::size_t position = 0; position <= story->step_count(); ++position) {
    steps.player()->go_to(position);
    lay_network(network, steps);
    GridRecording drawn;
    paint_network(drawn, steps, network, {0, 0, 1168, 200}, 1);
    const SumNetwork& row = network.rows[network.row];
    int first = 1, last = static_cast<int>(row.levels.size());
    for (const auto& [at, words] : drawn.names)
      if (const std::size_t levels = words.find(", levels "); levels != words.npos) {
        ASSERT_EQ(std::sscanf(words.c_str() + levels, ", levels %d to %d", &first, &last), 2) << words;
      }
    const auto level = [&](std::size_t node) { return row.nodes[node].level + 1; };
    const auto seen = std::ranges::count_if(
        row.edges, [&](const SumEdge& edge) { return level(edge.to) >= first && level(edge.from) <= last; });
    EXPECT_EQ(drawn.curves, seen) << "step " << position << ", levels " << first << " to " << last;
    crossing += std::ranges::count_if(row.edges,
                                      [&](const SumEdge& edge) { return level(edge.from) < first && level(edge.to) > last; });
    left_out += std::ssize(row.edges) - seen;
  }
  EXPECT_GT(crossing, 0);
  EXPECT_GT(left_out, 0);
}

/// Expected from the writes of the trace; where the thread writes to shared memory, its places are named at the frames.
TEST(PaintedNetwork, FramesWhatTheSelectedThreadWrites) {
  for (const char* algorithm : {"scan-transpose-scan", "recursive-doubling"}) {
    StepsState steps;
    const auto story = sums_of(algorithm, 0, 8, Form::exclusive);
    const Trace& trace = story->trace;
    steps.show(story);
    Network network;
    int frames = 0, named = 0;
    for (std::size_t position = 1; position <= story->step_count(); ++position)
      for (const std::uint32_t thread : {0U, 1U, 3U}) {
        steps.player()->go_to(position);
        steps.thread = thread;
        const ThreadFocus focus = steps.caption()->focus;
        const Step& step = trace.steps[focus.step];
        if (step.pass > 0) break;
        const std::string where = fmt::format("{}, {}, thread {}", algorithm, step.label, focus.thread);
        lay_network(network, steps);
        GridRecording drawn;
        paint_network(drawn, steps, network, {0, 0, 1168, 902}, 1);
        std::set<std::string> expected, found;
        for (const Write& write : trace.writes_of(step)) {
          if (write.thread != focus.thread) continue;
          const std::string text = satscope::to_text(number(write.after, trace.buffers[write.buffer].type));
          expected.insert(text);
          if (trace.buffers[write.buffer].space != Space::shared) continue;
          ++named;
          EXPECT_TRUE(std::ranges::any_of(drawn.framed,
                                          [&](const Area& frame) {
                                            const Area around{frame.x - 30, frame.y, frame.width + 30, frame.height + 20};
                                            return std::ranges::any_of(drawn.names, [&](const auto& name) {
                                              return name.second == fmt::format("[{}]", write.index) &&
                                                     around.contains(name.first);
                                            });
                                          }))
              << "[" << write.index << "], " << where;
        }
        for (const auto& one : drawn.numbers)
          if (std::ranges::any_of(drawn.framed, [&](const Area& frame) { return frame.contains(one.area.middle()); }))
            found.insert(one.text);
        EXPECT_EQ(found, expected) << where;
        frames += static_cast<int>(found.size());
        const std::string words = fmt::format("Framed: thread {}.", focus.thread);
        EXPECT_TRUE(std::ranges::any_of(drawn.names, [&](const auto& name) {
          return name.second.find(words) != name.second.npos;
        })) << where;
      }
    EXPECT_GT(frames, 0) << algorithm;
    EXPECT_EQ(named > 0, std::string(algorithm) == "scan-transpose-scan");
  }
}

TEST_P(SumNetworks, HaveEveryAdditionThatWasCounted) {
  const Algorithm* algorithm = find_algorithm(GetParam());
  for (const int side : {4, 8, 16}) {
    const auto story = sums_of(algorithm->id, 0, side);
    for (int pass = 0; pass < static_cast<int>(story->trace.passes.size()); ++pass) {
      const TracePass& about = story->trace.passes[static_cast<std::size_t>(pass)];
      std::int64_t additions = 0;
      for (int block = 0; block < about.blocks; ++block)
        for (const SumNetwork& network : sum_networks(*story, pass, block))
          for (const SumNode& node : network.nodes) additions += node.kind == SumNode::Kind::addition;
      EXPECT_EQ(additions, about.counters.additions) << algorithm->id << " " << side << " " << about.name;
    }
  }
}

bool has_differences(const Trace& trace) {
  return std::ranges::any_of(trace.origins, [](const Origin& one) { return one.kind == Origin::Kind::difference; });
}

TEST_P(SumNetworks, StandBelowExactlyThePixelsOfTheirOutputs) {
  for_all([](const Story& story, int, const SumNetwork& network, const std::string& where) {
    const auto inputs = inputs_of(network);
    for (std::size_t i = 0; i < network.nodes.size(); ++i) {
      const SumNode& node = network.nodes[i];
      if (node.kind != SumNode::Kind::output) continue;
      std::vector<std::int32_t> pixels(story.trace.picture.area());
      double sum = 0;
      const std::function<void(std::size_t)> gather = [&](std::size_t at) {
        for (const std::size_t from : inputs[at]) gather(from);
        if (!inputs[at].empty()) return;
        const SumNode& leaf = network.nodes[at];
        const auto counts = story.trace.provenance.counts(leaf.value.pixels, story.trace.picture);
        for (std::size_t p = 0; p < pixels.size(); ++p) pixels[p] += counts[p];
        sum += to_double(number(leaf.value, leaf.type));
      };
      gather(i);
      if (has_differences(story.trace)) continue;  // because: a network does not keep which of its numbers were taken away
      ASSERT_EQ(pixels, story.trace.provenance.counts(node.value.pixels, story.trace.picture)) << where;
      ASSERT_EQ(sum, to_double(number(node.value, node.type))) << where;
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Steps, SumNetworks, testing::ValuesIn(ids_of(traced_algorithms())), NamedById());

/// What is above a node, by the place in the picture or table that it was read from.
std::set<std::uint32_t> read_by(const SumNetwork& network, std::size_t node, std::uint32_t buffer) {
  std::set<std::uint32_t> indices;
  if (network.nodes[node].kind == SumNode::Kind::input && network.nodes[node].at->buffer == buffer)
    indices.insert(network.nodes[node].at->index);
  for (const SumEdge& edge : network.edges)
    if (edge.to == node) indices.merge(read_by(network, edge.from, buffer));
  return indices;
}

/// Where the kernel swaps, the sum goes right and the left one over: in the columns of the places that it writes.
TEST(SumNetworksOf, ADownSweepSwapsInItsPlaces) {
  for (const int side : {4, 8}) {
    const auto story = sums_of("scan-transpose-scan", 0, side, Form::exclusive);
    const auto networks = sum_networks(*story, 0, 0);
    ASSERT_EQ(networks.size(), 1U);
    const SumNetwork& network = networks[0];
    EXPECT_TRUE(network.by_place);
    EXPECT_EQ(network.columns, 8) << "a segment";
    EXPECT_EQ(network.work(), 2 * (8 - 1));
    EXPECT_EQ(network.depth(), 2 * 3);
    const auto inputs = inputs_of(network);
    int moves = 0;
    for (std::size_t i = 0; i < network.nodes.size(); ++i) {
      const SumNode& node = network.nodes[i];
      if (node.kind != SumNode::Kind::move) continue;
      ++moves;
      const SumNode& from = network.nodes[inputs[i][0]];
      EXPECT_LT(node.column, from.column) << "goes over to the left";
      EXPECT_EQ(node.value.bits, from.value.bits);
      // its partner of the same step is where the number came from
      const auto partner = std::find_if(network.nodes.begin(), network.nodes.end(), [&](const SumNode& other) {
        return other.level == node.level && other.column == from.column;
      });
      ASSERT_NE(partner, network.nodes.end());
      EXPECT_EQ(partner->kind, SumNode::Kind::addition);
    }
    EXPECT_EQ(moves, 8 - 1) << "n - 1 swaps";
    const auto tree = sweep_tree(network);
    ASSERT_TRUE(tree);
    EXPECT_EQ(tree->levels, 4);
    EXPECT_EQ(tree->up.size(), 15U) << "a binary tree over 8 leaves";
    EXPECT_EQ(std::ranges::count_if(tree->down, [&](const TreeNode& one) { return one.level < tree->levels; }), 15);
    EXPECT_EQ(tree->down.size() - 15U, static_cast<std::size_t>(side)) << "a row is stored, not what fills it up";
    EXPECT_EQ(tree->down_levels, 5);
    EXPECT_EQ(tree->up_edges.size(), 14U);
    EXPECT_EQ(tree->down_edges.size(), 14U + static_cast<std::size_t>(side));
    EXPECT_EQ(tree->up.back().x, 4) << "the root is over the middle";
    EXPECT_EQ(tree->down.front().x, 4);
    // the way down by hand, for 8 numbers: at distance 4, 2, 1 the sum of each left half goes over to the right
    ASSERT_EQ(tree->across.size(), 7U) << "n - 1 swaps";
    for (const SumEdge& over : tree->across) {
      const TreeNode &left = tree->down[over.from], &right = tree->down[over.to];
      EXPECT_EQ(left.level, right.level);
      const int distance = 8 >> left.level;
      EXPECT_EQ(network.nodes[right.node].column - network.nodes[left.node].column, distance);
      ASSERT_TRUE(left.before);
      const SumNode& before = network.nodes[*left.before];
      EXPECT_EQ(before.column, network.nodes[left.node].column) << "it stood in the same place";
      EXPECT_EQ(before.kind == SumNode::Kind::addition, distance > 1) << "a sum of the way up, or a leaf";
      EXPECT_LT(before.story_step, network.nodes[left.node].story_step);
    }
  }
}

TEST(SumNetworksOf, ABlockOfRowScansAreItsRows) {
  const auto story = sums_of("brlt-scanrow", 0, 8);  // a thread keeps 2 entries at this height: 2 rows in a block
  for (int block = 0; block < 4; ++block) {
    const auto rows = sum_networks(*story, 0, block);
    ASSERT_EQ(rows.size(), 2U);
    for (std::uint32_t row = 0; row < 2; ++row) {
      const SumNetwork& network = rows[row];
      const std::uint32_t y = static_cast<std::uint32_t>(2 * block) + row;
      std::set<std::uint32_t> outputs;
      for (std::size_t i = 0; i < network.nodes.size(); ++i) {
        if (network.nodes[i].kind != SumNode::Kind::output) continue;
        const std::uint32_t at = network.nodes[i].at->index, x = at / 8;  // stored transposed
        EXPECT_EQ(at % 8, y);
        outputs.insert(x);
        std::set<std::uint32_t> expected;
        for (std::uint32_t pixel = 0; pixel <= x; ++pixel) expected.insert(8 * y + pixel);
        EXPECT_EQ(read_by(network, i, 0), expected) << x << ", " << y;
      }
      EXPECT_EQ(outputs.size(), 8U);
      // 1 by each of 4 threads, a total of each, and what is before it 8 times: Chen's count by hand
      EXPECT_EQ(std::count_if(network.nodes.begin(), network.nodes.end(),
                              [](const SumNode& node) { return node.kind == SumNode::Kind::addition; }),
                4 * 1 + 4 + 8);
    }
  }
}

TEST(SumNetworksOf, TheRecursionAreTheRowsOfTheTable) {
  const auto story = sums_of("serial", 0, 8);
  const auto rows = sum_networks(*story, 0, 0);
  ASSERT_EQ(rows.size(), 8U);
  for (std::uint32_t y = 0; y < 8; ++y)
    for (std::size_t i = 0; i < rows[y].nodes.size(); ++i) {
      if (rows[y].nodes[i].kind != SumNode::Kind::output) continue;
      const std::uint32_t x = rows[y].nodes[i].at->index % 8;
      EXPECT_EQ(rows[y].nodes[i].at->index / 8, y);
      EXPECT_EQ(read_by(rows[y], i, 0).size(), x + 1) << "pixels of the row, " << x << ", " << y;
      EXPECT_EQ(read_by(rows[y], i, 1), y == 0 ? std::set<std::uint32_t>{} : std::set<std::uint32_t>{8 * (y - 1) + x});
    }
}

TEST(SumNetworksOf, ATransposeIsOneOfMoves) {
  const auto story = sums_of("scan-transpose-scan", 0, 8);
  std::size_t moves = 0;
  for (int pass = 0; pass < static_cast<int>(story->trace.passes.size()); ++pass) {
    if (story->trace.passes[static_cast<std::size_t>(pass)].name != "transpose") continue;
    const auto networks = sum_networks(*story, pass, 0);
    ASSERT_EQ(networks.size(), 1U);
    moves = networks[0].edges.size();
    EXPECT_EQ(networks[0].levels, (std::vector<std::string>{"inputs", "outputs"}));
  }
  EXPECT_EQ(moves, 16U);
}

TEST(StepsTree, OfASelectedPlaceAClassSeesOnlyItsNumberFramed) {
  SumNetwork network;
  const CellAt selected{3, 5};
  for (const std::size_t story_step : {0, 2, 6, 7})
    network.nodes.push_back({.at = selected, .story_step = story_step, .value = {}});
  network.nodes.push_back({.at = CellAt{3, 4}, .story_step = 6, .value = {}});
  const auto framed = [&](std::size_t done) {
    NodesNow now{.done = done, .lit = selected};
    now.mark_holder(network);
    std::vector<std::size_t> at;
    for (std::size_t i = 0; i < network.nodes.size(); ++i)
      if (now.is_lit(network.nodes[i])) at.push_back(i);
    return at;
  };
  EXPECT_EQ(framed(7), std::vector<std::size_t>{2});
  EXPECT_EQ(framed(1), std::vector<std::size_t>{0});
  EXPECT_TRUE(framed(0).empty()) << "nothing is there yet";
}

}  // namespace
}  // namespace satscope::app
