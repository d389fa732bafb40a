// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "kernels/registry.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

using Json = nlohmann::json;

TEST(List, EveryAlgorithmWithEveryKey) {
  const Json list = run_json({"list", "--json"});
  ASSERT_TRUE(list.is_array());
  ASSERT_EQ(list.size(), algorithms().size());
  std::multiset<std::string> default_for;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json& a = list[i];
    EXPECT_EQ(a.at("id"), algorithms()[i].id);
    EXPECT_EQ(a.at("title"), algorithms()[i].title);
    EXPECT_FALSE(a.at("paper").get<std::string>().empty());
    EXPECT_FALSE(a.at("machines").empty());
    EXPECT_FALSE(a.at("types").empty());
    EXPECT_FALSE(a.at("forms").empty());
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

}  // namespace
}  // namespace satscope::test
