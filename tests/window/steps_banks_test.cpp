// SPDX-License-Identifier: Apache-2.0
// The banks of shared memory: what is stacked is what the trace counted while it ran, and what the definition of a bank says.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "app/workspaces/steps/caption/cell_tip.h"
#include "app/workspaces/steps/settings.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/source/what.h"
#include "app/workspaces/steps/views/banks/banks.h"
#include "kernels/registry.h"
#include "kernels/trace/step_accesses.h"
#include "tests/window/grid_recording.h"
#include "tests/window/rooms.h"

namespace satscope::app {
namespace {

std::shared_ptr<const Story> banks_story(const std::string& algorithm, const Params& params = {}, std::size_t size = 0) {
  StoryRequest wanted;
  wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .side = 16, .ready = "noise"}, nullptr);
  wanted.algorithm = algorithm;
  wanted.params = params;
  wanted.size = size;
  return make_story(wanted);
}

/// Bank conflicts of all blocks in each step, as the view says.
std::vector<std::int64_t> conflicts_by_step(const std::shared_ptr<const Story>& story) {
  StepsState steps;
  steps.show(story);
  Banks banks;
  std::vector<std::int64_t> conflicts;
  for (std::size_t story_step = 0; story_step < story->step_count(); ++story_step) {
    steps.player()->go_to(story_step + 1);
    lay_banks(banks, steps);
    conflicts.push_back(banks.of_this_step);
  }
  return conflicts;
}

void expect_sums_of_banks(const std::shared_ptr<const Story>& made, const std::string& where) {
  const Story& story = *made;
  std::vector<Counters> sums(story.trace.passes.size());
  for (const Step& step : story.trace.steps)
    for (const StepInstruction& one : instructions_of(story.trace, step, story.banks)) {
      Counters& sum = sums[static_cast<std::size_t>(step.pass)];
      ++(one.lanes.front().shared ? sum.shared_accesses : sum.global_accesses);
      sum.bank_conflicts += one.conflicts;
      sum.sectors += one.sectors;
    }
  std::vector<std::int64_t> story_steps(story.trace.passes.size());
  const std::vector<std::int64_t> conflicts = conflicts_by_step(made);
  for (std::size_t i = 0; i < conflicts.size(); ++i)
    story_steps[static_cast<std::size_t>(story.first_step(story.steps[i]).pass)] += conflicts[i];
  for (std::size_t pass = 0; pass < sums.size(); ++pass) {
    const Counters& counted = story.trace.passes[pass].counters;
    EXPECT_EQ(sums[pass].shared_accesses, counted.shared_accesses) << where << " pass " << pass;
    EXPECT_EQ(sums[pass].global_accesses, counted.global_accesses) << where << " pass " << pass;
    EXPECT_EQ(sums[pass].bank_conflicts, counted.bank_conflicts) << where << " pass " << pass;
    EXPECT_EQ(sums[pass].sectors, counted.sectors) << where << " pass " << pass;
    EXPECT_EQ(story_steps[pass], counted.bank_conflicts) << where << " pass " << pass;
  }
}

class BanksOf : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Steps, BanksOf, testing::ValuesIn(ids_of(traced_algorithms())), NamedById());

TEST_P(BanksOf, StepsSumToTheCountersOfThePass) {
  const std::size_t sizes = find_algorithm(GetParam())->trace_sizes.size();
  for (std::size_t size = 0; size < sizes; ++size)
    expect_sums_of_banks(banks_story(GetParam(), {}, size), fmt::format("{} size {}", GetParam(), size));
}

TEST_P(BanksOf, StackEachAddressOnceAndInItsBank) {
  const auto story = banks_story(GetParam());
  StepsState steps;
  steps.show(story);
  Banks banks;
  for (std::size_t position = 1; position <= story->step_count(); ++position) {
    steps.player()->go_to(position);
    lay_banks(banks, steps);
    for (const BankInstruction& one : banks.instructions) {
      std::set<std::pair<int, std::uint64_t>> seen;
      std::map<std::pair<int, int>, int> high;
      for (const BankWord& word : one.words) {
        EXPECT_EQ(word.bank, static_cast<int>(word.word % static_cast<std::uint64_t>(story->banks)));
        EXPECT_TRUE(seen.insert({word.part, word.word}).second) << "an address is served once";
        EXPECT_EQ(word.turn, (high[{word.part, word.bank}]++)) << "no turn of a bank is left out";
        EXPECT_FALSE(word.lanes.empty());
        if (one.write && banks.instructions.size() == 1) {
          EXPECT_EQ(word.value, steps.cell(word.at));
        }
      }
      std::map<int, int> turns;
      for (const auto& [place, count] : high) turns[place.first] = std::max(turns[place.first], count);
      std::int64_t beyond = 0;
      for (const auto& [part, count] : turns) beyond += count - 1;
      EXPECT_EQ(beyond, one.conflicts);
    }
  }
}

TEST(Banks, WithoutPaddingTheUpSweepConflictsAndTheKeyFindsEachPlace) {
  const auto story = banks_story("scan-transpose-scan", {{"padding", false}});
  expect_sums_of_banks(story, "no padding");
  ASSERT_GT(story->trace.total.bank_conflicts, 0);
  std::set<std::size_t> wanted, found;
  const std::vector<std::int64_t> conflicts = conflicts_by_step(story);
  for (std::size_t i = 0; i < conflicts.size(); ++i)
    if (conflicts[i] > 0) wanted.insert(i + 1);
  std::size_t position = 0;
  while (const auto next = next_conflict(*story, position, 0))
    if (!found.insert(position = next->position).second) break;
  EXPECT_EQ(found, wanted) << "and behind the last comes the first";
}

TEST(Banks, SixteenServeAWarpOf32InTwoHalves) {
  const auto last = find_algorithm("scan-transpose-scan")->trace_sizes.size() - 1;
  const auto story = banks_story("scan-transpose-scan", {{"banks", std::string("16")}, {"padding", false}}, last);
  EXPECT_EQ(story->banks, 16);
  expect_sums_of_banks(story, "16 banks");
  StepsState steps;
  steps.show(story);
  Banks banks;
  bool second = false;
  for (std::size_t position = 1; position <= story->step_count(); ++position) {
    steps.player()->go_to(position);
    lay_banks(banks, steps);
    for (const BankInstruction& one : banks.instructions)
      for (const BankWord& word : one.words) {
        second = second || word.part == 1;
        if (one.bytes != 4) continue;
        for (const std::uint32_t lane : word.lanes) EXPECT_EQ(static_cast<int>(lane / 16), word.part);
      }
  }
  EXPECT_TRUE(second);
}

/// Of the first warp's first read with this label.
std::string why_of(const Story& of, std::string_view label) {
  const auto story = std::shared_ptr<const Story>(&of, [](const Story*) {});
  StepsState steps;
  steps.show(story);
  for (std::size_t story_step = 0; story_step < of.step_count(); ++story_step) {
    if (of.first_step(of.steps[story_step]).label != label) continue;
    steps.player()->go_to(story_step + 1);
    Banks banks;
    lay_banks(banks, steps);
    const auto texts = why_texts(of, banks.instructions.at(banks.shown));
    return texts.empty() ? "" : texts.front();
  }
  return "no such step";
}

// by hand: a segment of 8 in 4 banks. d=2 reads places 1 and 5, with padding after every 4 they are 1 and 6
TEST(Banks, SaysWhyWordsShareABankAndWhatPaddingDoes) {
  EXPECT_EQ(why_of(*banks_story("scan-transpose-scan", {{"padding", false}}), "up-sweep d=2"),
            "Why: lanes 0 and 1 need places 1 and 5, both in bank 1, which serves one in each turn: 2 turns. Padding would "
            "move them to banks 1 and 2.");
  EXPECT_EQ(why_of(*banks_story("scan-transpose-scan"), "up-sweep d=2"),
            "Why: padding, an unused place after every 4 numbers, shifts later elements by one bank; without it lanes 0 and 1 "
            "would both "
            "need bank 1.");
  EXPECT_EQ(why_of(*banks_story("scan-transpose-scan", {{"padding", false}}), "down-sweep d=1"),
            "Why: no bank has to serve two places in one turn.");
}

// by hand: places 1, 5, 9 and 13 leave the remainder 1 when divided by 4 banks; a place left free after every 4 moves them by
// 0, 1, 2 and 3
TEST(Banks, NamesAllPlacesThatWaitForOneBank) {
  BankInstruction one;
  one.bytes = 4;
  one.conflicts = 3;
  for (std::uint32_t lane = 0; lane < 4; ++lane) {
    BankWord word;
    word.bank = 1;
    word.turn = static_cast<int>(lane);
    word.word = 1 + 4 * lane;
    word.at.index = 1 + 4 * lane;
    word.lanes = {lane};
    one.words.push_back(word);
  }
  EXPECT_EQ(
      why_texts(*banks_story("scan-transpose-scan", {{"padding", false}}), one).front(),
      "Why: lanes 0 to 3 need places 1, 5, 9 and 13, all in bank 1, which serves one in each turn: 4 turns. Padding would "
      "move them to banks 1, 2, 3 and 0.");
}

/// Of the step with this label: each instruction of the first warp, with its line.
std::string instructions_of_step(const std::shared_ptr<const Story>& story, std::string_view label) {
  StepsState steps;
  steps.show(story);
  const auto story_step =
      std::ranges::find(story->steps, label, [&](const StoryStep& one) { return story->first_step(one).label; });
  steps.player()->go_to(static_cast<std::size_t>(story_step - story->steps.begin()) + 1);
  Banks banks;
  lay_banks(banks, steps);
  std::string text;
  for (std::size_t i = 0; i < banks.instructions.size(); ++i) {
    const std::string code = code_of(*story, banks.instructions[i]);
    text += name_of(banks, i) + (code.empty() ? "" : " in " + code.substr(code.find(": ") + 2)) + "\n";
  }
  return text;
}

// by hand: a segment of 8 elements, of which d=2 adds 1 to 3 and 5 to 7; a place is left free after every 4, so 5 and 7 lie at
// 6 and 8
TEST(Banks, NamesTheInstructionsOfAStepInTheirOrder) {
  const char* code = "temp[place(b, hole)] += temp[place(a, hole)];";
  EXPECT_EQ(instructions_of_step(banks_story("scan-transpose-scan"), "up-sweep d=2"),
            fmt::format("1: reads [1], [6] in {0}\n2: reads [3], [8] in {0}\n3: writes [3], [8] in {0}\n", code));
  StoryRequest wanted;
  wanted.samples = samples_of({.kind = StepsSource::Kind::ready, .side = 16, .ready = "noise"}, nullptr);
  wanted.algorithm = "scan-transpose-scan";
  wanted.nameless = true;
  const auto nameless = make_story(wanted);
  const std::string label = nameless->first_step(nameless->steps[2]).label;
  EXPECT_EQ(instructions_of_step(nameless, label).find("temp"), std::string::npos) << "the code would show which it is";
}

TEST(Banks, SaysWhichElementPaddingMoves) {
  BankInstruction one;
  one.pitch = 5;
  BankWord word;
  for (const auto& [place, text] :
       {std::pair{3U, ""}, {6U, "element 5, after 1 place of padding"}, {18U, "element 15, after 3 places of padding"}}) {
    word.at.index = place;
    EXPECT_EQ(moved_text(one, word), text) << place;
  }
  one.pitch = 0;
  EXPECT_EQ(moved_text(one, word), "") << "without padding each element has its own place";
}

TEST(Banks, PromisesNoConflictWhereThereIsNone) {
  const auto says = [](bool padding, const std::string& words, bool on_page = false) {
    StepsState steps;
    StepsSettings settings;
    settings.source = {.kind = StepsSource::Kind::ready, .side = 8, .ready = "noise"};
    step_algorithm(settings, "scan-transpose-scan");
    settings.params["padding"] = padding;
    steps.want(settings, nullptr);
    while (!steps.player()) steps.advance(0);
    steps.player()->go_to(3);
    Banks banks;
    lay_banks(banks, steps);
    GridRecording drawn;
    ViewScene scene;
    paint_banks(drawn, steps, banks, {0, 0, 1200, 800}, on_page ? nullptr : &scene);
    return std::ranges::any_of(drawn.names, [&](const auto& name) { return name.second.find(words) != std::string::npos; });
  };
  EXPECT_TRUE(says(false, "J: the next step with a bank conflict."));
  EXPECT_FALSE(says(true, "J: "));
  EXPECT_TRUE(says(false, "The wheel shows the next."));
  for (const char* hint : {"J: ", "wheel"}) EXPECT_FALSE(says(false, hint, true)) << "a page has neither keys nor a wheel";
  EXPECT_TRUE(says(true, "without padding there are some."));
}

/// The memory below the turns: each place in the column of its bank, so that no number is named that is not shown.
TEST(Banks, ShowEachPlaceOfTheBufferUnderItsBank) {
  for (const char* algorithm : {"scan-transpose-scan", "brlt-scanrow", "single-pass"}) {
    const auto story = banks_story(algorithm);
    StepsState steps;
    steps.show(story);
    Banks banks;
    std::size_t seen = 0, struck = 0;
    for (std::size_t position = 1; position <= std::min<std::size_t>(12, story->step_count()); ++position) {
      steps.player()->go_to(position);
      lay_banks(banks, steps);
      if (banks.instructions.empty()) continue;
      const BankInstruction& one = banks.instructions[banks.shown];
      if (one.bytes != 4) continue;
      const std::string where = fmt::format("{}, step {}", algorithm, position);
      GridRecording drawn;
      paint_banks(drawn, steps, banks, {0, 0, 1200, 1000});
      std::map<int, double> heads;
      for (const auto& [at, words] : drawn.names)
        if (words.starts_with("bank ")) heads[std::stoi(words.substr(5))] = at.x + drawn.width_of(words, Face::small, 0) / 2;
      ASSERT_EQ(heads.size(), static_cast<std::size_t>(story->banks)) << where;
      const auto title = std::ranges::find_if(drawn.names, [](const auto& n) {
        return n.second.ends_with(" It writes.") || n.second.find(" in its banks") != n.second.npos;
      });
      ASSERT_NE(title, drawn.names.end()) << where;
      std::vector<std::pair<Point, std::string>> all = drawn.names;
      for (const GridRecording::Words& number : drawn.numbers)
        all.emplace_back(Point{number.area.x, number.area.y}, number.text);
      for (const auto& [at, words] : drawn.names) {
        if (!words.starts_with("[") || words.back() != ']' || at.y < title->first.y || at.x < heads[0] - 120) continue;
        const auto first = static_cast<std::uint32_t>(std::stoi(words.substr(1)));
        const TraceBuffer& buffer = story->trace.buffers[one.buffer];
        if (!story->shared_uses.at({buffer.pass, buffer.name}).touched[first]) continue;  // it has a name alone
        const std::uint32_t together = words.find(" to ") == words.npos ? 1 : 4;          // bytes lie four in a bank
        const double middle = heads.at(static_cast<int>(first / together) % story->banks);
        const auto is_drawn = [&, beside = at](const std::string& text, double below) {
          return std::ranges::any_of(all, [&](const auto& drawn_text) {
            return drawn_text.second == text && std::abs(drawn_text.first.x - middle) < 140 && drawn_text.first.y >= beside.y &&
                   drawn_text.first.y <= beside.y + below;
          });
        };
        std::string now, was;
        for (std::uint32_t place = first; place < first + together; ++place) {
          const CellAt cell{one.buffer, place};
          if (!steps.holds_value(cell)) continue;
          now += (now.empty() ? "" : "  ") + cell_text(story->trace, cell, steps.cell(cell));
          const CellUse* touch = steps.touch(cell);
          if (touch && touch->written && steps.held_value(cell)) was = cell_text(story->trace, cell, touch->before);
        }
        EXPECT_TRUE(is_drawn(now, 20)) << now << " is in " << words << ", " << where;
        ++seen;
        if (was.empty() || together > 1) continue;
        EXPECT_TRUE(is_drawn(was, 0)) << was << " was in " << words << ", " << where;
        ++struck;
      }
    }
    EXPECT_GT(seen, 8U) << algorithm;
    EXPECT_TRUE(struck > 0 || algorithm != std::string("scan-transpose-scan"));
  }
}

/// To a newcomer numbers are as an instruction finds them, so that it is seen which instruction writes. Before a class each
/// place says its turn, and so needs no other picture. The row is 3 1 7 0 4 1 6 3: its pairs sum to 4, 7, 5 and 9.
TEST(Banks, ShowANewcomerWhatAnInstructionFinds) {
  StoryRequest wanted;
  wanted.samples = samples_of({.kind = StepsSource::Kind::typed, .typed = "3 1 7 0 4 1 6 3\n"}, nullptr);
  wanted.algorithm = "scan-transpose-scan";
  wanted.params = {{"padding", false}};
  StepsState steps;
  steps.show(make_story(wanted));
  steps.player()->go_to(2);
  for (const bool covers : {false, true})
    for (const std::size_t shown : {0U, 1U, 2U}) {
      steps.covers_conflicts = covers;
      Banks banks;
      lay_banks(banks, steps);
      ASSERT_EQ(banks.instructions.size(), 3U);
      banks.shown = shown;
      GridRecording drawn;
      paint_banks(drawn, steps, banks, {0, 0, 1200, 300}, nullptr, true);
      std::map<std::string, int> texts;
      for (const auto& [at, words] : drawn.names) ++texts[words];
      for (const auto& [at, words] : drawn.chips) ++texts[words];
      for (const GridRecording::Words& number : drawn.numbers) ++texts[number.text];
      for (int place = 0; place < 8; ++place) EXPECT_GE(texts[fmt::format("[{}]", place)], 1) << place;
      EXPECT_EQ(texts["9"], shown == 2) << "the last pair is summed by the third";
      EXPECT_EQ(texts["5"], shown == 2);
      EXPECT_EQ(texts["turn 1"], covers ? 0 : 2) << shown;
      EXPECT_EQ(texts["turn 2"], covers ? 0 : 2) << shown;
      // the turns of those that were shown, so that they can be added
      EXPECT_EQ(texts[std::string("1: reads [0], [2], [4], [6]") + (covers ? "" : ", 2 turns")], 1);
      EXPECT_EQ(texts[std::string("3: writes [1], [3], [5], [7]") + (covers || shown < 2 ? "" : ", 2 turns")], 1);
    }
}

/// The second step up of sixteen numbers: four in one bank without padding, in four with it. By its side a turn is as high,
/// columns have the names of banks alone, and the buttons of instructions are equally wide.
TEST(Banks, OfAPairHaveTurnsOfOneHeight) {
  std::vector<double> high;
  for (const bool padding : {false, true}) {
    StoryRequest wanted;
    wanted.samples = samples_of({.kind = StepsSource::Kind::typed, .typed = "3 1 7 0 4 1 6 3 2 5 0 1 4 2 3 1\n"}, nullptr);
    wanted.algorithm = "scan-transpose-scan";
    wanted.params = {{"padding", padding}};
    wanted.size = 1;
    StepsState steps;
    steps.show(make_story(wanted));
    steps.player()->go_to(3);
    Banks banks;
    lay_banks(banks, steps);
    ASSERT_EQ(banks.instructions[banks.shown].conflicts, padding ? 0 : 3);
    for (const Area& area : {Area{0, 0, 600, 120}, Area{0, 0, 600, 500}}) {
      GridRecording drawn;
      ViewScene scene;
      paint_banks(drawn, steps, banks, area, &scene, true, true);
      std::set<double> chips;
      for (const ViewShape& shape : scene.shapes)
        if (!shape.cell) chips.insert(std::round(shape.area.width));
      EXPECT_LE(chips.size(), 1U);
      const auto turn = std::ranges::find_if(scene.shapes, [](const ViewShape& shape) { return shape.value.has_value(); });
      ASSERT_NE(turn, scene.shapes.end());
      high.push_back(turn->area.height);
      const auto is_drawn = [&](const std::string& name) {
        return std::ranges::count(drawn.names, name, &std::pair<Point, std::string>::second);
      };
      for (int bank = 0; bank < 4; ++bank) EXPECT_EQ(is_drawn(fmt::format("bank {}", bank)), 1) << bank;
      EXPECT_EQ(is_drawn("bank"), 0) << "it would be above the names of turns and places";
    }
  }
  EXPECT_EQ(high[0], high[2]);
  EXPECT_EQ(high[1], high[3]);
}

TEST(Banks, SaysInWhichBankAPlaceLies) {
  const auto story = banks_story("scan-transpose-scan");
  StepsState steps;
  steps.show(story);
  steps.player()->go_to(4);
  Banks banks;
  lay_banks(banks, steps);
  GridRecording drawn;
  paint_banks(drawn, steps, banks, {0, 0, 1200, 800});
  EXPECT_TRUE(std::ranges::any_of(
      drawn.names, [](const auto& name) { return name.second.find("place 3 is in bank 3 (3 mod 4)") != std::string::npos; }));
}

/// Neither in words, nor by the room that the turns take.
TEST(Banks, CoverWhatALessonAsksFor) {
  const auto story = banks_story("scan-transpose-scan");
  StepsState steps;
  steps.show(story);
  int differ = 0;
  for (std::size_t position = 1; position <= story->step_count(); ++position) {
    steps.player()->go_to(position);
    Banks banks;
    lay_banks(banks, steps);
    if (banks.instructions.empty()) continue;
    for (const Area& area : {Area{0, 0, 1200, 800}, Area{0, 0, 700, 300}, Area{0, 0, 500, 160}}) {
      const auto texts = [&](bool covers) {
        steps.covers_conflicts = covers;
        GridRecording drawn;
        paint_banks(drawn, steps, banks, area);
        std::string all;
        for (const auto& [at, words] : drawn.names) all += words + "\n";
        return all;
      };
      const std::string open = texts(false), covered = texts(true);
      for (const char* word : {"turn 1", "turn 2", "conflict", "Why:"})
        EXPECT_EQ(covered.find(word), covered.npos) << position << ": " << covered;
      EXPECT_NE(covered.find('?'), covered.npos) << position << ", " << area.height;
      differ += open.find("conflict") != open.npos;
      if (covered.find(", rows ") != covered.npos) continue;  // those around one place alone
      for (const BankWord& word : banks.instructions[banks.shown].words)
        EXPECT_NE(covered.find(fmt::format("[{}]", word.at.index)), covered.npos) << position << ", " << area.height;
    }
  }
  EXPECT_GT(differ, 10);
}

TEST(Banks, SaysWhyThereIsNoConflict) {
  const auto serial = banks_story("serial");
  EXPECT_FALSE(next_conflict(*serial, 0, 0));
  EXPECT_NE(no_conflict_text(*serial).find("no shared memory"), std::string::npos);
}

}  // namespace
}  // namespace satscope::app
