// SPDX-License-Identifier: Apache-2.0
// satscope sweep: small ones, measured; its files, its refusals, and what a signal leaves.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <random>
#include <set>
#include <thread>

#include "kernels/device.h"
#include "kernels/simt/thread_pool.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

Words sweep_words(const Words& more) {
  Words words{"sweep", "--machine", "cpu", "--repeats", "1"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

const Json& curve_in(const Json& plot, const std::string& name) {
  for (const Json& series : plot.at("series"))
    if (series.at("name") == name) return series;
  ADD_FAILURE() << "no curve '" << name << "' in " << plot.dump(1);
  static const Json none = {{"points", Json::array()}};
  return none;
}

TEST(Sweep, OverSizesIntoEveryKindOfFile) {
  Folder folder;
  const std::string json = folder.file("a.json"), csv = folder.file("a.csv"), svg = folder.file("a.svg");
  const Outcome outcome = run(
      sweep_words({"--algorithms", "serial,thread-per-row", "--vary", "size=8x8..32x16", "-o", csv, "-o", json, "-o", svg}));
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("thread-per-row"), std::string::npos);
  const Json results = Json::parse(read_file(json));
  EXPECT_EQ(results.at("vary"), "size");
  EXPECT_EQ(results.at("left").size(), 0U);
  std::set<int> widths;
  for (const Json& result : results.at("results")) {
    widths.insert(result.at("w").get<int>());
    EXPECT_EQ(result.at("emulated"), result.at("algorithm") == "thread-per-row");
  }
  EXPECT_EQ(widths, (std::set<int>{8, 16, 32}));
  const std::string table = read_file(csv);
  EXPECT_EQ(table.substr(0, table.find('\n')), "series,kind,at,x,y,low,high");
  EXPECT_NE(table.find("A thread per row (emulated),emulated,16x16,256,"), std::string::npos) << table;
  EXPECT_NE(table.find("Floor,bound,8x8,64,"), std::string::npos) << table;
  EXPECT_NE(read_file(svg).find("<title>Serial recursion, 32x16: "), std::string::npos);
  // the file is drawn again, compared with another curve
  const Json plot = run_json({"sweep", "--from", json, "--relative-to", "serial", "--json"});
  EXPECT_EQ(plot.at("y").at("title"), "times faster than Serial recursion");
  for (const Json& point : curve_in(plot, "Serial recursion").at("points")) EXPECT_EQ(point.at("y"), 1);
  const Json& results_of = results.at("results");
  const auto median = [&](const char* algorithm) {
    for (const Json& result : results_of)
      if (result.at("algorithm") == algorithm && result.at("w") == 16) return result.at("median_ms").get<double>();
    return 0.0;
  };
  EXPECT_DOUBLE_EQ(curve_in(plot, "A thread per row (emulated)").at("points")[1].at("y").get<double>(),
                   median("serial") / median("thread-per-row"));
}

TEST(Sweep, OverThreadsTypesAndAParameter) {
  const Json threads =
      run_json(sweep_words({"--algorithms", "cpu-simd", "--sizes", "40x30", "--vary", "threads=1,2", "--json"}));
  EXPECT_EQ(curve_in(threads, "CPU vectors").at("points")[1].at("x"), 2);
  EXPECT_EQ(run_json(sweep_words({"--algorithms", "serial", "--sizes", "4x3", "--vary", "threads", "--json"}))
                .at("series")[0]
                .at("points")
                .back()
                .at("x"),
            host_threads());
  // a thread per row has threads of its own, more than any host
  const Json own =
      run_json(sweep_words({"--algorithms", "thread-per-row", "--sizes", "9x7", "--vary", "threads=1,10000", "--json"}));
  EXPECT_EQ(curve_in(own, "A thread per row (emulated)").at("points")[1].at("x"), 10000);
  const Json both = run_json({"bench", "--machine", "cpu", "--repeats", "1", "--algorithms", "cpu-rows,thread-per-row",
                              "--sizes", "9x7", "--sweep", "threads=1,10000", "--json"});
  EXPECT_EQ(both.at("results").size(), 3U);
  ASSERT_EQ(both.at("skipped").size(), 1U);
  EXPECT_EQ(both.at("skipped")[0].at("reason"), "10,000 threads of the host are not supported; at most 1,024 are");
  const Json types =
      run_json(sweep_words({"--algorithms", "serial", "--sizes", "9x7", "--vary", "type=64f64f,8u32u", "--json"}));
  EXPECT_EQ(types.at("x").at("names"), (Words{"64f64f", "8u32u"}));
  const Json rows = run_json(sweep_words({"--sizes", "9x7", "--vary", "n=2,4,8", "--json"}));
  EXPECT_EQ(curve_in(rows, "n rows at once (emulated)").at("points").size(), 3U) << "only algorithms that have it are measured";
}

TEST(Sweep, FiltersOverTheRadius) {
  Folder folder;
  const std::string json = folder.file("r.json");
  const Json plot = run_json(sweep_words({"--algorithms", "box,box-naive,box-separable,box-running", "--sizes", "61x47",
                                          "--vary", "r=1,4,9", "-o", json, "--json"}));
  EXPECT_EQ(plot.at("x").at("title"), "radius r, pixels");
  EXPECT_EQ(plot.at("title"), "Time of one picture by radius r, pixels");
  EXPECT_EQ(curve_in(plot, "Box mean, naive (emulated)").at("points")[2].at("x"), 9);
  const Json results = Json::parse(read_file(json));
  EXPECT_EQ(results.at("results").size(), 12U);
  for (const Json& result : results.at("results")) {
    EXPECT_EQ(result.at("correct"), true) << result;
    EXPECT_EQ(result.at("type"), "8u8u");
    EXPECT_EQ(result.at("emulated"), true);
    EXPECT_EQ(result.at("params").size(), 1U);
    // bytes in and out: 2 * 61 * 47 of them
    EXPECT_NEAR(result.at("gbs").get<double>() * result.at("median_ms").get<double>() * 1e6 / 5734, 1, 1e-8);
  }
  // compared at the same radius, whatever is faster at another
  const Json times = run_json({"sweep", "--from", json, "--relative-to", "box", "--json"});
  for (const Json& point : curve_in(times, "Box mean (emulated)").at("points")) EXPECT_EQ(point.at("y"), 1);
  // the preset brings its own x; what would take minutes is left out with a reason
  const Outcome dry = run(sweep_words({"--preset", "radius", "--dry-run"}));
  ASSERT_EQ(dry.code, 0) << dry.err;
  EXPECT_NE(dry.out.find("box-naive r=300 8u8u 1024x1024"), std::string::npos) << dry.out;
  EXPECT_EQ(run({"bench", "--machine", "cpu", "--repeats", "1", "--preset", "radius", "--dry-run"}).out, dry.out);
  const Outcome one = run({"bench", "--machine", "cpu", "--preset", "radius", "--param", "r=7", "--dry-run"});
  EXPECT_NE(one.out.find("box-running r=7 "), std::string::npos) << one.out;
  EXPECT_EQ(one.out.find("r=300"), std::string::npos) << "an option replaces that part of the preset";
  const Outcome slow =
      run({"bench", "--machine", "cpu", "--algorithms", "box-naive", "--sizes", "1024x1024", "--param", "r=300"});
  EXPECT_EQ(slow.code, k_failed);
  EXPECT_NE(slow.err.find("more than 20,000,000,000 are not supported on the CPU"), std::string::npos) << slow.err;
  EXPECT_NE(run({"bench", "--machine", "cpu", "--algorithms", "faces", "--sizes", "9x9"}).err.find("besides the picture"),
            std::string::npos);
  EXPECT_NE(run({"bench", "--machine", "cpu", "--algorithms", "motion", "--sizes", "9x9"}).err.find("makes no picture"),
            std::string::npos);
}

TEST(Sweep, FiltersOnTheGpuAreThoseOfTheCpu) {
  if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  const Json bench = run_json({"bench", "--machine", "gpu", "--repeats", "1", "--sizes", "301x207", "--json", "--algorithms",
                               "box,box-naive,box-separable,box-running,median,gauss"});
  EXPECT_EQ(bench.at("results").size(), 6U) << bench.at("skipped");
  for (const Json& result : bench.at("results")) {
    EXPECT_EQ(result.at("correct"), true) << result;
    EXPECT_EQ(result.at("emulated"), false);
  }
  EXPECT_EQ(bench.at("floor")[0].at("method"), "copy");
}

/// Filters that say that they compute the same do so.
TEST(Sweep, EveryRivalEqualsItsFilter) {
  const Json bench = run_json({"bench", "--machine", "cpu", "--repeats", "1", "--sizes", "37x29", "--json", "--algorithms",
                               "box,unsharp,unsharp-separable,median,median-sliding,motion-blur,motion-blur-naive,gauss"});
  EXPECT_EQ(bench.at("results").size(), 8U) << bench.at("skipped");
  for (const Json& result : bench.at("results")) EXPECT_EQ(result.at("correct"), true) << result;
}

TEST(Sweep, PapersStandBesideTheirPresets) {
  const Json plot = run_json(
      sweep_words({"--preset", "bilgic", "--sizes", "360x240", "--algorithms", "serial", "--types", "8u32u", "--json"}));
  // Ehsan et al. 2015, Table 2: 0.587 ms for 360 x 240
  const Json& printed = curve_in(plot, "printed: Virtex-6 XC6VLX240T, about 147 MHz (2015)");
  EXPECT_EQ(printed.at("kind"), "published");
  EXPECT_EQ(printed.at("points")[0].at("y"), 0.587);
}

TEST(Sweep, WrongWordsAndPlaces) {
  expect_refused({"sweep"}, k_usage, {"--vary NAME=VALUES", "--preset"});
  expect_refused(sweep_words({"--vary", "size="}), k_usage, {"size="});
  expect_refused(sweep_words({"--vary", "size=8x8,,9x9"}), k_usage, {"NAME=VALUE"});
  expect_refused(sweep_words({"--vary", "size=0x8"}), k_usage, {"0x8"});
  expect_refused(sweep_words({"--vary", "size=8x8..x9"}), k_usage, {"x9"});
  expect_refused(sweep_words({"--vary", "colour=red"}), k_usage, {"no chosen algorithm or filter has a parameter 'colour'"});
  expect_refused(sweep_words({"--vary", "n"}), k_usage, {"--vary n=A,B,C"});
  expect_refused(sweep_words({"--vary", "n=3000000000"}), k_usage, {"n"});
  expect_refused(sweep_words({"--algorithms", "serial,rows-n", "--vary", "n=2"}), k_usage, {"'serial' has no n to vary"});
  expect_refused(sweep_words({"--algorithms", "cpu-simd", "--vary", "threads=0,1"}), k_usage,
                 {"threads must be a whole number from 1"});
  expect_refused(sweep_words({"--vary", "size=8x8", "-o", "-", "-o", "-.svg"}), k_usage, {"only one --output"});
  expect_refused(sweep_words({"--vary", "size=8x8", "-o", "t.bmp"}), k_usage, {".json, .csv, .svg or .png", "t.bmp"});
  expect_refused(sweep_words({"--vary", "size=8x8", "-o", "/no/such/folder/t.svg"}), k_failed, {"/no/such/folder/t.svg"});
  expect_refused(sweep_words({"--vary", "size=8x8", "--show", "pie"}), k_usage, {"pie", "time, bandwidth, speed-up, ratio"});
  expect_refused(sweep_words({"--vary", "size=8x8", "--show", "ratio"}), k_usage, {"--relative-to ID"});
  expect_refused(sweep_words({"--vary", "size=8x8", "--show", "time", "--relative-to", "serial"}), k_usage,
                 {"leave out --relative-to"});
  expect_refused(sweep_words({"--vary", "size=8x8", "--relative-to", "magic"}), k_usage, {"magic"});
  expect_refused(sweep_words({"--vary", "size=8x8", "--theme", "pink"}), k_usage, {"pink"});
  expect_refused(sweep_words({"--vary", "size=8x8", "--size", "9x9"}), k_usage, {"from 320x320"});
  expect_refused({"sweep", "--from", "/no/such/file.json"}, k_failed, {"/no/such/file.json"});
  Folder folder;
  expect_refused({"sweep", "--from", folder.write("t.json", "{\"results\": 7}")}, k_failed, {"is not a results file"});
  expect_refused({"sweep", "--resume", folder.write("u.json", "")}, k_failed, {"is no JSON"});
  EXPECT_EQ(folder.names(), (Words{"t.json", "u.json"})) << "nothing else is left";
}

/// Sweeps that are stopped at any moment leave whole files, and go on to the same end.
TEST(Sweep, StoppedAtAnyMomentItGoesOn) {
  Folder folder;
  const std::string json = folder.file("a.json"), svg = folder.file("a.svg");
  std::mt19937 random(20);
  const Words words{"sweep",     "--machine",    "cpu",
                    "--repeats", "60",           "--algorithms",
                    "serial",    "--vary",       "size=900x700,800x700,700x900",
                    "--types",   "8u32u,64f64f", "-o",
                    json,        "-o",           svg};
  int stopped = 0;
  for (int attempt = 0; attempt < 5; ++attempt) {
    const bool begun = std::filesystem::exists(json);
    Running running(begun ? Words{"sweep", "--resume", json, "-o", svg} : words);
    // the first has a result at least, so that there is a file, and is stopped soon, before a quick machine is done
    const auto began = std::chrono::steady_clock::now();
    const auto has_result = [&] {
      const std::string said = running.err();
      for (const char* some : {"1 of 6 done", "2 of 6 done", "3 of 6 done", "4 of 6 done", "5 of 6 done"})
        if (said.find(some) != said.npos) return true;
      return false;
    };
    while (!begun && !has_result() && std::chrono::steady_clock::now() - began < std::chrono::seconds(240))
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::this_thread::sleep_for(std::chrono::milliseconds(std::uniform_int_distribution(0, begun ? 1500 : 300)(random)));
    running.send(attempt % 2 ? SIGTERM : SIGINT);
    const Outcome outcome = running.wait();
    ASSERT_TRUE(std::filesystem::exists(json)) << outcome.err;
    const Json kept = Json::parse(read_file(json), nullptr, false);
    ASSERT_FALSE(kept.is_discarded()) << "attempt " << attempt;
    const auto stopped_cases =
        std::ranges::count_if(kept.at("results"), [](const Json& result) { return result.at("stopped").get<bool>(); });
    EXPECT_EQ(kept.at("results").size() + kept.at("left").size(), 6U + stopped_cases) << "attempt " << attempt;
    EXPECT_EQ(kept.at("complete"), kept.at("left").empty());
    for (const Json& result : kept.at("results")) EXPECT_GT(result.at("median_ms"), 0);
    EXPECT_TRUE(!std::filesystem::exists(svg) || read_file(svg).ends_with("</svg>\n"));
    if (kept.at("complete").get<bool>()) break;
    EXPECT_NE(outcome.code, 0) << "it was stopped and says so";
    ++stopped;
  }
  const Json end = run_json({"sweep", "--resume", json, "--json"});
  EXPECT_EQ(curve_in(end, "Serial recursion, 64f64f").at("points").size(), 3U);
  EXPECT_EQ(Json::parse(read_file(json)).at("complete"), true);
  EXPECT_GT(stopped, 0);
  // results of another machine are not mixed with ours
  Json other = Json::parse(read_file(json));
  other["device"] = "Some GPU";
  expect_refused({"sweep", "--resume", folder.write("b.json", other.dump())}, k_failed, {"'Some GPU'", "measure again"});
  // nor those of another build
  for (const char* what : {"commit", "compiler", "flags"}) {
    other = Json::parse(read_file(json));
    other[what] = "another";
    expect_refused({"sweep", "--resume", folder.write("c.json", other.dump())}, k_failed, {what, "'another'", "measure again"});
  }
}

// a process that is killed can write nothing, so what is done must be there already, and say that it is not all
TEST(Sweep, AKilledRunLeavesTheSizesThatAreDone) {
  for (const std::string command : {"bench", "sweep"}) {
    SCOPED_TRACE(command);
    Folder folder;
    const std::string json = folder.file("a.json");
    // by turns a size takes 1.5 s at the least, and the samples of the second take minutes
    Running running({command, "--algorithms", "serial", "--machine", "cpu", "--sizes", "33x17,4096x4096", "--types",
                     "8u32u,64f64f", "-o", json});
    const auto began = std::chrono::steady_clock::now();
    while (!std::filesystem::exists(json) && std::chrono::steady_clock::now() - began < std::chrono::seconds(240))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    running.send(SIGKILL);
    EXPECT_EQ(running.wait().code, -1) << "it was done before it was killed";
    ASSERT_TRUE(std::filesystem::exists(json));
    const Json kept = Json::parse(read_file(json), nullptr, false);
    ASSERT_FALSE(kept.is_discarded());
    EXPECT_EQ(kept.at("complete"), false);
    ASSERT_FALSE(kept.at("results").empty());
    EXPECT_EQ(kept.at("results")[0].at("w"), 33);
    EXPECT_GT(kept.at("results")[0].at("median_ms"), 0);
    EXPECT_EQ(kept.at("results").size() + kept.at("left").size(), 4U);
    EXPECT_EQ(folder.names(), std::vector<std::string>{"a.json"}) << "and no draft";
    const std::string page = folder.file("a.html");
    EXPECT_EQ(run({"report", "--from", json, page}).code, 0);
    EXPECT_EQ(run({"report", "--from", json, "-o", folder.file("o.html")}).code, 0);
    EXPECT_EQ(read_file(folder.file("o.html")), read_file(page));
    expect_refused({"report", page, "-o", page, "--from", json}, k_usage, {"OUT or --output, not both"});
    EXPECT_NE(read_file(page).find("Stopped before the end; " + std::to_string(kept.at("left").size()) + " cases left."),
              std::string::npos);
  }
}

TEST(Sweep, WhatIsDoneIsWrittenOnceToAPipe) {
  const Json json =
      Json::parse(run(sweep_words({"--algorithms", "serial", "--sizes", "8x8,9x9,10x10", "-o", "-"})).out, nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  EXPECT_EQ(json.at("results").size(), 3U);
}

TEST(Sweep, DryRunMeasuresNothing) {
  Folder folder;
  const Words words{"sweep", "--algorithms", "rows-n", "--sizes",   "16000x10000", "--machine",          "cpu", "--threads",
                    "2",     "--vary",       "n=2,4",  "--dry-run", "-o",          folder.file("a.json")};
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out,
            "rows-n n=2 8u32u 16000x10000 inclusive cpu threads=2\nrows-n n=4 8u32u 16000x10000 inclusive cpu threads=2\n");
  EXPECT_EQ(
      outcome.err,
      "satscope: 2 cases, up to about 2 s for the samples of each: 4 s; checking the tables and warming up come on top\n");
  EXPECT_TRUE(folder.names().empty());
}

TEST(Bench, SweepsParametersThreadsAndMachines) {
  const Json json = run_json({"bench", "--algorithms", "serial,rows-n", "--sizes", "9x7", "--machine", "cpu,gpu", "--repeats",
                              "1", "--sweep", "n=2,4", "--sweep", "threads=1,2", "--json"});
  std::set<std::string> cases;
  for (const char* list : {"results", "skipped"})
    for (const Json& entry : json.at(list))
      cases.insert(entry.at("algorithm").get<std::string>() + " " + entry.at("params").value("n", "") + " " +
                   entry.at("machine").get<std::string>() + entry.at("threads").dump());
  EXPECT_EQ(cases, (std::set<std::string>{"serial  cpu1", "serial  cpu2", "rows-n 2 cpu1", "rows-n 2 cpu2", "rows-n 4 cpu1",
                                          "rows-n 4 cpu2", "serial  gpunull", "rows-n 2 gpunull", "rows-n 4 gpunull"}));
  const Json one = run_json(
      {"bench", "--algorithms", "rows-n", "--sizes", "9x7", "--machine", "cpu", "--repeats", "1", "--param", "n=8", "--json"});
  EXPECT_EQ(one.at("results")[0].at("params"), (Json{{"n", "8"}}));
  expect_refused({"bench", "--param", "n=2", "--sweep", "n=4"}, k_usage, {"'n' is given twice"});
  expect_refused({"bench", "--algorithms", "serial", "--param", "n=2"}, k_usage,
                 {"no chosen algorithm or filter has a parameter 'n'"});
  expect_refused({"bench", "--param", "n"}, k_usage, {"--param must be NAME=VALUE"});
}

// what is printed is beside ours, and a hot run beside a cold one; a file of both is read back
TEST(Bench, MeasuresWhatIsAskedOfAnAlgorithmHotAndCold) {
  Folder folder;
  const std::string file = folder.file("hot.json");
  const Json json =
      run_json({"bench", "--algorithms", "scan-transpose-scan last=scan pairs=adjacent,scan-transpose-scan,serial", "--sizes",
                "33x20", "--machine", "cpu", "--repeats", "2", "--hot", "--json", "-o", file});
  std::multiset<std::string> found;
  for (const Json& result : json.at("results")) {
    EXPECT_TRUE(result.at("correct").get<bool>()) << result;
    EXPECT_EQ(result.at("copies") == 1, result.at("hot").get<bool>()) << result;
    found.insert(result.at("params").value("last", "-"));
  }
  EXPECT_EQ(found, (std::multiset<std::string>{"scan", "scan", "-", "-", "-", "-"}));
  EXPECT_TRUE(json.at("floor_faults").empty() || json.at("floor_faults").dump().find("hot") == std::string::npos);
  const std::string table = run({"bench", "--table", file}).out;
  EXPECT_NE(table.find("(`scan-transpose-scan`), last=scan, pairs=adjacent, hot, emulated |"), std::string::npos) << table;
  expect_refused({"bench", "--algorithms", "serial listing=none"}, k_usage, {"listing", "none"});
  expect_refused({"bench", "--algorithms", "brlt-scanrow threads=9"}, k_usage, {"threads", "block, registers"});
}

}  // namespace
}  // namespace satscope::test
