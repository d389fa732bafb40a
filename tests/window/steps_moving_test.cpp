// SPDX-License-Identifier: Apache-2.0
// What the grids draw of a step while its values are on their way: a chip and an arrow for each movement of the trace.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/source/what.h"
#include "app/workspaces/steps/views/grids/grid.h"
#include "app/workspaces/steps/views/tree_network/network.h"
#include "app/workspaces/steps/views/tree_network/tree.h"
#include "kernels/registry.h"
#include "tests/window/grid_recording.h"
#include "tests/window/rooms.h"

namespace satscope::app {
namespace {

/// An arrow may touch its first and last cell; in others of these two grids it keeps to the lines between them.
void expect_no_number_struck(const StepsGridCache& cache, const std::vector<Point>& arrow, const std::string& where) {
  const auto from = place_under(cache, arrow.front()), to = place_under(cache, arrow.back());
  ASSERT_TRUE(from && to) << fmt::format("from ({}, {}) to ({}, {}): beside the grids, {}", arrow.front().x, arrow.front().y,
                                         arrow.back().x, arrow.back().y, where);
  for (std::size_t i = 1; i < arrow.size(); ++i)
    for (double t = 0; t <= 1; t += 0.05) {
      const Point at{arrow[i - 1].x + t * (arrow[i].x - arrow[i - 1].x), arrow[i - 1].y + t * (arrow[i].y - arrow[i - 1].y)};
      const auto place = place_under(cache, at);
      if (!place || *place == *from || *place == *to || (place->buffer != from->buffer && place->buffer != to->buffer))
        continue;
      const Area cell = cache.layout.panels[cache.main[place->buffer] - 1].cell(place->index);
      const bool amid =
          std::abs(at.x - cell.middle().x) < 0.3 * cell.width && std::abs(at.y - cell.middle().y) < 0.3 * cell.height;
      ASSERT_FALSE(amid) << "goes through place " << place->index << " of buffer " << place->buffer << ", " << where;
    }
}

/// A zero that a kernel puts as a result: in a step that reads no global memory, in whatever block. Or what came of one.
bool is_put(const Trace& trace, OriginId id) {
  using Kind = Origin::Kind;
  const Origin& origin = trace.origins[id];
  if (origin.kind == Kind::load) return is_put(trace, origin.first);
  if (origin.kind == Kind::sum || origin.kind == Kind::difference)
    return is_put(trace, origin.first) || is_put(trace, origin.second);
  if (id == 0 || origin.kind != Kind::constant) return false;
  const auto made_in = std::ranges::find_if(
      trace.steps, [&](const Step& one) { return id >= one.first_origin && id < one.first_origin + one.origins; });
  if (made_in == trace.steps.end()) return false;
  return std::ranges::none_of(trace.steps, [&](const Step& one) {
    return one.pass == made_in->pass && one.label == made_in->label &&
           std::ranges::any_of(trace.reads_of(one),
                               [&](const Read& read) { return trace.buffers[read.buffer].space == Space::global; });
  });
}

/// Those that begin and end in one cell, taken away from the others with their heads.
std::vector<std::vector<Point>> take_own_arrows(const StepsGridCache& cache, GridRecording& drawn) {
  std::vector<std::vector<Point>> own, others;
  for (const auto& arrow : drawn.arrows) {
    const bool stays = place_under(cache, arrow.front()) == place_under(cache, arrow.back());
    (stays ? own : others).push_back(arrow);
    if (!stays) continue;
    const auto near = [&](Point head) { return std::hypot(head.x - arrow.back().x, head.y - arrow.back().y); };
    const auto head = std::ranges::min_element(drawn.heads, {}, near);
    EXPECT_TRUE(head != drawn.heads.end() && near(*head) < 2) << "an arrow without a head";
    if (head != drawn.heads.end()) drawn.heads.erase(head);
  }
  drawn.arrows = others;
  return own;
}

/// A sum of whole numbers says by its arrows what it is made of: with the old number, where that has an arrow, and else
/// without.
void expect_own_arrows(const StepsState& steps, const StepsGridCache& cache, const GridRecording& drawn,
                       const std::vector<std::vector<Point>>& own, const std::string& where) {
  const Trace& trace = steps.player()->story().trace;
  const ThreadFocus focus = steps.caption()->focus;
  const Step& step = trace.steps[focus.step];
  std::set<CellAt> arrows, writes;
  for (const auto& arrow : own) arrows.insert(*place_under(cache, arrow.front()));
  for (const Write& write : trace.writes_of(step))
    if (write.thread == focus.thread) writes.insert({write.buffer, write.index});
  EXPECT_TRUE(std::ranges::includes(writes, arrows)) << where;
  for (std::uint32_t at = step.first_write; at < step.first_write + step.writes; ++at) {
    const Write& write = trace.writes[at];
    const CellAt place{write.buffer, write.index};
    const Origin& origin = trace.origins[write.after.origin];
    if (write.thread != focus.thread || origin.kind != Origin::Kind::sum || is_float(trace.buffers[write.buffer].type))
      continue;
    std::uint64_t others = 0;
    for (const Flow& flow : chained_flows_of(trace, step))
      if (flow.write == at) others += flow.value.bits;
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - 8 * size_of(trace.buffers[write.buffer].type));
    const bool with = ((others + write.before.bits) & mask) == (write.after.bits & mask);
    const bool without = (others & mask) == (write.after.bits & mask);
    if (arrows.contains(place) && (with || without)) {
      EXPECT_TRUE(with) << "an old number that is not in the sum at place " << place.index << ", " << where;
    }
    const auto in_cell = [&](const GridRecording::Words& one) { return place_under(cache, one.area.middle()) == place; };
    const bool struck = std::ranges::any_of(drawn.numbers, [&](const auto& one) { return one.struck && in_cell(one); });
    if (with && !without && struck && cache.main[place.buffer] != 0 &&
        cache.layout.panels[cache.main[place.buffer] - 1].cell(place.index).height > 120) {
      EXPECT_TRUE(arrows.contains(place)) << "no arrow from the old number at place " << place.index << ", " << where;
    }
  }
}

class MovingGrids : public testing::TestWithParam<std::string> {};

TEST_P(MovingGrids, HaveAnArrowAndANumberForEveryMovementOfEveryStep) {
  StepsSettings settings;
  settings.source = {.kind = StepsSource::Kind::ready, .side = 8, .ready = "bilgic"};
  if (const Filter* filter = find_filter(GetParam()))
    step_filter(settings, *filter);
  else
    step_algorithm(settings, GetParam());
  StepsState steps;
  steps.want(settings, nullptr);
  while (!steps.player()) steps.advance(0);
  const Story& story = steps.player()->story();
  StepsGridCache cache;
  std::size_t moved = 0, struck = 0;
  for (std::size_t story_step = 0; story_step < story.step_count(); ++story_step) {
    steps.player()->go_to(story_step + 1);
    if (!story.together) steps.first_block = story.first_step(story.steps[story_step]).block;
    lay_grids(cache, steps, {0, 0, 1168, 902}, 16);
    GridRecording before, drawn;
    paint_grids(before, steps, cache, ColourMap::cividis, 1);
    paint_grids(drawn, steps, cache, ColourMap::cividis, 0.5);
    // expected: by the trace, in the blocks that are drawn
    const int first = cache.layout.first_block, end = first + std::max(1, cache.layout.blocks);
    std::multimap<std::string, int> numbers;
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> goals, heads;
    std::size_t expected = 0;
    std::set<std::pair<std::uint32_t, CellAt>> caption;  // a write, and where a value that goes into it comes from
    const ThreadFocus focus = steps.caption()->focus;
    for (std::uint32_t at = story.steps[story_step].first; at < story.steps[story_step].end; ++at) {
      const Step& step = story.trace.steps[at];
      if (cache.layout.all_blocks > 0 && (step.block < first || step.block >= end)) continue;
      // what one place gives twice, before it is written and after, is one movement of two numbers
      std::map<std::pair<std::uint32_t, CellAt>, std::vector<std::string>> movements;
      for (const Flow& flow : chained_flows_of(story.trace, step))
        movements[{flow.write, flow.from}].push_back(cell_text(story.trace, flow.from, flow.value));
      expected += movements.size();
      for (const auto& [movement, words] : movements) {
        const Write& write = story.trace.writes[movement.first];
        if (at == focus.step && write.thread == focus.thread) caption.insert(movement);
        ++goals[{write.buffer, write.index}];
        ASSERT_LE(words.size(), 2U);
        for (const char* with : {" + ", ", "}) numbers.emplace(words[0] + (words.size() > 1 ? with + words[1] : ""), 0);
      }
    }
    const std::string where =
        fmt::format("{} step {}: {}", GetParam(), story_step + 1, story.first_step(story.steps[story_step]).label);
    // an arrow from an old number to the new one in its cell
    const std::vector<std::vector<Point>> own = take_own_arrows(cache, before);
    expect_own_arrows(steps, cache, before, own, where);
    for (const Point& head : before.heads)
      if (const auto place = place_under(cache, head)) ++heads[{place->buffer, place->index}];
    if (expected <= 1500) {
      EXPECT_EQ(heads, goals) << where;
    }
    EXPECT_EQ(before.arrows.size(), caption.size()) << "of the selected thread, " << where;
    for (const auto& arrow : before.arrows) {
      expect_no_number_struck(cache, arrow, where);
      if (HasFatalFailure()) return;
    }
    steps.all_arrows = true;
    GridRecording all;
    paint_grids(all, steps, cache, ColourMap::cividis, 1);
    steps.all_arrows = false;
    EXPECT_EQ(all.heads.size(), before.heads.size() + own.size()) << where;
    for (const GridRecording::Words& one : before.numbers) {
      EXPECT_GT(one.order, before.last_arrow) << one.text << " lies under an arrow, " << where;
      EXPECT_TRUE(one.on_ground || expected == 0) << one.text << " has no ground of its own, " << where;
    }
    for (const GridRecording::Words& one : before.numbers) {
      const auto place = place_under(cache, one.area.middle());
      if (!place || one.struck) continue;
      const Cell cell = steps.cell(*place);
      const bool made = story.trace.origins[cell.origin].kind == Origin::Kind::made;
      const auto times = story.trace.provenance.counts(cell.pixels, story.trace.picture);
      const bool empty = std::ranges::all_of(times, [](std::int32_t n) { return n == 0; });
      EXPECT_EQ(one.quiet, one.text == "0" && empty && !made && place->buffer != 0 && !is_put(story.trace, cell.origin))
          << one.text << " in " << where;
    }
    // what was there, as it was before the step
    steps.player()->go_to(story_step);
    for (const GridRecording::Words& one : before.numbers) {
      if (!one.struck) continue;
      ++struck;
      const auto place = place_under(cache, one.area.middle());
      ASSERT_TRUE(place) << where;
      EXPECT_EQ(one.text, cell_text(story.trace, *place, steps.cell(*place))) << where;
    }
    EXPECT_EQ(drawn.marks.size() - before.marks.size(), expected) << where;
    EXPECT_TRUE(before.chips.empty()) << "arrived, " << where;
    for (const auto& [at, words] : drawn.chips) EXPECT_TRUE(numbers.contains(words)) << words << " in " << where;
    moved += expected;
    if (HasFailure()) return;
  }
  EXPECT_GT(moved, 0U);
  RecordProperty("old_numbers", static_cast<int>(struck));
}

/// Chen's tiles have a column more than they need, against bank conflicts.
TEST(Padding, IsNamedAboveAColumnThatIsNotUsed) {
  StepsSettings settings;
  settings.source = {.kind = StepsSource::Kind::ready, .side = 8, .ready = "noise"};
  step_algorithm(settings, "brlt-scanrow");
  StepsState steps;
  steps.want(settings, nullptr);
  while (!steps.player()) steps.advance(0);
  const Story& story = steps.player()->story();
  std::size_t story_step = 0;
  while (story.first_step(story.steps[story_step]).label.find("transpose, read") == std::string::npos) ++story_step;
  steps.player()->go_to(story_step + 1);
  StepsGridCache cache;
  lay_grids(cache, steps, {0, 0, 1168, 902}, 16);
  GridRecording drawn;
  paint_grids(drawn, steps, cache, ColourMap::cividis, 1);
  const auto name = std::ranges::find_if(drawn.names, [](const auto& one) { return one.second == "padding"; });
  ASSERT_NE(name, drawn.names.end());
  const auto tile = std::ranges::find_if(cache.layout.panels, [](const GridPanel& panel) { return panel.padding; });
  ASSERT_NE(tile, cache.layout.panels.end());
  EXPECT_EQ(story.trace.buffers[tile->buffer].name, "tile");
  const Area last = tile->cell(static_cast<std::size_t>(tile->columns - 1));
  EXPECT_TRUE(name->first.y < last.y && name->first.x + drawn.width_of("padding", Face::small, 0) > last.x);
  const auto says = [&](std::string_view words) {
    return std::ranges::any_of(drawn.names, [&](const auto& one) { return one.second.starts_with(words); });
  };
  EXPECT_TRUE(says("The last column is padding: left empty"));
  EXPECT_TRUE(says("A column is a thread, a row is a register."));
  for (int row = 0; row < tile->rows; ++row)
    EXPECT_FALSE(steps.holds_value({tile->buffer, static_cast<std::uint32_t>((row + 1) * tile->columns - 1)}));
}

TEST(OldNumbers, StandSmallInTheCellAndTheirArrowsBeginThere) {
  for (const auto& [algorithm, ready, label, was, now] :
       {std::tuple{"scan-transpose-scan", "row", "clear, keep the sum", "25", "0"}}) {
    StepsSettings settings;
    settings.source = {.kind = StepsSource::Kind::ready, .ready = ready};
    step_algorithm(settings, algorithm);
    StepsState steps;
    steps.want(settings, nullptr);
    while (!steps.player()) steps.advance(0);
    const Story& story = steps.player()->story();
    std::size_t story_step = 0;
    while (story.first_step(story.steps[story_step]).label != label) ++story_step;
    steps.player()->go_to(story_step + 1);
    StepsGridCache cache;
    lay_grids(cache, steps, {0, 0, 1168, 902}, 16);
    GridRecording drawn;
    paint_grids(drawn, steps, cache, ColourMap::cividis, 1);
    const auto old = std::ranges::find_if(drawn.numbers, [](const GridRecording::Words& one) { return one.struck; });
    ASSERT_NE(old, drawn.numbers.end());
    EXPECT_EQ(old->text, was);
    ASSERT_EQ(drawn.arrows.size(), 1U);
    const Point begin = drawn.arrows[0].front();
    EXPECT_TRUE(begin.x >= old->area.x - 2 && begin.x <= old->area.right() && begin.y >= old->area.y - 2 &&
                begin.y <= old->area.bottom())
        << begin.x << ", " << begin.y;
    const auto after = std::ranges::find_if(drawn.numbers, [&](const GridRecording::Words& one) {
      return !one.struck && place_under(cache, one.area.middle()) == place_under(cache, old->area.middle());
    });
    ASSERT_NE(after, drawn.numbers.end());
    EXPECT_EQ(after->text, now);
    EXPECT_GE(after->area.y, old->area.bottom() - 1) << "under it";
  }
}

std::vector<std::string> ids_of_all() {
  std::vector<std::string> list = ids_of(traced_algorithms());
  for (const std::string& filter : ids_of(filters())) list.push_back(filter);
  return list;
}
INSTANTIATE_TEST_SUITE_P(Steps, MovingGrids, testing::ValuesIn(ids_of_all()), NamedById());

/// 3 1 7 0 4 1 6 3: in the first step of the down-sweep 0 goes from the last place to the fourth, whose 11 goes to the last.
TEST(StepsSwap, IsACrossInTheNetworkAndGoesOverInTheTree) {
  StoryRequest wanted;
  wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .ready = "row"}, nullptr);
  wanted.algorithm = "scan-transpose-scan";
  wanted.form = Form::exclusive;
  StepsState steps;
  const auto story = make_story(wanted);
  steps.show(story);
  const auto swap = std::ranges::find(story->steps, "down-sweep d=1",
                                      [&](const StoryStep& story_step) { return story->first_step(story_step).label; });
  ASSERT_NE(swap, story->steps.end());
  steps.player()->go_to(static_cast<std::size_t>(swap - story->steps.begin()) + 1);
  Network network;
  lay_network(network, steps);
  GridRecording drawn;
  paint_network(drawn, steps, network, {0, 0, 1168, 902}, 0.5);
  ASSERT_EQ(drawn.ways.size(), 3U) << "0 over to the left, 11 over to the right, where 0 is added";
  std::vector<std::pair<Point, Point>> over;
  for (const auto& way : drawn.ways) {
    EXPECT_EQ(way.first.y, drawn.ways[0].first.y) << "all leave where their numbers are, above the step";
    if (way.first.x != way.second.x) over.push_back(way);
  }
  ASSERT_EQ(over.size(), 2U);
  EXPECT_EQ(over[0].first.x, over[1].second.x) << "each goes where the other was";
  EXPECT_EQ(over[1].first.x, over[0].second.x);
  std::multiset<std::string> chips;
  for (const auto& [at, words] : drawn.chips) chips.insert(words);
  EXPECT_EQ(chips, (std::multiset<std::string>{"0", "0", "11"}));

  const auto numbers_of_tree = [&](double arrived) {
    GridRecording tree;
    paint_tree(tree, steps, network, {0, 0, 1168, 902}, arrived);
    return tree;
  };
  const GridRecording moving = numbers_of_tree(0.5), arrived = numbers_of_tree(1);
  std::multiset<std::string> on_their_way;
  for (const auto& [at, words] : moving.chips) on_their_way.insert(words);
  EXPECT_EQ(on_their_way, chips);
  EXPECT_EQ(std::ranges::count_if(moving.ways, [](const auto& way) { return way.first.y == way.second.y; }), 1)
      << "the sum goes over to the right";
  EXPECT_EQ(std::ranges::count(arrived.names, "11", &std::pair<Point, std::string>::second), 1) << "struck out";
  const auto says = [&](const std::string& words) {
    return std::ranges::count_if(arrived.names, [&](const auto& one) { return one.second.starts_with(words); });
  };
  EXPECT_EQ(says("[3] takes 0, the sum of all before the pair; [8] takes 0 + 11: that sum plus the left sum."), 1);
  // below every node is its place, of which [4] is padding: [8] is a leaf, three sums on the way up, and in all four rows
  // of the way down; the others are once more among those of what is stored
  for (const auto& [name, times] : {std::pair{"[0]", 3}, {"[3]", 7}, {"[8]", 8}, {"[7]", 3}})
    EXPECT_EQ(std::ranges::count(arrived.names, name, &std::pair<Point, std::string>::second), times) << name;
  // what the way up left below, 4 and 5 in the left nodes, 3, 7, 4 and 6 in the left leaves, is in its box until it is replaced
  const auto named = [&](const GridRecording& tree, const std::string& words) {
    return std::ranges::count(tree.names, words, &std::pair<Point, std::string>::second);
  };
  const auto grey = [&](const GridRecording& tree, const std::string& text) {
    return std::ranges::count_if(tree.numbers, [&](const auto& one) { return one.quiet && one.text == text; });
  };
  for (const auto& [text, times] : {std::pair{"3", 1}, {"4", 2}, {"5", 1}, {"6", 1}, {"7", 1}, {"11", 0}})
    EXPECT_EQ(grey(arrived, text), times) << text;
  for (const char* text : {"5", "6"})
    EXPECT_EQ(std::ranges::count(arrived.numbers, text, &GridRecording::Words::text), 2) << text << ": on the way up, and left";
  EXPECT_EQ(says("block 1. Round: addition. Square: read, copied or written. Grey: what the up-sweep left, struck when "
                 "replaced. [4] is padding."),
            1);
  // the step before cleared the root
  EXPECT_EQ(says("25 is stored, then cleared to 0:"), 1);
  EXPECT_EQ(says("no number is before [0]"), 1);
  steps.player()->go_to(steps.player()->position() - 2);
  const GridRecording up = numbers_of_tree(1);
  EXPECT_EQ(named(up, "25 is stored, then cleared to 0:"), 0) << "not yet";
  EXPECT_EQ(grey(up, "25"), 1);
}

/// The same numbers: every column has its place above it, and beside the kept 25 is its use.
TEST(NetworkOfPlaces, NamesItsColumnsAndSaysWhyANumberIsKept) {
  StoryRequest wanted;
  wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .ready = "row"}, nullptr);
  wanted.algorithm = "scan-transpose-scan";
  wanted.form = Form::exclusive;
  StepsState steps;
  const auto story = make_story(wanted);
  steps.show(story);
  const auto drawn_at = [&](std::size_t position, double width, double height) {
    steps.player()->go_to(position);
    Network network;
    lay_network(network, steps);
    GridRecording drawn;
    paint_network(drawn, steps, network, {0, 0, width, height}, 1);
    return drawn;
  };
  const GridRecording drawn = drawn_at(6, 1168, 902);
  double left = 0;
  for (const int place : {0, 1, 2, 3, 5, 6, 7, 8}) {
    const auto head = std::ranges::find_if(
        drawn.names, [&](const auto& one) { return one.second == fmt::format("[{}]", place) && one.first.y < 40; });
    ASSERT_NE(head, drawn.names.end()) << place;
    EXPECT_GT(head->first.x, left) << place;
    left = head->first.x;
    const double middle = left + drawn.width_of(head->second, Face::small, 0) / 2;
    EXPECT_TRUE(std::ranges::any_of(
        drawn.numbers, [&](const GridRecording::Words& one) { return std::abs(one.area.middle().x - middle) < 1; }))
        << "above its numbers: " << place;
  }
  const auto heads = [](const GridRecording& one) {
    return std::ranges::count_if(one.names, [](const auto& name) { return name.second[0] == '[' && name.first.y < 40; });
  };
  EXPECT_EQ(heads(drawn), 8);
  EXPECT_EQ(heads(drawn_at(6, 200, 902)), 4) << "every second where there is no room";
  EXPECT_EQ(heads(drawn_at(6, 1168, 200)), 0) << "a low view needs its height for numbers";
  const auto says = [](const GridRecording& one, const std::string& words) {
    return std::ranges::any_of(one.names, [&](const auto& name) { return name.second.find(words) != std::string::npos; });
  };
  const std::string why = "25, stored in step 5: Keep the segment's sum, which later segments of the row need";
  EXPECT_TRUE(says(drawn, why));
  EXPECT_FALSE(says(drawn_at(4, 1168, 902), why)) << "not kept yet";
}

/// temp holds 8 numbers of a row with a hole after 4: 2 1 3 1 . 0 0 0 0 is loaded, and 0 2 3 6 . 7 7 7 7 is what comes of it.
TEST(PlacesOfARow, AreNumberedAndAZeroThatCountsIsAsBrightAsOthers) {
  StepsSettings settings;
  settings.source = {.kind = StepsSource::Kind::ready, .ready = "bilgic"};
  step_algorithm(settings, "scan-transpose-scan");
  StepsState steps;
  steps.want(settings, nullptr);
  while (!steps.player()) steps.advance(0);
  const Story& story = steps.player()->story();
  const auto drawn_after = [&](const std::string& label, GridPanel& temp) {
    const auto at =
        std::ranges::find(story.steps, label, [&](const StoryStep& story_step) { return story.first_step(story_step).label; });
    EXPECT_NE(at, story.steps.end());
    steps.player()->go_to(static_cast<std::size_t>(at - story.steps.begin()) + 1);
    StepsGridCache cache;
    lay_grids(cache, steps, {0, 0, 1168, 902}, 16);
    GridRecording drawn;
    paint_grids(drawn, steps, cache, ColourMap::cividis, 1);
    for (const GridPanel& panel : cache.layout.panels)
      if (panel.role != GridRole::strip && story.trace.buffers[panel.buffer].name == "temp") temp = panel;
    return drawn;
  };
  const auto number_in = [](const GridRecording& drawn, const Area& cell) {
    const auto found = std::ranges::find_if(
        drawn.numbers, [&](const GridRecording::Words& one) { return cell.contains(one.area.middle()) && !one.struck; });
    return found == drawn.numbers.end() ? GridRecording::Words{} : *found;
  };
  GridPanel temp;
  const GridRecording loaded = drawn_after("load", temp);
  for (const auto& [place, name] : {std::pair{3U, "[3]"}, {4U, "[4]"}, {8U, "[8]"}}) {
    const auto found =
        std::ranges::find_if(loaded.names, [&, wanted = std::string(name)](const auto& one) { return one.second == wanted; });
    ASSERT_NE(found, loaded.names.end()) << name;
    const Area cell = temp.cell(place);
    const double middle = found->first.x + loaded.width_of(name, Face::small, 0) / 2;
    EXPECT_TRUE(middle > cell.x && middle < cell.right() && found->first.y < cell.y) << name;
  }
  EXPECT_EQ(number_in(loaded, temp.cell(5)).text, "0");
  EXPECT_TRUE(number_in(loaded, temp.cell(5)).quiet) << "it holds no pixel";
  // the hole says what it is, beside the title what for
  const auto hole = std::ranges::find(loaded.names, "padding", &std::pair<Point, std::string>::second);
  ASSERT_NE(hole, loaded.names.end());
  const double half = loaded.width_of("padding", Face::small, 0) / 2;
  EXPECT_TRUE(temp.cell(4).contains({hole->first.x + half, hole->first.y + 7}));
  EXPECT_EQ(std::ranges::count(loaded.names, "padding", &std::pair<Point, std::string>::second), 1) << "[9] is only unused";
  EXPECT_TRUE(std::ranges::any_of(loaded.names, [](const auto& one) {
    return one.second == "[4] is padding: left empty, so that numbers read at once lie in different banks.";
  }));
  const GridRecording last = drawn_after("store", temp);
  EXPECT_EQ(number_in(last, temp.cell(0)).text, "0");
  EXPECT_FALSE(number_in(last, temp.cell(0)).quiet) << "the sum of nothing is a result";
}

/// Every number on the cells of a panel, read from what is drawn: zeros too, in a hole that was cleared.
TEST(StepsZeros, StandWhereTheyWereWritten) {
  StepsSettings settings;
  settings.source = {.kind = StepsSource::Kind::ready, .ready = "bilgic"};
  step_algorithm(settings, "scan-transpose-scan");
  StepsState steps;
  steps.want(settings, nullptr);
  while (!steps.player()) steps.advance(0);
  const Story& story = steps.player()->story();
  for (std::size_t story_step = 0; story_step < story.step_count(); ++story_step) {
    steps.player()->go_to(story_step + 1);
    for (std::uint32_t at = story.steps[story_step].first; at < story.steps[story_step].end; ++at)
      for (const Write& write : story.trace.writes_of(story.trace.steps[at])) {
        const CellAt cell{write.buffer, write.index};
        ASSERT_TRUE(steps.holds_value(cell));
        // what was there before is a value only if a step wrote it, a zero as well as any other
        bool written = false;
        for (std::uint32_t step = 0; step < story.steps[story_step].first && !written; ++step)
          for (const Write& one : story.trace.writes_of(story.trace.steps[step]))
            written |= one.buffer == write.buffer && one.index == write.index;
        EXPECT_EQ(steps.held_value(cell), written) << story.trace.steps[at].label << " " << write.index;
      }
  }
}

}  // namespace
}  // namespace satscope::app
