// SPDX-License-Identifier: Apache-2.0
// satscope bench: the shape of what it says; never how fast something is.
#include <gtest/gtest.h>

#include <set>

#include "kernels/device.h"
#include "kernels/registry.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

using Json = nlohmann::json;

TEST(Bench, ResultsAndFloor) {
  const Json json = run_json({"bench", "--machine", "cpu", "--sizes", "33x17,5x3", "--types", "8u32u,32f32f", "--repeats", "3",
                              "--threads", "1", "--json"});
  for (const char* key : {"device", "driver", "toolkit", "floor", "results", "skipped"}) EXPECT_TRUE(json.contains(key)) << key;
  std::size_t can = 0;
  for (const Algorithm& algorithm : algorithms())
    for (const char* type : {"8u32u", "32f32f"})
      for (const Extent extent : {Extent{33, 17}, Extent{5, 3}})
        can += algorithm.refusal({.extent = extent, .types = *find_type_pair(type)}, Machine::cpu).empty() ? 1 : 0;
  EXPECT_EQ(json.at("skipped").size(), 4 * algorithms().size() - can);
  ASSERT_EQ(json.at("floor").size(), 4U);
  for (const Json& floor : json.at("floor")) {
    const int in = floor.at("type") == "8u32u" ? 1 : 4, pixels = floor.at("w").get<int>() * floor.at("h").get<int>();
    EXPECT_EQ(floor.at("bytes"), pixels * (in + 4));
    EXPECT_GT(floor.at("ms"), 0.0);
    EXPECT_EQ(floor.at("machine"), "cpu");
    EXPECT_FALSE(floor.at("method").get<std::string>().empty());
  }
  ASSERT_EQ(json.at("results").size(), can);
  std::set<std::string> seen;
  for (const Json& result : json.at("results")) {
    seen.insert(result.at("algorithm"));
    EXPECT_TRUE(result.at("correct").get<bool>()) << result;
    EXPECT_EQ(result.at("max_error"), 0.0) << "whole pixels of a small picture";
    EXPECT_EQ(result.at("n"), 3);
    EXPECT_EQ(result.at("machine"), "cpu");
    EXPECT_EQ(result.at("form"), std::string(id_of(find_algorithm(result.at("algorithm").get<std::string>())->natural_form)));
    const double p10 = result.at("p10_ms"), median = result.at("median_ms"), p90 = result.at("p90_ms");
    EXPECT_GT(p10, 0);
    EXPECT_LE(p10, median * 1.000001);  // they are interpolated
    EXPECT_LE(median, p90 * 1.000001);
    for (const Json& floor : json.at("floor"))
      if (floor.at("type") == result.at("type") && floor.at("w") == result.at("w")) {
        EXPECT_NEAR(result.at("percent_of_floor").get<double>(), 100 * floor.at("ms").get<double>() / median, 1e-6);
        EXPECT_NEAR(result.at("gbs").get<double>(), floor.at("bytes").get<double>() / median / 1e6, 1e-6);
      }
  }
  EXPECT_EQ(seen.size(), algorithms().size());
}

TEST(Bench, WhatCannotRunIsSkippedWithItsReason) {
  if (gpu_status().usable) GTEST_SKIP() << "a GPU is usable here";
  const Json json = run_json({"bench", "--machine", "gpu", "--algorithms", "serial,brlt-scanrow", "--sizes", "8x8", "--json"});
  EXPECT_TRUE(json.at("results").empty());
  ASSERT_EQ(json.at("skipped").size(), 2U);
  for (const Json& entry : json.at("skipped")) {
    EXPECT_NE(entry.at("reason").get<std::string>().find("not supported"), std::string::npos);
    EXPECT_EQ(entry.at("machine"), "gpu");
    EXPECT_EQ(entry.at("type"), "8u32u");
    EXPECT_EQ(entry.at("w"), 8);
    EXPECT_EQ(entry.at("h"), 8);
  }
}

TEST(Bench, WhatDoesNotFitIntoMemoryIsSkipped) {
  const Json json = run_json({"bench", "--machine", "cpu", "--algorithms", "serial", "--sizes", "10000000x10000000", "--json"});
  EXPECT_TRUE(json.at("results").empty());
  ASSERT_EQ(json.at("skipped").size(), 1U);
}

TEST(Bench, FourChannelsOfThoseThatHaveThem) {
  const Json json = run_json({"bench", "--machine", "cpu", "--sizes", "33x17", "--repeats", "1", "--channels", "4", "--json"});
  std::set<std::string> with, without, done, skipped;
  for (const Algorithm& algorithm : algorithms()) (algorithm.four_channels ? with : without).insert(algorithm.id);
  for (const Json& result : json.at("results")) {
    done.insert(result.at("algorithm").get<std::string>());
    EXPECT_EQ(result.at("channels"), 4);
    EXPECT_EQ(result.at("correct"), true);
  }
  for (const Json& entry : json.at("skipped")) {
    skipped.insert(entry.at("algorithm").get<std::string>());
    EXPECT_NE(entry.at("reason").get<std::string>().find("not supported"), std::string::npos);
  }
  EXPECT_EQ(done, with);
  EXPECT_EQ(skipped, without);
  ASSERT_EQ(json.at("floor").size(), 1U);
  EXPECT_EQ(json.at("floor")[0].at("bytes"), 33 * 17 * 4 * (1 + 4));
  expect_refused({"bench", "--channels", "2"}, k_usage, {"--channels is 1", "'2'"});
}

TEST(Bench, CsvHasOneLinePerResult) {
  const Outcome outcome = run({"bench", "--machine", "cpu", "--algorithms", "serial", "--sizes", "8x8,9x9", "--repeats", "1",
                               "--threads", "1", "--csv"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 3);
  EXPECT_TRUE(outcome.out.starts_with("algorithm,type,w,h,machine,")) << outcome.out;
  EXPECT_NE(outcome.out.find("\nserial,8u32u,8,8,cpu,"), std::string::npos) << outcome.out;
}

TEST(Bench, WrongWords) {
  expect_refused({"bench", "--algorithms", "serial,magic"}, k_usage, {"magic", "serial"});
  expect_refused({"bench", "--sizes", "8x8,12"}, k_usage, {"12"});
  expect_refused({"bench", "--sizes", "0x8"}, k_usage, {"0x8"});
  expect_refused({"bench", "--types", "8u32u,9u"}, k_usage, {"9u"});
  expect_refused({"bench", "--repeats", "0"}, k_usage, {"--repeats"});
  expect_refused({"bench", "--repeats", "-3"}, k_usage, {"-3"});
  expect_refused({"bench", "--machine", "abacus"}, k_usage, {"abacus"});
  expect_refused({"bench", "--json", "--csv"}, k_usage, {"--csv"});
}

}  // namespace
}  // namespace satscope::test
