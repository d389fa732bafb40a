// SPDX-License-Identifier: Apache-2.0
// Filters on machine Traced: right, without a race, with reads that are counted, and made of exactly their windows' pixels.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "kernels/filters/filter_trace.h"
#include "kernels/registry.h"
#include "kernels/trace/replay.h"
#include "tests/kernels/filters_stage.h"

namespace satscope {
namespace {

using namespace testing;

/// With tables of the serial algorithm, which traces squares too.
Trace trace_of(const Filter& filter, const FilterRequest& request, const Stage& stage,
               const Algorithm& tables = *find_algorithm("serial")) {
  std::vector<std::span<const std::byte>> inputs;
  const FilterPlan plan = traced_filter_plan(filter, request, tables);
  for (const FilterPlan::Input& input : plan.inputs) inputs.push_back(stage.input(plan, input));
  return trace_filter(filter, request, tables, std::as_bytes(std::span(stage.picture.pixels)), inputs);
}

FilterRequest traced_request(const Stage& stage, Params params, const Sizes& sizes = filter_trace_sizes().front()) {
  FilterRequest request = stage.request(std::move(params));
  request.sizes = sizes;
  return request;
}

std::vector<Cell> result_of(const Trace& trace) {
  Replay replay(trace);
  replay.go_to(trace.steps.size());
  const auto cells = replay.content(static_cast<std::size_t>(trace.table));
  return {cells.begin(), cells.end()};
}

/// Reads of the plan's buffer of this name in the last pass.
std::int64_t reads_of(const Trace& trace, std::string_view buffer) {
  std::int64_t count = 0;
  for (const Step& step : trace.steps) {
    if (step.pass != static_cast<int>(trace.passes.size()) - 1) continue;
    for (const Read& read : trace.reads_of(step)) count += trace.buffers[read.buffer].name == buffer;
  }
  return count;
}

/// The border rules that a filter knows; one that is none where it has no such parameter.
std::vector<std::string> borders_of(const Filter& filter) {
  const Param* border = filter.find_param("border");
  return border ? border->choices : std::vector<std::string>{""};
}

/// Windows of a few pixels, for small pictures.
Params small_params(const Filter& filter, double r, const std::string& border) {
  Params params;
  if (!border.empty()) params["border"] = border;
  if (filter.find_param("r")) params["r"] = r;
  if (filter.find_param("cell")) params["cell"] = r + 2;
  if (filter.find_param("w")) params["w"] = r + 1;
  return params;
}

TEST(TraceOfEveryFilter, EqualsTheHostWithoutARace) {
  for (const Filter& filter : filters())
    for (const Sizes& sizes : filter_trace_sizes())
      for (const Extent extent : {Extent{1, 1}, Extent{1, 7}, Extent{9, 1}, Extent{11, 9}}) {
        const Stage stage(noise(extent, 3));
        for (const std::string& border : borders_of(filter)) {
          const Params params = small_params(filter, 3, border);
          const Trace trace = trace_of(filter, traced_request(stage, params, sizes), stage);
          const std::string name = name_of(filter, params, extent);
          EXPECT_TRUE(trace.result_matches) << name;
          EXPECT_TRUE(trace.deadlocks.empty()) << name;
          for (const Race& race : trace.races) ADD_FAILURE() << name << ": " << race.sentence();
          for (const Step& step : trace.steps) EXPECT_GT(step.line, 0) << name;
        }
      }
}

TEST(TraceOfEveryFilter, GoesWithTheTablesOfEveryAlgorithm) {
  const Stage stage(noise({10, 8}, 9));
  for (const Algorithm& tables : traced_algorithms())
    for (const char* id : {"box", "bradley", "variable", "gauss", "motion", "unsharp", "motion-blur"}) {
      const Trace trace = trace_of(*find_filter(id), traced_request(stage, {}), stage, tables);
      EXPECT_TRUE(trace.result_matches && trace.races.empty()) << id << " with " << tables.id;
    }
  const auto squares = [&](const char* tables) {
    return trace_of(*find_filter("sauvola"), traced_request(stage, {}), stage, *find_algorithm(tables));
  };
  for (const Algorithm& tables : traced_algorithms()) EXPECT_TRUE(squares(tables.id.c_str()).result_matches) << tables.id;
  // whole numbers in doubles
  for (const Algorithm& tables : traced_algorithms()) {
    if (!refusal(*find_filter("guided"), stage.request(), tables, Machine::cpu).empty()) continue;
    EXPECT_TRUE(trace_of(*find_filter("guided"), traced_request(stage, {{"r", 1.0}}), stage, tables).result_matches)
        << tables.id;
  }
}

/// Columns (or rows) of a table that both ends of a window read along one line: none for the zeros before the first pixel.
int ends_read(int i, int r, int length) { return (std::min(i + r + 1, length) > 0) + (i - r > 0); }

TEST(CountedReads, ABoxReadsFourEntriesForEveryInnerPixelWhateverTheRadius) {
  const Extent extent{21, 18};
  const Stage stage(noise(extent, 1));
  for (const char* border : {"clip", "clamp", "mirror", "zero"})
    for (const int r : {0, 1, 3, 8}) {
      const FilterRequest request = traced_request(stage, {{"r", static_cast<double>(r)}, {"border", std::string(border)}});
      const Trace trace = trace_of(*find_filter("box"), request, stage);
      int inner = 0;
      for (const Step& step : trace.steps) {
        if (step.pass != 1) continue;
        const int y = step.block % extent.height, x0 = step.block / extent.height * request.sizes.block;
        std::vector<int> reads(static_cast<std::size_t>(request.sizes.block), 0);
        for (const Read& read : trace.reads_of(step)) ++reads[read.thread];
        for (int k = 0; k < request.sizes.block; ++k) {
          const int x = x0 + k;
          if (x - r <= 0 || y - r <= 0 || x + r >= extent.width || y + r >= extent.height) continue;
          EXPECT_EQ(reads[static_cast<std::size_t>(k)], 4) << border << " r=" << r << " at " << x << ", " << y;
          ++inner;
        }
      }
      // away from the upper and left zeros of the table
      EXPECT_EQ(inner, std::max(0, extent.width - 2 * r - 1) * std::max(0, extent.height - 2 * r - 1)) << border << " r=" << r;
    }
}

TEST(CountedReads, OfAllPixelsFollowAFormula) {
  const Extent extent{13, 10};
  const Stage stage(noise(extent, 1));
  for (const int r : {0, 1, 4, 30})
    for (const char* border : {"clip", "zero"}) {
      std::int64_t columns = 0, rows = 0;
      for (int x = 0; x < extent.width; ++x) columns += ends_read(x, r, extent.width);
      for (int y = 0; y < extent.height; ++y) rows += ends_read(y, r, extent.height);
      const Params params{{"r", static_cast<double>(r)}, {"border", std::string(border)}};
      for (const char* id : {"box", "bradley", "sauvola", "lens", "unsharp", "contrast"}) {
        const Trace trace = trace_of(*find_filter(id), traced_request(stage, params), stage);
        EXPECT_EQ(reads_of(trace, "table"), columns * rows) << id << " r=" << r;
        if (find_filter(id)->tables.size() == 2) {
          EXPECT_EQ(reads_of(trace, "table of squares"), columns * rows) << id << " r=" << r;
        }
      }
    }
  for (const char* border : {"clamp", "mirror"})
    for (const int r : {1, 4, 30}) {
      const Params params{{"r", static_cast<double>(r)}, {"border", std::string(border)}};
      const Trace trace = trace_of(*find_filter("box"), traced_request(stage, params), stage);
      EXPECT_LE(reads_of(trace, "table"), 16 * static_cast<std::int64_t>(extent.area())) << border << " r=" << r;
    }
}

TEST(CountedReads, OfTheRivals) {
  const Extent extent{12, 9};
  const Stage stage(noise(extent, 1));
  const auto pixels = static_cast<std::int64_t>(extent.area());
  for (const int r : {0, 1, 5, 20}) {
    const Params params{{"r", static_cast<double>(r)}, {"border", std::string("mirror")}};  // where every position is a pixel
    const auto global_reads = [&](const char* id) {
      return trace_of(*find_filter(id), traced_request(stage, params), stage).total.global_reads;
    };
    EXPECT_EQ(global_reads("box-naive"), pixels * (2 * r + 1) * (2 * r + 1));
    EXPECT_EQ(global_reads("box-separable"), pixels * 2 * (2 * r + 1));
    EXPECT_EQ(global_reads("box-running"),
              extent.height * (2 * r + 1 + 2 * (extent.width - 1)) + extent.width * (2 * r + 1 + 2 * (extent.height - 1)));
  }
}

TEST(CountedReads, OfMotionAreFourForEachRectangle) {
  Stage stage(noise({16, 12}, 1));
  stage.rectangles = {1, 1, 15, 11, 1, 1, 1, 1, 3, 4, 5, 6};
  const Trace trace = trace_of(*find_filter("motion"), traced_request(stage, {}), stage);
  EXPECT_TRUE(trace.result_matches);
  EXPECT_EQ(reads_of(trace, "table"), 4 * 3);
}

TEST(CountedReads, OfEachBinAreThoseOfATable) {
  const Extent extent{13, 10};
  const Stage stage(noise(extent, 1));
  for (const char* id : {"median", "histogram"})
    for (const int r : {0, 1, 4, 30}) {
      std::int64_t columns = 0, rows = 0;
      for (int x = 0; x < extent.width; ++x) columns += ends_read(x, r, extent.width);
      for (int y = 0; y < extent.height; ++y) rows += ends_read(y, r, extent.height);
      const Trace trace = trace_of(*find_filter(id), traced_request(stage, {{"r", static_cast<double>(r)}}), stage);
      for (int bin = 0; bin < 16; ++bin) EXPECT_EQ(reads_of(trace, fmt::format("table of bin {}", bin)), columns * rows) << id;
    }
}

TEST(CountedReads, OfALineAreFourAtAnyLength) {
  const Extent extent{12, 9};
  const Stage stage(noise(extent, 1));
  for (const int r : {1, 5, 20}) {
    const Params params{{"r", static_cast<double>(r)}, {"angle", 0.0}, {"border", std::string("mirror")}};
    const Trace trace = trace_of(*find_filter("motion-blur"), traced_request(stage, params), stage);
    // the line goes on to the left, and only the first row has no entries above
    EXPECT_EQ(reads_of(trace, "sheared table"), extent.width * (4 * extent.height - 2)) << r;
  }
}

TEST(CountedReads, OfACorrelationGrowWithTheTemplateButForTheTables) {
  const Extent extent{12, 9};
  const Stage stage(noise(extent, 1));
  const auto pixels = static_cast<std::int64_t>(extent.area());
  for (const int w : {1, 3, 7})
    for (const int h : {2, 5}) {
      const Params params{{"w", static_cast<double>(w)}, {"h", static_cast<double>(h)}};
      const Trace trace = trace_of(*find_filter("correlation"), traced_request(stage, params), stage);
      EXPECT_EQ(reads_of(trace, "picture"), pixels * w * h);
      EXPECT_EQ(reads_of(trace, "template"), pixels * w * h);
      EXPECT_LE(reads_of(trace, "table"), 4 * pixels);
      EXPECT_EQ(reads_of(trace, "table"), reads_of(trace, "table of squares"));
    }
}

// Viola and Jones 2001, 2.1: six array references for two rectangles, eight for three, nine for four
TEST(CountedReads, OfAHaarFeatureAreSixEightOrNine) {
  const Extent extent{21, 18};
  const Stage stage(noise(extent, 1));
  const Filter& haar = *find_filter("haar");
  const auto count = [&](Params params, int reads) {
    params.insert({{"w", 3.0}, {"h", 2.0}});
    const FilterRequest request = traced_request(stage, params);
    EXPECT_EQ(haar.reads_per_pixel(request), reads);
    EXPECT_NE(haar.remark(request).find(fmt::format("in {} reads", reads)), std::string::npos) << haar.remark(request);
    const Trace trace = trace_of(haar, request, stage);
    int inner = 0;
    for (const Step& step : trace.steps) {
      if (step.pass != static_cast<int>(trace.passes.size()) - 1) continue;
      const int y = step.block % extent.height, x0 = step.block / extent.height * request.sizes.block;
      std::vector<int> made(static_cast<std::size_t>(request.sizes.block), 0);
      for (const Read& read : trace.reads_of(step)) ++made[read.thread];
      for (int k = 0; k < request.sizes.block; ++k) {
        const int x = x0 + k;
        if (x < 6 || y < 5 || x + 6 > extent.width || y + 5 > extent.height) continue;
        EXPECT_EQ(made[static_cast<std::size_t>(k)], reads) << name_of(haar, params, extent) << " at " << x << ", " << y;
        ++inner;
      }
    }
    EXPECT_EQ(inner, (21 - 11) * (18 - 9));
  };
  for (const char* border : {"clamp", "mirror", "zero"})
    for (const auto& [kind, reads] :
         std::map<std::string, int>{{"two-across", 6}, {"two-down", 6}, {"three-across", 8}, {"three-down", 8}, {"four", 9}})
      count({{"kind", kind}, {"border", std::string(border)}}, reads);
  count({{"weight1", 2.0}, {"weight2", 2.0}}, 4);  // one rectangle
  count({{"weight1", 0.0}}, 4);
}

TEST(Provenance, APixelOfAHaarFeatureCountsAsItsRectangle) {
  const Extent extent{9, 7};
  const Stage stage(noise(extent, 6));
  const Trace trace =
      trace_of(*find_filter("haar"),
               traced_request(stage, {{"kind", std::string("four")}, {"w", 2.0}, {"h", 1.0}, {"weight3", 3.0}}), stage);
  // the middle of the template is the corner between its rectangles
  const auto counts = trace.provenance.counts(result_of(trace)[3 * 9 + 4].pixels, extent);
  for (int y = 0; y < 7; ++y)
    for (int x = 0; x < 9; ++x) {
      const bool left = x == 2 || x == 3, right = x == 4 || x == 5;
      const int wanted = y == 2 ? left - right : y == 3 ? 3 * left + right : 0;
      EXPECT_EQ(counts[static_cast<std::size_t>(y * 9 + x)], wanted) << x << ", " << y;
    }
}

TEST(CountedReads, OfAMosaicAreFourForEachCell) {
  const Stage stage(noise({24, 18}, 1));
  const Trace trace = trace_of(*find_filter("mosaic"), traced_request(stage, {{"cell", 6.0}}), stage);
  std::int64_t entries = 0, means = 0;
  for (const Read& read : trace.reads) {
    entries += trace.buffers[read.buffer].name == "table" && trace.passes[1].name == "mean of each cell";
    means += trace.buffers[read.buffer].name == "means";
  }
  EXPECT_EQ(means, 24 * 18);
  EXPECT_LE(entries - trace.passes[0].counters.global_reads, 4 * 4 * 3);
}

TEST(Additions, EveryPassOfAFilterMakesAsManyAsItsPlanSays) {
  const Stage stage(noise({13, 10}, 1));
  for (const Filter& filter : filters())
    for (const std::string& border : borders_of(filter))
      for (const double r : {0.0, 1.0, 4.0, 29.0}) {
        // because: a line that goes on beyond the edges makes the sheared picture longer, and a trace has a limit
        Params params = small_params(filter, filter.id == "motion-blur" ? std::min(r, 15.0) : r, border);
        if (filter.find_param("sigma")) params["sigma"] = r + 0.5;
        const FilterRequest request = traced_request(stage, params);
        const FilterPlan plan = traced_filter_plan(filter, request, *find_algorithm("serial"));
        const Trace trace = trace_of(filter, request, stage);
        ASSERT_EQ(trace.passes.size(), plan.plan.passes.size());
        for (std::size_t i = 0; i < trace.passes.size(); ++i) {
          const auto made = static_cast<double>(trace.passes[i].counters.additions), said = plan.plan.passes[i].cost.additions;
          // where a map, a list of rectangles or a tree decides, the plan says what windows cost that lie within
          const std::set<std::string> decided{"variable mean", "regions", "blur", "blur smoothly", "split", "hide faces"};
          if (decided.contains(trace.passes[i].name))
            EXPECT_GT(said, 0);
          else
            EXPECT_EQ(made, said) << name_of(filter, params, stage.picture.extent) << ": " << trace.passes[i].name;
        }
      }
}

TEST(Provenance, AWindowIsMadeOfItsPixelsAsOftenAsTheBorderRuleSays) {
  const Extent extent{9, 7};
  const Stage stage(noise(extent, 6));
  for (const char* id :
       {"box", "box-naive", "box-separable", "box-running", "bradley", "sauvola", "lens", "unsharp", "contrast"})
    for (const Named<Border>& border : k_borders)
      for (const int r : {0, 1, 3, 20}) {
        const Params params{{"r", static_cast<double>(r)}, {"border", std::string(border.id)}};
        const Trace trace = trace_of(*find_filter(id), traced_request(stage, params), stage);
        const std::vector<Cell> result = result_of(trace);
        for (int y = 0; y < extent.height; ++y)
          for (int x = 0; x < extent.width; ++x) {
            const LineWindow& columns = line_window(border.value, x, r, extent.width);
            const LineWindow& rows = line_window(border.value, y, r, extent.height);
            const auto counts = trace.provenance.counts(result[static_cast<std::size_t>(y * extent.width + x)].pixels, extent);
            for (std::size_t i = 0; i < counts.size(); ++i)
              ASSERT_EQ(counts[i], columns.times[i % 9] * rows.times[i / 9])
                  << name_of(*find_filter(id), params, extent) << " at " << x << ", " << y << ": pixel " << i;
          }
      }
}

TEST(FilterTrace, RefusesWhatItDoesNotTrace) {
  const Stage large(noise({65, 2}, 1)), small(noise({8, 8}, 1));
  const Filter& box = *find_filter("box");
  EXPECT_THROW(trace_of(box, traced_request(large, {}), large), std::invalid_argument);
  EXPECT_THROW(trace_of(box, traced_request(small, {}, {.warp = 5}), small), std::invalid_argument);
  EXPECT_THROW(trace_of(box, traced_request(small, {{"r", 3000.0}, {"border", std::string("clamp")}}), small),
               std::invalid_argument);
  EXPECT_THROW(trace_filter(box, traced_request(small, {}), *find_algorithm("serial"), {}), std::invalid_argument);
  EXPECT_THROW(trace_filter(*find_filter("motion"), traced_request(small, {}), *find_algorithm("serial"),
                            std::as_bytes(std::span(small.picture.pixels))),
               std::invalid_argument);
}

}  // namespace
}  // namespace satscope
