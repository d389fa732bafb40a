// SPDX-License-Identifier: Apache-2.0
// satscope bench --compare: what it says of two files, and the exit code for scripts.
#include <gtest/gtest.h>

#include "tests/app/program.h"

namespace satscope::test {
namespace {

using Json = nlohmann::json;

/// A results file of two cases on a quiet machine.
Json made_results() {
  const auto entry = [](const char* algorithm, double ms) {
    return Json{{"algorithm", algorithm}, {"type", "8u32u"}, {"w", 100},        {"h", 10},      {"machine", "cpu"},
                {"channels", 1},          {"correct", true}, {"median_ms", ms}, {"p10_ms", ms}, {"p90_ms", ms},
                {"low_ms", ms},           {"high_ms", ms},   {"n", 9},          {"load", 1}};
  };
  return {{"version", 1},
          {"satscope", "9.8.7"},
          {"date", "2026-01-31T12:00:00Z"},
          {"device", "Some CPU, 2 threads"},
          {"driver", ""},
          {"toolkit", ""},
          {"processor", "Some CPU"},
          {"threads_offered", 2},
          {"commit", "0123456789"},
          {"floor", Json::array()},
          {"results", {entry("serial", 1), entry("cpu-simd", 0.5)}}};
}

TEST(BenchCompare, ExitsWithWhatItFound) {
  const Folder folder;
  const std::string before = folder.write("before.json", made_results().dump());
  struct Row {
    const char* what;
    void (*change)(Json&);
    std::vector<std::string> more;
    int code;
    const char *out, *err;
  };
  const std::vector<Row> rows{
      {"the same", [](Json&) {}, {}, 0, "0 slower, 2 not distinguishable, 0 too noisy to tell, 0 wrong", ""},
      {"faster",
       [](Json& j) {
         for (const char* key : {"median_ms", "p10_ms", "p90_ms", "low_ms", "high_ms"}) j["results"][0][key] = 0.8;
       },
       {},
       0,
       "-20.0 %    +0.0 %  faster",
       ""},
      {"slower",
       [](Json& j) {
         for (const char* key : {"median_ms", "p10_ms", "p90_ms", "low_ms", "high_ms"}) j["results"][0][key] = 1.2;
       },
       {},
       3,
       "+20.0 %    +0.0 %  slower",
       ""},
      {"busy",
       [](Json& j) {
         for (const char* key : {"median_ms", "p10_ms", "p90_ms", "low_ms", "high_ms"}) j["results"][0][key] = 1.2;
         j["results"][0]["load"] = 9.5;
       },
       {},
       0,
       "too noisy to tell (the load was 9.5 of 2 threads after)",
       ""},
      {"commits and loads",
       [](Json& j) {
         j["commit"] = "abcdef";
         j["results"][1]["load"] = 2.25;
       },
       {},
       0,
       "before  commit 0123456789, satscope 9.8.7, 2026-01-31T12:00:00Z, load 1.0 to 1.0 of 2 threads\n"
       "after   commit abcdef, satscope 9.8.7, 2026-01-31T12:00:00Z, load 1.0 to 2.2 of 2 threads\n",
       ""},
      {"wrong",
       [](Json& j) {
         j["results"][1]["correct"] = false;
         j["results"][1]["median_ms"] = nullptr;
       },
       {"--subset"},
       3,
       "wrong now: cpu-simd",
       ""},
      {"missing", [](Json& j) { j["results"].erase(1); }, {}, 3, "missing now: cpu-simd", ""},
      {"a subset", [](Json& j) { j["results"].erase(1); }, {"--subset"}, 0, "missing now: cpu-simd", ""},
      {"another machine", [](Json& j) { j["processor"] = "Another CPU"; }, {}, 0, "Another CPU", "are of different machines"},
      {"nothing in common", [](Json& j) { j["results"].clear(); }, {}, 1, "", "have no timed case in common"},
      {"of tomorrow",
       [](Json& j) { j["version"] = 99; },
       {},
       1,
       "",
       "has version 99 of the format of results; this satscope reads version 1"},
      {"no version", [](Json& j) { j["version"] = "x"; }, {}, 1, "", "is not a results file"},
  };
  for (const Row& row : rows) {
    Json after = made_results();
    row.change(after);
    std::vector<std::string> words{"bench", "--compare", before, folder.write("after.json", after.dump())};
    words.insert(words.end(), row.more.begin(), row.more.end());
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, row.code) << row.what << outcome.err;
    EXPECT_NE(outcome.out.find(row.out), std::string::npos) << row.what << "\n" << outcome.out;
    EXPECT_NE(outcome.err.find(row.err), std::string::npos) << row.what << "\n" << outcome.err;
    EXPECT_EQ(outcome.err.empty(), *row.err == 0) << row.what << outcome.err;
  }
  Json busy = made_results();
  busy["results"][0]["load"] = 9.5;
  const Json said = run_json({"bench", "--compare", before, folder.write("after.json", busy.dump()), "--json"});
  EXPECT_EQ(said.at("too_noisy"), 1);
  EXPECT_EQ(said.at("cases")[0].at("verdict"), "too noisy to tell");
  EXPECT_EQ(said.at("cases")[0].at("before_n"), 9);
  EXPECT_EQ(said.at("after").at("most_load"), 9.5);
  expect_refused({"bench", "--subset"}, k_usage, {"--compare"});
}

}  // namespace
}  // namespace satscope::test
