// SPDX-License-Identifier: Apache-2.0
// Made-up results as curves, and as files that are read back.
#include "app/bench/curves.h"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/bench/read.h"
#include "app/bench/run.h"

namespace satscope::app {
namespace {

BenchResult took(const char* algorithm, Extent extent, double ms, Machine machine = Machine::gpu, const char* type = "8u32u") {
  const double bytes = 5.0 * static_cast<double>(extent.area());
  return {.asked = {.algorithm = algorithm,
                    .type = type,
                    .extent = extent,
                    .machine = machine,
                    .threads = machine == Machine::cpu ? 2 : 0},
          .correct = true,
          .max_error = 0,
          .sets = 3,
          .emulated = false,
          .clock_mhz = 1980,
          .times = BenchTimes{.samples = 9,
                              .median_ms = ms,
                              .p10_ms = ms / 2,
                              .p90_ms = ms * 4,
                              .gigabytes_per_second = bytes / ms / 1e6,
                              .percent_of_floor = 50}};
}

BenchReport report_of(std::vector<BenchResult> results) {
  BenchReport report;
  report.device = "Some GPU";
  report.facts = {.satscope = "9.8.7",
                  .date = "2026-01-31T12:00:00Z",
                  .processor = "Some CPU",
                  .threads_offered = 2,
                  .memory_bytes = 7,
                  .system = "S"};
  report.protocol = {"One sentence."};
  report.results = std::move(results);
  return report;
}

const PlotSeries& named(const Plot& plot, std::string_view name) {
  for (const PlotSeries& series : plot.series)
    if (series.name == name) return series;
  std::string names;
  for (const PlotSeries& series : plot.series) names += "\n" + series.name;
  throw std::runtime_error("no curve '" + std::string(name) + "', but" + names);
}

TEST(Curves, RunsOfOneMachineHaveNamesOfTheirOwn) {
  const auto names = [](const char* first, const char* second) {
    std::vector<BenchReport> reports{report_of({took("serial", {300, 200}, 8)}), report_of({took("serial", {300, 200}, 9)})};
    reports[0].facts.date = first;
    reports[1].facts.date = second;
    const Plot plot = curves_of(reports, {});
    return std::pair(plot.series.at(0).name, plot.series.at(1).name);
  };
  const auto days = names("2026-01-31T12:00:00Z", "2026-02-01T12:00:00Z"),
             minutes = names("2026-01-31T12:00:00Z", "2026-01-31T12:05:00Z"),
             same = names("2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z");
  EXPECT_EQ(days.first, "Serial recursion, Some GPU (2026-01-31)");
  EXPECT_EQ(minutes.second, "Serial recursion, Some GPU (2026-01-31T12:05)");
  EXPECT_EQ(same.second, "Serial recursion, Some GPU (run 2)");
}

TEST(Curves, TimesOverTheSize) {
  BenchReport report = report_of({took("serial", {300, 200}, 8), took("cub", {100, 200}, 2), took("serial", {100, 200}, 4)});
  report.floors = {{.type = "8u32u",
                    .extent = {100, 200},
                    .machine = Machine::gpu,
                    .bytes = 100'000,
                    .milliseconds = 0.5,
                    .method = "copy"}};
  const Plot plot = curves_of({&report, 1}, {});
  EXPECT_TRUE(plot.x.log && plot.y.log);
  const PlotSeries& serial = named(plot, "Serial recursion");
  ASSERT_EQ(serial.points.size(), 2U);
  EXPECT_EQ(serial.points[0].x, 20'000) << "by growing x";
  EXPECT_EQ(serial.points[0].y, 4);
  EXPECT_EQ(serial.points[1].low, 4);
  EXPECT_EQ(serial.points[1].high, 32);
  EXPECT_EQ(serial.points[1].at, "300x200");
  EXPECT_EQ(named(plot, "Floor").points.at(0).y, 0.5);
  EXPECT_EQ(named(plot, "Floor").kind, PlotKind::bound);
  EXPECT_EQ(plot.series.size(), 3U) << "no paper prints a time of these sizes";
  CurvesRequest roofline{.shown = CurveView::bandwidth};
  const Plot rates = curves_of({&report, 1}, roofline);
  EXPECT_DOUBLE_EQ(named(rates, "Serial recursion").points[0].y, 5.0 * 20'000 / 4 / 1e6);
  EXPECT_DOUBLE_EQ(named(rates, "Serial recursion").points[0].high, 5.0 * 20'000 / 2 / 1e6)
      << "the shortest time is the highest rate";
  EXPECT_DOUBLE_EQ(named(rates, "Floor").points[0].y, 100'000 / 0.5 / 1e6);
}

TEST(Curves, RelativeToAnother) {
  const Extent size{100, 200};
  const BenchReport report = report_of({took("serial", size, 8, Machine::cpu), took("serial", size, 40), took("cub", size, 2)});
  CurvesRequest request{.shown = CurveView::speed_up, .relative_to = "serial"};
  const Plot same = curves_of({&report, 1}, request);
  EXPECT_EQ(named(same, "CUB's block scan, GPU").points[0].y, 20) << "on the same machine";
  EXPECT_EQ(named(same, "CUB's block scan, GPU").points[0].low, 5);
  EXPECT_EQ(named(same, "CUB's block scan, GPU").points[0].high, 40);
  EXPECT_EQ(named(same, "Serial recursion, CPU").points[0].y, 1);
  request.relative_machine = Machine::cpu;
  const Plot across = curves_of({&report, 1}, request);
  EXPECT_EQ(named(across, "CUB's block scan, GPU").points[0].y, 4);
  EXPECT_EQ(named(across, "Serial recursion, GPU").points[0].y, 0.2);
  EXPECT_EQ(across.y.title, "times faster than Serial recursion on the CPU");
  request.shown = CurveView::ratio;
  EXPECT_EQ(named(curves_of({&report, 1}, request), "CUB's block scan, GPU").points[0].y, 0.25);
  request.relative_to = "npp";
  EXPECT_THROW(curves_of({&report, 1}, request), std::runtime_error);
}

TEST(Curves, PapersPrintTimesOfTheSameSizes) {
  // Ehsan et al. 2015, Table 2: 6.269 ms for 1280 x 720 and 14.106 for 1920 x 1080, of bytes
  const BenchReport bytes = report_of({took("serial", {1280, 720}, 1), took("serial", {1919, 1080}, 2)});
  const Plot plot = curves_of({&bytes, 1}, {});
  const PlotSeries& printed = named(plot, "printed: Virtex-6 XC6VLX240T, about 147 MHz (2015)");
  EXPECT_EQ(printed.kind, PlotKind::published);
  ASSERT_EQ(printed.points.size(), 1U) << "only of a size that was measured";
  EXPECT_EQ(printed.points[0].y, 6.269);
  EXPECT_EQ(printed.look, named(plot, "Serial recursion").look);
  EXPECT_NE(plot.notes.back().find("Ehsan et al. 2015, Table 2"), std::string::npos);
  const BenchReport floats = report_of({took("serial", {1280, 720}, 1, Machine::gpu, "32f32f")});
  EXPECT_EQ(curves_of({&floats, 1}, {}).series.size(), 1U) << "of other types it says nothing";
  BenchResult channels = took("serial", {1280, 720}, 1), loaded = channels, emulation = channels;
  channels.asked.channels = 4;
  loaded.asked.busy_threads = 2;
  const BenchReport others = report_of({channels, loaded});
  for (const PlotSeries& series : curves_of({&others, 1}, {}).series)
    EXPECT_NE(series.kind, PlotKind::published) << "of four channels, or beside busy threads, it says nothing";
  emulation.asked.machine = Machine::cpu;
  emulation.emulated = true;
  const BenchReport both = report_of({emulation, took("serial", {1280, 720}, 1)});
  const Plot preferred = curves_of({&both, 1}, {});
  for (const PlotSeries& series : preferred.series)
    if (series.kind == PlotKind::published) {
      EXPECT_EQ(series.look, named(preferred, "Serial recursion, GPU").look) << "not of the emulation";
    }
  BenchResult four = took("rows-n", {1280, 720}, 1);
  four.asked.params = {{"n", 4.0}};
  const BenchReport rows = report_of({four});
  ASSERT_EQ(curves_of({&rows, 1}, {}).series.size(), 2U);
  EXPECT_EQ(curves_of({&rows, 1}, {}).series[1].points.at(0).y, 1.567) << "of 4 rows, not of 2";
}

TEST(Curves, OverThreadsTypesAndParameters) {
  std::vector<BenchResult> results;
  for (const int threads : {1, 2, 16}) {
    results.push_back(took("cpu-simd", {9, 7}, 10.0 / threads, Machine::cpu));
    results.back().asked.threads = threads;
  }
  BenchReport report = report_of(results);
  const Plot by_threads = curves_of({&report, 1}, {.vary = k_by_threads});
  ASSERT_EQ(by_threads.series.size(), 1U);
  EXPECT_EQ(by_threads.series[0].points[2].x, 16);
  EXPECT_TRUE(by_threads.x.log);
  report = report_of({took("serial", {9, 7}, 1), took("serial", {9, 7}, 2, Machine::gpu, "64f64f")});
  const Plot by_type = curves_of({&report, 1}, {.vary = k_by_type});
  EXPECT_EQ(by_type.x.names, (std::vector<std::string>{"8u32u", "64f64f"}));
  EXPECT_EQ(by_type.series.at(0).points.at(1).y, 2);
  BenchResult two = took("rows-n", {9, 7}, 5), eight = took("rows-n", {9, 7}, 3);
  two.asked.params = {{"n", 2.0}};
  eight.asked.params = {{"n", 8.0}};
  report = report_of({two, eight, took("cub", {9, 7}, 1)});
  const Plot by_rows = curves_of({&report, 1}, {.vary = "n"});
  ASSERT_EQ(by_rows.series.size(), 1U) << "cub has no n";
  EXPECT_EQ(by_rows.series[0].points[1].x, 8);
  EXPECT_THROW(curves_of({&report, 1}, {.vary = "banks"}), std::runtime_error);
}

TEST(Curves, SeveralMachinesAndWhatIsWrong) {
  BenchReport one = report_of({took("serial", {9, 7}, 1)}), other = one;
  other.device = "Other GPU";
  other.results[0].correct = false;
  other.results[0].times.reset();
  const std::array both{one, other};
  const Plot plot = curves_of(both, {});
  EXPECT_EQ(named(plot, "Serial recursion, Some GPU (2026-01-31)").points[0].y, 1);
  EXPECT_TRUE(std::isnan(named(plot, "Serial recursion, Other GPU (2026-01-31)").points[0].y)) << "a wrong table has no time";
  EXPECT_NE(plot.notes.back().find("serial 8u32u 9x7 on the GPU is wrong"), std::string::npos) << plot.notes.back();
}

TEST(ResultsFile, IsReadBackAsItWas) {
  BenchReport report = report_of({took("serial", {9, 7}, 1), took("cpu-simd", {9, 7}, 2, Machine::cpu)});
  report.results[0].asked.params = {{"listing", std::string("bilgic")}};
  report.results[1].times.reset();
  report.results[1].correct = false;
  report.floors = {{"8u32u", {9, 7}, Machine::cpu, 315, 0.25, "copy", 1, {{"copy", 0.25}, {"loop", 0.5}}, 2}};
  report.skipped = {{took("opencv", {9, 7}, 1).asked, "because"}};
  report.left = {took("cub", {9, 7}, 1).asked};
  report.preset = "chen";
  report.varied = "size";
  report.repeats = 3;
  report.complete = false;
  const std::string text = as_json(report).dump();
  EXPECT_EQ(as_json(read_report("f.json", text)).dump(), text);
  const BenchOrder order = order_of(read_report("f.json", text));
  EXPECT_EQ(order.cases.size(), 4U);
  EXPECT_EQ(order.repeats, 3);
}

TEST(ResultsFile, OurPublishedOnesCanBeDrawn) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SATSCOPE_PUBLISHED)) {
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    if (text.str().find("\"results\"") == std::string::npos) continue;
    const BenchReport report = read_report(entry.path().string(), text.str());
    EXPECT_GT(curves_of({&report, 1}, {}).series.size(), 3U) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 0);
}

TEST(ResultsFile, DamagedOnesAreSentences) {
  const Json whole = as_json(report_of({took("rows-n", {9, 7}, 1)}));
  const auto sentence = [&](const std::function<void(Json&)>& damage) {
    Json json = whole;
    damage(json);
    try {
      read_report("f.json", json.dump());
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(sentence([](Json&) {}), "none");
  const std::string not_one = "'f.json' is not a results file of `satscope bench` or `satscope sweep`";
  EXPECT_EQ(sentence([](Json& j) { j = Json::array(); }), not_one);
  EXPECT_EQ(sentence([](Json& j) { j.erase("results"); }), not_one);
  EXPECT_EQ(sentence([](Json& j) { j["results"] = 7; }), not_one);
  EXPECT_EQ(sentence([](Json& j) { j["results"][0]["median_ms"] = "fast"; }), not_one);
  for (const Json& value : {Json(0), Json(-1.5), Json(1e300)}) {
    EXPECT_NE(sentence([&](Json& j) { j["results"][0]["w"] = value; }).find("'w' is a whole number from 1"), std::string::npos);
    if (value < 1) {
      EXPECT_NE(sentence([&](Json& j) { j["results"][0]["p90_ms"] = value; }).find("above 0"), std::string::npos);
    }
  }
  for (const double far : {1.7e308, 1e13, 1e-10, 5e-324})
    for (const char* member : {"median_ms", "p10_ms", "p90_ms", "gbs"})
      EXPECT_NE(sentence([&](Json& j) { j["results"][0][member] = far; }).find("from 1e-09 to 1e+12"), std::string::npos)
          << member << " " << far;
  EXPECT_NE(sentence([](Json& j) { j["results"][0]["n"] = 1e300; }).find("'n' is a whole number"), std::string::npos);
  EXPECT_NE(sentence([](Json& j) { j["results"] = Json(std::vector<Json>(10001, j["results"][0])); }).find("10000 are allowed"),
            std::string::npos);
  EXPECT_NE(sentence([](Json& j) { j["results"][0]["type"] = "9u"; }).find("unknown type '9u'; choose one of 8u32u"),
            std::string::npos);
  EXPECT_NE(sentence([](Json& j) { j["results"][0]["machine"] = "abacus"; }).find("abacus"), std::string::npos);
  EXPECT_NE(sentence([](Json& j) { j["results"][0]["params"] = {{"n", "7.5"}}; }).find("damaged: "), std::string::npos);
  EXPECT_THROW(read_report("f.json", "{"), std::runtime_error);
  EXPECT_THROW(read_report("f.json", std::string(1'000'000, '[')), std::runtime_error);
  EXPECT_THROW(read_report("f.json", "\x80\xFF"), std::runtime_error);
}

}  // namespace
}  // namespace satscope::app
