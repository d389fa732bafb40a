// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "kernels/registry.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

using Json = nlohmann::json;

TEST(List, EveryAlgorithmWithEveryKey) {
  const Json list = run_json({"list", "--json"}).at("algorithms");
  ASSERT_TRUE(list.is_array());
  ASSERT_EQ(list.size(), algorithms().size());
  std::multiset<std::string> default_for;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json& a = list[i];
    EXPECT_EQ(a.at("id"), algorithms()[i].id);
    EXPECT_EQ(a.at("title"), algorithms()[i].title);
    EXPECT_FALSE(a.at("paper").get<std::string>().empty());
    EXPECT_EQ(a.at("text"), algorithms()[i].text);
    EXPECT_FALSE(a.at("machines").empty());
    EXPECT_FALSE(a.at("types").empty());
    EXPECT_FALSE(a.at("forms").empty());
    EXPECT_EQ(a.at("untraced").is_null(), algorithms()[i].traced());
    EXPECT_EQ(a.at("trace_sizes").size(), algorithms()[i].trace_sizes.size());
    EXPECT_EQ(a.at("hardware"), algorithms()[i].hardware != nullptr);
    EXPECT_EQ(a.at("channels"), algorithms()[i].four_channels ? Json({1, 4}) : Json({1}));
    Json of_four = Json::array();
    for (const Json& type : a.at("types"))
      if (algorithms()[i].four_channels && sums_four_channels(*find_type_pair(type.get<std::string>())))
        of_four.push_back(type);
    EXPECT_EQ(a.at("types_of_four"), of_four);
    EXPECT_EQ(a.at("natural_form"), std::string(id_of(algorithms()[i].natural_form)));
    EXPECT_TRUE(a.at("available").is_boolean());
    EXPECT_TRUE(a.at("available").get<bool>() || !a.at("reason").get<std::string>().empty());
    for (const Json& machine : a.at("default_for")) default_for.insert(machine.get<std::string>());
    EXPECT_EQ(a.at("params").size(), algorithms()[i].params.size());
    for (const Json& param : a.at("params")) {
      for (const char* key : {"id", "kind", "default", "min", "max", "choices", "help"})
        EXPECT_TRUE(param.contains(key)) << a.at("id") << " " << key;
      EXPECT_EQ(param.at("kind") == "bool", param.at("default").is_boolean());
      if (param.at("kind") == "choice") {
        const Json& choices = param.at("choices");
        EXPECT_NE(std::find(choices.begin(), choices.end(), param.at("default")), choices.end());
      }
    }
  }
  EXPECT_EQ(default_for, (std::multiset<std::string>{"cpu", "gpu"})) << "each machine has one default";
}

TEST(List, TextNamesThemAll) {
  const Outcome outcome = run({"list"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  for (const Algorithm& algorithm : algorithms()) EXPECT_NE(outcome.out.find(algorithm.id + ": "), std::string::npos);
}

TEST(List, SaysWhatToWatchAndWhatTheCpuEmulates) {
  const std::string text = run({"list"}).out;
  for (const Algorithm& algorithm : algorithms()) EXPECT_NE(text.find(algorithm.text), std::string::npos) << algorithm.id;
  std::set<std::string> on_cpu;
  const Json list = run_json({"list", "--json"});
  for (const Json& a : list.at("algorithms"))
    if (std::ranges::count(a.at("machines"), "cpu") == 1 && a.at("emulated_on").empty()) on_cpu.insert(a.at("id"));
  EXPECT_EQ(on_cpu, (std::set<std::string>{"serial", "cpu-rows", "cpu-simd", "opencv"}))
      << "written for a CPU, or a loop anyway";
  const std::string kernel = text.substr(text.find("thread-per-row: "));
  EXPECT_LT(kernel.find("on the CPU  Emulated: "), kernel.find("\n\n")) << kernel;
}

TEST(List, RivalsSayWhyTheyHaveNoSteps) {
  const std::string text = run({"list"}).out;
  for (const Algorithm& algorithm : algorithms()) {
    if (algorithm.traced()) continue;
    EXPECT_NE(text.find("no steps    " + algorithm.untraced), std::string::npos) << algorithm.id;
  }
  const Outcome traced = run({"trace", "--algorithm", "opencv", "--size", "4x4"});
  EXPECT_EQ(traced.code, k_failed);
  EXPECT_NE(traced.err.find("cannot be recorded"), std::string::npos) << traced.err;
  EXPECT_NE(traced.err.find("not supported"), std::string::npos) << traced.err;
}

TEST(List, HardwareStandsInTheTextOfThoseThatHaveIt) {
  const std::string text = run({"list"}).out;
  std::size_t lines = 0;
  for (std::size_t at = text.find("\n  hardware "); at != text.npos; at = text.find("\n  hardware ", at + 1)) ++lines;
  std::size_t have = 0;
  for (const Algorithm& algorithm : algorithms()) have += algorithm.hardware ? 1U : 0U;
  EXPECT_EQ(lines, have);
}

TEST(List, IdsAloneAreALineEach) {
  std::string expected, of_filters;
  const Json all = run_json({"list", "--json"}), every_filter = run_json({"list", "--filters", "--json"});
  for (const Json& one : all.at("algorithms")) expected += one.at("id").get<std::string>() + "\n";
  for (const Json& one : every_filter.at("filters")) of_filters += one.at("id").get<std::string>() + "\n";
  EXPECT_EQ(run({"list", "--ids"}).out, expected);
  EXPECT_EQ(run({"list", "--ids", "--filters"}).out, of_filters);
  EXPECT_NE(run({"list", "--ids", "--lessons"}).out.find("four-reads\n"), std::string::npos);
  EXPECT_TRUE(run({"list", "--ids", "--lessons"}).out.starts_with("first-steps\n"));
  expect_refused({"list", "--ids", "--papers"}, k_usage, {"--ids", "--filters"});
}

TEST(List, WhatPapersPublished) {
  const Json list = run_json({"list", "--published", "--json"});
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list.at("version"), 1);
  EXPECT_GT(list.at("times").size(), 30U);
  EXPECT_GT(list.at("figures").size(), 100U);
  for (const char* kind : {"times", "figures"})
    for (const Json& entry : list.at(kind))
      for (const char* key : {"source", "year", "device", "algorithm", "title", "params", "w", "h", "type", "note"})
        EXPECT_TRUE(entry.contains(key)) << entry;
  const auto two = std::find_if(list.at("times").begin(), list.at("times").end(), [](const Json& time) {
    return time.at("source") == "Ehsan et al. 2015, Table 2" && time.at("params") == Json{{"n", "2"}} && time.at("w") == 1920;
  });
  ASSERT_NE(two, list.at("times").end());
  EXPECT_EQ(two->at("ms"), 7.053);
  EXPECT_EQ(two->at("algorithm"), "rows-n");
  EXPECT_EQ(two->at("year"), 2015);
  const Outcome text = run({"list", "--published"});
  EXPECT_EQ(text.code, 0);
  EXPECT_EQ(text.err, "");
  EXPECT_NE(text.out.find("Ehsan et al. 2015, Table 2: Virtex-6 XC6VLX240T, about 147 MHz"), std::string::npos);
  EXPECT_NE(text.out.find("7.053"), std::string::npos);
  EXPECT_NE(text.out.find("none of it was measured here"), std::string::npos);
  expect_refused({"list", "--published", "--filters"}, k_usage, {"--filters", "--published"});
}

TEST(List, EveryFilterWithEveryKey) {
  const Json list = run_json({"list", "--filters", "--json"}).at("filters");
  ASSERT_TRUE(list.is_array());
  ASSERT_EQ(list.size(), filters().size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json& f = list[i];
    const Filter& filter = filters()[i];
    EXPECT_EQ(f.at("id"), filter.id);
    EXPECT_EQ(f.at("title"), filter.title);
    EXPECT_EQ(f.at("definition"), filter.definition);
    EXPECT_EQ(f.at("tables").size(), filter.tables.size());
    EXPECT_EQ(f.at("borders").size(), filter.borders().size());
    EXPECT_EQ(f.at("makes_picture"), filter.makes_picture);
    EXPECT_EQ(f.at("by_channel"), filter.by_channel);
    EXPECT_EQ(f.at("rival_of").is_null(), filter.rival_of.empty());
    EXPECT_GT(f.at("reads_per_pixel"), 0);
    EXPECT_TRUE(f.at("available").get<bool>()) << "the CPU runs every filter";
    ASSERT_EQ(f.at("params").size(), filter.params.size());
    for (const Json& param : f.at("params"))
      if (param.at("kind") == "int" || param.at("kind") == "float") {
        EXPECT_GT(param.at("step"), 0);
        if (param.at("default").is_string()) continue;  // a choice beside the range
        EXPECT_LE(param.at("min"), param.at("default"));
        EXPECT_GE(param.at("max"), param.at("default"));
        EXPECT_EQ(param.at("default").is_number_integer(), param.at("kind") == "int");
      }
  }
  EXPECT_EQ(list[0].at("id"), "box");
  EXPECT_EQ(list[0].at("params")[0].at("default"), 12);
}

TEST(List, TextNamesTheFilters) {
  const Outcome outcome = run({"list", "--filters"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  for (const Filter& filter : filters()) EXPECT_NE(outcome.out.find(filter.id + ": "), std::string::npos);
}

}  // namespace
}  // namespace satscope::test
