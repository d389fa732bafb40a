// SPDX-License-Identifier: Apache-2.0
// satscope bench as a run that takes its time: what is kept of one that was killed, and why sampling stopped.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <thread>

#include "app/bench/compare.h"
#include "app/bench/machine/busy_threads.h"
#include "app/bench/machine/system.h"
#include "app/core/files/sha256.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

using Json = nlohmann::json;

TEST(BenchRuns, ATableHasNoPlaceForSamples) {
  expect_refused({"bench", "--samples", "--sizes", "4x4"}, k_usage, {"--samples", "--json", "-o FILE.json"});
  expect_refused({"bench", "--csv", "--samples", "--sizes", "4x4"}, k_usage, {"--samples", "--json", "-o FILE.json"});
}

TEST(BenchRuns, AKilledOneKeepsWhatItWasTiming) {
  const Folder folder;
  const std::string file = folder.file("kept.json");
  Running running({"bench", "--algorithms", "serial,cpu-rows", "--machine", "cpu", "--sizes", "64x48", "--repeats", "1000000",
                   "--samples", "--csv", "-o", file});
  Json json;
  const auto began = std::chrono::steady_clock::now();
  while (std::chrono::steady_clock::now() - began < std::chrono::seconds(120)) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (std::filesystem::exists(file)) json = Json::parse(read_file(file), nullptr, false);
    if (json.is_object()) break;
  }
  running.send(SIGKILL);
  EXPECT_EQ(running.wait().code, -1) << "a signal ended it";
  ASSERT_TRUE(json.is_object()) << "nothing was kept in two minutes";
  EXPECT_EQ(json.at("complete"), false);
  ASSERT_FALSE(json.at("results").empty());
  for (const Json& result : json.at("results")) {
    EXPECT_EQ(result.at("stopped"), true);
    EXPECT_EQ(result.at("stop_reason"), "stopped");
    EXPECT_GE(result.at("n"), 5);
    EXPECT_LT(result.at("n"), 1000000);
    EXPECT_EQ(result.at("percent_of_floor").is_null(), result.at("faults").dump().find("noisy") != std::string::npos);
  }
  EXPECT_EQ(json.at("left").size(), 2U) << "--resume times both";
  json["repeats"] = 7;
  std::ofstream(file) << json;
  const Json again = run_json({"bench", "--resume", file, "--json"});
  EXPECT_EQ(again.at("complete"), true);
  ASSERT_EQ(again.at("results").size(), 2U);
  EXPECT_EQ(again.at("floor").size(), 1U) << "measured again, and once";
  for (const Json& result : again.at("results")) {
    EXPECT_EQ(result.at("n"), 7);
    EXPECT_EQ(result.at("samples_ms").size(), 7U) << "as the stopped run kept them";
    EXPECT_EQ(result.at("stop_reason"), "samples");
  }
}

TEST(BenchRuns, AStoppedOneNamesItsFileAndCountsEachCaseOnce) {
  const Folder folder;
  for (const bool kept : {true, false}) {
    std::vector<std::string> words{"bench",   "--algorithms", "serial,cpu-rows", "--machine", "cpu",
                                   "--sizes", "64x48,70x50",  "--repeats",       "1000000"};
    if (kept) words.insert(words.end(), {"-o", "int 2.json"});
    Outcome outcome;
    // until there are samples of both
    for (int seconds = 2; seconds < 60 && outcome.err.find(", 2 cut short") == std::string::npos; seconds *= 2) {
      Running running(words, folder.path().string());
      std::this_thread::sleep_for(std::chrono::seconds(seconds));
      running.send(SIGINT);
      outcome = running.wait();
    }
    EXPECT_NE(outcome.err.find("stopped by Ctrl-C; 0 of 4 results are whole, 2 cut short\n"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.out.find(kept ? "; 4 cases left. Measure the rest with satscope bench --resume 'int 2.json'\n"
                                    : "; 4 cases left. bench -o FILE.json keeps results, and --resume goes on.\n"),
              std::string::npos)
        << outcome.out;
  }
  std::vector<std::string> planned{"bench", "--dry-run", "--resume", "int 2.json"};
  EXPECT_EQ(run(planned, folder.path().string()).out,
            "serial 8u32u 64x48 inclusive cpu\ncpu-rows 8u32u 64x48 inclusive cpu\n"
            "serial 8u32u 70x50 inclusive cpu\ncpu-rows 8u32u 70x50 inclusive cpu\n");
  Json json = Json::parse(read_file(folder.file("int 2.json")));
  json["left"].erase(0);
  folder.write("int 2.json", json.dump());
  EXPECT_EQ(std::ranges::count(run(planned, folder.path().string()).out, '\n'), 3);
  json["left"] = Json::array();
  folder.write("int 2.json", json.dump());
  const Outcome whole = run(planned, folder.path().string());
  EXPECT_EQ(whole.code, 0);
  EXPECT_NE(whole.err.find("these results are complete; nothing is left to measure"), std::string::npos) << whole.err;
}

TEST(BenchRuns, SaysOfAlgorithmsWithOneThreadThatMoreDoNothing) {
  const std::string out = run({"sweep", "--vary", "threads=1,2", "--algorithms", "serial,cpu-rows", "--machine", "cpu",
                               "--sizes", "64x64", "--repeats", "2"})
                              .out;
  EXPECT_NE(out.find("\nserial used 1 thread where more were asked for: it has no work for them.\n"), out.npos) << out;
  EXPECT_EQ(out.find("cpu-rows used"), out.npos) << out;
}

TEST(BenchRuns, SayWhySamplingStopped) {
  const auto words = [](const std::vector<std::string>& more) {
    std::vector<std::string> all{"bench", "--algorithms", "serial", "--machine", "cpu", "--sizes", "300x200", "--threads", "1"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const auto reason = [&](std::vector<std::string> more) {
    more.emplace_back("--json");
    const Json json = run_json(words(more));
    return json.at("results")[0].at("stop_reason").get<std::string>() + " " +
           std::to_string(json.at("precision_faults").size());
  };
  EXPECT_EQ(reason({"--repeats", "3"}), "samples 0");
  EXPECT_EQ(reason({"--precision", "100"}), "precision 0");
  EXPECT_EQ(reason({"--precision", "0.01", "--max-time", "60"}), "max-time 1");
  const std::string text = run(words({"--precision", "0.01", "--max-time", "60"})).out;
  const std::regex which(
      "\nWithin 60 ms, 1 result did not reach the precision of \\+-0.01 %: serial 8u32u 300x200 with 1 thread \\(\\+-");
  EXPECT_TRUE(std::regex_search(text, which)) << text;
  EXPECT_NE(text.find("). A greater --max-time allows more samples.\n"), text.npos) << text;
}

TEST(BenchRuns, ASlipInAnIdIsUnderstood) {
  expect_refused({"bench", "--algorithms", "serial,cpu-smid"}, k_usage,
                 {"'cpu-smid'; did you mean cpu-simd?", "scan-transpose"});
  expect_refused({"bench", "--algorithms", "sauvolla"}, k_usage, {"did you mean sauvola?"});
  expect_refused({"bench", "--types", "8u32"}, k_usage, {"did you mean 8u32u?"});
  expect_refused({"bench", "--algorithms", "serial", "--param", "listng=bilgic"}, k_usage, {"'listng'; did you mean listing?"});
  expect_refused({"sat", "pattern:zero:2x2", "-o", "-", "--algorithm", "serial", "--param", "listng=bilgic"}, k_usage,
                 {"no parameter 'listng'; did you mean listing? Its parameters are listing"});
  expect_refused({"bench", "--sweep", "sze=1,2"}, k_usage, {"'sze'; did you mean size? `satscope list`"});
  expect_refused({"sat", "pattern:sceen:64x64", "-o", "-"}, k_usage, {"did you mean scene? Choose one of "});
  expect_refused({"bench", "--preset", "chne"}, k_usage, {"did you mean chen?"});
  expect_refused({"sat", "pattern:zero:2x2", "-o", "-", "--algorithm", "serail"}, k_usage, {"did you mean serial?"});
  expect_refused({"filter", "pattern:zero:2x2", "-o", "x.png", "--chain", "gaus"}, k_usage, {"did you mean gauss?"});
}

/// A CUDA file that sums rows and then columns.
std::string cuda_file(const std::string& begin, const std::string& in_rows = "") {
  return begin +
         "void rows(const unsigned char* in, unsigned* out, int w) {\n  if (threadIdx.x != 0) return;\n  unsigned sum = 0;\n "
         " " +
         in_rows +
         "for (int x = 0; x < w; ++x) { sum += in[blockIdx.x * w + x]; out[blockIdx.x * w + x] = sum; }\n}\n"
         "__global__ void cols(unsigned* out, int w, int h) {\n  const int x = threadIdx.x;\n"
         "  for (int y = 1; y < h; ++y) out[y * w + x] += out[(y - 1) * w + x];\n}\n"
         "void table(const unsigned char* in, unsigned* out, int w, int h) {\n"
         "  unsigned char* d_in;\n  unsigned* d_out;\n  cudaMalloc(&d_in, w * h);\n  cudaMalloc(&d_out, w * h * 4);\n"
         "  cudaMemcpy(d_in, in, w * h, cudaMemcpyHostToDevice);\n  rows<<<h, 8>>>(d_in, d_out, w);\n"
         "  cols<<<1, w>>>(d_out, w, h);\n  cudaMemcpy(out, d_out, w * h * 4, cudaMemcpyDeviceToHost);\n"
         "  cudaFree(d_in);\n  cudaFree(d_out);\n}\n";
}

TEST(BenchRuns, ACudaFileThatFailsIsARowAndTheOthersAreTimed) {
  const Folder folder;
  folder.write("good.cu", cuda_file("__global__ "));
  folder.write("bad.cu", cuda_file("__globl__ "));
  folder.write("reads.cu", cuda_file("__global__ ", "if (w > 40) sum = in[1 << 16];\n"));
  const std::vector<std::string> cases{"--machine", "cpu", "--sizes", "64x48", "--repeats", "5"};
  const auto bench = [&](const std::string& algorithms, const std::string& out) {
    std::vector<std::string> words{"bench", "--algorithms", algorithms, "-o", out};
    words.insert(words.end(), cases.begin(), cases.end());
    return run(words, folder.path().string());
  };
  const Outcome failed = bench("serial,reads.cu,bad.cu,good.cu,cpu-rows", "r.json");
  if (failed.err.find("no compiler") != std::string::npos) GTEST_SKIP() << failed.err;
  EXPECT_EQ(failed.code, k_failed) << failed.err;
  EXPECT_NE(failed.err.find("2 cases of a CUDA file failed, and the others are timed"), std::string::npos) << failed.err;
  EXPECT_NE(failed.out.find("\nskipped reads.cu 8u32u 64x48 inclusive cpu: reads.cu:4:"), std::string::npos) << failed.out;
  EXPECT_NE(failed.out.find("\nskipped bad.cu 8u32u 64x48 inclusive cpu: bad.cu:1:"), std::string::npos) << failed.out;
  Json json = Json::parse(read_file(folder.file("r.json")));
  EXPECT_EQ(json.at("complete"), true);
  ASSERT_EQ(json.at("results").size(), 3U) << json;
  EXPECT_EQ(bench("serial,none.cu", "n.json").out, "") << "what is not there is said before anything is timed";

  const Outcome whole = run({"bench", "--resume", "r.json"}, folder.path().string());
  EXPECT_NE(whole.err.find("these results are complete; nothing is left to measure"), std::string::npos) << whole.err;
  Json& results = json["results"];
  for (std::size_t i = results.size(); i-- > 0;)
    if (results[i].at("algorithm") == "good.cu") {
      json["left"].push_back(results[i]);
      results.erase(i);
    }
  json["left"][0]["threads"] = nullptr;
  json["complete"] = false;
  folder.write("left.json", json.dump());
  const Outcome rest = run({"bench", "--resume", "left.json", "-o", "all.json"}, folder.path().string());
  EXPECT_EQ(rest.code, k_failed) << "the other two were asked for by name: " << rest.err;
  EXPECT_EQ(Json::parse(read_file(folder.file("all.json"))).at("results").size(), 3U);
  Json foreign = json;
  foreign["commit"] = "of another build";
  folder.write("good.cu", "no CUDA at all");
  folder.write("foreign.json", foreign.dump());
  expect_refused({"bench", "--resume", "foreign.json", "-o", "all.json"}, k_failed,
                 {"measured with the commit 'of another build'"}, folder.path().string());
  std::filesystem::remove(folder.file("good.cu"));
  expect_refused({"bench", "--resume", "left.json", "-o", "all.json"}, k_failed,
                 {"'left.json' goes on with 'good.cu', which cannot be timed: there is no file 'good.cu'"},
                 folder.path().string());
}

TEST(BenchRuns, HashesAreThoseOfFips180) {  // its examples
  EXPECT_EQ(app::sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(app::sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(app::sha256(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_EQ(app::sha256_of_file("/none"), "");
  EXPECT_EQ(app::sha256_of_file("/"), "") << "a folder";
}

TEST(BenchRuns, ResultsOfACudaFileAreOfItsText) {
  const Folder folder;
  const std::string first = cuda_file("__global__ "), second = "// another\n" + first;
  folder.write("my.cu", first);
  folder.write("bad.cu", "no CUDA at all");
  const auto bench = [&](const std::string& out) {
    return run(
        {"bench", "--algorithms", "serial,my.cu,bad.cu", "--machine", "cpu", "--sizes", "64x48", "--repeats", "5", "-o", out},
        folder.path().string());
  };
  const Outcome before = bench("before.json");
  if (before.err.find("no compiler") != std::string::npos) GTEST_SKIP() << before.err;
  Json json = Json::parse(read_file(folder.file("before.json")));
  EXPECT_EQ(json.at("results")[0].at("file_sha256"), nullptr);
  const std::string hash = json.at("results")[1].at("file_sha256");
  EXPECT_EQ(hash, app::sha256(first));
  EXPECT_EQ(json.at("skipped")[0].at("file_sha256"), "7a5f63b3292d50eb7e6577850d5c23b2f5f5cab47a7c92c75941298081a0691b")
      << "of sha256sum";

  // one that failed is tried again when it has changed, and only then
  const auto resumed = [&](int code) {
    const Outcome outcome = run({"bench", "--resume", "before.json", "-o", "more.json"}, folder.path().string());
    EXPECT_EQ(outcome.code, code) << outcome.err;
    return Json::parse(read_file(folder.file("more.json"))).at("results").size();
  };
  EXPECT_EQ(resumed(k_failed), 2U);
  folder.write("bad.cu", first);
  EXPECT_EQ(resumed(0), 3U);

  // what was measured of another text is not mixed with what is measured now
  folder.write("my.cu", second);
  const std::vector<std::string> resume{"bench", "--resume", "before.json", "-o", "more.json"};
  expect_refused(resume, k_failed, {"'my.cu' has changed since it was measured; measure again into another file"},
                 folder.path().string());
  json["results"][1]["file_sha256"] = nullptr;  // as older files have it
  folder.write("old.json", json.dump());
  EXPECT_EQ(run({"bench", "--resume", "old.json", "-o", "more.json"}, folder.path().string()).code, 0);

  bench("after.json");
  const auto compared = [&](const std::string& a, const std::string& b) {
    return run({"bench", "--compare", a, b}, folder.path().string()).out;
  };
  EXPECT_NE(compared("before.json", "after.json")
                .find(fmt::format("my.cu is another file: SHA-256 {}... before, {}... after", hash.substr(0, 12),
                                  app::sha256(second).substr(0, 12))),
            std::string::npos);
  EXPECT_EQ(compared("old.json", "after.json").find("another file"), std::string::npos);
}

TEST(BenchRuns, ADryRunSkipsWhatTheRunSkips) {
  const std::vector<std::string> asked{"bench",      "--machine", "cpu",         "--sizes",   "9x7", "--algorithms",
                                       "serial,npp", "--types",   "8u32u,8u64u", "--repeats", "1",   "--json"};
  std::vector<std::string> planned = asked;
  planned.push_back("--dry-run");
  std::set<std::string> skipped, would_be;
  const Json measured = Json::parse(run(asked).out);
  for (const Json& one : measured.at("skipped"))
    skipped.insert(fmt::format("{} {} {}", one["algorithm"].get<std::string>(), one["type"].get<std::string>(),
                               one["reason"].get<std::string>()));
  const Json dry = Json::parse(run(planned).out);
  for (const Json& one : dry.at("cases"))
    if (!one["skipped"].is_null())
      would_be.insert(fmt::format("{} {} {}", one["algorithm"].get<std::string>(), one["type"].get<std::string>(),
                                  one["skipped"].get<std::string>()));
  EXPECT_EQ(skipped.size(), 2U);
  EXPECT_EQ(would_be, skipped);
  EXPECT_EQ(dry.at("cases").size(), 4U);
  const std::vector<std::string> none{"bench", "--machine", "cpu", "--sizes", "9x7", "--algorithms", "npp"};
  std::vector<std::string> none_planned = none;
  none_planned.push_back("--dry-run");
  const Outcome real = run(none), plan = run(none_planned);
  EXPECT_EQ(real.code, k_failed);
  EXPECT_EQ(plan.code, k_failed);
  EXPECT_TRUE(plan.out.starts_with("skipped npp 8u32u 9x7 padded cpu: ")) << plan.out;
  EXPECT_NE(plan.err.find("nothing would be measured; first reason: "), std::string::npos) << plan.err;
}

TEST(BenchRuns, ABenchSaysAtItsStartThatTheMachineIsBusy) {
  EXPECT_EQ(app::load_warning(2.5, 2, 9), "");
  EXPECT_EQ(app::load_warning(-1, 2, 9), "");
  EXPECT_EQ(app::load_warning(9, 0, 9), "") << "how many threads is not known";
  const std::string unknown = app::load_warning(2.6, 2, -1);
  EXPECT_NE(unknown.find("load of this machine was 2.6 in the last minute, on 2 threads, "), std::string::npos);
  EXPECT_EQ(app::load_warning(2.6, 2, 3), unknown + "; other programs want 3 threads now");
  EXPECT_EQ(app::load_warning(2.6, 2, 0), unknown + "; nothing else wants to run now, so wait a minute")
      << "an earlier run of satscope is no other program";
  const app::BusyThreads busy(3);
  EXPECT_GE(app::other_threads_now(), 3);
  const auto load = [] {
    double value = 0;
    std::ifstream("/proc/loadavg") >> value;
    return value;
  };
  const double before = load();
  const Outcome outcome = run({"bench", "--sizes", "8x8", "--algorithms", "serial", "--machine", "cpu", "--repeats", "1"});
  const double least = std::min(before, load()), most = std::max(before, load()), threads = std::thread::hardware_concurrency();
  if (least <= threads + 1 && most >= threads) GTEST_SKIP() << "the load is at the limit";
  EXPECT_EQ(outcome.err.starts_with("satscope: the load of this machine was "), least > threads + 1) << outcome.err;
}

TEST(BenchRuns, ASingleSampleIsNotSure) {
  const Folder folder;
  const std::string file = (folder.path() / "one.json").string();
  const Outcome outcome =
      run({"bench", "--sizes", "8x8", "--algorithms", "serial", "--machine", "cpu", "--repeats", "1", "-o", file});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json result = Json::parse(read_file(file)).at("results")[0];
  for (const char* key : {"low_ms", "high_ms", "noise_percent"}) EXPECT_TRUE(result.at(key).is_null()) << key;
  EXPECT_TRUE(result.at("median_ms").is_number());
  const std::string row = outcome.out.substr(outcome.out.find("\nserial ") + 1);
  EXPECT_TRUE(std::regex_search(row, std::regex("^serial [^\n]* 0( +[0-9.]+){3} +1 "))) << "median, p10, p90, n: " << row;
}

TEST(BenchRuns, StopsSamplingWhereItIsAskedAndSaysSo) {
  const Folder folder;
  const std::string file = (folder.path() / "stopped.json").string();
  std::vector<std::string> words{"bench", "--sizes",    "8x8", "--algorithms", "serial", "--machine",
                                 "cpu",   "--max-time", "40",  "--precision",  "7"};
  words.insert(words.end(), {"-o", file});
  const Outcome outcome = run(words);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(read_file(file));
  EXPECT_EQ(json.at("precision_percent"), 7);
  EXPECT_EQ(json.at("max_time_ms"), 40);
  EXPECT_NE(json.at("protocol").dump().find("at most 7 % of it (--precision)"), std::string::npos);
  EXPECT_NE(outcome.out.find("\nHow it was measured: --verbose"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("(--precision)"), std::string::npos) << "the sentences only with --verbose";
  words.insert(words.end(), {"--repeats", "5"});
  expect_refused(words, k_usage, {"--repeats fixes the number of samples, so --precision and --max-time have no effect"});
}

TEST(BenchRuns, SaysFirstThatAPictureDoesNotFitIntoMemory) {
  const Outcome outcome =
      run({"bench", "--sizes", "8x8,1000000x1000000", "--algorithms", "serial", "--machine", "cpu", "--repeats", "1"});
  EXPECT_EQ(outcome.err.find("satscope: a bench of 1000000x1000000 pixels"),
            outcome.err.starts_with("satscope: the load") ? outcome.err.find('\n') + 1 : 0U)
      << outcome.err;
}

// asked for by name: a script must not take the others for all
TEST(BenchRuns, AnAlgorithmThatWasAskedForAndCannotRunFails) {
  const Folder folder;
  const std::string file = folder.file("a.json"), wanted = "satscope: cub was asked for by name and not timed: ";
  const std::vector<std::string> what{"--algorithms", "serial,cub", "--machine", "cpu", "--sizes", "8x8", "--repeats", "5"};
  const auto with = [&](std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), what.begin(), what.end());
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  };
  const Outcome measured = with({"bench"}, {"--csv", "-o", file});
  EXPECT_EQ(measured.code, k_failed);
  EXPECT_NE(measured.out.find("\nserial,8u32u,8,8,"), std::string::npos) << "the others are timed: " << measured.out;
  EXPECT_NE(measured.err.find(wanted), std::string::npos) << measured.err;
  const Outcome resumed = run({"bench", "--resume", file});
  EXPECT_EQ(resumed.code, k_failed);
  EXPECT_NE(resumed.err.find(wanted), std::string::npos) << resumed.err;
  const Outcome planned = with({"bench"}, {"--dry-run"});
  EXPECT_EQ(planned.code, k_failed);
  EXPECT_NE(planned.err.find(wanted), std::string::npos) << planned.err;
  const Outcome compared = with({"bench"}, {"--against", program(), "--rounds", "1", "--least", "1000"});
  EXPECT_EQ(compared.code, k_failed) << compared.err;
  EXPECT_NE(compared.err.find(wanted), std::string::npos) << compared.err;
  const std::string named_alike = folder.file("some --algorithms.json");
  EXPECT_EQ(run({"bench", "--machine", "cpu", "--sizes", "8x8", "--repeats", "1", "-o", named_alike}).code, 0)
      << "by no name: all that can run";
  EXPECT_EQ(run({"bench", "--resume", named_alike}).code, 0);
  EXPECT_EQ(run({"bench", "--machine", "cpu", "--sizes", "8x8", "--repeats", "1", "--algorithms", "serial,cpu-simd", "--forms",
                 "inclusive,exclusive"})
                .code,
            0)
      << "in one of its forms is enough";
}

}  // namespace
}  // namespace satscope::test
