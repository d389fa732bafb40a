// SPDX-License-Identifier: Apache-2.0
// satscope bench --against: another build and this one in turns.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>
#include <vector>

#include "tests/app/program.h"

namespace satscope::test {
namespace {

using Json = nlohmann::json;

/// A program that says to be satscope: its results are those of a file, and it notes how many of this build's are there
/// already.
struct OtherBuild {
  explicit OtherBuild(const Folder& in) : folder(in) {}
  std::string write(const std::string& name, const std::string& bench) const {
    const std::string file = folder.write(name,
                                          "#!/bin/sh\nif [ \"$1\" = --version ]; then echo satscope 9.9; exit 0; fi\n"
                                          "for word; do case $word in --output=*) out=${word#--output=};; esac; done\n" +
                                              bench);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
  }
  const Folder& folder;
};

const std::vector<std::string> k_cases{"--algorithms", "serial", "--machine", "cpu", "--sizes", "64x48", "--repeats", "5"};

/// A file with the results of one run of these.
std::string results_in(const Folder& folder) {
  std::vector<std::string> words{"bench", "--json"};
  words.insert(words.end(), k_cases.begin(), k_cases.end());
  return folder.write("results.json", run_json(words).dump());
}

TEST(BenchAgainst, WhatIsPlannedNamesBothBuildsAndTheTime) {
  const Folder folder;
  const std::string other = OtherBuild(folder).write("plan", "exit 1\n");
  const std::vector<std::string> words{"bench",     "--against", other,     "--dry-run", "--algorithms", "serial",
                                       "--machine", "cpu",       "--sizes", "8x8,9x9",   "--max-time",   "1500"};
  const auto with = [&](std::vector<std::string> all, const std::vector<std::string>& more) {
    all.insert(all.end(), more.begin(), more.end());
    return run(all);
  };
  const Outcome planned = with(words, {});
  EXPECT_EQ(planned.code, 0) << planned.err;
  EXPECT_EQ(planned.out, "serial 8u32u 8x8 inclusive cpu\nserial 8u32u 9x9 inclusive cpu\n") << "a line for each case";
  EXPECT_EQ(planned.err.find("satscope: before: '" + other + "' (satscope 9.9); after: this satscope (satscope "), 0U)
      << planned.err;
  EXPECT_NE(
      planned.err.find("\nsatscope: 2 cases in 12 runs, up to about 1.5 s for the samples of each: 36 s, and as long again if "
                       "a case differs; checking the tables and warming up come on top\n"),
      std::string::npos)
      << planned.err;
  const Json json = Json::parse(with(words, {"--json", "--rounds", "4"}).out);
  EXPECT_EQ(json.at("against"), (Json{{"program", other}, {"version", "satscope 9.9"}, {"rounds", 4}}));
  EXPECT_EQ(json.at("cases").size(), 2U);
  const std::string alone = run({"bench", "--dry-run", "--algorithms", "serial", "--machine", "cpu", "--sizes", "8x8"}).err;
  EXPECT_NE(alone.find("1 case, up to about 2 s for the samples of each: 2 s; checking"), std::string::npos) << alone;
  const Outcome fixed = run({"bench", "--dry-run", "--algorithms", "serial", "--sizes", "8x8", "--repeats", "9"});
  EXPECT_NE(fixed.err.find("1 case, 9 samples each\n"), std::string::npos) << fixed.err;
  const Outcome none = run({"bench", "--dry-run", "--against", "not-there/satscope", "--sizes", "8x8"});
  EXPECT_EQ(none.code, k_usage);
  EXPECT_NE(none.err.find("there is no file 'not-there/satscope'"), std::string::npos) << none.err;
}

TEST(BenchAgainst, TwoBuildsInTurns) {
  const Folder folder;
  const auto with = [&](std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), k_cases.begin(), k_cases.end());
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const Json real = run_json(with({"bench"}, {"--json"}));
  const OtherBuild other(folder);
  const std::string log = folder.file("log");
  const auto build = [&](const std::string& name, double times) {
    Json json = real;
    for (const char* key : {"median_ms", "p10_ms", "p90_ms", "low_ms", "high_ms"})
      json["results"][0][key] = times * json["results"][0][key].get<double>();
    const std::string results = folder.write(name + ".json", json.dump());
    return other.write(name,
                       fmt::format("ls \"$(dirname \"$out\")\" | grep -c '^1-' >> '{}'\ncp '{}' \"$out\"\n", log, results));
  };
  const std::string slow = build("slow", 1000), fast = build("fast", 0.001);
  const Outcome better = run(with({"bench", "--against", slow}, {"--rounds", "4"}));
  EXPECT_EQ(better.code, 0) << better.err;
  EXPECT_EQ(better.err.find(fmt::format("satscope: round 1 of 4: '{}'\n", slow)), 0U) << better.err;
  EXPECT_NE(better.out.find("  faster (p < 0.001"), std::string::npos) << better.out;
  EXPECT_EQ(read_file(log), "0\n2\n2\n4\n0\n2\n2\n4\n") << "A B B A A B B A, and once more because they differ";
  const Outcome worse = run(with({"bench", "--against", fast}, {"--rounds", "4", "--json"}));
  EXPECT_EQ(worse.code, 3) << worse.err;
  const Json json = Json::parse(worse.out);
  EXPECT_EQ(json.at("cases")[0].at("verdict"), "slower");
  EXPECT_EQ(json.at("before").at("runs"), 8);
  EXPECT_EQ(json.at("cases")[0].at("after_medians_ms").size(), 8U);
  // slow in the first measurement, fast in the second: no difference
  const std::string turns = folder.file("turns");
  const std::string unsteady = other.write(
      "unsteady", fmt::format("echo >> '{0}'\n[ $(wc -l < '{0}') -le 4 ] && cp '{1}.json' \"$out\" || cp '{2}.json' \"$out\"\n",
                              turns, slow, fast));
  const Outcome undecided = run(with({"bench", "--against", unsteady}, {"--rounds", "4", "--json"}));
  EXPECT_EQ(undecided.code, 4) << undecided.err;
  const Json neither = Json::parse(undecided.out);
  EXPECT_EQ(neither.at("cases")[0].at("verdict"), "too noisy to tell") << neither;
  // one run of the second is fast: U = 8 of 8 and 8 runs has p = 0.010 in tables, and U = 4 of 4 and 4 has 0.34
  std::filesystem::remove(turns);
  const std::string once = other.write(
      "once", fmt::format("echo >> '{0}'\n[ $(wc -l < '{0}') -le 7 ] && cp '{1}.json' \"$out\" || cp '{2}.json' \"$out\"\n",
                          turns, slow, fast));
  const Outcome unsure = run(with({"bench", "--against", once}, {"--rounds", "4"}));
  EXPECT_EQ(unsure.code, 4) << unsure.err;
  EXPECT_NE(unsure.out.find("  not confirmed by a second measurement (p = 0.010"), std::string::npos) << unsure.out;
  EXPECT_NE(unsure.out.find("0 faster, 0 slower, 0 not distinguishable, 1 too noisy to tell"), std::string::npos) << unsure.out;
  const Outcome itself = run(with({"bench", "--against", program()}, {"--rounds", "1", "--least", "1000", "--csv"}));
  EXPECT_EQ(itself.code & ~4, 0) << "itself is never slower by 1000 %";
  // 3 and 3 runs in any order: 2 of 20 orders are as unlike as can be, 10 %; of 4 and 4 it is 2 of 70
  EXPECT_EQ(itself.err.find("satscope: 1 round is too few for a rank test: the changes have no interval, and --compare cannot "
                            "judge them again; --rounds 4 is enough\n"),
            0U)
      << itself.err;
}

TEST(BenchAgainst, ASignalEndsBothBuilds) {
  const Folder folder;
  const OtherBuild other(folder);
  Running running({"bench", "--against", other.write("sleeps", "exec sleep 600\n"), "--sizes", "8x8", "--algorithms", "serial",
                   "--machine", "cpu"});
  std::this_thread::sleep_for(std::chrono::seconds(2));
  running.send(SIGTERM);
  const Outcome outcome = running.wait();
  EXPECT_EQ(outcome.code, 128 + SIGTERM);
  EXPECT_NE(outcome.err.find("stopped by a signal in the first round; nothing was compared"), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.out, "");
}

TEST(BenchAgainst, AComparisonThatIsStoppedGoesOnWhereItWas) {
  const Folder folder;
  const OtherBuild other(folder);
  const std::string results = results_in(folder), log = folder.file("log"), go_on = folder.file("go-on"),
                    out = folder.file("ag.json");
  // its second run does not end, until it is asked to go on
  const std::string slows = other.write(
      "slows", fmt::format("echo >> '{0}'\n[ $(wc -l < '{0}') = 1 ] || [ -e '{1}' ] || exec sleep 600\ncp '{2}' \"$out\"\n",
                           log, go_on, results));
  std::vector<std::string> words{"bench", "--against", slows, "-o", out, "--rounds", "4", "--least", "1000"};
  words.insert(words.end(), k_cases.begin(), k_cases.end());
  Running running(words);
  for (int tenths = 0; tenths < 2400 && (!std::filesystem::exists(log) || read_file(log) != "\n\n"); ++tenths)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const std::string killed = folder.write("killed.json", read_file(out));  // as a run that is killed now leaves it
  running.send(SIGINT);
  const Outcome outcome = running.wait();
  EXPECT_EQ(outcome.code, 128 + SIGINT);
  EXPECT_NE(outcome.err.find(fmt::format("after 1 round; satscope bench --against {} --resume {} goes on\n", slows, out)),
            std::string::npos)
      << outcome.err;
  for (const std::string& file : {out, killed}) {
    const Json json = Json::parse(read_file(file));
    EXPECT_EQ(json.at("complete"), false);
    EXPECT_EQ(json.at("before").at("runs"), 1);
    EXPECT_EQ(json.at("turns").at("first").at("after").size(), 2U) << "A B B, and A was stopped";
  }
  const std::vector<std::string> resumed{"bench", "--against", slows, "--resume"};
  const auto with = [&](const std::string& file, const std::vector<std::string>& more = {}) {
    std::vector<std::string> all = resumed;
    all.push_back(file);
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  expect_refused({"bench", "--resume", out}, k_failed, {"bench --against PROGRAM --resume FILE` goes on with it"});
  expect_refused(with(out, {"--rounds", "2"}), k_usage, {"--rounds", "--resume", "exclude each other"});
  expect_refused(with(out, {"--sizes", "8x8"}), k_usage, {"--sizes", "--resume", "exclude each other"});
  expect_refused(with(results), k_failed, {"results.json' is not a comparison that was stopped"});
  Json evil = Json::parse(read_file(out));
  evil["turns"]["words"].push_back("--output=" + results);
  expect_refused(with(folder.write("evil.json", evil.dump())), k_failed, {"--output=", "--resume does not take"});
  evil["turns"].erase("words");
  expect_refused(with(folder.write("evil.json", evil.dump())), k_failed, {"evil.json' is damaged"});
  expect_refused({"bench", "--against", other.write("another", "exit 1\n"), "--resume", out}, k_failed,
                 {"another' is not the build that made the first runs"});

  folder.write("go-on", "");
  const Outcome whole = run(with(out));
  EXPECT_EQ(whole.code & ~4, 0) << whole.err;
  EXPECT_EQ(whole.err.find(fmt::format("satscope: round 2 of 4: '{}'\n", slows)), 0U) << whole.err;
  EXPECT_EQ(std::ranges::count(read_file(log), '\n'), 5) << "4 of it, and the one that was stopped";
  const Json json = Json::parse(read_file(out));
  EXPECT_EQ(json.at("complete"), true);
  EXPECT_EQ(json.at("before").at("runs"), 4);
  EXPECT_EQ(json.at("least_percent"), 1000);
  EXPECT_EQ(json.at("turns"), nullptr);
  EXPECT_EQ(json.at("command").get<std::string>().find("satscope bench --against"), 0U);
  expect_refused(with(out), k_failed, {"ag.json' is not a comparison that was stopped"});
}

TEST(BenchAgainst, AStoppedComparisonWithoutAFileSaysThatItIsLost) {
  const Folder folder;
  const OtherBuild other(folder);
  const std::string results = results_in(folder), log = folder.file("log");
  std::vector<std::string> words{
      "bench", "--against",
      other.write("slows", fmt::format("echo >> '{0}'\n[ $(wc -l < '{0}') -le 2 ] || exec sleep 600\ncp '{1}' \"$out\"\n", log,
                                       results))};
  words.insert(words.end(), k_cases.begin(), k_cases.end());
  Running running(words);
  for (int tenths = 0; tenths < 2400 && (!std::filesystem::exists(log) || read_file(log) != "\n\n\n"); ++tenths)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  running.send(SIGINT);
  const Outcome outcome = running.wait();
  EXPECT_EQ(outcome.code, 128 + SIGINT);
  EXPECT_NE(outcome.err.find("after 2 rounds; without -o FILE.json it cannot be resumed\n"), std::string::npos) << outcome.err;
}

// before an hour of measuring, not after it
TEST(BenchAgainst, APlaceThatCannotBeWrittenIsKnownAtOnce) {
  expect_refused({"bench", "--against", program(), "--sizes", "8x8", "--algorithms", "serial", "--machine", "cpu", "-o",
                  "/no/such/folder/ag.json"},
                 k_failed, {"/no/such/folder/ag.json"});
}

TEST(BenchAgainst, AnotherBuildThatFailsIsNamed) {
  const Folder folder;
  const OtherBuild other(folder);
  const auto refused = [&](const std::string& name, int code, const std::vector<std::string>& parts) {
    expect_refused({"bench", "--against", name, "--sizes", "8x8", "--algorithms", "serial", "--machine", "cpu"}, code, parts);
  };
  refused("/no/such/satscope", k_usage, {"there is no file '/no/such/satscope'"});
  refused("no-such-satscope", k_usage, {"--against: there is no program 'no-such-satscope' here or on the PATH"});
  refused(folder.write("text", "no program\n"), k_usage, {"text' cannot be run; give the satscope of another build"});
  const std::string two = folder.write("two-lines", "#!/bin/sh\necho 'true (GNU coreutils) 9.1'\necho 'Written by Jim.'\n");
  std::filesystem::permissions(two, std::filesystem::perms::owner_all);
  refused(two, k_usage, {"is not satscope; its --version says 'true (GNU coreutils) 9.1'"});
  const auto fails = [&](const std::string& name, const std::vector<std::string>& parts) {  // after it says which round it is
    const Outcome outcome = run({"bench", "--against", name, "--sizes", "8x8", "--algorithms", "serial", "--machine", "cpu"});
    EXPECT_EQ(outcome.code, k_failed) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    const std::string said = outcome.err.substr(outcome.err.find('\n') + 1);
    EXPECT_EQ(std::ranges::count(said, '\n'), 1) << outcome.err;
    for (const std::string& part : parts) EXPECT_NE(said.find(part), std::string::npos) << outcome.err;
  };
  fails(other.write("older", "echo 'satscope: bench has no option --hot' >&2; exit 2\n"),
        {"older' failed with exit code 2: bench has no option --hot"});
  fails(other.write("crashes", "kill -SEGV $$\n"), {"crashes' failed. ", "signal 11"});
  fails(other.write("next", "echo '{\"version\": 99}' > \"$out\"\n"), {"next' cannot be read", "version 99"});
  expect_refused({"bench", "--rounds", "3"}, k_usage, {"--against"});
  expect_refused({"bench", "--against", "x", "--compare", "a", "b"}, k_usage, {"--compare"});
  expect_refused({"bench", "--against", "x", "-o", "x.svg", "--sizes", "8x8"}, k_usage, {".md, .csv or .json"});
  expect_refused({"bench", "--subset"}, k_usage, {"--subset needs --compare or --against"});
}

}  // namespace
}  // namespace satscope::test
