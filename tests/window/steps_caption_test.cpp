// SPDX-License-Identifier: Apache-2.0
// What Steps says and lets a user try: three lines, examples, the run that fails, edits, predictions, terms.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/core/json.h"
#include "app/published/listings.h"
#include "app/session/fields.h"
#include "app/ui/panels/glossary.h"
#include "app/workspaces/steps/caption/caption.h"
#include "app/workspaces/steps/place.h"
#include "app/workspaces/steps/predict/predict.h"
#include "app/workspaces/steps/source/examples.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/source/what.h"
#include "app/workspaces/steps/state.h"
#include "kernels/registry.h"
#include "kernels/trace/barrier_names.h"
#include "kernels/trace/replay.h"
#include "kernels/trace/tracing.h"

namespace satscope::app {
namespace {

StoryRequest request_of(const StepsSettings& settings) {
  return story_request(settings, samples_of(settings.source, nullptr), {});
}

StoryRequest bilgic(const std::string& algorithm) {
  StepsSettings settings;
  settings.algorithm = algorithm;
  return request_of(settings);
}

std::vector<std::uint64_t> content_of(const Trace& trace, std::string_view buffer) {
  Replay replay(trace);
  replay.go_to(trace.steps.size());
  for (std::size_t i = 0; i < trace.buffers.size(); ++i)
    if (trace.buffers[i].name == buffer) {
      std::vector<std::uint64_t> numbers;
      for (const Cell& cell : replay.content(i)) numbers.push_back(cell.bits);
      return numbers;
    }
  return {};
}

// one line adds up 2 1 3 1 in four registers: each is met as it was before its own addition
TEST(Captioned, ALineThatReadsWhatItWroteDescribesTheNumberBefore) {
  const auto story = make_story(bilgic("tiles-2r1w"));
  std::string all;
  for (const StoryStep& story_step : story->steps)
    for (const auto& [line, values] : values_by_line(story->trace, focus_in(story->trace, story_step, 0, {}, 0), "tile_rows.h"))
      all += values + "\n";
  EXPECT_NE(all.find("data[1]: 1 \u2192 3, data[2]: 3 \u2192 6, data[3]: 1 \u2192 7"), all.npos) << all;
}

TEST(StepsExamples, OpenOnTheSerialLoopAndLeadToTheLookBack) {
  StepsSettings settings;
  ASSERT_EQ(current_example(settings), std::optional<std::size_t>(0));
  EXPECT_EQ(settings.algorithm, "serial");
  EXPECT_EQ(settings.source.ready, "bilgic");
  std::vector<std::string> algorithms{settings.algorithm};
  while (const auto next = next_example(settings, 1)) {
    apply_example(settings, steps_examples()[*next]);
    EXPECT_EQ(current_example(settings), next);
    algorithms.push_back(settings.algorithm);
    const auto story = make_story(request_of(settings));
    EXPECT_TRUE(story->trace.result_matches) << settings.algorithm;
    EXPECT_TRUE(story->trace.races.empty()) << settings.algorithm;
  }
  EXPECT_EQ(algorithms,
            (std::vector<std::string>{"serial", "scan-transpose-scan", "scan-transpose-scan", "brlt-scanrow", "single-pass"}));
  EXPECT_EQ(settings.view, "look-back");
  for (std::size_t left = algorithms.size() - 1; left > 0; --left) {
    const auto before = next_example(settings, -1);
    ASSERT_EQ(before, std::optional(left - 1));
    apply_example(settings, steps_examples()[*before]);
  }
  EXPECT_EQ(next_example(settings, -1), std::nullopt);
  settings.algorithm = "wavefront";
  EXPECT_EQ(current_example(settings), std::nullopt);
  EXPECT_EQ(next_example(settings, 1), std::optional<std::size_t>(0));
}

// the row as every textbook has it: 3 1 7 0 4 1 6 3 scanned exclusive, in one block of four threads, without a hole
TEST(StepsExamples, TheTextbookRowComesOutAsInTheBook) {
  StepsSettings settings;
  apply_example(settings, steps_examples()[1]);
  const auto story = make_story(request_of(settings));
  EXPECT_EQ(story->request.extent, (Extent{8, 1}));
  ASSERT_EQ(story->trace.passes.size(), 1U);
  EXPECT_EQ(story->trace.passes[0].blocks, 1);
  EXPECT_EQ(story->passes.size(), 4U);
  EXPECT_EQ(content_of(story->trace, "scanned rows"), (std::vector<std::uint64_t>{0, 3, 4, 11, 11, 15, 16, 22}));
  std::vector<std::string> phases;
  for (const StoryStep& story_step : story->steps) phases.emplace_back(story->first_step(story_step).label);
  EXPECT_EQ(phases, (std::vector<std::string>{"load", "up-sweep d=4", "up-sweep d=2", "up-sweep d=1", "clear, keep the sum",
                                              "down-sweep d=1", "down-sweep d=2", "down-sweep d=4", "store"}));
  for (const TraceBuffer& buffer : story->trace.buffers)
    if (buffer.space == Space::shared) {
      EXPECT_EQ(buffer.shape.area(), buffer.pass == 0 ? 8U : buffer.shape.area());
    }
  EXPECT_EQ(story->trace.total.additions, 2 * (8 - 1));
}

/// What a trace did, in one text.
std::string course_of(const Trace& trace) {
  std::string text;
  for (const TraceBuffer& buffer : trace.buffers) text += buffer.name + std::to_string(buffer.shape.area()) + " ";
  for (const Step& step : trace.steps) {
    text += step.label + " ";
    for (const Read& read : trace.reads_of(step)) text += std::to_string(read.buffer) + "." + std::to_string(read.index) + " ";
    for (const Write& write : trace.writes_of(step))
      text += std::to_string(write.buffer) + ":" + std::to_string(write.index) + " ";
  }
  return text;
}

/// A warp of 4 lanes has 4 banks, or 2 where the algorithm knows of the 16 that serve half a warp.
TEST(StepsParameters, SayWhatAChoiceForARealMachineIsOnAToyOne) {
  const Algorithm& scan = known_algorithm("scan-transpose-scan");
  EXPECT_EQ(amounts_here(scan.param("banks"), "32", 4), "4 here");
  EXPECT_EQ(amounts_here(scan.param("banks"), "16", 4), "2 here");
  EXPECT_EQ(amounts_here(scan.param("banks"), "32", 32), "");
  EXPECT_EQ(amounts_here(scan.param("segment"), "512", 4), "") << "a size of the machine";
  const Algorithm& brlt = known_algorithm("brlt-scanrow");
  EXPECT_EQ(amounts_here(brlt.param("registers"), "16", 8), "4 here");
  EXPECT_EQ(amounts_here(brlt.param("registers"), "auto", 8), "");
  // as the trace has them
  for (const char* banks : {"32", "16"}) {
    StoryRequest wanted = bilgic("scan-transpose-scan");
    wanted.params["banks"] = std::string(banks);
    const auto story = make_story(wanted);
    EXPECT_EQ(amounts_here(scan.param("banks"), banks, story->request.sizes.warp), fmt::format("{} here", story->banks));
  }
}

TEST(StepsParameters, ThatAreShownDoSomething) {
  for (const Algorithm& algorithm : traced_algorithms())
    for (const Param& param : algorithm.params) {
      if (!acts_in_traces(algorithm, param, {})) continue;
      StoryRequest wanted = bilgic(algorithm.id);
      wanted.samples = load_input("pattern:noise:20x12:1");
      if (!algorithm.refusal({.extent = {20, 12}, .form = wanted.form, .params = {}}, Machine::cpu).empty()) continue;
      const std::string before = course_of(make_story(wanted)->trace);
      std::vector<std::string> values = param.choices;
      if (param.kind() == "bool") values = {"true", "false"};
      if (param.range) values.insert(values.end(), {satscope::to_text(ParamValue{param.range->min}), std::string("8")});
      bool acts = false;
      for (const std::string& value : values) {
        wanted.params = {{param.id, param.parse(value)}};
        const Request request{.extent = {20, 12}, .form = wanted.form, .params = wanted.params};
        if (!algorithm.refusal(request, Machine::cpu).empty()) continue;
        acts |= course_of(make_story(wanted)->trace) != before;
      }
      EXPECT_TRUE(acts) << algorithm.id << " " << param.id;
    }
  const Algorithm& scan = known_algorithm("scan-transpose-scan");
  EXPECT_FALSE(acts_in_traces(scan, scan.param("segment"), {}));
  EXPECT_TRUE(acts_in_traces(scan, scan.param("banks"), {}));
  EXPECT_TRUE(acts_in_traces(scan, scan.param("banks"), {{"padding", false}})) << "16 banks have other conflicts than 32";
}

// a run whose threads are recorded ends as the one whose threads are not, which is judged by the definition elsewhere
TEST(StepsBarriers, TheRunThatFailsIsWhatOneStepsThrough) {
  int failing = 0;
  for (const Algorithm& algorithm : traced_algorithms()) {
    StoryRequest wanted = bilgic(algorithm.id);
    wanted.samples = load_input("pattern:noise:9x6:1");
    for (const Barrier& barrier : std::set<Barrier>(make_story(wanted)->trace.barriers)) {
      wanted.deleted_barriers = {barrier};
      const auto story = make_story(wanted);
      EXPECT_EQ(story->failing_run.has_value(), story->right != nullptr);
      if (!story->failing_run) continue;
      ++failing;
      const std::string what = algorithm.id + " without " + barrier.text();
      Replay replay(story->trace);
      const JudgedBuffer& judged = story->failing_run->table.judged;
      const std::size_t buffer = static_cast<std::size_t>(judged.buffer < 0 ? story->trace.table : judged.buffer);
      const auto end = std::ranges::find_if(story->trace.steps,
                                            [&](const Step& step) { return judged.passes > 0 && step.pass >= judged.passes; });
      const std::size_t steps = static_cast<std::size_t>(end - story->trace.steps.begin());
      replay.go_to(steps);
      const auto table = replay.content(buffer);
      ASSERT_EQ(table.size(), story->failing_run->table.cells.size()) << what;
      for (std::size_t i = 0; i < table.size(); ++i) EXPECT_EQ(table[i].bits, story->failing_run->table.cells[i].bits) << what;
      EXPECT_EQ(story->trace.result_matches, judged.buffer >= 0 || story->failing_run->table.wrong.empty()) << what;
      EXPECT_FALSE(story->trace.races.empty()) << what;
      EXPECT_TRUE(story->right->trace.result_matches && story->right->trace.races.empty()) << what;
      EXPECT_TRUE(story->right->deleted_barriers.empty()) << what;
      if (!story->failing_run->table.wrong.empty()) {
        ASSERT_GT(story->first_wrong, 0U) << what;
        ASSERT_LE(story->first_wrong, story->step_count()) << what;
      }
      // going back and forth is a fresh replay here as well
      replay.go_to(steps / 2);
      replay.go_to(steps);
      for (std::size_t i = 0; i < table.size(); ++i)
        EXPECT_EQ(replay.content(buffer)[i].bits, story->failing_run->table.cells[i].bits) << what;
    }
  }
  EXPECT_GT(failing, 5);
}

TEST(StepsBarriers, AreKnownByThePhaseThatWaitsForThem) {
  std::size_t known = 0;
  for (const Algorithm& algorithm : traced_algorithms()) {
    StoryRequest wanted = bilgic(algorithm.id);
    wanted.samples = load_input("pattern:noise:9x6:1");
    const auto story = make_story(wanted);
    const std::set<Barrier> all = story->trace.barriers, named = by_phase(story->trace, all);
    EXPECT_EQ(named.size(), all.size()) << algorithm.id << ": no two of one name";
    EXPECT_EQ(by_line(story->trace, named), all) << algorithm.id;
    known += static_cast<std::size_t>(std::ranges::count(named, 0U, &Barrier::line));
  }
  EXPECT_GT(known, 10U);

  StepsState state;
  StepsSettings settings;
  settings.algorithm = "scan-transpose-scan";
  const std::set<Barrier> up_sweep{{"before up-sweep", 0}};
  state.deleted_barriers = up_sweep;
  state.want(settings, nullptr);
  while (state.building()) state.advance(0);
  const Story& story = state.player()->story();
  ASSERT_EQ(state.deleted_barriers.size(), 1U);
  EXPECT_EQ(state.deleted_barriers.begin()->file, "scan_transpose_scan.h") << "it has its line now";
  EXPECT_EQ(state.deleted_by_phase(), up_sweep);
  ASSERT_FALSE(story.trace.races.empty());
  EXPECT_TRUE(story.trace.races.front().second.label.starts_with("up-sweep")) << story.trace.races.front().second.label;
  const auto place = nlohmann::json::parse(R"({"deleted_barriers": ["before up-sweep", "transpose.h:46"]})");
  EXPECT_EQ(read_part<StepsPlace>(place).deleted, (std::set<Barrier>{{"before up-sweep", 0}, {"transpose.h", 46}}));
  EXPECT_EQ(written(read_part<StepsPlace>(place)).at("deleted_barriers"), place.at("deleted_barriers"));
  try {
    by_line(story.right->trace, {{"before lunch", 0}});
    ADD_FAILURE() << "there is no such barrier";
  } catch (const std::invalid_argument& refusal) {
    EXPECT_NE(std::string(refusal.what()).find("'before lunch' here; there are"), std::string::npos) << refusal.what();
    EXPECT_NE(std::string(refusal.what()).find("'before down-sweep'"), std::string::npos) << refusal.what();
  }
}

TEST(StepsState, GoesFromTheRunThatFailsToTheRightOneAndBack) {
  StepsState state;
  StepsSettings settings;
  settings.algorithm = "scan-transpose-scan";
  const auto wait = [&] {
    state.want(settings, nullptr);
    while (state.building()) state.advance(0);
  };
  wait();
  EXPECT_FALSE(state.has_two_runs());
  for (const Barrier& barrier : std::set<Barrier>(state.player()->story().trace.barriers)) {
    state.deleted_barriers = {barrier};
    wait();
    if (state.has_two_runs()) break;
  }
  ASSERT_TRUE(state.steps_the_failing_run());
  EXPECT_EQ(state.player()->position(), state.player()->story().first_wrong) << "where it goes wrong";
  const std::string label = state.player()->story().first_step(*state.player()->current()).label;
  state.swap_runs();
  EXPECT_FALSE(state.steps_the_failing_run());
  EXPECT_TRUE(state.player()->story().trace.result_matches);
  EXPECT_EQ(state.player()->story().first_step(*state.player()->current()).label, label) << "at the same place";
  state.swap_runs();
  EXPECT_TRUE(state.steps_the_failing_run());
  state.deleted_barriers.clear();
  wait();
  EXPECT_FALSE(state.has_two_runs());
}

TEST(StepsCaption, EveryStepHasItsThreeLines) {
  for (const Algorithm& algorithm : traced_algorithms()) {
    const auto story = make_story(bilgic(algorithm.id));
    for (const StoryStep& story_step : story->steps) {
      const StepCaption caption =
          caption_of(*story, story_step, focus_in(story->trace, story_step, 0, std::nullopt, std::nullopt));
      EXPECT_NE(caption.idea, "") << algorithm.id << " " << story->first_step(story_step).label;
      EXPECT_NE(caption.this_step, "") << algorithm.id << " " << story->first_step(story_step).label;
      EXPECT_NE(caption.machine.find(" busy"), std::string::npos) << caption.machine;
    }
  }
}

TEST(StepsCaption, FollowsThePointerAndTheArrowKeys) {
  StepsSettings settings;
  apply_example(settings, steps_examples()[1]);
  const auto story = make_story(request_of(settings));
  const StoryStep& story_step = story->steps[1];  // up-sweep d=4
  const Trace& trace = story->trace;
  const Step& step = trace.steps[story_step.first];
  const ThreadFocus typical = focus_in(trace, story_step, 0, std::nullopt, std::nullopt);
  EXPECT_EQ(typical.thread, 0U);
  EXPECT_EQ(caption_of(*story, story_step, typical).this_step, "Thread 0: 3 + 1 = 4, stored at temp[1].");
  for (const Write& write : trace.writes_of(step)) {
    const ThreadFocus focus = focus_in(trace, story_step, 0, CellAt{write.buffer, write.index}, 0);
    EXPECT_EQ(focus.thread, write.thread);
  }
  EXPECT_EQ(next_in_focus(trace, typical, 1), 1U);
  EXPECT_EQ(next_in_focus(trace, typical, -1), 0U);
  EXPECT_EQ(next_in_focus(trace, {story_step.first, 3}, 1), 3U) << "stays at the last";
  EXPECT_EQ(focus_in(trace, story_step, 0, std::nullopt, 2).thread, 2U);
  EXPECT_EQ(focus_in(trace, story->steps[3], 0, std::nullopt, 2).thread, 0U) << "thread 2 is idle there";
}

TEST(StepsPrediction, IsJudgedByTheTrace) {
  StepsSettings settings;
  apply_example(settings, steps_examples()[1]);
  const auto story = make_story(request_of(settings));
  const auto written = cells_written(*story, 2);  // up-sweep d=2 writes temp[3] and temp[7]
  ASSERT_EQ(written.size(), 2U);
  const std::uint32_t temp = written[0].cell.buffer;
  EXPECT_EQ(written[0].cell, (CellAt{temp, 3}));
  EXPECT_EQ(written[1].cell, (CellAt{temp, 7}));
  Prediction prediction;
  prediction.turn(true);
  prediction.click({temp, 3});
  for (const char letter : {'1', '1', 'x'}) prediction.type(letter);
  prediction.click({temp, 7});
  prediction.type('9');
  prediction.click({temp, 5});
  prediction.judge(*story, 2, [](CellAt) { return true; });
  ASSERT_TRUE(prediction.outcome());
  EXPECT_EQ(prediction.outcome()->found.size(), 2U);
  EXPECT_EQ(prediction.outcome()->missed.size(), 0U);
  EXPECT_EQ(prediction.outcome()->wrong, (std::vector<CellAt>{{temp, 5}}));
  EXPECT_EQ(prediction.outcome()->right_values, 1) << "4 + 7 = 11, but 5 + 9 is 14";
  EXPECT_EQ(prediction.outcome()->wrong_values, (std::vector<CellAt>{{temp, 7}}));
  EXPECT_EQ(sentence_of(*prediction.outcome()), "2 of 2 cells found, 1 cell marked that did not change; 1 of 2 values right.");
  EXPECT_FALSE(prediction.outcome()->right());
  Prediction one_number;
  one_number.turn(true);
  one_number.click({temp, 7});
  one_number.click({temp, 3});
  for (const char letter : {'1', '1'}) one_number.type(letter);
  one_number.judge(*story, 2, [](CellAt) { return true; });
  EXPECT_EQ(sentence_of(*one_number.outcome()), "2 of 2 cells found; 1 of 1 value right, 1 not typed.");
  EXPECT_FALSE(one_number.outcome()->right());
  // one more, half right: the score goes on; an empty mark is not judged
  prediction.click({temp, 7});
  prediction.judge(*story, 3, [](CellAt) { return true; });
  EXPECT_EQ(prediction.found(), 3);
  EXPECT_EQ(prediction.asked(), 3);
  EXPECT_EQ(prediction.wrong(), 1) << "the mark at [5] counts on";
  prediction.forget();
  prediction.judge(*story, 5, [](CellAt) { return true; });
  EXPECT_FALSE(prediction.outcome()->tried);
  EXPECT_EQ(prediction.asked(), 3);
  // what cannot be seen is not missed
  prediction.click({temp, 0});
  prediction.judge(*story, 2, [](CellAt) { return false; });
  EXPECT_TRUE(prediction.outcome()->missed.empty());
  prediction.click({temp, 1});
  prediction.click({temp, 1});
  EXPECT_TRUE(prediction.marks().empty()) << "a second click takes the mark off";
}

TEST(StepsSources, TakeAnotherPixelAndPastedNumbers) {
  const auto story = make_story(bilgic("serial"));
  const StepsSource edited = with_pixel({}, story->trace.buffers[0], 5, "17");
  EXPECT_EQ(edited.typed, "2 1 3 1\n3 17 1 1\n4 1 3 1\n");
  EXPECT_EQ(samples_of(edited, nullptr).value(1, 1), 17);
  const auto pasted = pasted_numbers({}, "1\t2\t3\r\n4\t5\t6\r\n");
  ASSERT_TRUE(pasted);
  EXPECT_EQ(samples_of(*pasted, nullptr).extent, (Extent{3, 2}));
  EXPECT_EQ(samples_of(*pasted_numbers({}, "1;2;3\n4;5;6"), nullptr).value(2, 1), 6);
  EXPECT_EQ(samples_of(*pasted_numbers({}, " -1.5, 2\n3, 4"), nullptr).value(0, 0), -1.5);
  EXPECT_EQ(pasted_numbers({}, "pictures/picture.png"), std::nullopt);
  EXPECT_EQ(pasted_numbers({}, ""), std::nullopt);
  EXPECT_THROW(pasted_numbers({}, "1 2\n3"), InputError);
  std::string wide = "0";
  for (int i = 0; i < 64; ++i) wide += " 0";
  EXPECT_THROW(pasted_numbers({}, wide), InputError) << "65 are more than can be stepped through";
}

/// What is printed of an algorithm, and the texts of the lines that a step of this label does, joined by "; ".
const Listing& listing_named(const std::vector<Listing>& all, const std::string& item) {
  const auto found = std::ranges::find_if(all, [&](const Listing& one) { return one.item.starts_with(item); });
  if (found == all.end()) throw std::out_of_range(item);
  return *found;
}
std::string done_by(const Listing& listing, std::string_view pass, std::string_view label) {
  std::string text;
  for (const std::size_t line : lines_done(listing, pass, label))
    text += listing.lines[line].text.substr(listing.lines[line].text.find_first_not_of(' ')) + "; ";
  return text;
}

// every label that a line names is that of a step in some trace, so a phase that is renamed does not leave it dark
TEST(Listings, EveryLineThatNamesStepsIsLitByOne) {
  std::set<std::string> items;
  for (const Algorithm& algorithm : algorithms()) {
    std::vector<Params> all{{}};
    for (const Param& param : algorithm.params)
      for (const std::string& choice : param.choices)
        if (param.id != "segment" && param.id != "block")
          all.push_back({{param.id, choice}});  // because: a trace takes these from the machine
    if (algorithm.find_param("n")) all.push_back({{"n", 2.0}});
    std::map<std::string, std::set<std::size_t>> dark;  // by item: lines that no step has lit yet
    std::set<std::string> met;
    for (const Params& params : all) {
      const std::vector<Listing> listings = listings_of(algorithm, params);
      if (listings.empty()) continue;
      const std::vector<std::byte> pixels(19 * 13, std::byte{1});
      const Trace t = trace(
          algorithm, {.extent = {19, 13}, .form = Form::exclusive, .params = params, .sizes = algorithm.trace_sizes.front()},
          pixels);
      for (const Listing& one : listings) {
        items.insert(one.paper + ", " + one.item.substr(0, one.item.find(',')));
        auto& left = dark[one.item];
        if (met.insert(one.item).second)
          for (std::size_t i = 0; i < one.lines.size(); ++i)
            if (!one.lines[i].steps.empty()) left.insert(i);
        for (const Step& step : t.steps)
          for (const std::size_t line : lines_done(one, t.passes[static_cast<std::size_t>(step.pass)].name, step.label))
            left.erase(line);
      }
    }
    for (const auto& [item, lines] : dark)
      for (const std::size_t line : lines) ADD_FAILURE() << algorithm.id << ", " << item << ": no step does line " << line;
  }
  for (const char* item :
       {"Bilgic et al. 2010, sequential listing", "Bilgic et al. 2010, scan kernel", "Bilgic et al. 2010, transpose kernel",
        "Angioloni and Pegoraro, Algorithm 1", "Angioloni and Pegoraro, Algorithm 2", "Chen et al. 2018, Algorithm 1",
        "Chen et al. 2018, Algorithm 2", "Chen et al. 2018, Algorithm 3", "Chen et al. 2018, Algorithm 4",
        "Chen et al. 2018, Algorithm 5", "Ehsan et al. 2015, Equations 6 and 7", "Ehsan et al. 2015, Equations 8 to 11",
        "Ehsan et al. 2015, Equations 12 to 19", "Ehsan et al. 2015, Equations 20 to 22"})
    EXPECT_TRUE(items.contains(item)) << item;
}

TEST(Listings, LightWhatTheStepDoes) {
  const auto scan = listings_of(known_algorithm("scan-transpose-scan"), {});
  const Listing& kernel = listing_named(scan, "scan kernel");
  EXPECT_EQ(done_by(kernel, "scan rows", "down-sweep d=2"),
            "for (d = 1; d < n; d *= 2); if (tdx < d); ai = offset*(2*tdx+1) - 1; bi = offset*(2*tdx+2) - 1; t = temp[ai]; "
            "temp[ai] = temp[bi]; temp[bi] += t; ");
  EXPECT_EQ(done_by(kernel, "scan rows", "clear, keep the sum"), "if (tdx == 0) temp[n-1] = 0; ");
  EXPECT_EQ(done_by(kernel, "scan rows", "add back"), "");
  // the first row is a loop of its own there, in the step of any other row it is dark
  const auto serial = listings_of(known_algorithm("serial"), {});
  const Listing& table = listing_named(serial, "Algorithm 1");
  EXPECT_EQ(done_by(table, "recursion", "recursion row 0"),
            "J[0][0] = I[0][0]; for i = 1; i < W; i++; J[0][i] = I[0][i] + J[0][i - 1]; ");
  EXPECT_EQ(done_by(table, "recursion", "recursion row 3"),
            "for i = 0; i < W; i++; sum = sum + I[j][i]; J[j][i] = J[j - 1][i] + sum; ");
  // the same label in two passes: only the lines of its own pass
  const auto rows = listings_of(known_algorithm("thread-per-row"), {});
  EXPECT_EQ(done_by(listing_named(rows, "Algorithm 2"), "scan rows, transposed", "along rows"),
            "for i = 0 to w; JT[i, 0] = rowsT[i, 0]; for j = 1 to h; JT[i, j] = rowsT[i, j] + JT[i, j - 1]; ");
}

TEST(Listings, MarkTheSlipsThatTheDescriptionsName) {
  std::size_t marked = 0;
  for (const Algorithm& algorithm : algorithms())
    for (const Slip& slip : algorithm.slips) {
      bool found = false;
      for (const char* value : {"bilgic", "angioloni", "kogge-stone", "ladner-fischer"}) {
        Params params;
        for (const Param& param : algorithm.params)
          if (std::ranges::count(param.choices, value) > 0) params[param.id] = std::string(value);
        for (const Listing& one : listings_of(algorithm, params)) {
          const std::string item = one.item.substr(0, one.item.find(','));
          if (!slip.where.ends_with(item)) continue;
          found |= std::ranges::any_of(one.lines, [](const ListingLine& line) { return !line.right.empty(); });
        }
      }
      EXPECT_TRUE(found) << algorithm.id << ": " << slip.where << " has no marked line";
      marked += found;
    }
  EXPECT_GE(marked, 8U);
  const auto lanes = listings_of(known_algorithm("scanrow-brlt"), {});
  const ListingLine& slip = listing_named(lanes, "Algorithm 3").lines[3];
  EXPECT_EQ(slip.number, "4");
  EXPECT_EQ(slip.text, "  if laneId > i");
  EXPECT_TRUE(slip.right.starts_with("laneId >= i"));
}

TEST(Glossary, FindsItsTermsInTexts) {
  ASSERT_GT(glossary().size(), 50U);
  for (const GlossaryTerm& term : glossary()) {
    const auto found = terms_in("Here " + term.name + ".");
    ASSERT_EQ(found.size(), 1U) << term.name;
    EXPECT_EQ(found[0].term->name, term.name);
    EXPECT_EQ(term.meaning.back(), '.') << term.name;
  }
  const std::string text = "Bank conflicts: lanes, a laneway and the padded tile";
  std::vector<std::string> names;
  for (const TermAt& at : terms_in(text)) names.push_back(text.substr(at.begin, at.end - at.begin));
  EXPECT_EQ(names, (std::vector<std::string>{"Bank conflicts", "lanes", "padded", "tile"}));
}

}  // namespace
}  // namespace satscope::app
