// SPDX-License-Identifier: Apache-2.0
// What a bench says of floors that somebody beats, by made-up times.
#include "app/bench/report.h"

#include <gtest/gtest.h>

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

BenchReport report_of(std::vector<BenchResult> results) {
  BenchReport report;
  report.floors = {
      {.type = "8u32u", .extent = {64, 48}, .machine = Machine::cpu, .bytes = 15360, .milliseconds = 1, .method = "copy"}};
  report.results = std::move(results);
  return report;
}

TEST(BenchReport, SaysThatAFloorWasWrongAndNamesTheFastest) {
  const BenchReport report = report_of({result_of("serial", 40), result_of("cpu-simd", 122.4), result_of("opencv", 110)});
  const std::string fault =
      "The floor of 8u32u 64x48 is wrong: cpu-simd was faster, at 122.4 % of it. All percentages of this size are too large.";
  EXPECT_EQ(floor_faults(report), std::vector{fault});
  EXPECT_EQ(as_json(report).at("floor_faults"), Json::array({fault}));
  EXPECT_NE(as_text(report).find("\n" + fault + "\n"), std::string::npos);
}

TEST(BenchReport, SaysThatAClockChanged) {
  BenchReport report = report_of({result_of("serial", 40), result_of("cpu-simd", 50), result_of("opencv", 60)});
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
    const BenchReport report = report_of({result_of("serial", percent)});
    EXPECT_TRUE(floor_faults(report).empty()) << percent;
    EXPECT_EQ(as_text(report).find("is wrong"), std::string::npos);
  }
  EXPECT_TRUE(floor_faults(report_of({result_of("serial", 150, {65, 48})})).empty()) << "of another size";
}

}  // namespace
}  // namespace satscope::app
