// SPDX-License-Identifier: Apache-2.0
// What a bench says of results whose median says too little, in sentences, tables and for programs.
#include <gtest/gtest.h>

#include <regex>

#include "app/bench/compare.h"
#include "app/bench/page.h"
#include "app/bench/read.h"
#include "app/bench/report.h"
#include "app/bench/table.h"
#include "tests/app/made_files.h"
#include "tests/app/made_reports.h"

namespace satscope::app {
namespace {

BenchResult a_result(const char* algorithm, double median, double low, double high, double p90 = 0) {
  return {.asked = {.algorithm = algorithm, .type = "8u32u", .extent = {64, 48}, .machine = Machine::cpu},
          .correct = true,
          .max_error = 0,
          .times = BenchTimes{.samples = 9,
                              .median_ms = median,
                              .p10_ms = low,
                              .p90_ms = p90 > 0 ? p90 : high,
                              .gigabytes_per_second = 1,
                              .percent_of_floor = 50,
                              .noise_percent = 3,
                              .low_ms = low,
                              .high_ms = high}};
}

TEST(BenchFaults, AResultOfFewerThanFiveSamplesSaysSoEverywhere) {
  BenchReport report = made_report({a_result("serial", 1, 1, 1), a_result("cpu-simd", 1, 1, 1), a_result("opencv", 720, 0, 0)});
  report.results[1].times->samples = 5;
  for (const std::size_t few : {0U, 2U}) {
    BenchTimes& times = *report.results[few].times;
    times.samples = few == 0 ? 4 : 1;
    times.low_ms = times.high_ms = 0;
    times.levels = TwoLevels{};
  }
  report.results[2].stop_reason = StopReason::max_time;
  const std::string sentence =
      "2 results have fewer than 5 samples, so nothing says how sure their medians are: serial 8u32u 64x48 (n = 4), opencv "
      "8u32u 64x48 (n = 1, as one takes 720 ms). --repeats 5 takes enough.";
  EXPECT_EQ(noise_faults(report), std::vector{sentence});
  const std::string text = as_text(report);
  EXPECT_TRUE(std::regex_search(text, std::regex("\nserial [^\n]* 1\\.0 +too few  yes\n"))) << text;
  EXPECT_TRUE(std::regex_search(text, std::regex("\ncpu-simd [^\n]* 1\\.0 +50\\.0  yes\n"))) << text;
  EXPECT_NE(text.find("\n" + sentence + "\n"), text.npos);
  EXPECT_NE(bench_table(report).find("| 1.00 (too few) |\n"), text.npos) << bench_table(report);
  EXPECT_NE(results_page({&report, 1}).find("<td>too few</td>"), text.npos);
  const Json results = as_json(report).at("results");
  EXPECT_EQ(results[0].at("percent_of_floor"), nullptr);
  EXPECT_EQ(results[0].at("faults"), Json::array({"too-few", "two-levels"}));
  EXPECT_EQ(results[1].at("percent_of_floor"), 50);
  EXPECT_NE(as_csv(report).find(",too-few two-levels,"), text.npos) << as_csv(report);
  report.results.erase(report.results.begin());
  EXPECT_EQ(
      noise_faults(report).at(0).find("1 result has fewer than 5 samples, so nothing says how sure its median is: opencv"), 0U);
}

TEST(BenchFaults, ABusyMachineIsSaidInTheResultsToo) {
  BenchReport report = made_report({a_result("serial", 1, 0.99, 1.01), a_result("cpu-simd", 1, 0.99, 1.01)});
  report.facts.threads_offered = 2;
  report.results[0].load = 10.6;
  report.results[1].load = 2.4;  // half a thread more than there are is allowed
  const std::string sentence =
      "The machine was busy: its load was up to 10.6, of 2 threads. Another run may differ by more than +-%.";
  EXPECT_EQ(noise_faults(report), std::vector{sentence});
  EXPECT_NE(as_text(report).find("\n" + sentence + "\n"), std::string::npos);
  const Json results = as_json(report).at("results");
  EXPECT_EQ(results[0].at("faults"), Json::array({"busy"}));
  EXPECT_EQ(results[0].at("percent_of_floor"), 50) << "the median is that of its samples";
  EXPECT_EQ(results[1].at("faults"), Json::array());
}

TEST(BenchFaults, ATableSaysHowSureItsMediansAre) {
  BenchReport report =
      made_report({a_result("serial", 1, 0.99, 1.01), a_result("opencv", 2, 1.8, 2.2), a_result("cpu-simd", 1, 0, 0)});
  report.results[1].times->samples = 64;
  report.results[2].times->samples = 3;
  const std::string table = bench_table(report);
  EXPECT_NE(
      table.find("\n\n| 8u32u: ± %, n | 64×48 |\n|---|---|\n| Serial recursion (`serial`) | 1.00 %, 9 |\n"
                 "| OpenCV's integral (`opencv`) | 10.0 %, 64 (noisy) |\n| CPU vectors (`cpu-simd`) | –, 3 (too few) |\n"),
      table.npos)
      << table;
  EXPECT_NE(table.find(". The table \"± %, n\" says how sure each median is"), table.npos) << table;
}

TEST(BenchFaults, ANumberAboveAnAllowedOneHasTheDigitsThatShowIt) {
  const auto fault_of = [](double p90, double low, double high) {
    return noise_faults(made_report({a_result("serial", 1, low, high, p90)})).at(0);
  };
  EXPECT_NE(fault_of(2.02, 1, 1).find("p90 is 2.02 times the median, and at most 2 times"), std::string::npos);
  EXPECT_NE(fault_of(2.0004, 1, 1).find("p90 is 2.0004 times the median"), std::string::npos);
  EXPECT_NE(fault_of(1.1, 0.95, 1.0502).find("+-5.01 %, and at most 5 %"), std::string::npos);
  EXPECT_NE(fault_of(1.1, 0.95, 1.05004).find("+-5.002 %, and at most 5 %"), std::string::npos);
}

TEST(BenchFaults, CasesThatDifferOnlyInWhatRanBesideThemAreDistinguished) {
  BenchReport report = made_report({a_result("serial", 1, 0.97, 1.03), a_result("serial", 1, 0.9, 1.1),
                                    a_result("serial", 1, 0.98, 1.02), a_result("serial", 1, 0.96, 1.04)});
  report.precision_percent = 1, report.max_time_ms = 2000;
  for (BenchResult& result : report.results) result.stop_reason = StopReason::max_time;
  report.results[1].asked.busy_threads = 2;
  report.results[2].asked.threads = 1;
  report.results[3].asked.form = Form::padded;
  EXPECT_NE(
      precision_faults(report).at(0).find("serial 8u32u 64x48 (+-3.00 %), serial 8u32u 64x48 beside 2 busy threads (+-10.0 "
                                          "%), serial 8u32u 64x48 with 1 thread (+-2.00 %), serial 8u32u 64x48 padded "
                                          "(+-4.00 %)."),
      std::string::npos)
      << precision_faults(report).at(0);
  report.results[0].asked.machine = Machine::gpu;
  EXPECT_NE(precision_faults(report).at(0).find(": serial 8u32u 64x48 on the GPU (+-3.00 %), serial 8u32u 64x48 on the CPU "),
            std::string::npos);
}

TEST(BenchFaults, ATableNamesThreeCasesAndCountsTheOthers) {
  BenchReport report = made_report({});
  report.precision_percent = 1, report.max_time_ms = 2000;
  for (const char* id : {"a", "b", "c", "d", "e"}) {
    report.results.push_back(a_result(id, 1, 0.97, 1.03));
    report.results.back().stop_reason = StopReason::max_time;
    report.results.push_back(a_result(id, 1, 0, 0));
    report.results.back().times->samples = 3;
  }
  const std::string text = as_text(report);
  EXPECT_NE(text.find("5 results did not reach the precision of +-1 %: a 8u32u 64x48 (+-3.00 %), b 8u32u 64x48 (+-3.00 %), "
                      "c 8u32u 64x48 (+-3.00 %) and 2 more (`precision_faults` of the JSON names all). A greater"),
            text.npos)
      << text;
  EXPECT_NE(text.find(": a 8u32u 64x48 (n = 3), b 8u32u 64x48 (n = 3), c 8u32u 64x48 (n = 3) and 2 more (`noise_faults` of"),
            text.npos)
      << text;
  for (const char* member : {"precision_faults", "noise_faults"})
    EXPECT_NE(as_json(report).at(member).dump().find("d 8u32u 64x48 ("), text.npos) << member;
}

/// Runs whose times lie near both levels, or near the one of the median.
std::vector<BenchReport> runs_at(double median, std::size_t runs, std::size_t with_two_levels) {
  std::vector<BenchReport> reports;
  for (std::size_t k = 0; k < runs; ++k) {
    const bool two = k < with_two_levels;
    reports.push_back(made_report({a_result("serial", median, two ? 0.99 : median, two ? 1.21 : median)}));
    BenchTimes& times = *reports.back().results[0].times;
    times.samples = 200;
    times.low_ms = times.high_ms = median;
    if (two) times.levels = TwoLevels{1, 1.2, median < 1.1 ? 55. : 45.};
  }
  return reports;
}

TEST(BenchFaults, TheMedianOfOneOfTwoLevelsDecidesNothing) {
  const auto verdict = [](const BenchComparison& comparison) { return std::string(id_of(comparison.cases.at(0).verdict)); };
  const BenchComparison single = compare(runs_at(1, 1, 1), runs_at(1.2, 1, 1), 2);
  EXPECT_EQ(verdict(single), "too noisy to tell") << "not perhaps slower: the medians are of two levels";
  const std::string text = as_text(single);
  EXPECT_NE(text.find("\n    too noisy: two levels before (1.0000 and 1.2000 ms) and after (1.0000 and 1.2000 ms)\n"),
            text.npos)
      << text;
  EXPECT_NE(text.find("\nTo decide more, find out why the times have two levels"), text.npos) << text;
  EXPECT_NE(as_csv(single).find(",too noisy to tell,two levels before (1.0000 and 1.2000 ms) and"), text.npos)
      << as_csv(single);
  EXPECT_NE(as_markdown(single).find("(two levels before "), text.npos) << as_markdown(single);

  EXPECT_EQ(verdict(compare(runs_at(1, 4, 4), runs_at(1.2, 4, 0), 2)), "too noisy to tell") << "whatever a rank test says";
  EXPECT_EQ(verdict(compare(runs_at(1, 4, 1), runs_at(1.2, 4, 1), 2)), "slower") << "one run of four";
  EXPECT_EQ(verdict(compare(runs_at(1, 4, 4), runs_at(1.5, 4, 0), 2)), "slower") << "beyond both";
  EXPECT_EQ(verdict(compare(runs_at(1, 4, 4), runs_at(0.8, 4, 0), 2)), "faster") << "beyond both";
  EXPECT_EQ(verdict(compare(runs_at(1, 4, 4), runs_at(1.2, 4, 4), 25)), "differs by less than --least")
      << "the levels are nearer";

  const test::Folder folder;
  const Json json = as_json(compare(runs_at(1, 4, 4), runs_at(1.2, 4, 0), 2));
  EXPECT_EQ(json.at("cases")[0].at("before_levels_ms"), Json::array({1, 1.2}));
  EXPECT_EQ(json.at("cases")[0].at("after_levels_ms"), nullptr);
  EXPECT_EQ(verdict(*read_comparison_file(folder.write("ag.json", json.dump()))), "too noisy to tell") << "judged again";
}

}  // namespace
}  // namespace satscope::app
