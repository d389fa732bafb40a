// SPDX-License-Identifier: Apache-2.0
// satscope bench: the shape of what it says; never how fast something is.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <csignal>
#include <ctime>
#include <fstream>
#include <set>
#include <thread>

#include "app/bench/machine/busy_threads.h"
#include "kernels/algorithms/opencv.h"
#include "kernels/device.h"
#include "kernels/host_memory.h"
#include "kernels/registry.h"
#include "kernels/simt/thread_pool.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

using Json = nlohmann::json;

TEST(Bench, ResultsAndFloor) {
  const Json json = run_json({"bench", "--machine", "cpu", "--sizes", "33x17,5x3", "--types", "8u32u,32f32f", "--repeats", "5",
                              "--threads", "1", "--json"});
  for (const char* key : {"device", "driver", "toolkit", "floor", "results", "skipped"}) EXPECT_TRUE(json.contains(key)) << key;
  std::size_t can = 0;
  std::set<std::string> able;
  for (const Algorithm& algorithm : algorithms())
    for (const char* type : {"8u32u", "32f32f"})
      for (const Extent extent : {Extent{33, 17}, Extent{5, 3}}) {
        const Request request{.extent = extent, .types = *find_type_pair(type), .form = algorithm.natural_form};
        if (!algorithm.refusal(request, Machine::cpu).empty()) continue;
        ++can;
        able.insert(algorithm.id);
      }
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
    EXPECT_EQ(result.at("n"), 5);
    EXPECT_EQ(result.at("machine"), "cpu");
    EXPECT_EQ(result.at("form"), std::string(id_of(find_algorithm(result.at("algorithm").get<std::string>())->natural_form)));
    const double p10 = result.at("p10_ms"), median = result.at("median_ms"), p90 = result.at("p90_ms");
    EXPECT_GT(p10, 0);
    EXPECT_LE(p10, median * 1.000001);  // they are interpolated
    EXPECT_LE(median, p90 * 1.000001);
    for (const Json& floor : json.at("floor"))
      if (floor.at("type") == result.at("type") && floor.at("w") == result.at("w")) {
        const Json& percent = result.at("percent_of_floor");
        EXPECT_EQ(percent.is_null(), result.at("faults").dump().find("noisy") != std::string::npos) << result;
        const double share = percent.is_null() ? 0 : percent.get<double>() * median / floor.at("ms").get<double>();
        EXPECT_NEAR(share, percent.is_null() ? 0 : 100, 1e-6);
        const int w = floor.at("w"), h = floor.at("h"), border = result.at("form") == "padded" ? 1 : 0;
        const int bytes = w * h * (result.at("type") == "8u32u" ? 1 : 4) + (w + border) * (h + border) * 4;
        EXPECT_NEAR(result.at("gbs").get<double>() * median * 1e6 / bytes, 1, 1e-8);
      }
  }
  EXPECT_EQ(seen, able);
}

/// Of a bench in which nothing can be measured: that is a failure, but what it has to say is said, with a reason of these
/// words.
Json nothing_measured(const std::vector<std::string>& words, const std::string& why) {
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.code, k_failed);
  EXPECT_NE(outcome.err.find("nothing was measured; first reason: "), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find(why), std::string::npos) << outcome.err;
  Json json = Json::parse(outcome.out);
  EXPECT_TRUE(json.at("results").empty());
  return json;
}

TEST(Bench, WhatCannotRunIsSkippedWithItsReason) {
  if (gpu_status().usable) GTEST_SKIP() << "a GPU is usable here";
  const Json json = nothing_measured(
      {"bench", "--machine", "gpu", "--algorithms", "serial,brlt-scanrow", "--sizes", "8x8", "--json"}, "not supported");
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
  const Json json = nothing_measured(
      {"bench", "--machine", "cpu", "--algorithms", "serial", "--sizes", "10000000x10000000", "--json"}, " GB are free");
  ASSERT_EQ(json.at("skipped").size(), 1U);
}

TEST(Bench, WhatItsTablesNeedIsKnownBeforeThePictureIsMade) {
  const std::size_t free = available_host_memory();
  if (free == k_unlimited_memory) GTEST_SKIP() << "this system does not say how much memory it has";
  // the picture would fit: a byte per pixel, but its table and the sums to compare it with have twelve
  const int side = static_cast<int>(std::sqrt(static_cast<double>(free) / 4));
  const std::string size = fmt::format("{0}x{0}", side);
  const Json json =
      nothing_measured({"bench", "--machine", "cpu", "--algorithms", "serial", "--sizes", size, "--json"}, " GB are free");
  ASSERT_EQ(json.at("skipped").size(), 1U);
  const std::string why = json.at("skipped").at(0).dump();
  EXPECT_NE(why.find("a bench of " + size + " pixels needs"), why.npos) << why;
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
  expect_refused({"bench", "--channels", "2"}, k_usage, {"--channels must be 1", "'2'"});
}

TEST(Bench, CsvHasOneLinePerResult) {
  const Outcome outcome = run({"bench", "--machine", "cpu", "--algorithms", "serial", "--sizes", "8x8,9x9", "--repeats", "1",
                               "--threads", "1", "--csv"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 3);
  EXPECT_TRUE(outcome.out.starts_with("algorithm,type,w,h,machine,")) << outcome.out;
  EXPECT_NE(outcome.out.find("\nserial,8u32u,8,8,cpu,"), std::string::npos) << outcome.out;
}

// a kernel that the CPU runs thread by thread says so, and is after all code for a CPU, whatever was asked first
TEST(Bench, WhatTheCpuEmulatesStandsApart) {
  const std::vector<std::string> words{"bench", "--machine", "cpu", "--algorithms", "thread-per-row,serial", "--sizes",
                                       "8x8",   "--repeats", "1"};
  const std::string text = run(words).out;
  const auto heading = text.find("\nEmulated: "), loop = text.find("\nserial "), kernel = text.find("\nthread-per-row ");
  ASSERT_TRUE(heading != text.npos && loop != text.npos && kernel != text.npos) << text;
  EXPECT_TRUE(loop < heading && heading < kernel) << text;
  auto as_json = words;
  as_json.emplace_back("--json");
  const Json json = run_json(as_json);
  EXPECT_EQ(json.at("results").size(), 2U);
  for (const Json& result : json.at("results")) EXPECT_EQ(result.at("emulated"), result.at("algorithm") == "thread-per-row");
}

// loops and libraries take turns, kernels that the CPU emulates do not; that changes nothing in the order of a report
TEST(Bench, PrintsItsResultsInTheOrderInWhichTheyWereAskedFor) {
  const Json json = run_json({"bench", "--machine", "cpu", "--algorithms", "serial,thread-per-row,cpu-rows,serial", "--sizes",
                              "9x7,8x8", "--repeats", "2", "--json"});
  std::vector<std::string> reported;
  for (const Json& result : json.at("results"))
    reported.push_back(fmt::format("{} {}", result.at("algorithm").get<std::string>(), result.at("w").get<int>()));
  const std::vector<std::string> asked{"serial 9", "thread-per-row 9", "cpu-rows 9",
                                       "serial 8", "thread-per-row 8", "cpu-rows 8"};
  EXPECT_EQ(reported, asked);
  EXPECT_EQ(json.at("floor").size(), 2U);
  for (const Json& result : json.at("results")) EXPECT_EQ(result.at("n"), 2) << result;
}

TEST(Bench, SaysInTheRunThatAFloorWasWrong) {
  const Json json = run_json({"bench", "--machine", "cpu", "--algorithms", "cpu-simd,serial", "--sizes", "33x17,64x64,512x512",
                              "--repeats", "3", "--threads", "1", "--json"});
  std::set<int> beaten;
  for (const Json& result : json.at("results"))
    for (const Json& floor : json.at("floor"))
      if (floor.at("w") == result.at("w") && result.at("median_ms") < floor.at("ms")) beaten.insert(result.at("w").get<int>());
  ASSERT_EQ(json.at("floor_faults").size(), beaten.size());
  for (const Json& fault : json.at("floor_faults"))
    EXPECT_NE(fault.get<std::string>().find(" is wrong: "), std::string::npos) << fault;
  for (const Json& floor : json.at("floor")) {
    double least = 1e9;
    for (const Json& one : floor.at("tried")) least = std::min(least, one.at("ms").get<double>());
    EXPECT_EQ(floor.at("ms"), least) << "no way was faster";
  }
}

TEST(Bench, SaysWhereAndHowItMeasured) {
  const std::vector<std::string> words{"bench", "--machine", "cpu", "--algorithms", "serial", "--sizes",
                                       "8x8",   "--repeats", "1"};
  const auto with = [&](const char* face) {
    auto all = words;
    all.emplace_back(face);
    return all;
  };
  const Json json = run_json(with("--json"));
  EXPECT_FALSE(json.at("satscope").get<std::string>().empty());
  EXPECT_FALSE(json.at("processor").get<std::string>().empty());
  EXPECT_GT(json.at("threads_offered"), 0);
  EXPECT_GT(json.at("memory_bytes"), 1 << 20);
  EXPECT_NE(json.at("system").get<std::string>().find("Linux"), std::string::npos);
  EXPECT_EQ(json.at("complete"), true);
  EXPECT_TRUE(json.at("preset").is_null());
  const std::string date = json.at("date");
  ASSERT_EQ(date.size(), std::string("2026-01-31T12:00:00Z").size()) << date;
  EXPECT_EQ(date.substr(0, 2) + date[10] + date[19], "20TZ") << date;
  ASSERT_GT(json.at("protocol").size(), 3U);
  EXPECT_GE(json.at("results")[0].at("copies"), 2);
  const Outcome text = run(with("--verbose")), csv = run(with("--csv"));
  for (const Json& sentence : json.at("protocol"))
    EXPECT_NE(text.out.find(sentence.get<std::string>()), std::string::npos) << sentence;
  const std::string device = json.at("device");
  ASSERT_NE(device.find(", "), std::string::npos) << "threads are listed";
  EXPECT_NE(text.out.find(json.at("system").get<std::string>()), std::string::npos);
  EXPECT_NE(csv.out.find(",\"" + device + "\","), std::string::npos) << csv.out;
  const std::string header = csv.out.substr(0, csv.out.find('\n'));
  for (const char* column : {"date", "device", "driver", "toolkit", "system", "complete"})
    EXPECT_NE(header.find("," + std::string(column)), std::string::npos) << column;
}

// one block is one thread, whatever is offered or asked for
TEST(Bench, SaysTheThreadsThatItUsed) {
  Folder folder;
  const std::string file = folder.file("threads.json");
  const std::vector<std::string> words{"bench", "--machine", "cpu", "--algorithms", "serial", "--sizes",
                                       "8x8",   "--repeats", "1",   "--json"};
  const auto with = [&](std::vector<std::string> more) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const Json chosen = run_json(with({"-o", file})).at("results")[0];
  EXPECT_EQ(chosen.at("threads"), 1);
  EXPECT_EQ(chosen.at("threads_chosen"), true);
  const Json asked = run_json(with({"--threads", "2"})).at("results")[0];
  EXPECT_EQ(asked.at("threads"), 2);
  EXPECT_EQ(asked.at("threads_chosen"), false);
  EXPECT_EQ(asked.at("threads_used"), 1) << "serial sums one entry after the other";
  std::vector<std::string> text = with({"--threads", "2"});
  std::erase(text, "--json");
  EXPECT_NE(run(text).out.find(" inclusive  cpu, 1 of 2 threads "), std::string::npos) << run(text).out;
  const Json again = run_json({"bench", "--resume", file, "--json"});
  EXPECT_EQ(again.at("results"), Json::array({chosen})) << "a file that was read says the same";
}

// the ids that a preset names are read as the user's words are; a word beside it says otherwise
TEST(Bench, PresetsNameWhatThereIs) {
  for (const char* preset : {"sizes", "everyday", "bilgic", "angioloni", "chen"}) {
    // where there is no GPU nothing takes time
    const std::vector<std::string> words{"bench",     "--preset", preset,      "--sizes", "9x7",
                                         "--machine", "gpu",      "--repeats", "1",       "--json"};
    const Json json = gpu_status().usable ? run_json(words) : nothing_measured(words, "not supported");
    EXPECT_EQ(json.at("preset"), preset);
    std::set<std::tuple<std::string, std::string, std::string, std::string>> asked;
    for (const char* list : {"results", "skipped"})
      for (const Json& entry : json.at(list)) {
        EXPECT_EQ(entry.at("w"), 9);
        EXPECT_TRUE(asked.emplace(entry.at("algorithm"), entry.at("params").dump(), entry.at("type"), entry.at("form")).second)
            << entry;
      }
    EXPECT_GE(asked.size(), 2U) << preset;
  }
  const Json json = run_json(
      {"bench", "--preset", "angioloni", "--sizes", "9x7", "--types", "8u32u", "--machine", "cpu", "--repeats", "1", "--json"});
  EXPECT_EQ(json.at("results").size(), 3U);
  for (const Json& result : json.at("results")) {
    EXPECT_EQ(result.at("type"), "8u32u");
    EXPECT_EQ(result.at("emulated"), result.at("algorithm") == "thread-per-row") << "the paper's loops are code for a CPU";
  }
  // the types that Chen et al. 2018 print results of, in Fig. 6 and 7 and section VI-B
  std::set<std::string> types;
  const std::vector<std::string> chen{"bench", "--preset", "chen",         "--sizes", "9x7",       "--machine",
                                      "cpu",   "--json",   "--algorithms", "serial",  "--repeats", "1"};
  const Json of_chen = run_json(chen);
  for (const Json& result : of_chen.at("results")) types.insert(result.at("type"));
  EXPECT_EQ(types, (std::set<std::string>{"8u32s", "8u32u", "8u32f", "32f32f", "32u32u", "64f64f"}));
  const std::string help = run({"bench", "--help"}).out;
  for (const char* preset : {"\n  sizes ", "\n  everyday ", "\n  bilgic ", "\n  angioloni ", "\n  chen "})
    EXPECT_NE(help.find(preset), std::string::npos) << help;
  expect_refused({"bench", "--preset", "viola"}, k_usage, {"viola", "sizes", "everyday", "bilgic", "angioloni", "chen"});
}

TEST(Bench, MeasuresTheFormsThatAreAskedFor) {
  const Json json = run_json({"bench", "--algorithms", "serial,opencv", "--sizes", "9x7", "--machine", "cpu", "--repeats", "1",
                              "--forms", "inclusive,padded", "--json"});
  std::set<std::pair<std::string, std::string>> made;
  for (const Json& result : json.at("results")) {
    EXPECT_TRUE(result.at("correct").get<bool>()) << result;
    made.emplace(result.at("algorithm"), result.at("form"));
  }
  EXPECT_TRUE(made.contains({"serial", "inclusive"}));
  EXPECT_TRUE(made.contains({"serial", "padded"}));
  ASSERT_FALSE(json.at("skipped").empty());
  EXPECT_EQ(json.at("skipped")[0].at("algorithm"), "opencv");
  EXPECT_EQ(json.at("skipped")[0].at("form"), "inclusive");
  expect_refused({"bench", "--forms", "round"}, k_usage, {"round", "inclusive", "exclusive", "padded"});
}

TEST(Bench, BusyThreadsTakeTheCoresWhileTheyLive) {
  const auto core_seconds = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  const auto spent = [&] {
    const double before = core_seconds();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    return core_seconds() - before;
  };
  double beside = 0;
  {
    const app::BusyThreads busy(2);
    beside = spent();
  }
  EXPECT_GT(beside, 0.02) << "on however busy a machine";
  EXPECT_LT(spent(), beside / 2) << "they have ended";
}

TEST(Bench, BesideLoadMeasuresBesideBusyThreads) {
  Folder folder;
  const std::string file = folder.file("loads.json");
  const Json json = run_json({"bench", "--algorithms", "serial,opencv", "--types", "8u32s", "--forms", "padded", "--sizes",
                              "9x7", "--machine", "cpu", "--repeats", "1", "--beside-load", "--json", "-o", file});
  std::set<int> loads{0, 1, host_threads()}, found;
  for (const Json& result : json.at("results")) {
    EXPECT_TRUE(result.at("correct").get<bool>()) << result;
    found.insert(result.at("busy_threads").get<int>());
  }
  EXPECT_EQ(found, loads);
  EXPECT_EQ(json.at("floor").size(), 1U) << "one floor for all loads";
  const std::string table = run({"bench", "--table", file}).out;
  EXPECT_NE(table.find("beside 1 busy thread: median / p90 | "), std::string::npos) << table;
  expect_refused({"bench", "--machine", "gpu", "--beside-load"}, k_usage, {"--beside-load", "--machine cpu"});
}

TEST(Bench, ItsHelpNamesOnlyItsOwnOptions) {
  EXPECT_EQ(run({"bench", "--help"}).out.find("--vary"), std::string::npos) << "that is of sweep";
  expect_refused({"bench", "--sweep", "n"}, k_usage, {"--sweep must be NAME=VALUE"});
  expect_refused({"sweep", "--vary", "=2"}, k_usage, {"--vary must be NAME=VALUE"});
}

TEST(Bench, TheReasonWhyOpenCvIsMissingIsTheRightOne) {
  using satscope::opencv::sentence_of_absence;
  EXPECT_NE(sentence_of_absence(true, "").find("libsatscope_opencv.so is missing beside the program"), std::string::npos);
  EXPECT_NE(sentence_of_absence(false, "").find("was built without OpenCV"), std::string::npos);
  EXPECT_NE(sentence_of_absence(true, "no libtbb").find("cannot be loaded (no libtbb)"), std::string::npos);
}

TEST(Bench, SentencesNameTheStandardStreams) {
  const auto said = [](const std::string& words) {
    const Folder folder;
    const std::string file = folder.file("said");
    std::system(("\"" + program() + "\" " + words + " 2>\"" + file + "\"").c_str());
    return read_file(file);
  };
  EXPECT_EQ(said("bench --table - </dev/null").find("satscope: the standard input is not a results file"), 0U);
  EXPECT_EQ(said("box - 0 0 1 1 </dev/null").find("satscope: the standard input is empty"), 0U);
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_EQ(said("sat pattern:zero:2x2 --machine cpu -o - >/dev/full").find("satscope: cannot write the standard output: "),
            0U);
}

TEST(Bench, CtrlCKeepsWhatIsDone) {
  Folder folder;
  const std::string file = folder.file("kept.json");
  Running running({"bench", "--preset", "sizes", "--machine", "cpu", "--sizes", "64x64,8192x8192", "--json", "-o", file});
  const auto began = std::chrono::steady_clock::now();
  // its first line of progress comes after a second, when the first size is done or nearly so
  while (running.err().find("done; now") == std::string::npos &&
         std::chrono::steady_clock::now() - began < std::chrono::seconds(240))
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_NE(running.err().find("done; now"), std::string::npos) << running.err();
  running.send(SIGINT);
  const Outcome outcome = running.wait();
  EXPECT_EQ(outcome.code, 128 + SIGINT) << outcome.err;
  EXPECT_NE(outcome.err.find("stopped by Ctrl-C; "), std::string::npos) << outcome.err;
  const Json json = Json::parse(outcome.out, nullptr, false);
  ASSERT_FALSE(json.is_discarded()) << outcome.out;
  EXPECT_EQ(json.at("complete"), false);
  EXPECT_FALSE(json.at("results").empty());
  for (const Json& result : json.at("results")) EXPECT_FALSE(result.at("median_ms").is_null()) << "only whole results";
  EXPECT_EQ(Json::parse(read_file(file)), json);
}

// code for a CPU takes turns, so at a stop no entrant has all of its samples
TEST(Bench, WhatWasBeingTimedIsKeptWithTheSamplesThatItHas) {
  const Folder folder;
  const std::string file = folder.file("kept.json");
  Json json;
  for (int seconds = 1; seconds < 60; seconds *= 2) {  // a busy machine needs longer for the first samples
    Running running({"bench", "--algorithms", "serial,cpu-rows", "--machine", "cpu", "--sizes", "64x48", "--repeats", "1000000",
                     "--json", "-o", file});
    std::this_thread::sleep_for(std::chrono::seconds(seconds));
    running.send(SIGTERM);
    const Outcome outcome = running.wait();
    EXPECT_EQ(outcome.code, 128 + SIGTERM) << outcome.err;
    json = Json::parse(outcome.out, nullptr, false);
    if (!json.is_discarded()) break;
    EXPECT_NE(outcome.err.find("nothing was measured"), std::string::npos) << outcome.err;
  }
  ASSERT_TRUE(json.is_object());
  EXPECT_EQ(json.at("complete"), false);
  ASSERT_FALSE(json.at("results").empty());
  const Json& first = json.at("results")[0];
  EXPECT_EQ(first.at("stopped"), true);
  EXPECT_GE(first.at("n"), 5);
  EXPECT_LT(first.at("n"), 1000000);
  EXPECT_EQ(json.at("left").size(), 2U) << "--resume times both";
  // it is timed again
  json["repeats"] = 2;
  std::ofstream(file) << json;
  const Json again = run_json({"bench", "--resume", file, "--json"});
  ASSERT_EQ(again.at("results").size(), 2U);
  for (const Json& result : again.at("results")) {
    EXPECT_EQ(result.at("n"), 2);
    EXPECT_EQ(result.at("stopped"), false);
  }
}

TEST(Bench, ResultsBecomeATableForTheReadme) {
  Folder folder;
  const std::string file = folder.file("made.json");
  const auto entry = [](const char* algorithm, int w, double ms, double percent) {
    return Json{{"algorithm", algorithm},
                {"type", "8u32u"},
                {"w", w},
                {"h", 10},
                {"machine", "gpu"},
                {"channels", 1},
                {"correct", true},
                {"median_ms", ms},
                {"p10_ms", ms},
                {"p90_ms", ms},
                {"percent_of_floor", percent}};
  };
  Json wrong = entry("serial", 2000, 1, 1);
  wrong["correct"] = false;
  const Json floor = {{"type", "8u32u"}, {"w", 1000},      {"h", 10},      {"machine", "gpu"},
                      {"channels", 1},   {"bytes", 50000}, {"ms", 0.01234}};
  const Json made = {{"satscope", "9.8.7"},
                     {"date", "2026-01-31T12:00:00Z"},
                     {"device", "Some GPU"},
                     {"driver", "13.1"},
                     {"toolkit", "13.0"},
                     {"complete", true},
                     {"floor", {floor}},
                     {"results", {entry("serial", 1000, 12.345, 0.4), entry("of-tomorrow", 1000, 1234.5, 99.6), wrong}}};
  std::ofstream(file) << made;
  const Outcome outcome = run({"bench", "--table", file});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out,
            "Median milliseconds for one table, and the fraction of peak: the floor over that time. Some GPU, driver for CUDA "
            "13.1, built with "
            "CUDA 13.0; satscope 9.8.7, 2026-01-31.\n\n"
            "| 8u32u | 1000×10 | 2000×10 |\n|---|---|---|\n"
            "| floor | 0.0123 | – |\n"
            "| Serial recursion (`serial`) | 12.3 (0 %) | wrong |\n"
            "| `of-tomorrow` | 1234 (100 %) | – |\n");
  // of a CPU: what is emulated is the last, also in a file that does not say so itself
  Json emulated = entry("thread-per-row", 1000, 30, 4), loop = entry("serial", 1000, 1.1, 110), copy = floor;
  for (Json* one : {&emulated, &loop, &copy}) (*one)["machine"] = "cpu";
  Json of_cpu = made;
  of_cpu["floor"] = {copy};
  of_cpu["results"] = {emulated, loop};
  std::ofstream(file) << of_cpu;
  const std::string table = run({"bench", "--table", file}).out;
  EXPECT_NE(table.find("| Serial recursion (`serial`) | 1.10 (110 %) |\n"
                       "| A thread per row (`thread-per-row`), emulated | 30.0 (4 %) |\n\nEmulated: "),
            std::string::npos)
      << table;
  EXPECT_TRUE(table.find("\nThe floor of 8u32u 1000x10 is wrong: serial was faster") != table.npos) << table;
  std::ofstream(file) << "{\"results\": 7}";
  expect_refused({"bench", "--table", file}, k_failed, {"made.json", "is not a results file"});
  expect_refused({"bench", "--table", folder.file("none.json")}, k_failed, {"none.json"});
  expect_refused({"bench", "--table", folder.file("")}, k_failed, {"cannot read"});
  expect_refused({"bench", "--table", ""}, k_failed, {"cannot read"});
  expect_refused({"bench", "--table", file, "--preset", "chen"}, k_usage, {"--preset"});
  expect_refused({"bench", "--table", file, "--sizes", "7x7"}, k_usage, {"--sizes"});
  expect_refused({"bench", "--table", file, "--json"}, k_usage, {"--json"});
}

TEST(Bench, WrongWords) {
  expect_refused({"bench", "-o", "/no/such/folder/t.json", "--sizes", "8x8"}, k_failed, {"/no/such/folder/t.json"});
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
