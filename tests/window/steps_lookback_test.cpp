// SPDX-License-Identifier: Apache-2.0
// Blocks that exchange messages, as tiles: what each has published by any moment of a trace, against traces written by hand and
// against a count over all messages that knows nothing of the code.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/source/what.h"
#include "app/workspaces/steps/trace/story.h"
#include "app/workspaces/steps/view.h"
#include "app/workspaces/steps/views/look_back/look_back.h"
#include "app/workspaces/steps/views/look_back/words.h"
#include "kernels/registry.h"
#include "kernels/trace/tracing.h"

namespace satscope::app {
namespace {

// Of the smallest machine that the single pass is traced on.
constexpr int k_tile_width = 16, k_tile_height = 8;

Trace trace_of(Extent extent, const std::string& schedule, Form form = Form::inclusive) {
  const Algorithm& algorithm = *find_algorithm("single-pass");
  const Request request{
      .extent = extent, .types = *find_type_pair("8u32u"), .form = form, .sizes = algorithm.trace_sizes.front()};
  const Samples noise = load_input(fmt::format("pattern:noise:{}x{}:3", extent.width, extent.height));
  return trace(algorithm, request, pixels_as(noise, Scalar::u8), {.schedule = parse_schedule(schedule)});
}

LookBackNow at(const Trace& trace, std::size_t steps) {
  return look_back_at(trace, *look_back_of(trace, 0), steps == 0 ? 0 : steps - 1, steps);
}

/// How many steps are done when this block has done the first whose label begins so.
std::size_t after(const Trace& trace, int block, std::string_view label) {
  for (std::size_t i = 0; i < trace.steps.size(); ++i)
    if (trace.steps[i].block == block && trace.steps[i].label.starts_with(label)) return i + 1;
  ADD_FAILURE() << "block " << block << " never does '" << label << "'";
  return 0;
}

void expect_published(const PublishedWords& published, int words, int aggregates, int prefixes, const std::string& where) {
  EXPECT_EQ(published.words, words) << where;
  EXPECT_EQ(published.aggregates, aggregates) << where;
  EXPECT_EQ(published.prefixes, prefixes) << where;
}

/// The single pass on the smallest machine, step by step.
void make_steps(StepsState& steps, const char* ready, int side) {
  StepsSettings settings;
  settings.source = {.kind = StepsSource::Kind::ready, .side = side, .ready = ready};
  step_algorithm(settings, "single-pass");
  steps.want(settings, nullptr);
  while (!steps.player()) steps.advance(0);
}

// ---------------------------------------------------------------- written by hand

// 30 10 / 70 20 / 40 50, each in the first place of a tile: the first row word and the first column word of each tile
TEST(LookBack, ShowsTheNumbersOfTheWords) {
  StepsState steps;
  make_steps(steps, "tiles", 8);
  const Trace& trace = steps.player()->story().trace;
  const std::optional<LookBack> look_back = look_back_of(trace, 0);
  ASSERT_TRUE(look_back);
  ASSERT_EQ(look_back->words.size(), 2U);
  EXPECT_EQ(look_back->across, 2);
  EXPECT_EQ(look_back->down, 3);
  const auto words = [&](std::size_t step, int block) {
    const LookBackNow now = look_back_at(trace, *look_back, step - 1, step);
    std::string text;
    for (const PublishedWords& one : now.tiles[static_cast<std::size_t>(block)].published)
      if (one.words > 0)
        text += fmt::format("{}{}{}", text.empty() ? "" : ", ", one.value,
                            one.prefixes > 0     ? "P"
                            : one.aggregates > 0 ? "A"
                                                 : "-");
    return text;
  };
  const std::size_t end = trace.steps.size();
  EXPECT_EQ(words(1, 0), "-, -");
  EXPECT_EQ(words(after(trace, 0, "publish rows"), 0), "30P, -");
  EXPECT_EQ(words(end, 0), "30P, 30P");
  EXPECT_EQ(words(end, 1), "40P") << "30 + 10";
  EXPECT_EQ(words(end, 2), "70P, 100P") << "70; 30 above it";
  const std::size_t fourth = after(trace, 3, "publish columns");
  EXPECT_EQ(words(fourth, 3), "90A") << "70 + 20";
  EXPECT_EQ(words(fourth + 1, 3), "130P") << "and 30 + 10 above";
  EXPECT_EQ(words(end, 4), "40P");
}

/// Three blocks of one pixel each: the last starts first and waits, the second publishes an aggregate, looks left and publishes
/// a prefix; word 2 is the last one's own, which no block looks at.
Trace by_hand() {
  Trace t;
  t.picture = {3, 1};
  t.buffers.push_back({.name = "picture", .shape = {3, 1}});
  t.buffers.push_back({.name = "sums", .shape = {1, 3}});
  t.passes.push_back({.name = "pass", .blocks = 3, .threads = 1, .counters = {}});
  const auto step = [&](int block, std::initializer_list<std::uint32_t> pixels, std::initializer_list<Message> messages) {
    Step one{.label = "step", .block = block};
    one.first_read = static_cast<std::uint32_t>(t.reads.size());
    one.first_message = static_cast<std::uint32_t>(t.messages.size());
    for (const std::uint32_t pixel : pixels)
      t.reads.push_back({.buffer = 0, .index = pixel, .thread = 0, .line = 1, .file = 0, .value = {}});
    for (Message message : messages) {
      message.buffer = 1;
      t.messages.push_back(message);
    }
    one.reads = static_cast<std::uint32_t>(pixels.size());
    one.messages = static_cast<std::uint32_t>(messages.size());
    t.steps.push_back(one);
  };
  using enum Message::Kind;
  step(2, {2}, {{.kind = look, .known = Known::nothing, .index = 1, .moment = 0}, {.kind = wait, .index = 1, .moment = 0}});
  step(1, {1}, {{.kind = publish, .known = Known::aggregate, .index = 1, .moment = 1}});
  step(0, {0}, {{.kind = publish, .known = Known::prefix, .index = 0, .moment = 2}});
  step(2, {}, {{.kind = look, .known = Known::aggregate, .index = 1, .moment = 3}});
  step(1, {},
       {{.kind = look, .known = Known::prefix, .index = 0, .moment = 4},
        {.kind = publish, .known = Known::prefix, .index = 1, .moment = 4}});
  step(2, {}, {{.kind = look, .known = Known::prefix, .index = 0, .moment = 5}});
  return t;
}

TEST(LookBackByHand, IsFollowedStepByStep) {
  const Trace t = by_hand();
  const auto look_back = look_back_of(t, 0);
  ASSERT_TRUE(look_back);
  EXPECT_EQ(look_back->across, 3);
  EXPECT_EQ(look_back->down, 1);
  ASSERT_EQ(look_back->words.size(), 1U);
  EXPECT_EQ(look_back->words[0].one, "sum");
  EXPECT_EQ(look_back->words[0].direction, Direction::left);
  for (int block = 0; block < 3; ++block) EXPECT_EQ(look_back->tiles[static_cast<std::size_t>(block)].column, block);

  using enum BlockIs;
  struct Moment {
    std::array<BlockIs, 3> is;
    std::array<Known, 3> known;  ///< of the third, which publishes nothing, all there is
    std::string looks;           ///< "from>to found"
  };
  constexpr auto k_no = Known::nothing, k_a = Known::aggregate, k_p = Known::prefix;
  const std::array<Moment, 7> course{{
      {{no_turn_yet, no_turn_yet, no_turn_yet}, {k_no, k_no, k_p}, ""},
      {{no_turn_yet, no_turn_yet, waiting}, {k_no, k_no, k_p}, "2>1 waits"},
      {{no_turn_yet, running, running}, {k_no, k_a, k_p}, ""},
      {{finished, running, running}, {k_p, k_a, k_p}, ""},
      {{finished, running, running}, {k_p, k_a, k_p}, "2>1 aggregate"},
      {{finished, finished, running}, {k_p, k_p, k_p}, "1>0 prefix"},
      {{finished, finished, finished}, {k_p, k_p, k_p}, "2>0 prefix"},
  }};
  for (std::size_t steps = 0; steps < course.size(); ++steps) {
    const LookBackNow now = at(t, steps);
    std::string looks;
    for (const Look& look : now.looks)
      looks += fmt::format("{}>{} {}", look.from, look.to,
                           look.awaited                                     ? "waits"
                           : look.found[static_cast<std::size_t>(k_a)] == 1 ? "aggregate"
                           : look.found[static_cast<std::size_t>(k_p)] == 1 ? "prefix"
                                                                            : "nothing");
    EXPECT_EQ(looks, course[steps].looks) << "after " << steps;
    for (std::size_t block = 0; block < 3; ++block) {
      EXPECT_EQ(now.tiles[block].is, course[steps].is[block]) << "block " << block << " after " << steps;
      EXPECT_EQ(now.tiles[block].published[0].least(), course[steps].known[block]) << "block " << block << " after " << steps;
      EXPECT_EQ(now.tiles[block].acts, steps > 0 && t.steps[steps - 1].block == static_cast<int>(block));
    }
  }
  EXPECT_EQ(sentence_of(*look_back, at(t, 1), 2),
            "Block 3, tile (2, 0), waits: no other block needs its sums; it waits for 1 sum of tile (1, 0).");
  EXPECT_EQ(sentence_of(*look_back, at(t, 5), 1),
            "Block 2, tile (1, 0), is finished: of 1 sum it has published 1 prefix; it looks left at tile (0, 0) and finds 1 "
            "prefix.");
  EXPECT_EQ(sentence_of(*look_back, at(t, 0), 0),
            "Block 1, tile (0, 0), has done no step yet: of 1 sum it has published nothing yet.");
}

/// A word that no block publishes has no tile to point at.
TEST(LookBackByHand, StandsAWaitForEver) {
  Trace t = by_hand();
  t.messages[0].index = t.messages[1].index = 2;
  const LookBackNow now = at(t, 1);
  EXPECT_EQ(now.tiles[2].is, BlockIs::waiting);
  EXPECT_TRUE(now.looks.empty());
}

TEST(LookBack, OfThreeByTwoTilesInOrder) {
  const Trace t = trace_of({40, 10}, "ticket");
  const auto look_back = look_back_of(t, 0);
  ASSERT_TRUE(look_back);
  EXPECT_EQ(look_back->across, 3);
  EXPECT_EQ(look_back->down, 2);
  ASSERT_EQ(look_back->words.size(), 2U);
  EXPECT_EQ(look_back->words[0].one, "row word");
  EXPECT_EQ(look_back->words[0].direction, Direction::left);
  EXPECT_EQ(look_back->words[1].one, "column word");
  EXPECT_EQ(look_back->words[1].direction, Direction::up);
  // by anti-diagonals; the last column and row are cut off at the picture's edge
  const std::array<Box, 6> boxes{{{0, 0, 16, 8}, {16, 0, 16, 8}, {0, 8, 16, 2}, {32, 0, 8, 8}, {16, 8, 16, 2}, {32, 8, 8, 2}}};
  for (std::size_t block = 0; block < boxes.size(); ++block) {
    const LookBackTile& tile = look_back->tiles[block];
    EXPECT_EQ(tile.box, boxes[block]) << block;
    EXPECT_EQ(tile.column, boxes[block].x / k_tile_width) << block;
    EXPECT_EQ(tile.row, boxes[block].y / k_tile_height) << block;
    EXPECT_EQ(tile.words[0], tile.column < 2 ? k_tile_height : 0) << "a tile with one to its right publishes a word a row";
    EXPECT_EQ(tile.words[1], tile.row < 1 ? k_tile_width : 0) << "a tile with one below publishes a word a column";
  }
  expect_published(at(t, 0).tiles[0].published[0], 8, 0, 0, "before the first step");
  expect_published(at(t, after(t, 0, "publish rows")).tiles[0].published[0], 8, 0, 8, "no tile to its left: a prefix at once");
  expect_published(at(t, after(t, 1, "publish rows")).tiles[1].published[0], 8, 8, 0, "aggregates first");
  const LookBackNow looks = at(t, after(t, 1, "look left"));
  expect_published(looks.tiles[1].published[0], 8, 0, 8, "then prefixes");
  ASSERT_EQ(looks.looks.size(), 1U);
  EXPECT_EQ(looks.looks[0].from, 1);
  EXPECT_EQ(looks.looks[0].to, 0);
  EXPECT_EQ(looks.looks[0].found, (std::array<int, 3>{0, 0, 8}));
  EXPECT_EQ(looks.tiles[0].is, BlockIs::finished) << "in order each goes to its end";
  EXPECT_EQ(looks.tiles[2].is, BlockIs::no_turn_yet);
  const LookBackNow up = at(t, after(t, 4, "glance up"));
  ASSERT_EQ(up.looks.size(), 1U);
  EXPECT_EQ(up.looks[0].to, 1);
  EXPECT_EQ(up.looks[0].found, (std::array<int, 3>{0, 0, 16}));
}

// ---------------------------------------------------------------- against a count over all messages

/// What is known after so many steps: by tile, found from where its block writes the table, and by buffer.
std::map<std::array<int, 3>, PublishedWords> count_over_messages(const Trace& trace, std::size_t steps) {
  std::map<int, std::array<int, 2>> corner;  // by block: the least column and row of what it writes
  const int width = trace.buffers[static_cast<std::size_t>(trace.table)].shape.width;
  for (const Step& step : trace.steps)
    for (const Write& write : trace.writes_of(step)) {
      if (write.buffer != static_cast<std::uint32_t>(trace.table)) continue;
      const int x = static_cast<int>(write.index) % width, y = static_cast<int>(write.index) / width;
      auto& least = corner.try_emplace(step.block, std::array{x, y}).first->second;
      least = {std::min(least[0], x), std::min(least[1], y)};
    }
  std::map<std::array<int, 3>, PublishedWords> all;
  for (int buffer = 0; buffer < static_cast<int>(trace.buffers.size()); ++buffer)
    for (std::size_t word = 0; word < trace.buffers[static_cast<std::size_t>(buffer)].shape.area(); ++word) {
      int owner = -1;
      Known known = Known::nothing;
      for (std::size_t at = 0; at < trace.steps.size(); ++at)
        for (const Message& m : trace.messages_of(trace.steps[at])) {
          if (m.kind != Message::Kind::publish || static_cast<int>(m.buffer) != buffer || m.index != word) continue;
          owner = trace.steps[at].block;
          if (at < steps) known = m.known;
        }
      if (owner < 0) continue;
      PublishedWords& published = all[{corner[owner][0] / k_tile_width, corner[owner][1] / k_tile_height, buffer}];
      ++published.words;
      published.aggregates += known == Known::aggregate;
      published.prefixes += known == Known::prefix;
    }
  return all;
}

TEST(LookBack, CountsAsAllMessagesDoUnderManyOrders) {
  for (const Extent extent : {Extent{32, 16}, Extent{37, 21}, Extent{64, 9}, Extent{17, 33}})
    for (const char* schedule : {"ticket", "reversed:8", "reversed:3", "random:1", "random:2"}) {
      const Trace t = trace_of(extent, schedule);
      const auto look_back = look_back_of(t, 0);
      ASSERT_TRUE(look_back);
      for (std::size_t steps = 0; steps <= t.steps.size(); steps += 1 + t.steps.size() / 9) {
        const LookBackNow now = look_back_at(t, *look_back, steps, steps);
        const auto counted = count_over_messages(t, steps);
        std::size_t seen = 0;
        for (std::size_t block = 0; block < look_back->tiles.size(); ++block)
          for (std::size_t i = 0; i < look_back->words.size(); ++i) {
            const LookBackTile& tile = look_back->tiles[block];
            const PublishedWords& published = now.tiles[block].published[i];
            const auto expected = counted.find({tile.column, tile.row, static_cast<int>(look_back->words[i].buffer)});
            const std::string where =
                fmt::format("{}x{} {} block {} after {}", extent.width, extent.height, schedule, block, steps);
            if (expected == counted.end()) {
              EXPECT_EQ(published.words, 0) << where;
              continue;
            }
            ++seen;
            expect_published(published, expected->second.words, expected->second.aggregates, expected->second.prefixes, where);
          }
        EXPECT_EQ(seen, counted.size());
      }
    }
}

TEST(LookBack, NeverGoesBackAndEndsInPrefixes) {
  for (const char* schedule : {"ticket", "reversed:8", "random:7"}) {
    const Trace t = trace_of({61, 37}, schedule);
    const auto look_back = look_back_of(t, 0);
    ASSERT_TRUE(look_back);
    LookBackNow before = look_back_at(t, *look_back, 0, 0);
    for (std::size_t steps = 1; steps <= t.steps.size(); ++steps) {
      const LookBackNow now = look_back_at(t, *look_back, steps - 1, steps);
      for (std::size_t block = 0; block < now.tiles.size(); ++block) {
        ASSERT_FALSE(before.tiles[block].is == BlockIs::finished && now.tiles[block].is != BlockIs::finished);
        ASSERT_FALSE(before.tiles[block].is != BlockIs::no_turn_yet && now.tiles[block].is == BlockIs::no_turn_yet);
        for (std::size_t i = 0; i < look_back->words.size(); ++i) {
          const PublishedWords &was = before.tiles[block].published[i], &is = now.tiles[block].published[i];
          ASSERT_LE(was.least(), is.least()) << schedule << " block " << block << " step " << steps;
          ASSERT_LE(was.prefixes, is.prefixes);
          ASSERT_LE(was.prefixes + was.aggregates, is.prefixes + is.aggregates);
        }
      }
      before = now;
    }
    EXPECT_EQ(look_back->across * look_back->down, static_cast<int>(look_back->tiles.size()));
    for (std::size_t block = 0; block < look_back->tiles.size(); ++block) {
      const LookBackTile& tile = look_back->tiles[block];
      EXPECT_EQ(before.tiles[block].is, BlockIs::finished);
      EXPECT_EQ(before.tiles[block].published[0].prefixes, tile.column + 1 < look_back->across ? k_tile_height : 0) << block;
      EXPECT_EQ(before.tiles[block].published[1].prefixes, tile.row + 1 < look_back->down ? k_tile_width : 0) << block;
      EXPECT_EQ(before.tiles[block].published[0].aggregates + before.tiles[block].published[1].aggregates, 0);
    }
  }
}

TEST(LookBack, FromTheLastBlockFindsAggregatesAndWaits) {
  const Trace t = trace_of({61, 37}, "reversed:8");
  const auto look_back = look_back_of(t, 0);
  ASSERT_TRUE(look_back);
  int aggregates = 0, waits = 0, far = 0;
  for (std::size_t steps = 1; steps <= t.steps.size(); ++steps) {
    const LookBackNow now = look_back_at(t, *look_back, steps - 1, steps);
    std::vector<int> awaited(now.tiles.size());
    for (const Look& look : now.looks) {
      aggregates += look.found[static_cast<std::size_t>(Known::aggregate)];
      awaited[static_cast<std::size_t>(look.from)] += look.awaited;
      const LookBackTile &from = look_back->tiles[static_cast<std::size_t>(look.from)],
                         &to = look_back->tiles[static_cast<std::size_t>(look.to)];
      const int left = from.column - to.column, up = from.row - to.row;
      const bool is_left = look_back->words[static_cast<std::size_t>(look.words)].direction == Direction::left;
      EXPECT_TRUE(is_left ? left > 0 && up == 0 : up > 0 && left == 0) << "no block looks aside";
      far += left + up > 1;
    }
    for (std::size_t block = 0; block < now.tiles.size(); ++block) {
      EXPECT_EQ(now.tiles[block].is == BlockIs::waiting, awaited[block] > 0) << "a block that waits, waits for another";
      waits += awaited[block];
    }
  }
  EXPECT_GT(aggregates, 0);
  EXPECT_GT(waits, 0);
  EXPECT_GT(far, 0) << "over an aggregate to the tile beyond";
}

/// 2 x 4 tiles. Beside the words of the view is a count over the messages of the trace that knows nothing of the code.
TEST(LookBackWords, SayWhoPublishesNextAndWhoEndsEachWait) {
  StepsState steps;
  make_steps(steps, "noise", 32);
  const Story& story = steps.player()->story();
  std::vector<std::pair<std::uint32_t, int>> published;     // moment, block
  std::set<std::tuple<std::uint32_t, bool, int>> messages;  // moment, whether it is no publication, block
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::uint32_t, int>> first_of_word;
  for (const Step& step : story.trace.steps)
    for (const Message& message : story.trace.messages_of(step)) {
      const bool publishes = message.kind == Message::Kind::publish;
      if (publishes || (message.kind == Message::Kind::look && message.known != Known::nothing))
        messages.emplace(message.moment, !publishes, step.block);
      if (!publishes) continue;
      published.emplace_back(message.moment, step.block);
      const auto [at, is_new] =
          first_of_word.try_emplace({message.buffer, message.index}, std::pair{message.moment, step.block});
      if (!is_new) at->second = std::min(at->second, {message.moment, step.block});
    }
  std::ranges::sort(published);
  int quiet = 0, loud = 0, waits = 0, seldom = 0;
  for (std::size_t position = 1; position <= story.step_count(); ++position) {
    steps.player()->go_to(position);
    const LookBackWords words = look_back_words(steps);
    const std::string where = fmt::format("step {}: {}", position, words.step.front());
    const bool publishes = std::ranges::any_of(published, [&](const auto& one) { return one.first + 1 == position; });
    EXPECT_EQ(words.step.front().find("publishes nothing") == std::string::npos, publishes) << where;
    ++(publishes ? loud : quiet);
    const auto next = messages.lower_bound({static_cast<std::uint32_t>(position), false, 0});
    std::string said = "No word is published or read any more";
    if (next != messages.end()) {
      const auto [moment, reads, block] = *next;
      said = fmt::format("Next: step {}, block {} {} ", moment + 1, block + 1, reads ? "reads" : "publishes");
      seldom += reads;
    }
    EXPECT_TRUE(words.next.front().starts_with(said)) << words.next.front() << "; " << said;
    const std::vector<Look> looks = steps.look_back_now().looks;  // because: the loop goes elsewhere
    for (const Look& look : looks) {
      if (look.awaited == 0) continue;
      ++waits;
      const std::string text = wait_text(story, *steps.look_back(), steps.look_back_now(), look.from);
      const auto ends = std::ranges::find_if(first_of_word, [&](const auto& one) {
        return one.second.second == look.to && text.ends_with(fmt::format("in step {}.", one.second.first + 1));
      });
      EXPECT_NE(ends, first_of_word.end()) << text;
      EXPECT_TRUE(
          text.starts_with(fmt::format("Block {} waits for block {}, which publishes the ", look.from + 1, look.to + 1)));
      // there it ends
      const std::size_t end = std::stoul(text.substr(text.rfind(' ') + 1));
      EXPECT_GT(end, position) << text;
      steps.player()->go_to(end);
      EXPECT_NE(wait_text(story, *steps.look_back(), steps.look_back_now(), look.from), text);
      steps.player()->go_to(position);
    }
  }
  EXPECT_GT(quiet, 0);
  EXPECT_GT(loud, 0);
  EXPECT_GT(waits, 0);
  EXPECT_GT(seldom, 0);
}

TEST(LookBack, KnowsTilesThatKeepNothingOfTheTable) {
  // an exclusive table ends a column and a row earlier: the tiles of the last column and row read pixels and store nothing
  for (const auto& form : k_forms) {
    const Trace t = trace_of({17, 9}, "random:3", form.value);
    const auto look_back = look_back_of(t, 0);
    ASSERT_TRUE(look_back) << form.id;
    EXPECT_EQ(look_back->across, 2) << form.id;
    EXPECT_EQ(look_back->down, 2) << form.id;
    EXPECT_EQ(look_back->tiles[3].box, (Box{16, 8, 1, 1})) << form.id;
  }
}

TEST(LookBack, IsThereOnlyWhereBlocksExchangeMessages) {
  for (const Extent one_tile : {Extent{1, 1}, Extent{16, 8}, Extent{3, 7}}) {
    const Trace t = trace_of(one_tile, "random:1");
    EXPECT_FALSE(has_block_messages(t));
    EXPECT_FALSE(look_back_of(t, 0));
  }
  int exchanging = 0;
  for (const Algorithm& algorithm : traced_algorithms()) {
    StoryRequest wanted;
    wanted.samples = load_input("pattern:noise:32x32:1");
    wanted.algorithm = algorithm.id;
    const auto story = make_story(wanted);
    for (std::size_t pass = 0; pass < story->trace.passes.size(); ++pass)
      EXPECT_EQ(look_back_of(story->trace, static_cast<int>(pass)).has_value(),
                std::ranges::any_of(story->trace.steps,
                                    [&](const Step& s) { return s.pass == static_cast<int>(pass) && s.messages > 0; }))
          << algorithm.id;
    exchanging += has_block_messages(story->trace);
    if (has_block_messages(story->trace)) {
      EXPECT_FALSE(story->together) << "blocks that exchange messages are shown one at a time";
    } else {
      EXPECT_NE(algorithm.id, "single-pass");
    }
  }
  EXPECT_GE(exchanging, 1);
}

TEST(LookBack, OfAFiltersTablesIsThatOfTheirPass) {
  StoryRequest wanted;
  wanted.samples = load_input("pattern:noise:32x20:1");
  wanted.algorithm = "single-pass";
  wanted.filter = "box";
  wanted.schedule = parse_schedule("random:1");
  const auto story = make_story(wanted);
  ASSERT_TRUE(has_block_messages(story->trace));
  int passes = 0;
  for (std::size_t pass = 0; pass < story->trace.passes.size(); ++pass)
    if (const auto look_back = look_back_of(story->trace, static_cast<int>(pass))) {
      ++passes;
      EXPECT_EQ(look_back->across * look_back->down, static_cast<int>(look_back->tiles.size()));
      EXPECT_EQ(look_back->words[0].direction, Direction::left);
      const LookBackNow end = look_back_at(story->trace, *look_back, 0, story->trace.steps.size());
      for (const TileNow& tile : end.tiles) EXPECT_EQ(tile.is, BlockIs::finished);
    }
  EXPECT_GE(passes, 1);
}

TEST(BlockOrders, AreSchedulesAndMakeTheSameTable) {
  for (const BlockOrder& order : k_block_orders) {
    StoryRequest wanted;
    wanted.samples = load_input("pattern:noise:32x32:1");
    wanted.algorithm = "single-pass";
    wanted.schedule = parse_schedule(std::string(order.schedule));
    const auto story = make_story(wanted);
    EXPECT_TRUE(story->trace.result_matches && story->trace.races.empty()) << order.schedule;
    EXPECT_EQ(story->cross_check.state, CrossCheck::State::agree) << order.schedule;
    int found = 0;
    for (const Message& message : story->trace.messages)
      found += message.kind != Message::Kind::publish && message.known != Known::prefix;
    EXPECT_EQ(found > 0, order.schedule != "ticket") << order.schedule;
  }
  StepsSettings settings;
  EXPECT_EQ(settings.order, k_block_orders[0].schedule);
  for (const bool has_messages : {true, false}) {
    const std::string first(step_views().front().id);
    std::string id = first;
    for (const StepViewKind& kind : step_views()) {
      if (!kind.is_there(has_messages)) continue;
      EXPECT_EQ(id, kind.id);
      id = next_view(step_view(id), has_messages).id;
    }
    EXPECT_EQ(id, first) << "after the last";
  }
  EXPECT_EQ(shown_view("look-back", false).id, "grids");
}

}  // namespace
}  // namespace satscope::app
