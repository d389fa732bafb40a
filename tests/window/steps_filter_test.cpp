// SPDX-License-Identifier: Apache-2.0
// Filters as stories: right by their definitions, made of the pixels of their windows, with reads that are counted, and with
// what they read beside the picture made up.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <set>

#include "app/core/json.h"
#include "app/session/session.h"
#include "app/ui/workspace.h"
#include "app/workspaces/steps/caption/kernel_text.h"
#include "app/workspaces/steps/player.h"
#include "app/workspaces/steps/source/edit.h"
#include "app/workspaces/steps/source/source.h"
#include "app/workspaces/steps/source/what.h"
#include "app/workspaces/steps/trace/filter.h"
#include "app/workspaces/steps/trace/filter_window.h"
#include "app/workspaces/steps/trace/flow.h"
#include "kernels/registry.h"
#include "tests/window/rooms.h"

namespace satscope::app {
namespace {

struct Asked {
  Params params = {};
  int side = 8;
  std::size_t size = 0;
  bool together = false;
  std::string tables = {};
};

Samples noise(int side) { return samples_of({.kind = StepsSource::Kind::ready, .side = side, .ready = "noise"}, nullptr); }

/// As the workspace begins when the filter is chosen, with some parameters changed.
std::shared_ptr<const Story> story_of_filter(const std::string& id, const Asked& asked = {}) {
  StepsSettings settings;
  step_filter(settings, *find_filter(id));
  for (const auto& [name, value] : asked.params) settings.filter_params[name] = value;
  StoryRequest wanted;
  wanted.samples = noise(asked.side);
  wanted.algorithm = asked.tables.empty() ? settings.algorithm : asked.tables;
  wanted.filter = settings.filter;
  wanted.filter_params = settings.filter_params;
  wanted.size = asked.size;
  wanted.together = asked.together;
  return make_story(wanted);
}

std::vector<Cell> cells_of(const Story& story, std::size_t buffer) {
  Replay replay(story.trace);
  replay.go_to(story.trace.steps.size());
  const auto cells = replay.content(buffer);
  return {cells.begin(), cells.end()};
}
std::vector<Cell> result_of(const Story& story) { return cells_of(story, static_cast<std::size_t>(story.trace.table)); }

class EveryFilter : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Steps, EveryFilter, testing::ValuesIn(ids_of(filters())), NamedById());

TEST_P(EveryFilter, IsTheHostsResultOnEveryMachineAndPatch) {
  for (std::size_t size = 0; size < filter_trace_sizes().size(); ++size)
    for (const int side : {4, 8, 32}) {
      const auto story = story_of_filter(GetParam(), {.side = side, .size = size});
      EXPECT_TRUE(story->trace.result_matches) << side;
      EXPECT_EQ(story->cross_check.state, CrossCheck::State::agree) << story->cross_check.text;
      EXPECT_TRUE(story->trace.races.empty());
      EXPECT_EQ(story->title(), find_filter(GetParam())->title);
      EXPECT_EQ(story->sizes, filter_trace_sizes()[size]);
      EXPECT_EQ(story->costs.size(), story->trace.passes.size());
    }
}

TEST_P(EveryFilter, ReadsAsOftenAsItSaysWhereNoWindowTouchesAnEdge) {
  const auto story = story_of_filter(GetParam(), {.side = 16});
  EXPECT_GT(story->filter.counted.pixels, 0);
  EXPECT_TRUE(story->filter.counted.alike);
  EXPECT_DOUBLE_EQ(story->filter.counted.per_pixel, story->filter.reads_by_formula);
  double parts = 0, passes = 0;
  for (const auto& part : story->filter.counted.of) parts += part.reads;
  for (const double reads : story->filter.counted.by_pass) passes += reads;
  EXPECT_DOUBLE_EQ(parts, story->filter.counted.per_pixel);
  EXPECT_DOUBLE_EQ(passes, story->filter.counted.per_pixel);
}

TEST_P(EveryFilter, HasStepsAndPhasesThatCoverTheTrace) {
  for (const bool together : {true, false}) {
    const auto story = story_of_filter(GetParam(), {.together = together});
    std::uint32_t step = 0;
    for (const StoryStep& story_step : story->steps) {
      ASSERT_EQ(story_step.first, step);
      step = story_step.end;
    }
    EXPECT_EQ(step, story->trace.steps.size());
    std::size_t story_step = 0;
    for (const StoryPhase& story_phase : story->phases) {
      ASSERT_EQ(story_phase.first, story_step);
      story_step = story_phase.end;
    }
    EXPECT_EQ(story_step, story->step_count());
    Player player(story);
    player.go_to(story->step_count());
    const auto shown = player.replay().content(static_cast<std::size_t>(story->trace.table));
    const std::vector<Cell> result = result_of(*story);
    EXPECT_TRUE(std::equal(shown.begin(), shown.end(), result.begin(), result.end()));
  }
}

TEST_P(EveryFilter, HasASourceForEveryLineThatTouchesMemory) {
  const auto story = story_of_filter(GetParam());
  for (const Step& step : story->trace.steps) ASSERT_NO_THROW(kernel_text(kernel_name(step.file))) << step.file;
  for (const Read& read : story->trace.reads) {
    const std::string_view name = kernel_name(story->trace.files[read.file]);
    const auto lines = lines_of(kernel_text(name));
    ASSERT_LE(read.line, lines.size());
    ASSERT_NE(lines[read.line - 1].find('['), std::string_view::npos) << name << ":" << read.line;
  }
}

TEST_P(EveryFilter, ArrowsLeadToEveryResult) {
  const auto story = story_of_filter(GetParam());
  const auto table = static_cast<std::uint32_t>(story->trace.table);
  std::set<std::uint32_t> reached;
  for (const Step& step : story->trace.steps)
    for (const Flow& flow : flows_of(story->trace, step))
      if (flow.to.buffer == table) reached.insert(flow.to.index);
  EXPECT_EQ(reached.size(), story->trace.buffers[table].shape.area());
}

TEST(StepsBox, IsTheMeanOfItsWindowMadeOfExactlyItsPixels) {
  const Samples samples = noise(8);
  for (const int r : {1, 2}) {
    const auto story = story_of_filter("box", {.params = {{"r", static_cast<double>(r)}}});
    const std::vector<Cell> result = result_of(*story);
    for (int y = 0; y < 8; ++y)
      for (int x = 0; x < 8; ++x) {
        const int x0 = std::max(0, x - r), y0 = std::max(0, y - r), x1 = std::min(8, x + r + 1), y1 = std::min(8, y + r + 1);
        double sum = 0;
        for (int v = y0; v < y1; ++v)
          for (int u = x0; u < x1; ++u) sum += samples.value(u, v);
        const Cell& cell = result[static_cast<std::size_t>(8 * y + x)];
        EXPECT_EQ(static_cast<double>(cell.bits), std::floor(sum / ((x1 - x0) * (y1 - y0)) + 0.5)) << x << ", " << y;
        EXPECT_EQ(pixels_of(story->trace, cell).bounds, (Box{x0, y0, x1 - x0, y1 - y0}));
      }
    const auto at = CellAt{static_cast<std::uint32_t>(story->trace.table), 8 * 3 + 4};
    EXPECT_EQ(text_of(*story, at, result[at.index]),
              fmt::format("made of {} × {} pixels from ({}, {}) on", 2 * r + 1, 2 * r + 1, 4 - r, 3 - r));
    // a table's entry is a sum
    const CellAt entry{1, 8 * 3 + 4};
    EXPECT_EQ(text_of(*story, entry, cells_of(*story, 1)[entry.index]), "sum of rows 0 to 3, columns 0 to 4");
  }
}

TEST(StepsBox, ReadsFourEntriesWhateverTheRadius) {
  // windows that touch no edge: 8 - 2 (r + 1) in each direction
  for (const auto& [r, pixels] : {std::pair{0, 36}, {1, 16}, {2, 4}}) {
    const auto story = story_of_filter("box", {.params = {{"r", static_cast<double>(r)}}});
    EXPECT_EQ(story->filter.counted.pixels, pixels) << r;
    EXPECT_EQ(story->filter.counted.per_pixel, 4) << r;
    ASSERT_EQ(story->filter.counted.of.size(), 1U);
    EXPECT_EQ(story->filter.counted.of[0].buffer, "table");
  }
  EXPECT_EQ(story_of_filter("box-naive", {.params = {{"r", 2.0}}})->filter.counted.per_pixel, 25);
  EXPECT_EQ(story_of_filter("box", {.params = {{"r", 3.0}}})->filter.counted.pixels, 0) << "then nothing is counted";
}

TEST(StepsBox, ArrowsComeFromTheFourCornersOfTheWindow) {
  const auto story = story_of_filter("box");
  const auto table = static_cast<std::uint32_t>(story->trace.table);
  for (const Step& step : story->trace.steps)
    for (const Write& write : story->trace.writes_of(step)) {
      if (write.buffer != table || write.index != 8 * 3 + 4) continue;
      std::set<std::uint32_t> from;
      for (const Flow& flow : flows_of(story->trace, step))
        if (flow.to == CellAt{table, write.index}) {
          EXPECT_EQ(story->trace.buffers[flow.from.buffer].name, "table");
          from.insert(flow.from.index);
        }
      // D, B, C, A of columns 3 to 5 and rows 2 to 4
      EXPECT_EQ(from, (std::set<std::uint32_t>{8 * 4 + 5, 8 * 1 + 5, 8 * 4 + 2, 8 * 1 + 2}));
      return;
    }
  FAIL() << "it was not written";
}

TEST(StepsBox, ReadsInTheSourceOfItsWindow) {
  const auto story = story_of_filter("box");
  std::set<std::string_view> reads, writes;
  for (const Step& step : story->trace.steps) {
    if (!is_filter_source(step.file)) continue;
    EXPECT_EQ(kernel_name(step.file), "filters/box.h");
    for (const Read& read : story->trace.reads_of(step)) reads.insert(kernel_name(story->trace.files[read.file]));
    for (const Write& write : story->trace.writes_of(step)) writes.insert(kernel_name(story->trace.files[write.file]));
  }
  EXPECT_EQ(reads, (std::set<std::string_view>{"filters/window.h"}));
  EXPECT_EQ(writes, (std::set<std::string_view>{"filters/box.h"}));
}

TEST(StepsMotion, SeesThePatchMoveByOnePixelWithinTwoRectangles) {
  const Samples samples = noise(8);
  const auto story = story_of_filter("motion");
  EXPECT_NE(story->filter.made_up.find("previous frame"), std::string::npos) << story->filter.made_up;
  EXPECT_NE(story->filter.made_up.find("two rectangles"), std::string::npos);
  const std::vector<Cell> means = result_of(*story);
  ASSERT_EQ(means.size(), 2U);
  const Box rectangles[]{{2, 2, 4, 4}, {4, 1, 4, 4}};
  for (std::size_t i = 0; i < 2; ++i) {
    double moved = 0;
    for (int y = rectangles[i].y; y < rectangles[i].y + 4; ++y)
      for (int x = rectangles[i].x; x < rectangles[i].x + 4; ++x)
        moved += std::abs(samples.value(x, y) - samples.value(std::min(7, x + 1), y));
    EXPECT_EQ(static_cast<double>(means[i].bits), std::floor(256 * moved / 16 + 0.5));
  }
  std::set<std::string> given;
  for (const std::uint32_t buffer : story->given) given.insert(story->trace.buffers[buffer].name);
  EXPECT_EQ(given, (std::set<std::string>{"picture", "previous", "rectangles"}));
}

TEST(StepsVariable, HasAMapThatIsMadeOrMadeUp) {
  EXPECT_TRUE(story_of_filter("variable")->filter.made_up.empty());
  const auto story = story_of_filter("variable", {.params = {{"map", std::string("painted")}}});
  EXPECT_NE(story->filter.made_up.find("ramp"), std::string::npos) << story->filter.made_up;
  ASSERT_EQ(story->given.size(), 2U);
  const TraceBuffer& map = story->trace.buffers[story->given[1]];
  EXPECT_EQ(map.start.front().bits, 0U);
  EXPECT_EQ(map.start.back().bits, 255U);
  EXPECT_EQ(story->extremes[story->given[1]].most, 255);
  // the radius grows with it: 3 * map / 255
  const std::vector<Cell> result = result_of(*story);
  EXPECT_EQ(pixels_of(story->trace, result[8 * 4 + 0]).count, 1);
  EXPECT_EQ(pixels_of(story->trace, result[8 * 4 + 4]).bounds, (Box{2, 2, 5, 5}));
}

TEST(StepsTables, OfAFilterAreMadeByAnyAlgorithmThatCan) {
  for (const Filter& filter : filters()) {
    StepsSettings settings;
    step_filter(settings, filter);
    const auto story = story_of_filter(filter.id);
    ASSERT_FALSE(story->filter.table_makers.empty()) << filter.id;
    // the one of fewest passes whose limit holds for patches of 32 pixels too, and for what the filter makes of them
    const FilterRequest largest{.extent = {32, 32},
                                .params = settings.filter_params,
                                .regions = k_made_up_regions,
                                .faces = k_made_up_regions,
                                .sizes = filter_trace_sizes().front()};
    EXPECT_EQ(settings.algorithm, traced_table_makers(filter, largest).front()) << filter.id;
    for (const std::string& maker : story->filter.table_makers)
      EXPECT_TRUE(story_of_filter(filter.id, {.tables = maker})->trace.result_matches) << filter.id << " with " << maker;
  }
  EXPECT_GT(story_of_filter("box")->filter.table_makers.size(), 1U);
}

TEST(StepsTables, WithoutABarrierRaceInAFilterToo) {
  StoryRequest wanted;
  wanted.samples = noise(8);
  wanted.algorithm = "scan-transpose-scan";
  wanted.filter = "box";
  wanted.filter_params = {{"r", 1.0}};
  const auto whole = make_story(wanted);
  EXPECT_TRUE(whole->trace.races.empty());
  wanted.deleted_barriers = whole->trace.barriers;
  EXPECT_FALSE(make_story(wanted)->trace.races.empty());
}

TEST(StepsSettingsOfFilters, AreKeptInASessionAndUndone) {
  Session session;
  step_filter(session.part<StepsSettings>(), "variable r=7 map=painted angle=-30");
  EXPECT_EQ(session.part<StepsSettings>().filter_params.at("r"), ParamValue(7.0));
  EXPECT_FALSE(session.part<StepsSettings>().together) << "every pixel does the same";
  const auto json = nlohmann::json::parse(to_json(session).dump());
  EXPECT_EQ(json["steps"]["filter"], "variable");
  EXPECT_EQ(json["steps"]["filter_params"]["r"], 7);
  EXPECT_EQ(session_from_json(json, whole_session()), session);

  std::set<Barrier> none;
  StepsHistory history;
  const StepsSettings before = StepsSettings{};
  history.start(edit_of(before, none));
  history.note(edit_of(session.part<StepsSettings>(), none), false);
  StepsSettings now = session.part<StepsSettings>();
  apply_edit(StepsEdit(history.undo()), now, none);
  EXPECT_EQ(now, before);
  apply_edit(StepsEdit(history.redo()), now, none);
  EXPECT_EQ(now, session.part<StepsSettings>());
  step_algorithm(now, "serial");
  EXPECT_TRUE(now.filter.empty() && now.filter_params.empty() && now.together);
  EXPECT_THROW(step_filter(now, "box; box"), std::invalid_argument);
  EXPECT_THROW(step_filter(now, "blur"), std::invalid_argument);
}

/// The window of a box mean with r = 1 and its corners in the inclusive table, by hand: also where it is cut off at the edges.
TEST(FilterWindows, OfABoxMeanHaveItsCornersInTheTable) {
  const auto story = story_of_filter("box", {.params = {{"r", 1.0}}});
  const auto result = static_cast<std::uint32_t>(story->trace.table);
  for (int y = 0; y < 8; ++y)
    for (int x = 0; x < 8; ++x) {
      const CellAt pixel{result, static_cast<std::uint32_t>(8 * y + x)};
      EXPECT_FALSE(filter_window(*story, pixel, 0)) << "not written yet";
      const auto window = filter_window(*story, pixel, story->step_count());
      ASSERT_TRUE(window);
      const int left = std::max(0, x - 1), top = std::max(0, y - 1), right = std::min(7, x + 1), bottom = std::min(7, y + 1);
      EXPECT_EQ(window->window, (Box{left, top, right - left + 1, bottom - top + 1})) << x << ", " << y;
      std::string corners;
      for (const FilterSource& source : window->sources) {
        EXPECT_EQ(story->trace.buffers[source.at.buffer].name, "table");
        corners += fmt::format("{}{}{} ", source.corner == 0 ? ' ' : source.corner, source.at.index % 8, source.at.index / 8);
      }
      std::string wanted;
      if (left > 0 && top > 0) wanted += fmt::format("A{}{} ", left - 1, top - 1);
      if (top > 0) wanted += fmt::format("B{}{} ", right, top - 1);
      if (left > 0) wanted += fmt::format("C{}{} ", left - 1, bottom);
      wanted += fmt::format("D{}{} ", right, bottom);
      EXPECT_EQ(corners, wanted) << x << ", " << y;
      EXPECT_EQ(window->corners_outside, left == 0 || top == 0) << x << ", " << y;
    }
  EXPECT_FALSE(filter_window(*story, {0, 0}, story->step_count())) << "a pixel of the picture is no result";
}

TEST(StepsSettingsOfFilters, MayBeAbsentAndAreCheckedElse) {
  const auto problem = [](const char* json) -> std::string {
    try {
      session_from_json(nlohmann::json::parse(json), whole_session());
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(problem(R"({"steps": {"algorithm": "serial", "params": {}, "size": 1}})"), "") << "a file from before filters";
  EXPECT_EQ(problem(R"({"steps": {"filter": "box", "filter_params": {"r": 4}}})"), "");
  EXPECT_EQ(problem(R"({"steps": {"filter": "box", "filter_params": {"r": 5000}}})"),
            "session: steps: parameter r must be a whole number from 0 to 4096, not '5000'");
  StoryRequest wanted;
  wanted.samples = noise(4);
  wanted.algorithm = "serial";
  wanted.filter = "nothing";
  EXPECT_THROW(make_story(wanted), std::invalid_argument);
}

}  // namespace
}  // namespace satscope::app
