// SPDX-License-Identifier: Apache-2.0
// satscope bench --compare FILE: a comparison that was kept, judged again with another --least.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "app/bench/compare.h"
#include "app/bench/read.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

using Json = nlohmann::json;

/// Runs of serial with these medians.
std::vector<app::BenchReport> runs_of(const std::vector<double>& medians, int threads = 2) {
  std::vector<app::BenchReport> runs;
  for (const double ms : medians) {
    app::BenchReport report;
    report.device = fmt::format("Some CPU, {} threads", threads);
    report.facts.threads_offered = threads;
    report.results = {{.asked = {.algorithm = "serial", .type = "8u32u", .extent = {64, 48}, .machine = Machine::cpu},
                       .correct = true,
                       .max_error = 0,
                       .times = app::BenchTimes{.samples = 9,
                                                .median_ms = ms,
                                                .p10_ms = ms,
                                                .p90_ms = ms,
                                                .gigabytes_per_second = 1,
                                                .percent_of_floor = 50,
                                                .low_ms = ms,
                                                .high_ms = ms}}};
    runs.push_back(std::move(report));
  }
  return runs;
}

// of 4 and 4 runs the interval has all pairs: 97 / 103 to 102 / 100, -5.8 to +2.0 %
TEST(BenchAgain, AKeptComparisonIsJudgedWithAnotherLeast) {
  const Folder folder;
  const app::BenchComparison first = app::compare(runs_of({100, 100, 100, 103}), runs_of({97, 100, 101, 102}), 2);
  const std::string file = folder.write("ag.json", app::as_json(first).dump());
  const Outcome two = run({"bench", "--compare", file});
  EXPECT_EQ(two.code, 4) << two.err;
  EXPECT_EQ(two.out, app::as_text(first));
  const Outcome six = run({"bench", "--compare", file, "--least", "6"});
  EXPECT_EQ(six.code, 0) << six.err;
  EXPECT_NE(six.out.find("  not distinguishable (p = "), six.out.npos) << six.out;
  EXPECT_EQ(run_json({"bench", "--compare", file, "--least", "6", "--json"}).at("least_percent"), 6);
  const Outcome page = run({"bench", "--compare", file, "--least", "6", "-o", "-.md"});
  EXPECT_EQ(page.out.find("**0 faster, 0 slower, 1 not distinguishable"), 0U) << page.out;
  EXPECT_EQ(page.err, "") << "no table beside it";
}

TEST(BenchAgain, WhatWasMeasuredOnceInTurnsIsNotConfirmed) {
  const Folder folder;
  app::BenchComparison comparison = app::compare(runs_of({10, 10, 10, 10}), runs_of({10.15, 10.15, 10.15, 10.15}), 2);
  const auto verdict = [&](const char* least) {
    const std::string file = folder.write("ag.json", app::as_json(comparison).dump());
    const Json json = Json::parse(run({"bench", "--compare", file, "--json", "--least", least}).out);
    return json.at("cases")[0].at("verdict").get<std::string>() +
           (json.at("cases")[0].at("unconfirmed") ? ", unconfirmed" : "");
  };
  EXPECT_EQ(verdict("2"), "differs by less than --least");
  EXPECT_EQ(verdict("1"), "slower") << "files of --compare have no second measurement";
  comparison.in_turns = true;
  EXPECT_EQ(verdict("1"), "too noisy to tell, unconfirmed");
  comparison.cases[0].verdict = app::BenchVerdict::slower;  // as of --least 1
  EXPECT_EQ(verdict("1.2"), "slower");
  EXPECT_EQ(verdict("2"), "differs by less than --least");
}

TEST(BenchAgain, RefusesWhatItCannotJudge) {
  const Folder folder;
  const auto write = [&](const app::BenchComparison& comparison) {
    return folder.write("ag.json", app::as_json(comparison).dump());
  };
  expect_refused({"bench", "--compare", write(app::compare(runs_of({1}), runs_of({2}), 2))}, k_failed,
                 {"only cases with 4 or more runs a side can be judged again"});
  expect_refused({"bench", "--table", folder.file("ag.json")}, k_failed,
                 {"is a comparison; `satscope bench --compare FILE` judges it again"});
  Json damaged = Json::parse(read_file(folder.file("ag.json")));
  damaged["cases"][0]["before_ms"] = -1;
  expect_refused({"bench", "--compare", folder.write("bad.json", damaged.dump())}, k_failed, {"'before_ms'"});
  damaged["cases"] = 3;
  expect_refused({"bench", "--compare", folder.write("bad.json", damaged.dump())}, k_failed, {"bad.json"});
}

TEST(BenchAgain, SaysWhenOnlyTheNumberOfThreadsDiffers) {
  const Folder folder;
  const std::string a = folder.write("a.json", app::as_json(runs_of({1}, 1)[0]).dump()),
                    b = folder.write("b.json", app::as_json(runs_of({1.01}, 2)[0]).dump());
  const Outcome outcome = run({"bench", "--compare", a, b});
  EXPECT_NE(outcome.err.find("a.json' had 1 thread, and '" + b + "' had 2 threads, so the changes are"), std::string::npos)
      << outcome.err;
}

}  // namespace
}  // namespace satscope::test
