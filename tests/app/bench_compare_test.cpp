// SPDX-License-Identifier: Apache-2.0
// satscope bench --compare: what it says of two sides, and the exit code for scripts.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <vector>

#include "app/bench/compare.h"
#include "app/bench/statistics.h"

#include "tests/app/program.h"

namespace satscope::test {
namespace {

using Json = nlohmann::json;

/// A results file of two cases on a quiet machine. Each is another one, as those of two runs are.
Json made_results() {
  static int runs = 0;
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
          {"memory_bytes", ++runs},
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
      {"perhaps slower",
       [](Json& j) {  // 1.09 to 1.11 has nothing of before's 1 to 1, but 80 % of the samples have
         for (const auto& [key, ms] : std::map<std::string, double>{
                  {"median_ms", 1.1}, {"low_ms", 1.09}, {"high_ms", 1.11}, {"p10_ms", 0.9}, {"p90_ms", 1.3}})
           j["results"][0][key] = ms;
       },
       {},
       0,
       "0 refused, 0 missing\n1 of 2 cases is undecided; with --strict the exit code is then 4\n\"Perhaps\"",
       ""},
      {"perhaps faster",
       [](Json& j) {
         for (const auto& [key, ms] : std::map<std::string, double>{
                  {"median_ms", 0.9}, {"low_ms", 0.89}, {"high_ms", 0.91}, {"p10_ms", 0.8}, {"p90_ms", 1.1}})
           j["results"][0][key] = ms;
       },
       {},
       0,
       "-10.0 %    +0.0 %  perhaps faster",
       ""},
      {"one interval in the other",
       [](Json& j) {
         for (const auto& [key, ms] : std::map<std::string, double>{
                  {"median_ms", 1.05}, {"low_ms", 0.999}, {"high_ms", 1.1}, {"p10_ms", 0.98}, {"p90_ms", 1.3}})
           j["results"][0][key] = ms;
       },
       {"--least", "10"},
       0,
       "0 slower, 2 not distinguishable",
       ""},
      {"a wide interval",
       [](Json& j) {  // (1.1 - 0.999) / 2 / 1.05 is 4.8 %, and before's interval is a point
         for (const auto& [key, ms] : std::map<std::string, double>{
                  {"median_ms", 1.05}, {"low_ms", 0.999}, {"high_ms", 1.1}, {"p10_ms", 0.98}, {"p90_ms", 1.3}})
           j["results"][0][key] = ms;
       },
       {"--least", "4"},
       0,
       "too noisy to tell\n    too noisy: the interval +0.2 to +9.8 % of single runs is not within +-4 %\n",
       ""},
      {"busy",
       [](Json& j) {
         for (const char* key : {"median_ms", "p10_ms", "p90_ms", "low_ms", "high_ms"}) j["results"][0][key] = 1.2;
         j["results"][0]["load"] = 9.5;
       },
       {},
       0,
       "too noisy to tell\n    too noisy: the load was 9.5 of 2 threads after\n",
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
      {"no median",
       [](Json& j) { j["results"][1]["median_ms"] = nullptr; },
       {},
       3,
       "after.json': cpu-simd 8u32u 100x10 inclusive cpu\n",
       ""},
      {"no median is counted",
       [](Json& j) { j["results"][1]["median_ms"] = nullptr; },
       {"--subset"},
       0,
       "not compared: cpu-simd 8u32u 100x10 inclusive cpu: the second side has no median of it\n1 case has no median in '",
       ""},
      {"missing", [](Json& j) { j["results"].erase(1); }, {}, 3, "missing now: cpu-simd", ""},
      {"a subset", [](Json& j) { j["results"].erase(1); }, {"--subset"}, 0, "not compared: cpu-simd", ""},
      {"a subset is counted", [](Json& j) { j["results"].erase(1); }, {"--subset"}, 0, "0 refused, 1 not compared\n", ""},
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
  Json lacks = made_results();
  for (Json& result : lacks["results"]) result["median_ms"] = nullptr;
  lacks["results"].push_back(made_results()["results"][0]);
  lacks["results"].back()["w"] = 200;
  const std::string less = folder.write("less.json", lacks.dump());
  lacks["results"][0]["median_ms"] = 1;
  const Outcome only = run({"bench", "--compare", less, folder.write("more.json", lacks.dump())});
  EXPECT_NE(only.out.find("2 cases have no median in '" + less + "': serial 8u32u 100x10 inclusive cpu; cpu-simd 8u32u "),
            std::string::npos)
      << only.out;
  Json busy = made_results();
  busy["results"][0]["load"] = 9.5;
  const Json said = run_json({"bench", "--compare", before, folder.write("after.json", busy.dump()), "--json"});
  EXPECT_EQ(said.at("too_noisy"), 1);
  EXPECT_EQ(said.at("cases")[0].at("verdict"), "too noisy to tell");
  EXPECT_EQ(said.at("cases")[0].at("before_n"), 9);
  EXPECT_EQ(said.at("after").at("most_load"), 9.5);
  expect_refused({"bench", "--subset"}, k_usage, {"--compare"});
}

/// The same chance by its definition: of all ways to give the times to the two sides, those whose U is at least as near an end.
double chance_by_definition(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> all = a;
  all.insert(all.end(), b.begin(), b.end());
  std::vector<int> side(a.size(), 0);
  side.resize(all.size(), 1);
  const auto distance = [&] {
    double u = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = 0; j < all.size(); ++j)
        if (side[i] == 0 && side[j] == 1 && all[i] < all[j]) u += 1;
    return std::min(u, static_cast<double>(a.size() * b.size()) - u);
  };
  const double found = distance();
  double extreme = 0, ways = 0;
  do {
    ways += 1;
    extreme += distance() <= found ? 1 : 0;
  } while (std::ranges::next_permutation(side).found);
  return extreme / ways;
}

// by definition: b divided by what it is more often than not can no longer be distinguished from a
TEST(BenchCompare, TheIntervalOfAChangeHasWhatTheRankTestDoesNotExclude) {
  const std::vector<double> a{1.00, 1.03, 0.98, 1.01, 1.07, 0.95}, b{1.20, 1.11, 1.16, 1.31, 1.14};
  const auto interval = app::ratio_interval(a, b, 0.05);
  ASSERT_TRUE(interval);
  const auto chance_at = [&](double ratio) {
    std::vector<double> back = b;
    for (double& time : back) time /= ratio;
    return chance_by_definition(a, back);
  };
  for (const double end : {interval->low, interval->high}) {
    const double inwards = end == interval->low ? 1e-6 : -1e-6;
    EXPECT_GT(chance_at(end + inwards), 0.05);
    EXPECT_LE(chance_at(end - inwards), 0.05);
  }
  EXPECT_FALSE(app::ratio_interval(std::vector<double>{1, 2, 3}, std::vector<double>{1, 2, 3}, 0.05)) << "too few";
}

TEST(BenchCompare, TheRankTestCountsTheOrders) {
  const std::vector<std::pair<std::vector<double>, std::vector<double>>> sets{{{1, 2, 3, 4}, {5, 6, 7, 8}},
                                                                              {{1, 2, 3, 5}, {4, 6, 7, 8}},
                                                                              {{9, 7, 8}, {1, 2, 3, 4, 5}},
                                                                              {{1, 4, 5, 8, 9}, {2, 3, 6, 7, 10}},
                                                                              {{1}, {2}},
                                                                              {{2, 5, 6, 7, 8, 9}, {1, 3, 4}}};
  for (const auto& [a, b] : sets) EXPECT_NEAR(app::rank_test(a, b), chance_by_definition(a, b), 1e-12);
  EXPECT_NEAR(app::rank_test(std::vector<double>{1, 2, 3, 4}, std::vector<double>{5, 6, 7, 8}), 2.0 / 70, 1e-12);
  EXPECT_NEAR(app::least_of_rank_test(3, 3), 0.1, 1e-12) << "so three runs a side never decide";
  EXPECT_DOUBLE_EQ(app::rank_test(std::vector<double>{1, 1}, std::vector<double>{1, 1}), 1) << "equal times";
}

std::string text_in(const std::string& name) {
  std::ifstream file(name);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(BenchCompare, TakesSeveralRunsOfASide) {
  const Folder folder;
  const auto write = [&](const std::string& name, double ms, double spread) {
    Json results = made_results();
    results["commit"] = name.substr(0, 1);
    for (auto& [key, by] : std::map<std::string, double>{
             {"median_ms", 1}, {"low_ms", 1}, {"high_ms", 1}, {"p10_ms", 1 / spread}, {"p90_ms", spread}})
      results["results"][0][key] = ms * by;
    return folder.write(name + ".json", results.dump());
  };
  std::vector<std::string> before, after;
  const double old_ms[]{1.00, 1.02, 1.01, 0.99}, new_ms[]{1.10, 1.08, 1.11, 1.07};
  for (int i = 0; i < 4; ++i) {  // the runs overlap from p10 to p90, their medians do not
    before.push_back(write("a" + std::to_string(i), old_ms[i], 2.5));
    after.push_back(write("b" + std::to_string(i), new_ms[i], 2.5));
  }
  const auto words = [&](std::size_t runs, const std::vector<std::string>& more = {}) {
    std::vector<std::string> list{"bench", "--compare"};
    list.insert(list.end(), before.begin(), before.begin() + static_cast<std::ptrdiff_t>(runs));
    list.emplace_back("--with");
    list.insert(list.end(), after.begin(), after.begin() + static_cast<std::ptrdiff_t>(runs));
    list.insert(list.end(), more.begin(), more.end());
    return list;
  };
  const Outcome all = run(words(4));
  EXPECT_EQ(all.code, 3) << all.err;
  EXPECT_NE(all.out.find("before  4 runs, commit a, "), std::string::npos) << all.out;
  EXPECT_NE(all.out.find("slower (p = 0.029)"), std::string::npos) << all.out;
  EXPECT_NE(all.out.find(" medians     n    after ms "), std::string::npos) << "not the samples, whose times say nothing here";
  const Outcome three = run(words(3));
  EXPECT_NE(three.out.find(" p10 to p90     n    after ms "), std::string::npos) << three.out;
  EXPECT_EQ(three.code, 0) << three.out;
  EXPECT_NE(three.out.find("too noisy to tell\n    too noisy: before: 3 of 3 runs are noisy, after: 3 of 3 runs are noisy\n"),
            std::string::npos)
      << three.out;
  // what it writes
  const std::string page = (folder.path() / "report.md").string(), table = (folder.path() / "report.csv").string();
  EXPECT_EQ(run(words(4, {"-o", page})).code, 3);
  EXPECT_EQ(run(words(4, {"-o", table})).code, 3);
  const std::string markdown = text_in(page), csv = text_in(table);
  EXPECT_EQ(markdown.find("**0 faster, 1 slower, 1 not distinguishable, "), 0U) << markdown;
  EXPECT_NE(markdown.find("\n| serial 8u32u 100x10 inclusive cpu | 1.0050 (0.9900 to 1.0200) | 1.0900 (1.0700 to 1.1100) |"),
            std::string::npos)
      << markdown;
  EXPECT_NE(markdown.find("\n<details><summary>1 not distinguishable, 0 too noisy to tell</summary>\n\n| case |"),
            std::string::npos)
      << markdown;
  EXPECT_EQ(std::ranges::count(csv, '\n'), 3);
  // the ratios of all pairs of 4 and 4 runs, as U = 0 is 2 of 70 orders: 1.07 / 1.02 to 1.11 / 0.99
  EXPECT_NE(all.out.find(" +8.5 %    +4.9 to +12.1 %    +0.0 %  slower"), std::string::npos) << all.out;
  EXPECT_NE(markdown.find("| +8.5 % (+4.9 to +12.1 %) |"), std::string::npos) << markdown;
  // sqrt(1.09 / 1.005) of two cases, of which one is the same
  EXPECT_NE(all.out.find("\ngeometric mean of the changes of all 2 cases: +4.1 %\n"), std::string::npos) << all.out;
  EXPECT_EQ(run(words(4, {"--csv"})).out, csv);
  const std::string both_page = (folder.path() / "both.md").string(), both_table = (folder.path() / "both.csv").string();
  EXPECT_EQ(run(words(4, {"-o", both_page, "-o", both_table})).code, 3);
  EXPECT_EQ(text_in(both_page), markdown);
  EXPECT_EQ(text_in(both_table), csv);
  EXPECT_NE(three.out.find("make 4 runs a side, in turns (A, B, A, B, ...)"), std::string::npos) << three.out;
  expect_refused(words(4, {"-o", "-.md", "-o", "-.csv"}), k_usage, {"only one --output"});
  EXPECT_NE(csv.find(",true,false,1.005,0.396,2.55,36,1.09,"), std::string::npos) << csv;
  const Outcome piped = run(words(4, {"-o", "-.md"}));
  EXPECT_EQ(piped.out, markdown) << "the table goes to stderr";
  const auto rest = [](const std::string& json) { return std::regex_replace(json, std::regex("\"command\": \".*"), ""); };
  const std::string printed = run(words(4, {"--json"})).out, whole = (folder.path() / "report.json").string();
  EXPECT_EQ(rest(run(words(4, {"-o", "-.json"})).out), rest(printed)) << "one writer";
  EXPECT_EQ(run(words(4, {"-o", whole})).code, 3);
  EXPECT_EQ(rest(text_in(whole)), rest(printed));
  const Json json = Json::parse(printed);
  EXPECT_EQ(json.at("version"), 1);
  EXPECT_EQ(json.at("after").at("runs"), 4);
  EXPECT_EQ(json.at("cases")[0].at("after_medians_ms"), (std::vector{1.07, 1.08, 1.10, 1.11}));
  EXPECT_NEAR(json.at("cases")[0].at("p"), 2.0 / 70, 1e-9);
  expect_refused({"bench", "--compare", before[0]}, k_usage, {"two files, not 1", "--with"});
  expect_refused({"bench", "--compare", before[0], after[0], "-o", "x.svg"}, k_usage, {".md, .csv or .json", "x.svg"});
  expect_refused({"bench", "--with", before[0]}, k_usage, {"--compare"});
}

/// Runs of two builds whose serial takes so long at such a load of the machine's two threads; words that compare them.
std::vector<std::string> compared_runs(const Folder& folder, double before_load, double after_load, double after_ms = 3.1) {
  std::vector<std::string> words{"bench", "--compare"};
  for (const bool after : {false, true}) {
    if (after) words.emplace_back("--with");
    for (int i = 0; i < 5; ++i) {
      Json results = made_results();
      results["results"].erase(1);
      for (const char* key : {"median_ms", "p10_ms", "p90_ms", "low_ms", "high_ms"})
        results["results"][0][key] = (after ? after_ms : 1.0) + 0.01 * i;
      results["results"][0]["load"] = (after ? after_load : before_load) + 0.1 * i;
      words.push_back(folder.write((after ? "b" : "a") + std::to_string(i) + ".json", results.dump()));
    }
  }
  return words;
}

TEST(BenchCompare, ALoadThatBothSidesHaveLeavesTheRankTestItsVerdict) {
  const Folder folder;
  const Outcome alike = run(compared_runs(folder, 9, 10));
  EXPECT_EQ(alike.code, 3);
  EXPECT_NE(alike.out.find("slower (p = 0.008, busy)\n"), std::string::npos) << alike.out;  // 2 of 252 orders
  EXPECT_NE(alike.out.find("\nbusy: more threads wanted to run than the machine has, on both sides alike"), std::string::npos);
  std::vector<std::string> words = compared_runs(folder, 9, 10);
  words.emplace_back("--json");
  // medians 9.2 and 10.2 of two threads
  EXPECT_EQ(Json::parse(run(words).out).at("cases")[0].at("busy"), "busy machine, load per thread 4.6 before and 5.1 after");
  words = compared_runs(folder, 9, 10, 1.0);
  words.insert(words.end(), {"--least", "4"});
  const Outcome same = run(words);
  EXPECT_EQ(same.code, 0);
  EXPECT_NE(same.out.find("not distinguishable (p = 1.000, busy)"), std::string::npos) << same.out;
  for (const auto& [before, after] : {std::pair{1.0, 9.0}, {9.0, 1.0}, {9.0, 14.0}}) {
    const Outcome unlike = run(compared_runs(folder, before, after));
    EXPECT_NE(unlike.out.find("too noisy to tell (p = 0.008)\n    too noisy: busy machine"), std::string::npos) << unlike.out;
  }
  const Outcome quiet = run(compared_runs(folder, 0.1, 1.9));
  EXPECT_NE(quiet.out.find("slower (p = 0.008)"), std::string::npos) << "no thread waited: " << quiet.out;
  EXPECT_EQ(quiet.out.find("\nbusy:"), std::string::npos) << quiet.out;
  EXPECT_NE(run({"bench", "--help"}).out.find("loads per thread differ by more than 1.5 times"), std::string::npos);
}

// the ratios of all pairs of 1.00 to 1.04 and 1.00 to 1.04, without the 2 least and the 2 greatest, as U = 2 of 5 and 5 has
// p = 0.032 in tables: 1.01 / 1.04 to 1.04 / 1.01
TEST(BenchCompare, AnIntervalWiderThanTheLeastDifferenceDecidesNothing) {
  const Folder folder;
  std::vector<std::string> words = compared_runs(folder, 1, 1, 1.0);
  const Outcome wide = run(words);
  EXPECT_EQ(wide.code, 4);
  EXPECT_NE(wide.out.find("  too noisy to tell (p = 1.000)\n    too noisy: the interval -2.9 to +3.0 % is not within +-2 %\n"),
            std::string::npos)
      << wide.out;
  EXPECT_EQ(wide.out.find("Nothing was decided: the one case is too noisy to tell.\n"), 0U) << wide.out;
  EXPECT_NE(wide.out.find("ask for a greater difference with --least.\n"), std::string::npos) << wide.out;
  words.emplace_back("--json");
  const Json json = Json::parse(run(words).out);
  EXPECT_EQ(json.at("undecided"), true);
  EXPECT_EQ(json.at("cases")[0].at("noise"), "the interval -2.9 to +3.0 % is not within +-2 %");
  words.back() = "--least=3";
  EXPECT_EQ(run(words).code, 0) << "2.97 is the greater end";
  words.back() = "--least=0";
  EXPECT_EQ(run(words).code, 0) << "no difference is asked for";
  EXPECT_NE(run({"bench", "--help"}).out.find("unless the whole interval of the change is within --least"), std::string::npos);
}

TEST(BenchCompare, ASmallChanceIsNotWrittenAsNone) {
  const Folder folder;
  std::vector<std::string> words{"bench", "--compare"};
  for (const bool after : {false, true}) {
    if (after) words.emplace_back("--with");
    for (int i = 0; i < 8; ++i) {  // 2 of 12870 orders
      Json results = made_results();
      results["results"][0]["median_ms"] = (after ? 3.1 : 1.0) + 0.01 * i;
      words.push_back(folder.write((after ? "b" : "a") + std::to_string(i) + ".json", results.dump()));
    }
  }
  const Outcome outcome = run(words);
  EXPECT_NE(outcome.out.find("slower (p < 0.001)"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("0.000)"), std::string::npos) << outcome.out;
}

TEST(BenchCompare, NothingDecidedHasItsOwnCodeAndComesFirst) {
  const Folder folder;
  const std::string page = (folder.path() / "report.md").string();
  std::vector<std::string> words = compared_runs(folder, 1, 9);
  words.insert(words.end(), {"-o", page});
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.code, 4);
  EXPECT_EQ(outcome.out.find("Nothing was decided: the one case is too noisy to tell.\n"), 0U) << outcome.out;
  const std::string markdown = text_in(page);
  EXPECT_EQ(markdown.find("**Nothing was decided: the one case is too noisy to tell. 0 faster, 0 slower, "), 0U) << markdown;
  EXPECT_NE(markdown.find("<summary>0 not distinguishable, 1 too noisy to tell</summary>"), std::string::npos) << markdown;
  const std::string before = folder.write("before.json", made_results().dump());
  Json busy = made_results();
  for (Json& result : busy["results"]) result["load"] = 9.5;
  const Outcome both = run({"bench", "--compare", before, folder.write("busy.json", busy.dump())});
  EXPECT_EQ(both.code, 4);
  EXPECT_EQ(both.out.find("Nothing was decided: all 2 cases are too noisy to tell.\n"), 0U) << both.out;
  busy["results"].erase(1);
  EXPECT_EQ(run({"bench", "--compare", before, folder.write("less.json", busy.dump())}).code, 3) << "a missing case is worse";
  EXPECT_NE(run({"bench", "--help"}).out.find("  4        --compare, --against: nothing was decided"), std::string::npos);
}

TEST(BenchCompare, AFileIsOneRunHoweverOftenItIsGiven) {
  const Folder folder;
  const Json results = made_results();
  const std::string a = folder.write("a.json", results.dump()), same = folder.write("same.json", results.dump(3)),
                    b = folder.write("b.json", made_results().dump());
  expect_refused({"bench", "--compare", a, a, a, a, "--with", b}, k_usage, {"a.json' is given twice", "a run of its own"});
  expect_refused({"bench", "--compare", a, "--with", b, b}, k_usage, {"b.json' is given twice"});
  expect_refused({"bench", "--compare", a, same}, k_usage, {"a.json' and '", "same.json' have the same contents"});
  EXPECT_EQ(run({"bench", "--compare", a, b}).code, 0);
}

TEST(BenchCompare, FewerThanFiveSamplesDecideNothing) {
  const Folder folder;
  const auto compared = [&](int n_before, int n_after, const std::vector<std::string>& more = {}) {
    Json before = made_results(), after = made_results();
    for (Json& result : before["results"]) result["n"] = n_before;
    for (Json& result : after["results"]) {
      result["n"] = n_after;
      for (const char* key : {"median_ms", "p10_ms", "p90_ms", "low_ms", "high_ms"})
        result[key] = 2 * result[key].get<double>();
    }
    std::vector<std::string> words{"bench", "--compare", folder.write("a.json", before.dump()),
                                   folder.write("b.json", after.dump())};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  };
  EXPECT_EQ(compared(5, 5).code, 3) << "slower";
  for (const auto& [a, b] : {std::pair{1, 1}, {4, 9}, {9, 4}}) {
    const Outcome outcome = compared(a, b);
    EXPECT_EQ(outcome.code, 4) << a << b;
    EXPECT_EQ(outcome.out.find("Nothing was decided: all 2 cases have too few samples.\n"), 0U) << outcome.out;
    EXPECT_EQ(outcome.out.find("slower\n"), std::string::npos) << outcome.out;
  }
  const Json json = Json::parse(compared(1, 1, {"--json"}).out);
  EXPECT_EQ(json.at("too_few"), 2);
  EXPECT_EQ(json.at("cases")[0].at("verdict"), "too few samples");
}

TEST(BenchCompare, SaysWhatDistinguishesCasesThatHaveNothingInCommon) {
  const Folder folder;
  const auto refused = [&](const Json& set_before, const Json& set_after, const std::string& part) {
    Json sides[]{made_results(), made_results()};
    sides[0]["results"][0].update(set_before);
    for (Json& result : sides[1]["results"]) result.update(set_after);
    sides[0]["results"].erase(1);
    expect_refused({"bench", "--compare", folder.write("a.json", sides[0].dump()), folder.write("b.json", sides[1].dump())},
                   k_failed, {"have no timed case in common; " + part});
  };
  refused({{"threads", 2}}, {{"threads", 1}}, "before: 2 threads; after: 1 thread");
  refused({{"threads", 2}}, Json::object(), "before: 2 threads; after: threads as it chooses");
  refused({{"hot", true}}, {{"w", 64}, {"type", "32f32f"}}, "before: 8u32u, 100x10, hot; after: 32f32f, 64x10, not hot");
  refused(Json::object(), {{"median_ms", nullptr}}, "after: nothing was timed");
}

TEST(BenchCompare, AWideCellKeepsABlankBesideIt) {
  const Folder folder;
  Json before = made_results(), after = made_results();
  for (const char* key : {"median_ms", "p10_ms", "p90_ms", "low_ms", "high_ms"}) after["results"][0][key] = 123456789.0;
  after["results"][0]["n"] = 1234567;
  const std::string a = folder.write("a.json", before.dump()), b = folder.write("b.json", after.dump());
  const Outcome compared = run({"bench", "--compare", a, b});
  EXPECT_NE(compared.out.find(" 123456789.0000 123456789.0000 to 123456789.0000 1234567 +12345678800.0 %    +0.0 %  slower"),
            std::string::npos)
      << compared.out;
}

}  // namespace
}  // namespace satscope::test
