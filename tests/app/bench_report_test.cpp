// SPDX-License-Identifier: Apache-2.0
// What a bench says of floors that are too slow, of noise and of two files, by made-up times.
#include "app/bench/report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <regex>
#include <sstream>

#include "app/bench/compare.h"
#include "app/bench/page.h"
#include "app/bench/read.h"
#include "app/bench/table.h"
#include "tests/app/made_reports.h"

namespace satscope::app {
namespace {

BenchResult result_of(const char* algorithm, double percent_of_floor, Extent extent = {64, 48}) {
  return {.asked = {.algorithm = algorithm, .type = "8u32u", .extent = extent, .machine = Machine::cpu},
          .correct = true,
          .max_error = 0,
          .times = BenchTimes{.samples = 3,
                              .median_ms = 100 / percent_of_floor,
                              .p10_ms = 0.5,
                              .p90_ms = 2,
                              .gigabytes_per_second = 1,
                              .percent_of_floor = percent_of_floor}};
}

TEST(BenchReport, SaysThatAFloorWasWrongAndNamesTheFastest) {
  const BenchReport report = made_report({result_of("serial", 40), result_of("cpu-simd", 122.4), result_of("opencv", 110)});
  const std::string fault =
      "The floor of 8u32u 64x48 is wrong: cpu-simd was faster, at 122.4 % of it. All percentages of this size are too large.";
  EXPECT_EQ(floor_faults(report), std::vector{fault});
  EXPECT_EQ(as_json(report).at("floor_faults"), Json::array({fault}));
  EXPECT_NE(as_text(report).find("\n" + fault + "\n"), std::string::npos);
}

TEST(BenchReport, SaysThatAClockChanged) {
  BenchReport report = made_report({result_of("serial", 40), result_of("cpu-simd", 50), result_of("opencv", 60)});
  const double clocks[]{2000, 1000, 0};
  for (std::size_t i = 0; i < 3; ++i) report.results[i].clock_mhz = clocks[i];
  ASSERT_EQ(clock_faults(report).size(), 1U);
  EXPECT_NE(clock_faults(report)[0].find("CPU ran at 1000 to 2000 MHz"), std::string::npos);
  EXPECT_NE(as_text(report).find(clock_faults(report)[0]), std::string::npos);
  report.results[1].clock_mhz = 1990;
  EXPECT_TRUE(clock_faults(report).empty()) << "as good as the same";
}

TEST(BenchReport, SaysNothingOfAFloorThatHolds) {
  for (const double percent : {1.0, 99.9, 100.0}) {
    const BenchReport report = made_report({result_of("serial", percent)});
    EXPECT_TRUE(floor_faults(report).empty()) << percent;
    EXPECT_EQ(as_text(report).find("is wrong"), std::string::npos);
  }
  EXPECT_TRUE(floor_faults(made_report({result_of("serial", 150, {65, 48})})).empty()) << "of another size";
}

BenchResult took(const char* algorithm, double median, double low, double high, double p90 = 0) {
  BenchResult result = result_of(algorithm, 50);
  BenchTimes& times = *result.times;
  times = {.samples = 9,
           .median_ms = median,
           .p10_ms = low,
           .p90_ms = p90 > 0 ? p90 : high,
           .gigabytes_per_second = 1,
           .percent_of_floor = 50,
           .noise_percent = 3,
           .low_ms = low,
           .high_ms = high};
  return result;
}

// the columns that a reader sees, by themselves: each has a line of the legend, in this order
TEST(BenchReport, ALegendSaysWhatEachColumnIs) {
  const std::string text = as_text(made_report({took("serial", 1, 0.9, 1.1)})), legend = bench_legend();
  const std::size_t from = text.find("\nalgorithm") + 1;
  const std::string header = text.substr(from, text.find('\n', from) - from);
  const std::regex a_title("[^ ]+( [^ ]+)?"), a_line("  ([^ ]+( [^ ]+)?)  +[^\n]{10,}\n");
  std::string titles, explained;
  for (std::sregex_iterator at(header.begin(), header.end(), a_title), end; at != end; ++at) titles += at->str() + "|";
  for (std::sregex_iterator at(legend.begin(), legend.end(), a_line), end; at != end; ++at) explained += (*at)[1].str() + "|";
  EXPECT_EQ(titles, explained);
  EXPECT_NE(explained.find("median ms|+-%|p10|"), std::string::npos);
  EXPECT_NE(text.find("\n+-%: how sure the median of this run is"), std::string::npos);
  EXPECT_EQ(as_text(made_report({result_of("serial", 50)})).find("+-%:"), std::string::npos) << "an older file has no interval";
}

/// One run a side.
BenchComparison compared(const BenchReport& before, const BenchReport& after, double least_percent) {
  return compare({&before, 1}, {&after, 1}, least_percent);
}

TEST(BenchReport, SaysWhichResultIsNoisyAndHowBusyTheMachineWas) {
  BenchReport report =
      made_report({took("serial", 1, 0.99, 1.01, 14), took("cpu-simd", 1, 0.99, 1.01), took("opencv", 1, 0.9, 1.1)});
  report.facts.threads_offered = 2;
  report.results[0].load = 19;
  report.results[2].load = 2.5;
  const std::vector<std::string> faults = noise_faults(report);
  ASSERT_EQ(faults.size(), 3U);
  EXPECT_EQ(faults[2].find("The machine was busy: its load was up to 19.0, of 2 threads."), 0U) << faults[2];
  EXPECT_NE(faults[0].find("serial 8u32u 64x48 is noisy: p90 is 14.0 times the median"), std::string::npos) << faults[0];
  EXPECT_NE(faults[0].find("the load of the machine was 19.0, of 2 threads"), std::string::npos) << faults[0];
  EXPECT_NE(faults[1].find("opencv"), std::string::npos);
  EXPECT_NE(faults[1].find("opencv 8u32u 64x48 is noisy: +-10.0 %"), std::string::npos) << faults[1];
  EXPECT_EQ(faults[1].find("load"), std::string::npos) << "no thread waited: " << faults[1];
  EXPECT_NE(as_text(report).find("\n" + faults[0] + "\n"), std::string::npos);
  report.facts.threads_offered = 1;
  EXPECT_NE(noise_faults(report)[0].find("19.0, of 1 thread."), std::string::npos) << noise_faults(report)[0];
}

TEST(BenchReport, APercentageOfTheFloorIsLeftOutWhereTheMedianIsNoisy) {
  const BenchReport report = made_report({took("serial", 1, 0.99, 1.01), took("opencv", 1, 0.9, 1.1)});
  const std::string text = as_text(report), table = bench_table(report);
  const std::regex calm("\nserial [^\n]* 1\\.0 +50\\.0  yes\n"), noisy("\nopencv [^\n]* 1\\.0 +noisy  yes\n");
  EXPECT_TRUE(std::regex_search(text, calm)) << text;
  EXPECT_TRUE(std::regex_search(text, noisy)) << text;
  EXPECT_NE(table.find("| 1.00 (50 %) |\n"), table.npos) << table;
  EXPECT_NE(table.find("| 1.00 (noisy) |\n"), table.npos) << table;
  EXPECT_NE(results_page({&report, 1}).find("<td>noisy</td>"), table.npos);
  const Json json = as_json(report);
  EXPECT_EQ(json.at("results")[0].at("percent_of_floor"), 50);
  EXPECT_EQ(json.at("results")[0].at("faults"), Json::array());
  EXPECT_EQ(json.at("results")[1].at("percent_of_floor"), nullptr) << "as the table";
  EXPECT_EQ(json.at("results")[1].at("faults"), Json::array({"noisy"}));
  EXPECT_EQ(read_report("made.json", json.dump()).results[1].times->percent_of_floor, 100)
      << "the floor is 1 ms, as the median";
}

TEST(BenchReport, WhatWasStoppedHasItsType) {
  BenchReport report = made_report({took("serial", 1, 0.99, 1.01)});
  report.results[0].stopped = true;
  report.results[0].asked.channels = 4;
  EXPECT_NE(as_text(report).find("\nserial 4x 8u32u 64x48 was stopped while it was timed: it has fewer"), std::string::npos);
}

TEST(BenchReport, NumbersOfFilesHaveNoDigitsThatArithmeticAdds) {
  const double ms = 0.1 + 0.2;  // 0.30000000000000004
  const BenchReport report = made_report({took("serial", ms, ms, ms)});
  const BenchComparison comparison = compared(report, report, 2);
  for (const std::string& text : {as_json(report).dump(), as_csv(report), as_json(comparison).dump(), as_csv(comparison)}) {
    EXPECT_NE(text.find("0.3,"), text.npos) << text;
    EXPECT_EQ(text.find("0.3000"), text.npos) << text;
  }
  EXPECT_EQ(to_nine_digits(1234.5678949), 1234.56789);
  EXPECT_EQ(to_nine_digits(-2.5e-7), -2.5e-7);
  Json document{{"n", 1234567890123}, {"list", {0.1 + 0.2, "x", nullptr}}};
  round_numbers(document);
  EXPECT_EQ(document.dump(), "{\"n\":1234567890123,\"list\":[0.3,\"x\",null]}");
}

TEST(BenchReport, ACsvOfAComparisonHasTheColumnsOfACase) {
  BenchReport before = made_report({took("serial", 1, 0.9, 1.1), took("rows-n", 1, 0.9, 1.1)}), after = before;
  after.results.pop_back();
  BenchComparison comparison = compared(before, after, 2);
  const std::string columns = "algorithm,type,w,h,machine,channels,form,busy_threads,params,threads,threads_chosen,hot,";
  EXPECT_EQ(as_csv(before).find(columns), 0U);
  const std::string csv = as_csv(comparison);
  EXPECT_EQ(csv.find("case," + columns + "before_ms,"), 0U) << csv;
  EXPECT_NE(csv.find("\nserial 8u32u 64x48 inclusive cpu,serial,8u32u,64,48,cpu,1,inclusive,0,,,true,false,1,0.9,"), csv.npos)
      << csv;
  EXPECT_NE(csv.find("\nrows-n 8u32u 64x48 inclusive cpu,rows-n,8u32u,64,48,cpu,1,inclusive,0,,,true,false,,,"), csv.npos)
      << csv;
  comparison.missing[0].asked.reset();  // as read from a comparison
  std::istringstream lines(as_csv(comparison));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("rows-n ") || line.starts_with("case,")) {
      EXPECT_EQ(std::ranges::count(line, ','), 27) << line;
    }
}

TEST(BenchReport, ALoadIsNamedOnlyWhereItExplainsSomething) {
  BenchReport report = made_report({took("serial", 1, 0.9, 1.1)});
  report.facts.threads_offered = 2;
  report.results[0].load = 9;
  EXPECT_NE(noise_faults(report)[0].find("; the load of the machine was 9.0, of 2 threads."), std::string::npos);
  EXPECT_NE(as_text(compared(report, report, 2)).find("load 9.0 to 9.0 of 2 threads"), std::string::npos);
  EXPECT_FALSE(load_matters(9, report)) << "nothing is left to measure";
  report.left = {report.results[0].asked};
  EXPECT_TRUE(load_matters(9, report));
  EXPECT_FALSE(load_matters(1.9, report));
  report.results[0].asked.machine = report.left[0].machine = Machine::gpu;
  EXPECT_FALSE(load_matters(9, report));
  EXPECT_EQ(noise_faults(report)[0].find("load"), std::string::npos);
  EXPECT_EQ(as_text(compared(report, report, 2)).find("load"), std::string::npos);
  EXPECT_EQ(as_json(compared(report, report, 2)).at("after").at("most_load"), 9) << "for those who ask";
}

/// The time of which this part of the times of a distribution is shorter.
std::vector<double> quantiles(int n, const std::function<double(double)>& of) {
  std::vector<double> times;
  for (int i = 0; i < n; ++i) times.push_back(of((i * 37 % n + 0.5) / n));  // in another order
  return times;
}

TEST(BenchReport, TimesAtTwoLevelsAreNamed) {
  // 60 % from 1.00 to 1.02 ms and 40 % from 1.20 to 1.24; without 5 % on both sides 55 of 90, and the medians are in the middle
  const auto two = [](double p) { return p < 0.6 ? 1 + p / 30 : 1.2 + (p - 0.6) / 10; };
  const std::optional<TwoLevels> levels = two_levels(quantiles(1000, two));
  ASSERT_TRUE(levels);
  EXPECT_NEAR(levels->low_ms, 1 + 0.325 / 30, 0.0005);
  EXPECT_NEAR(levels->high_ms, 1.2 + 0.175 / 10, 0.0005);
  EXPECT_NEAR(levels->low_percent, 100 * 55 / 90., 0.2);
  EXPECT_FALSE(two_levels(quantiles(99, two))) << "too few";
  const std::vector<std::function<double(double)>> with_one_peak{
      [](double p) { return 1 + p; },                                         // uniform
      [](double p) { return 1 - 0.1 * std::log(1 - p); },                     // exponential
      [](double p) { return 1 + 0.1 * std::log(p / (1 - p)); },               // logistic, like the normal one
      [](double p) { return 1 + std::pow(p, 8); },                            // a long tail
      [](double p) { return p < 0.75 ? 1 + p / 1000 : 1 + (p - 0.75) * 4; },  // a spike on a plain
      [](double p) { return p < 0.9 ? 1 + p / 1000 : 2 + p; },                // a few that are slow
      [](double p) { return p < 0.5 ? 1 + p / 1000 : 1.02 + p / 1000; },      // two, but 2 % apart
      [](double p) { return p < 0.5 ? 0.00100 : 0.00109; }};                  // two ticks of a clock
  for (std::size_t i = 0; i < with_one_peak.size(); ++i)
    for (const int n : {100, 1000, 10'000}) EXPECT_FALSE(two_levels(quantiles(n, with_one_peak[i]))) << i << " " << n;

  BenchReport report = made_report({took("serial", 1, 0.99, 1.01)});
  EXPECT_TRUE(noise_faults(report).empty());
  report.results[0].times->levels = TwoLevels{1, 1.25, 61.2};
  const std::vector<std::string> said{
      "serial 8u32u 64x48 has two levels: 61 % of its samples are near 1.0000 ms, the others near 1.2500 ms."};
  EXPECT_EQ(noise_faults(report), said);
  const BenchReport again = read_report("a.json", as_json(report).dump());
  EXPECT_EQ(noise_faults(again), said);
}

TEST(BenchReport, ShortTimesHaveThreeDigits) {
  for (const auto& [ms, text] : {std::pair{0.00025, "0.000250"},
                                 {0.00427, "0.00427"},
                                 {0.0123, "0.0123"},
                                 {0.5, "0.5000"},
                                 {12.3456, "12.3456"},
                                 {0.0, "0.0000"}})
    EXPECT_EQ(milliseconds_of(ms), text);
}

TEST(BenchCompare, AVerdictNeedsRangesThatAreApartAndADifference) {
  const BenchReport before =
      made_report({took("serial", 10, 9.9, 10.1), took("cpu-simd", 10, 9.6, 10.4), took("opencv", 10, 9.99, 10.01),
                   took("cpu-rows", 10, 9.9, 10.1), took("wavefront", 1, 1, 1)});
  const BenchReport after =
      made_report({took("serial", 12, 11.9, 12.1), took("cpu-simd", 10.5, 10.2, 10.9), took("opencv", 10.1, 10.09, 10.11),
                   took("cpu-rows", 8, 7.9, 8.1), took("rows-n", 1, 1, 1)});
  const BenchComparison comparison = compared(before, after, 2);
  ASSERT_EQ(comparison.cases.size(), 4U);
  const auto verdict = [&](std::size_t i) { return id_of(comparison.cases[i].verdict); };
  EXPECT_EQ(verdict(0), "slower");
  EXPECT_EQ(verdict(1), "too noisy to tell") << "10.3 is in both ranges, of +-4 and +-3 %";
  // half widths of 4 % and 3.33 % are 5.2 % together, about a change of 5 %
  EXPECT_EQ(id_of(compared(before, after, 10).cases[1].verdict), "too noisy to tell");
  EXPECT_EQ(id_of(compared(before, after, 10.3).cases[1].verdict), "not distinguishable");
  EXPECT_EQ(verdict(2), "differs by less than --least") << "1 % is less than 2 %, and 10.01 less than 10.09";
  EXPECT_EQ(verdict(3), "faster");
  EXPECT_DOUBLE_EQ(comparison.cases[3].change_percent, -20);
  EXPECT_TRUE(comparison.slower());
  EXPECT_FALSE(compared(after, after, 2).slower());
  EXPECT_EQ(id_of(compared(before, after, 0.5).cases[2].verdict), "slower");
  ASSERT_EQ(comparison.missing.size(), 1U);
  EXPECT_NE(comparison.missing[0].title.find("wavefront"), std::string::npos);
  ASSERT_EQ(comparison.only_after.size(), 1U);
  EXPECT_NE(as_text(comparison).find("-20.0 %    +0.0 %  faster"), std::string::npos) << as_text(comparison);
}

TEST(BenchCompare, ADifferenceWithinTheTimesOfBothRunsIsNotSure) {
  BenchReport before = made_report({took("serial", 10, 9.9, 10.1)}), after = made_report({took("serial", 11, 10.9, 11.1)});
  const auto verdict = [&](double least = 2) { return id_of(compared(before, after, least).cases[0].verdict); };
  EXPECT_EQ(verdict(), "slower");
  before.results[0].times->p90_ms = 10.8;
  EXPECT_EQ(verdict(), "slower");
  before.results[0].times->p90_ms = 10.95;
  EXPECT_EQ(verdict(), "perhaps slower") << "the medians are 9.9 to 10.1 and 10.9 to 11.1";
  before.results[0].times->high_ms = 10.95;
  EXPECT_EQ(verdict(), "too noisy to tell") << "10.95 is more than 5 % above 10";
  before.results[0].times->high_ms = 10.4;
  after.results[0].times->low_ms = 10.4;
  EXPECT_EQ(verdict(), "too noisy to tell") << "half widths of 2.5 % and 3.2 % about a change of 10 %";
  EXPECT_EQ(verdict(14), "too noisy to tell");
  EXPECT_EQ(verdict(14.1), "not distinguishable");
}

/// Runs of serial with these medians.
std::vector<BenchReport> runs_of(const std::vector<double>& medians) {
  std::vector<BenchReport> runs;
  for (const double ms : medians) runs.push_back(made_report({took("serial", ms, ms, ms)}));
  return runs;
}

TEST(BenchCompare, ASmallDifferenceIsNotCalledNone) {
  const BenchComparison small = compare(runs_of({10, 10, 10, 10, 10, 10}), runs_of(std::vector<double>(6, 10.15)), 2);
  EXPECT_EQ(id_of(small.cases[0].verdict), "differs by less than --least") << "+1.5 % in all runs";
  EXPECT_TRUE(small.passes(false));
  EXPECT_FALSE(small.undecided());
  const std::string text = as_text(small);
  EXPECT_NE(text.find("  differs by less than 2 % (p = 0.002)\n"), std::string::npos) << text;  // 2 of 924 orders
  EXPECT_NE(text.find("\n0 faster, 0 slower, 0 not distinguishable, 1 differs by less than 2 %, 0 too noisy"),
            std::string::npos)
      << text;
  EXPECT_NE(as_csv(small).find(",differs by less than --least,\n"), std::string::npos) << as_csv(small);
  EXPECT_NE(as_markdown(small).find("<summary>0 not distinguishable, 1 differs by less than 2 %, 0 too noisy to tell<"),
            std::string::npos)
      << as_markdown(small);
}

TEST(BenchCompare, NoDifferenceMeansThatTheWholeIntervalIsWithinTheLeast) {
  // of 4 and 4 runs the interval has all pairs: 97 / 103 to 102 / 100, which is 7.8 % wide
  const std::vector<BenchReport> before = runs_of({100, 100, 100, 103}), after = runs_of({97, 100, 101, 102});
  const ComparedCase five = compare(before, after, 5).cases[0];
  EXPECT_EQ(id_of(five.verdict), "too noisy to tell");
  EXPECT_EQ(five.wide, "the interval -5.8 to +2.0 % is not within +-5 %");
  EXPECT_EQ(id_of(compare(before, after, 5.9).cases[0].verdict), "not distinguishable");
  EXPECT_EQ(id_of(compare(after, before, 5.9).cases[0].verdict), "too noisy to tell") << "103 / 97 is +6.2 %";
}

TEST(BenchCompare, ADifferenceThatTheFloorHasTooIsNone) {
  BenchReport before = made_report({took("serial", 10, 9.9, 10.1)}), after = made_report({took("serial", 11, 10.9, 11.1)});
  after.floors[0].milliseconds = 1.05;
  EXPECT_EQ(id_of(compared(before, after, 2).cases[0].verdict), "slower") << "10 %, and the floor 5 %";
  after.floors[0].milliseconds = 1.2;
  EXPECT_EQ(id_of(compared(before, after, 2).cases[0].verdict), "not distinguishable");
  after.floors[0].milliseconds = 0.8;
  EXPECT_EQ(id_of(compared(before, after, 2).cases[0].verdict), "not distinguishable") << "however it drifted";
  EXPECT_DOUBLE_EQ(compared(before, after, 2).cases[0].floor_change_percent, -20);
}

// the same build twice on a machine of 2 threads, at a load of 9.5, as it was met
TEST(BenchCompare, WhereTheMachineWasBusierThanItHasThreadsNothingIsSaid) {
  BenchReport before = made_report({took("serial", 0.35, 0.3476, 0.3509)});
  BenchReport after = made_report({took("serial", 0.3795, 0.3760, 0.3823)});
  const auto one = [&] { return compared(before, after, 2).cases[0]; };
  EXPECT_EQ(id_of(one().verdict), "slower");
  for (BenchReport* report : {&before, &after}) report->facts.threads_offered = 2;
  before.results[0].load = after.results[0].load = 2.4;
  EXPECT_EQ(id_of(one().verdict), "slower") << "as many threads as there are";
  after.results[0].load = 9.5;
  EXPECT_EQ(id_of(one().verdict), "too noisy to tell");
  EXPECT_EQ(one().noise, "the load was 9.5 of 2 threads after");
  after.results[0].threads = 9;
  EXPECT_EQ(id_of(one().verdict), "slower") << "its own threads are no other program";
  after.results[0].threads = 2;
  EXPECT_FALSE(compared(before, after, 2).slower());
  after.results[0].asked.busy_threads = before.results[0].asked.busy_threads = 8;
  EXPECT_EQ(id_of(one().verdict), "slower") << "that load was asked for";
  after.results[0].asked.busy_threads = before.results[0].asked.busy_threads = 0;
  after.results[0].times = took("serial", 1.5, 1.45, 1.55).times;
  EXPECT_EQ(id_of(one().verdict), "slower") << "4.3 times as slow is far beyond the noise";
  for (BenchReport* report : {&before, &after}) report->results[0].asked.machine = Machine::gpu;
  after.results[0].times = took("serial", 0.3795, 0.3760, 0.3823).times;
  EXPECT_EQ(id_of(one().verdict), "slower") << "the load of the CPU is not that of the GPU";
}

TEST(BenchCompare, WhereAFileSaysThatItIsNoisyNothingIsSaid) {
  const BenchReport quiet = made_report({took("serial", 5.4, 5.35, 5.45)});
  const BenchReport unsure = made_report({took("serial", 10, 8.8, 10.6, 13)}),
                    spread = made_report({took("serial", 10, 9.9, 10.1, 21)});
  for (const BenchReport* noisy : {&unsure, &spread}) {
    ASSERT_EQ(noise_faults(*noisy).size(), 1U);
    EXPECT_EQ(id_of(compared(*noisy, quiet, 2).cases[0].verdict), "too noisy to tell") << "46 % faster";
    EXPECT_EQ(id_of(compared(quiet, *noisy, 2).cases[0].verdict), "too noisy to tell");
  }
  EXPECT_EQ(compared(unsure, quiet, 2).cases[0].noise, "before: +-9.00 %, and at most 5 % is allowed");
  EXPECT_EQ(compared(quiet, spread, 2).cases[0].noise, "after: p90 is 2.1 times the median, and at most 2 times is allowed");
  EXPECT_EQ(id_of(compared(unsure, made_report({took("serial", 2, 1.99, 2.01)}), 2).cases[0].verdict), "faster") << "5 times";
}

TEST(BenchCompare, WhatIsWrongRefusedOrMissingNowDoesNotPass) {
  const BenchReport before = made_report({took("serial", 10, 9.9, 10.1), took("cpu-simd", 1, 1, 1)});
  EXPECT_TRUE(compared(before, before, 2).passes(false));
  BenchReport wrong = before, refused = before, missing = before, stopped = before;
  wrong.results[1].correct = false;
  wrong.results[1].max_error = 7;
  wrong.results[1].times.reset();
  refused.skipped.push_back({refused.results[1].asked, "not supported: no such thing"});
  stopped.left.push_back(stopped.results[1].asked);
  for (BenchReport* report : {&refused, &missing, &stopped}) report->results.pop_back();
  const auto said = [&](const BenchReport& after) { return as_text(compared(before, after, 2)); };
  EXPECT_NE(said(wrong).find("wrong now: cpu-simd 8u32u 64x48 inclusive cpu: off by 7\n"), std::string::npos) << said(wrong);
  EXPECT_NE(said(refused).find("refused now: cpu-simd 8u32u 64x48 inclusive cpu: not supported: no such thing\n"),
            std::string::npos)
      << said(refused);
  EXPECT_NE(said(missing).find("missing now: cpu-simd 8u32u 64x48 inclusive cpu: the second side does not have it\n"),
            std::string::npos)
      << said(missing);
  EXPECT_NE(said(stopped).find(": the second side was stopped before it\n"), std::string::npos) << said(stopped);
  for (const BenchReport* report : {&wrong, &refused, &missing, &stopped})
    EXPECT_FALSE(compared(before, *report, 2).passes(false));
  EXPECT_FALSE(compared(before, wrong, 2).passes(true));
  EXPECT_FALSE(compared(before, refused, 2).passes(true));
  EXPECT_TRUE(compared(before, missing, 2).passes(true));
  EXPECT_TRUE(compared(missing, before, 2).passes(false)) << "more cases than before";
}

TEST(BenchCompare, SaysWhatElseDiffers) {
  BenchReport before = made_report({took("serial", 10, 9, 11)}), after = before;
  EXPECT_TRUE(compared(before, after, 2).notes.empty());
  EXPECT_FALSE(compared(before, after, 2).other_machine);
  after.facts.compiler = "Clang 14";
  before.facts.compiler = "GNU 12";
  const BenchComparison comparison = compared(before, after, 2);
  ASSERT_EQ(comparison.notes.size(), 1U);
  EXPECT_EQ(comparison.notes[0], "compiler: 'GNU 12' before, 'Clang 14' after");
  EXPECT_FALSE(comparison.other_machine);
  before.protocol = {"One.", "Two."};
  after.protocol = {"One.", "Three.", "Four."};
  after.repeats = 9;
  const std::vector<std::string> notes = compared(before, after, 2).notes;
  ASSERT_EQ(notes.size(), 3U);
  EXPECT_EQ(notes[1], "samples of each result: 'until the median is sure' before, '9' after");
  EXPECT_EQ(notes[2], "how it was measured: 2 sentences differ (bench --verbose of each side prints them)");
  before.precision_percent = 0.3;
  before.max_time_ms = 2000;
  EXPECT_EQ(compared(before, after, 2).notes[1], "samples of each result: 'until +-0.3 % or 2000 ms' before, '9' after");
  before.device = "Some CPU, 1 to 2 threads";
  after.device = "Some CPU, up to 2 threads";
  EXPECT_FALSE(compared(before, after, 2).other_machine) << "the device is the same";
  after.device = "Another CPU, up to 2 threads";
  EXPECT_TRUE(compared(before, after, 2).other_machine);
}

TEST(BenchReport, AnotherNumberOfThreadsIsSaid) {
  BenchReport before = made_report({took("serial", 1, 0.9, 1.1, 9), took("cpu-simd", 1, 0.9, 1.1, 9)});
  for (BenchResult& result : before.results) result.threads = 1;
  BenchReport after = before;
  after.results[1].threads = 2;
  const std::vector<std::string> notes = compared(before, after, 2).notes;
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0],
            "the program chose another number of threads. " + title_of(before.results[1].asked) + ": 1 before, 2 after");
  before.results[1].asked.threads = after.results[1].asked.threads = 2;
  EXPECT_TRUE(compared(before, after, 2).notes.empty()) << "the number was asked for";
}

TEST(BenchReport, NoMeanOfChangesThatAreAllUndecided) {
  const BenchReport before = made_report({took("serial", 1, 0.9, 1.1, 9), took("cpu-simd", 1, 0.9, 1.1, 9)});
  BenchComparison comparison = compared(before, before, 2);
  comparison.cases[0].verdict = BenchVerdict::slower;
  EXPECT_NE(as_text(comparison).find("geometric mean"), std::string::npos);
  for (ComparedCase& one : comparison.cases) one.verdict = BenchVerdict::maybe_slower;
  EXPECT_EQ(as_text(comparison).find("geometric mean"), std::string::npos) << as_text(comparison);
}

TEST(BenchReport, TheFirstLineSaysWhatDecidesTheExitCode) {
  BenchReport before = made_report({took("serial", 1, 0.9, 1.1, 9), took("cpu-simd", 1, 0.9, 1.1, 9)});
  before.facts.threads_offered = 1;
  for (BenchResult& result : before.results) result.load = 8;
  BenchReport after = before;
  after.results.pop_back();
  BenchComparison comparison = compared(before, after, 2);
  ASSERT_TRUE(comparison.undecided());
  const std::string text = as_text(comparison);
  EXPECT_EQ(text.find("The second side fails: 1 case missing. Nothing was decided about the others: the one case "), 0U)
      << text;
  EXPECT_NE(text.find("load 8.0 to 8.0 of 1 thread\n"), text.npos) << text;
  EXPECT_EQ(as_text(compared(before, before, 2)).find("geometric mean"), text.npos) << "of two undecided cases";
  comparison.may_lack = true;
  EXPECT_EQ(as_text(comparison).find("Nothing was decided: the one case "), 0U) << as_text(comparison);
  after.results[0].correct = false;
  after.results[0].times.reset();
  EXPECT_EQ(as_text(compared(before, after, 2)).find("The second side fails: 1 case wrong, 1 case missing.\n"), 0U);
}

TEST(BenchReport, RunsInTurnsAreNotAskedToTakeTurns) {
  BenchReport before = made_report({took("serial", 1, 0.9, 1.1, 9)});
  before.facts.threads_offered = 2;
  BenchReport after = before;
  BenchComparison comparison = compared(before, after, 2);
  EXPECT_NE(as_text(comparison).find("in turns (A, B, A, B, ...)"), std::string::npos);
  const auto cure = [&] {
    comparison.in_turns = true;
    const std::string text = as_text(comparison);
    EXPECT_EQ(text.find("in turns"), text.npos) << text;
    return text.substr(text.find("To decide more"));
  };
  EXPECT_EQ(cure(), "To decide more, repeat it with --rounds 4 or more.\n");
  comparison.cases[0].chance = 0.2;
  EXPECT_EQ(cure().find("To decide more, repeat it when the machine is idle"), 0U);
  after.facts.threads_offered = 1;
  comparison = compared(before, after, 2);
  EXPECT_EQ(cure(), "To decide more, give both sides the same threads: it was 2 threads before, and 1 thread after.\n");
}

TEST(BenchReport, NamesTheLimitThatEndedSampling) {
  BenchReport report = made_report({took("serial", 1, 0.9, 1.1)});
  report.precision_percent = 0.01;
  report.max_time_ms = 2000;
  report.results[0].stop_reason = StopReason::samples;
  ASSERT_EQ(precision_faults(report).size(), 1U);
  EXPECT_NE(precision_faults(report)[0].find(" The number of samples ended it, not the time: a --max-time above 2000 ms allows "
                                             "100000."),
            std::string::npos)
      << precision_faults(report)[0];
}

}  // namespace
}  // namespace satscope::app
