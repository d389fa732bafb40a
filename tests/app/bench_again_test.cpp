// SPDX-License-Identifier: Apache-2.0
// satscope bench --compare FILE: a comparison that was kept, judged again with another --least; and what --strict fails on.
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

TEST(BenchAgain, TheLeastDifferenceOfTheFileCountsUnlessAnotherIsGiven) {
  const Folder folder;
  const std::string file = folder.write(
      "ag.json", app::as_json(app::compare(runs_of({100, 100, 100, 103}), runs_of({97, 100, 101, 102}), 6)).dump());
  const Outcome own = run({"bench", "--compare", file});
  EXPECT_EQ(own.code, 0) << "-5.8 to +2.0 % is within 6 %: " << own.out;
  EXPECT_NE(own.out.find("\nleast   6 %: a smaller difference does not count (--least)\n\n"), own.out.npos) << own.out;
  EXPECT_NE(run({"bench", "--compare", file, "-o", "-.md"}).out.find("\n- least: 6 % (--least)\n"), own.out.npos);
  const Outcome other = run({"bench", "--compare", file, "--least", "2"});
  EXPECT_EQ(other.code, 4) << other.out;
  EXPECT_NE(other.out.find("\nleast   2 %: "), own.out.npos) << other.out;
  expect_refused({"bench", "--least", "2"}, k_usage, {"--least needs --compare or --against"});
  Json damaged = Json::parse(read_file(file));
  damaged["least_percent"] = -1;
  expect_refused({"bench", "--compare", folder.write("bad.json", damaged.dump())}, k_failed, {"'least_percent'", "0 to 1000"});
  damaged.erase("least_percent");
  EXPECT_EQ(run({"bench", "--compare", folder.write("older.json", damaged.dump())}).code, 4) << "2 %, as without a file";
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

TEST(BenchAgain, WhatWasCutShortSaysSo) {
  const Folder folder;
  app::BenchComparison comparison = app::compare(runs_of({10, 10, 10, 10}), runs_of({15, 15, 15, 15}), 2);
  EXPECT_TRUE(app::as_json(comparison).at("complete"));
  comparison.in_turns = true;
  comparison.complete = false;
  const std::string file = folder.write("ag.json", app::as_json(comparison).dump());
  const Outcome outcome = run({"bench", "--compare", file});
  EXPECT_EQ(outcome.code, 0) << "perhaps slower: " << outcome.err;
  EXPECT_EQ(outcome.out.find(
                "Cut short: --against was stopped before its end, with 4 runs of each build; --resume goes on with its JSON."),
            0U)
      << outcome.out;
  EXPECT_NE(outcome.out.find("+50.0 %    +0.0 %  perhaps slower (p = 0.029)\n"), outcome.out.npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\nTo decide more, let --against run to its end.\n"), outcome.out.npos) << outcome.out;
  EXPECT_EQ(run_json({"bench", "--compare", file, "--json"}).at("complete"), false) << "judged again it still is not";
  EXPECT_EQ(run({"bench", "--compare", file, "-o", "-.md"}).out.find("**Cut short: "), 0U);

  comparison = app::compare(runs_of({10, 10}), runs_of({15, 15}), 2);
  comparison.in_turns = true;
  comparison.complete = false;
  expect_refused({"bench", "--compare", folder.write("two.json", app::as_json(comparison).dump())}, k_failed,
                 {"two.json' cannot be judged again: it was cut short, and only cases with 4 or more runs a side can be"});

  // a results file of a stopped run
  app::BenchReport stopped = runs_of({10})[0];
  stopped.complete = false;
  const std::vector<std::string> words{"bench", "--compare", folder.write("a.json", app::as_json(runs_of({10.01})[0]).dump()),
                                       folder.write("b.json", app::as_json(stopped).dump())};
  const Outcome of_files = run(words);
  EXPECT_EQ(of_files.code, 0) << of_files.err;
  EXPECT_EQ(of_files.out.find("Cut short: a run was stopped before its end; bench --resume FILE.json goes on with it."), 0U)
      << of_files.out;
  std::vector<std::string> strictly = words;
  strictly.emplace_back("--strict");
  EXPECT_EQ(run(strictly).code, 4) << "every case is decided, but not all were measured";
}

// 4 and 4 runs can differ by chance with p = 2 / 70, 4 and 3 with 2 / 35: more than 5 %
TEST(BenchAgain, ARunOfFewerThanFiveSamplesIsNoneOfTheRankTest) {
  const Folder folder;
  const std::vector<app::BenchReport> before = runs_of({1, 1.01, 1.02, 1.03});
  std::vector<app::BenchReport> after = runs_of({0.1, 2, 2.01, 2.02, 2.03});
  after[0].results[0].times->samples = 4;
  const app::BenchComparison enough = app::compare(before, after, 2);
  EXPECT_NE(app::as_text(enough).find("  slower (p = 0.029)"), std::string::npos) << "as without it: " << app::as_text(enough);
  const std::string does_not = " runs have fewer than 5 samples and do not count: serial 8u32u 64x48 inclusive cpu\n";
  EXPECT_NE(app::as_text(enough).find("\nafter, 1 of 5" + does_not), std::string::npos) << app::as_text(enough);
  after.pop_back();
  const app::BenchComparison few = app::compare(before, after, 2);
  const std::string text = app::as_text(few);
  EXPECT_EQ(text.find("Nothing was decided: the one case has too few samples.\n"), 0U) << text;
  EXPECT_NE(text.find("\nafter, 1 of 4" + does_not), std::string::npos) << text;
  EXPECT_NE(text.find("\nTo decide more, take at least 5 samples in each run: --repeats 5 does.\n"), std::string::npos) << text;
  const Outcome again = run({"bench", "--compare", folder.write("ag.json", app::as_json(few).dump())});
  EXPECT_EQ(again.code, 4) << again.err;
  EXPECT_EQ(again.out.find("Nothing was decided: the one case has too few samples.\n"), 0U) << again.out;
}

TEST(BenchAgain, ACaseOfOneSideComesWithTheReasonOfTheOther) {
  const Folder folder;
  std::vector<app::BenchReport> before = runs_of({1}), after = runs_of({1});
  for (std::vector<app::BenchReport>* const side : {&before, &after}) {
    side->front().results.push_back(runs_of({1})[0].results[0]);
    side->front().results.back().asked.algorithm = "cpu-simd";
  }
  app::BenchResult other = after[0].results[0];
  for (const char* algorithm : {"opencv", "cpu-rows"}) {
    other.asked.algorithm = algorithm;
    after[0].results.push_back(other);
  }
  before[0].skipped.push_back({after[0].results[2].asked, "libsatscope_opencv.so is missing"});
  const std::vector<std::string> words{"bench", "--compare", folder.write("a.json", app::as_json(before[0]).dump()),
                                       folder.write("b.json", app::as_json(after[0]).dump())};
  const Outcome outcome = run(words);
  EXPECT_NE(outcome.out.find("\nonly after: opencv 8u32u 64x48 inclusive cpu: the first side skipped it: libsatscope_opencv.so "
                             "is missing\nonly after: cpu-rows 8u32u 64x48 inclusive cpu: the first side does not have it\n"),
            outcome.out.npos)
      << outcome.out;
  std::vector<std::string> in_json = words;
  in_json.emplace_back("--json");
  const Json json = Json::parse(run(in_json).out);
  EXPECT_EQ(json.at("only_after").size(), 2U);
  EXPECT_EQ(json.at("only_after_reasons")[0].at("reason"), "the first side skipped it: libsatscope_opencv.so is missing");
  EXPECT_EQ(json.at("command"), "satscope bench --compare " + words[2] + " " + words[3] + " --json");
}

TEST(BenchAgain, RefusesWhatItCannotJudge) {
  const Folder folder;
  const auto write = [&](const app::BenchComparison& comparison) {
    return folder.write("ag.json", app::as_json(comparison).dump());
  };
  expect_refused({"bench", "--compare", write(app::compare(runs_of({1}), runs_of({2}), 2))}, k_failed,
                 {"only cases with 4 or more runs a side can be judged again"});
  expect_refused({"bench", "--table", folder.file("ag.json")}, k_failed,
                 {"is a comparison; it has too few runs to be judged again, so measure again"});
  const std::string enough =
      folder.write("4.json", app::as_json(app::compare(runs_of({1, 1, 1, 1}), runs_of({2, 2, 2, 2}), 2)).dump());
  expect_refused({"bench", "--resume", enough}, k_failed,
                 {"is a comparison; `satscope bench --compare FILE` judges it again, and nothing is left to measure"});
  expect_refused({"bench", "--resume", folder.file("ag.json")}, k_failed, {"it has too few runs to be judged again"});
  Json damaged = Json::parse(read_file(folder.file("ag.json")));
  damaged["cases"][0]["before_ms"] = -1;
  expect_refused({"bench", "--compare", folder.write("bad.json", damaged.dump())}, k_failed, {"'before_ms'"});
  damaged["cases"] = 3;
  expect_refused({"bench", "--compare", folder.write("bad.json", damaged.dump())}, k_failed, {"bad.json"});
}

/// The same runs, each with the times of another algorithm.
std::vector<app::BenchReport> with(std::vector<app::BenchReport> runs, const std::vector<double>& medians) {
  const std::vector<app::BenchReport> more = runs_of(medians);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i].results.push_back(more[i].results[0]);
    runs[i].results.back().asked.algorithm = "cpu-simd";
  }
  return runs;
}

// of 4 and 4 runs the interval has all pairs: within 1 % where nothing changes, -5.8 to +2.0 % of the other case
TEST(BenchAgain, SomeCasesThatAreUndecidedAreCountedAndFailOnlyIfStrict) {
  const Folder folder;
  const std::vector<double> calm{100, 100, 100, 101}, unsteady_before{100, 100, 100, 103}, unsteady_after{97, 100, 101, 102};
  const auto written = [&](const std::vector<double>& after) {
    return folder.write(
        "ag.json",
        app::as_json(app::compare(with(runs_of(calm), unsteady_before), with(runs_of(after), unsteady_after), 2)).dump());
  };
  const std::string some = written(calm);
  const Outcome lax = run({"bench", "--compare", some});
  EXPECT_EQ(lax.code, 0) << lax.err;
  EXPECT_NE(lax.out.find("\n1 of 2 cases is undecided; with --strict the exit code is then 4\n"), lax.out.npos) << lax.out;
  const Outcome strict = run({"bench", "--compare", some, "--strict"});
  EXPECT_EQ(strict.code, 4) << strict.err;
  EXPECT_NE(strict.out.find("\n1 of 2 cases is undecided, so the exit code is 4 (--strict)\n"), strict.out.npos) << strict.out;
  EXPECT_NE(run({"bench", "--compare", some, "-o", "-.md"}).out.find("\n1 of 2 cases is undecided; with "), lax.out.npos);
  EXPECT_EQ(run_json({"bench", "--compare", some, "--json"}).at("undecided_cases"), 1);
  // the medians are 100 and 100 of the one, 100 and 100.5 of the other: sqrt(1.005)
  EXPECT_NE(lax.out.find("\ngeometric mean of the changes of all 2 cases, with the undecided 1: +0.2 %\n"), lax.out.npos)
      << lax.out;
  EXPECT_EQ(run({"bench", "--compare", some, "--strict", "--least", "6"}).code, 0) << "both are within 6 %";
  const Outcome worse = run({"bench", "--compare", written({110, 110, 110, 111}), "--strict"});
  EXPECT_EQ(worse.code, 3) << "a slower case is worse";
  EXPECT_NE(worse.out.find("\n1 of 2 cases is undecided\n"), worse.out.npos) << worse.out;

  // perhaps slower: the medians are apart, the samples are not
  std::vector<app::BenchReport> before = runs_of({100}), after = runs_of({110});
  after[0].results[0].times->p10_ms = 90;
  const std::vector<std::string> words{"bench", "--compare", folder.write("a.json", app::as_json(before[0]).dump()),
                                       folder.write("b.json", app::as_json(after[0]).dump())};
  EXPECT_NE(run(words).out.find("0 slower, 1 perhaps slower, 0 not distinguishable"), lax.out.npos);
  EXPECT_EQ(run(words).code, 0);
  std::vector<std::string> strictly = words;
  strictly.emplace_back("--strict");
  EXPECT_EQ(run(strictly).code, 4);
  expect_refused({"bench", "--strict"}, k_usage, {"--strict needs --compare or --against"});
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
