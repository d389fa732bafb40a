// SPDX-License-Identifier: Apache-2.0
// The race over the radius without a window: its verdict and its prediction from made-up times, and small races on the CPU, of
// which one has a rival that is wrong.
#include "app/workspaces/playground/race/radius_race.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <random>
#include <thread>

#include "app/core/text/number_text.h"
#include "app/workspaces/playground/race/race_results.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

RacePoint point(int r, double ms, double spread = 0.01) {
  return {.r = r, .runs = 7, .median_ms = ms, .p10_ms = ms * (1 - spread), .p90_ms = ms * (1 + spread), .table_ms = 0.7 * ms};
}

/// The table takes 2 ms at any radius, the running sum 1.25, the naive one 0.1 (2 r + 1)^2.
RaceResults made_up() {
  RaceResults results{.extent = {640, 480}, .rounds = 2, .most_ms = 1000};
  RaceLine table{.filter = "t", .name = "table"}, running{.filter = "u", .name = "running sum"},
      naive{.filter = "n", .name = "naive"};
  for (const int r : {1, 2, 4, 8, 16, 32}) {
    table.points.push_back(point(r, 2));
    running.points.push_back(point(r, 1.25));
    if (r <= 8) naive.points.push_back(point(r, 0.1 * (2 * r + 1) * (2 * r + 1)));
  }
  results.lines = {table, running, naive};
  return results;
}

bool has(const std::vector<std::string>& sentences, const std::string& words) {
  return std::ranges::any_of(sentences, [&](const std::string& s) { return s.find(words) != std::string::npos; });
}

TEST(RaceVerdict, SaysThatTheTableLosesAndByHowMuch) {
  const RaceVerdict verdict = verdict_of(made_up(), 8);
  EXPECT_EQ(
      verdict.headline,
      "For one fixed radius the running sum wins here: 1.6 times faster than the table at r = 8. The table pays off where "
      "windows differ from pixel to pixel.");
  EXPECT_EQ(verdict.brief, "r = 8: the running sum wins, 1.6 times faster than the table.");
  for (const std::size_t few : {0U, 1U}) {
    RaceResults results = made_up();
    results.lines[few].points[3].runs = 4;
    const std::string early =
        "First readings at r = 8: the running sum takes 1.25 ms, the table 2.00 ms. 5 runs of each decide.";
    EXPECT_EQ(verdict_of(results, 8).headline, early);
    EXPECT_EQ(verdict_of(results, 7).headline, early.substr(0, 22) + "7" + early.substr(23)) << "between two radii";
  }
  EXPECT_TRUE(has(verdict.details, "The table is faster than the running sum at no radius, than the naive one from r = 2 on."))
      << verdict.details.at(0);
  EXPECT_TRUE(has(verdict.details, "At r = 8 the table takes 2.00 ms: 1.40 ms to make it and 0.600 ms to read it"));
}

TEST(RaceVerdict, SaysThatTheTableWins) {
  RaceResults results = made_up();
  results.lines.erase(results.lines.begin() + 1);
  EXPECT_EQ(verdict_of(results, 4).headline, "At r = 4 the table wins: 4.0 times faster than the naive one, the next best.");
  EXPECT_EQ(verdict_of(results, 1).headline,
            "For one fixed radius the naive one wins here: 2.2 times faster than the table at r = 1. The table pays off where "
            "windows "
            "differ from pixel to pixel.");
  EXPECT_EQ(verdict_of(results, 16).headline, "At r = 16 only the table is timed.");
  EXPECT_EQ(verdict_of(results, 33).headline, "At r = 33 nothing is timed yet.");
}

TEST(RaceVerdict, NamesNoWinnerWhereSpreadsOverlap) {
  RaceResults results = made_up();
  results.lines[0].points[3] = point(8, 1.3, 0.1);
  EXPECT_EQ(verdict_of(results, 8).headline, "At r = 8 the running sum and the table are too close to tell apart.");
  results.lines[0].points[3] = point(8, 5);
  results.lines[2].points[3] = point(8, 1.26, 0.1);
  EXPECT_EQ(verdict_of(results, 8).headline,
            "At r = 8 the running sum and the naive one are too close to tell apart; the table takes 4.0 times as long.");
}

TEST(RaceVerdict, NeverRanksWhatIsWrongAndSaysWhoIsLeftOut) {
  RaceResults results = made_up();
  results.lines[1].wrong = "at r = 1 its result differs";
  results.lines[2].left_out_from = 16;
  results.lines[2].predicted_ms = 1234;
  const RaceVerdict verdict = verdict_of(results, 8);
  EXPECT_EQ(verdict.headline.find("running sum"), std::string::npos) << verdict.headline;
  EXPECT_TRUE(has(verdict.details, "The running sum is not ranked: at r = 1 its result differs."));
  EXPECT_TRUE(has(verdict.details, "The naive one is left out from r = 16 on: it would take about 1,234 ms there"));
  EXPECT_EQ(method_of(results).find("all results equal"), std::string::npos);
  EXPECT_NE(method_of(made_up()).find("all results equal"), std::string::npos);
}

TEST(RaceVerdict, IsRoughWhereRacersCrossMoreThanOnce) {
  RaceResults results = made_up();
  results.lines.resize(2);
  results.lines[1].points[2] = point(4, 3);
  EXPECT_TRUE(has(verdict_of(results, 8).details, "than the running sum at some radii, but not at the largest"));
  for (RacePoint& p : results.lines[1].points) p.median_ms = 9;
  EXPECT_TRUE(has(verdict_of(results, 8).details, "than the running sum at every radius"));
}

TEST(RaceTimes, AreInterpolatedInLogarithmsAndNotBeyondTheEnds) {
  const RaceLine line{.filter = "n", .name = "n", .points = {point(2, 1), point(8, 100)}};
  EXPECT_NEAR(time_at(line, 4).value(), 10, 1e-9);
  EXPECT_EQ(time_at(line, 8), 100);
  EXPECT_FALSE(time_at(line, 1));
  EXPECT_FALSE(time_at(line, 9));
}

TEST(RacePrediction, GrowsAsTheRacerGrewAndAtMostAsTheArea) {
  const auto square = [](int r) { return point(r, 0.001 * (2 * r + 1) * (2 * r + 1)); };
  const std::vector quadratic{square(8), square(12), square(18)};
  EXPECT_NEAR(predicted_ms(quadratic, 28), 0.001 * 57 * 57, 1e-9);
  const std::vector linear{point(12, 25), point(18, 37)};
  EXPECT_NEAR(predicted_ms(linear, 28), 57, 1e-9);
  EXPECT_NEAR(predicted_ms(std::vector{point(2, 10), point(3, 1000)}, 5), 1000 * 121.0 / 49, 1e-6) << "a hiccup is no law";
  EXPECT_NEAR(predicted_ms(std::vector{point(2, 10), point(3, 5)}, 5), 5, 1e-9);
  EXPECT_NEAR(predicted_ms(std::vector{point(1, 10)}, 2), 10 * 25.0 / 9, 1e-9);
  EXPECT_EQ(predicted_ms({}, 300), 0);
}

TEST(RacePlot, ShowsEveryRacerAndSaysWhyItIsNotThere) {
  RaceResults results = made_up();
  results.lines[2].left_out_from = 16;
  results.lines.push_back({.filter = "w", .name = "other", .wrong = "at r = 2 it differs"});
  results.lines.push_back({.filter = "p", .name = "last", .problem = "it needs a GPU"});
  const Plot plot = plot_of(results, 4);
  std::vector<std::string> names;
  for (const PlotSeries& series : plot.series) names.push_back(series.name);
  EXPECT_EQ(names, (std::vector<std::string>{"table", "running sum", "naive: out from 16", "other: wrong", "last: not here"}));
  EXPECT_EQ(plot.marked, 4);
  const PlotPoint& at_two = plot.series[2].points[1];
  EXPECT_EQ(at_two.at, "r = 2");
  EXPECT_DOUBLE_EQ(at_two.y, 2.5);
  EXPECT_DOUBLE_EQ(at_two.low, 2.475);
  EXPECT_DOUBLE_EQ(at_two.high, 2.525);
  EXPECT_TRUE(plot.series[3].points.empty());
}

// ---------------------------------------------------------------- races

RacePicture noise(Extent extent, unsigned seed) {
  RacePicture picture{extent, {}};
  std::mt19937 random(seed);
  for (std::size_t i = 0; i < extent.area(); ++i) picture.bytes.push_back(static_cast<std::uint8_t>(random() >> 8));
  return picture;
}

/// By the definition, clipped at the edges.
std::vector<std::uint8_t> box_mean(const RacePicture& picture, int r) {
  std::vector<std::uint8_t> out;
  for (int y = 0; y < picture.extent.height; ++y)
    for (int x = 0; x < picture.extent.width; ++x) {
      std::uint64_t sum = 0, n = 0;
      for (int j = std::max(0, y - r); j <= std::min(picture.extent.height - 1, y + r); ++j)
        for (int i = std::max(0, x - r); i <= std::min(picture.extent.width - 1, x + r); ++i, ++n)
          sum += picture.bytes[static_cast<std::size_t>(j * picture.extent.width + i)];
      out.push_back(static_cast<std::uint8_t>((2 * sum + n) / (2 * n)));
    }
  return out;
}

template <class Done>
void wait_for(const Done& done) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!done()) {
    ASSERT_LT(std::chrono::steady_clock::now(), until) << "the race does not come to an end";
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

constexpr std::array k_few{1, 2, 7, 30};

TEST(RadiusRace, TimesEveryRacerAtEveryRadiusAndGoesOn) {
  ASSERT_GE(racers_of("box").size(), 4U);
  RadiusRace race(racers_of("box"), k_few, 1);
  EXPECT_FALSE(race.wants_picture());
  race.run({});
  EXPECT_TRUE(race.wants_picture());
  race.give([] { return noise({97, 61}, 1); });
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return race.results()->rounds >= 2; }));
  EXPECT_TRUE(race.wants_picture()) << "each round takes a newer one";
  const RaceResults results = *race.results();
  EXPECT_EQ(results.extent, (Extent{97, 61}));
  ASSERT_EQ(results.lines.size(), racers_of("box").size());
  EXPECT_EQ(results.lines[0].name, "table");
  for (const RaceLine& line : results.lines) {
    EXPECT_EQ(line.wrong, "") << line.name;
    EXPECT_EQ(line.problem, "") << line.name;
    ASSERT_EQ(line.points.size(), k_few.size()) << line.name;
    for (std::size_t i = 0; i < k_few.size(); ++i) {
      const RacePoint& p = line.points[i];
      EXPECT_EQ(p.r, k_few[i]);
      EXPECT_GE(p.runs, 2);
      EXPECT_GT(p.p10_ms, 0);
      EXPECT_LE(p.p10_ms, p.median_ms);
      EXPECT_LE(p.median_ms, p.p90_ms);
      if (line.name == "table")
        EXPECT_GT(p.table_ms, 0);
      else
        EXPECT_EQ(p.table_ms, 0);
    }
  }
  const auto& naive = *std::ranges::find(results.lines, "naive", &RaceLine::name);
  EXPECT_GT(naive.points.back().p10_ms, 4 * naive.points.front().p10_ms) << "3,721 reads against 9";
  // another size begins anew
  race.give([] { return noise({1, 1}, 1); });
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return race.results()->extent == Extent{1, 1} && race.results()->rounds >= 1; }));
  const auto last = race.results();
  for (const RaceLine& line : last->lines) EXPECT_EQ(line.wrong, "");
}

TEST(RadiusRace, CrossesOutARivalThatIsWrong) {
  std::vector<Filter> racers = racers_of("box");
  const Filter right = racers[2];
  racers[2].draft = [right](const FilterRequest& asked) {
    FilterRequest other = asked;
    const double r = std::get<double>(asked.params.at("r"));
    if (r == 7) other.params["r"] = r + 1;
    return right.draft(other);
  };
  RadiusRace race(racers, k_few, 2);
  race.run({});
  race.give([] { return noise({97, 61}, 1); });
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return race.results()->rounds >= 1; }));
  const RaceResults results = *race.results();
  const RacePicture picture = noise({97, 61}, 1);
  const auto seven = box_mean(picture, 7), eight = box_mean(picture, 8);
  std::size_t differing = 0, first = 0;
  for (std::size_t i = 0; i < seven.size(); ++i)
    if (seven[i] != eight[i] && differing++ == 0) first = i;
  EXPECT_EQ(results.lines[2].wrong, "at r = 7 its result differs from the table's in " + grouped(std::uint64_t{differing}) +
                                        " of 5,917 pixels, first at (" + std::to_string(first % 97) + ", " +
                                        std::to_string(first / 97) + ")");
  EXPECT_TRUE(results.lines[2].points.empty()) << "what is wrong has no times";
  EXPECT_EQ(verdict_of(results, 2).headline.find(results.lines[2].name), std::string::npos);
  for (const std::size_t i : {0U, 1U, 3U}) EXPECT_EQ(results.lines[i].wrong, "");
}

TEST(RadiusRace, StopsInTheMiddleAndSaysWhatCannotBe) {
  RadiusRace race(racers_of("box"), race_radii(), 1);
  race.run({});
  race.give([] { return noise({1200, 900}, 1); });
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return race.serial() > 0; }));
  const auto before = std::chrono::steady_clock::now();
  race.stop();
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::milliseconds(50)) << "no call waits for the thread";
  EXPECT_FALSE(race.running());
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  const std::uint64_t serial = race.serial();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_EQ(race.serial(), serial);

  race.run({.algorithm = "no-such"});
  race.give([] { return noise({9, 9}, 1); });
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return !race.running(); }));
  EXPECT_EQ(race.results()->problem, no_such(algorithms(), "algorithm", "no-such"));
  race.run({});
  race.give([] { return noise({9, 9}, 1); });
  ASSERT_NO_FATAL_FAILURE(wait_for([&] { return race.results()->rounds >= 1; }));
  EXPECT_EQ(race.results()->problem, "");
}

TEST(RadiusRace, LeavesOutWhatWouldTakeTooLong) {
  std::vector<Filter> racers{racers_of("box")[0], racers_of("box")[1]};
  ASSERT_EQ(racers[1].id, "box-naive");
  RadiusRace race(racers, race_radii(), 1);
  race.run({});
  race.give([] { return noise({1999, 1001}, 1); });
  ASSERT_NO_FATAL_FAILURE(
      wait_for([&] { return race.results()->lines.size() == 2 && race.results()->lines[1].left_out_from > 0; }));
  const RaceLine naive = race.results()->lines[1];
  EXPECT_GT(naive.predicted_ms, 1000);
  EXPECT_LT(naive.points.back().r, naive.left_out_from);
}

}  // namespace
}  // namespace satscope::app
