// SPDX-License-Identifier: Apache-2.0
// satscope trace: what the file says, and what is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "kernels/hardware_counts.h"
#include "kernels/registry.h"
#include "tests/app/made_files.h"
#include "tests/app/program.h"

namespace satscope::test {
namespace {

using Json = nlohmann::json;

Json trace(std::vector<std::string> words) {
  words.insert(words.begin(), "trace");
  return run_json(words);
}

/// Does every step's writes to the buffers, from the picture on; checks that each finds what the one before left.
std::vector<std::vector<Json>> replay(const Json& trace, const std::vector<int>& picture) {
  std::vector<std::vector<Json>> content;
  for (const Json& buffer : trace.at("buffers"))
    content.emplace_back(buffer.at("shape")[0].get<std::size_t>() * buffer.at("shape")[1].get<std::size_t>(), Json(0));
  for (std::size_t i = 0; i < picture.size(); ++i) content[0][i] = picture[i];
  for (const Json& step : trace.at("steps"))
    for (const Json& write : step.at("writes")) {
      Json& cell = content[write.at("buffer").get<std::size_t>()][write.at("index").get<std::size_t>()];
      EXPECT_EQ(cell, write.at("old"));
      cell = write.at("new");
    }
  return content;
}

TEST(Trace, ItsWritesMakeTheTable) {
  const Folder folder;
  const std::string csv = folder.write("bilgic.csv", "2,1,3,1\n3,2,1,1\n4,1,3,1\n");
  const std::vector<int> table{2, 3, 6, 7, 5, 8, 12, 14, 9, 13, 20, 23};  // added up by hand
  for (const char* algorithm : {"serial", "scan-transpose-scan", "brlt-scanrow"})
    for (const char* size : {"toy", "real"}) {
      const Json t = trace({"--algorithm", algorithm, csv, "--machine-size", size, "--form", "inclusive"});
      EXPECT_EQ(replay(t, {2, 1, 3, 1, 3, 2, 1, 1, 4, 1, 3, 1})[t.at("table").get<std::size_t>()],
                std::vector<Json>(table.begin(), table.end()))
          << algorithm << " " << size;
      EXPECT_EQ(t.at("result_matches"), true);
      EXPECT_EQ(t.at("provenance_exact"), true);
      EXPECT_TRUE(t.at("races").empty());
      EXPECT_TRUE(t.at("deadlocks").empty());
      std::size_t reads = 0, writes = 0;
      for (const Json& step : t.at("steps")) {
        reads += step.at("reads").size();
        writes += step.at("writes").size();
        EXPECT_GT(step.at("line"), 0);
      }
      EXPECT_EQ(t.at("counters").at("total").at("reads"), reads);
      EXPECT_EQ(t.at("counters").at("total").at("writes"), writes);
    }
}

TEST(Trace, TakesSizesAsAListOrOneByOne) {
  const std::vector<std::string> words{"--algorithm", "scan-transpose-scan", "--size", "5x4", "--set"};
  auto list = words, single = words;
  list.push_back("warp=4,block=8,segment=16,tile=4");
  single.insert(single.end(), {"segment=16", "--set", "block=8"});
  const Json t = trace(list);
  EXPECT_EQ(t.at("sizes").at("segment"), 16);
  EXPECT_EQ(t, trace(single));
  EXPECT_GT(t.at("bytes"), 1000);
  ASSERT_EQ(t.at("counters").at("formulas").size(), t.at("counters").at("passes").size());
  for (std::size_t i = 0; i < t.at("counters").at("formulas").size(); ++i)
    EXPECT_EQ(t.at("counters").at("formulas")[i].at("additions"), t.at("counters").at("passes")[i].at("additions")) << i;
}

TEST(Trace, NamesThePhasesOfAScan) {
  const Json t = trace({"--algorithm", "scan-transpose-scan", "--size", "8x8", "--form", "exclusive"});
  std::set<std::string> phases;
  for (const Json& step : t.at("steps")) {
    const std::string label = step.at("label");
    phases.insert(label.substr(0, label.find_first_of(" ,")));
  }
  EXPECT_EQ(phases, (std::set<std::string>{"load", "up-sweep", "clear", "down-sweep", "store", "transpose"}));
}

TEST(Trace, WithoutAFormIsWhatTheAlgorithmMakesByNature) {
  for (const Algorithm& algorithm : traced_algorithms())
    EXPECT_EQ(trace({"--algorithm", algorithm.id, "--size", "5x4"}).at("form"), std::string(id_of(algorithm.natural_form)));
  // the paper's four passes over 8x8 numbers: 2(n - 1) additions in each of 8 rows and 8 columns of one segment of 8
  const Json bilgic = trace({"--algorithm", "scan-transpose-scan", "--size", "8x8"});
  EXPECT_EQ(bilgic.at("form"), "exclusive");
  EXPECT_EQ(bilgic.at("counters").at("passes").size(), 4U);
  EXPECT_EQ(bilgic.at("counters").at("total").at("additions"), 16 * 2 * (8 - 1));
}

TEST(Trace, OfRegistersIsTheKernelThatRuns) {
  for (const auto& [machine, rows, of_32] : {std::tuple{"toy", 8, 2}, {"real", 20, 1}}) {
    // a block owns as many rows as a thread has registers: of a toy warp's 4 lanes 4, or 2
    const auto blocks = [&, machine = machine, rows = rows](const char* registers) {
      std::vector<std::string> words{"--algorithm",    "brlt-scanrow", "--size", "3x" + std::to_string(rows),
                                     "--machine-size", machine};
      if (registers) words.insert(words.end(), {"--param", std::string("registers=") + registers});
      return trace(words).at("counters").at("passes")[0].at("blocks").get<int>();
    };
    EXPECT_EQ(blocks("32"), of_32) << machine;
    EXPECT_EQ(blocks("16"), 2 * of_32) << machine;
    EXPECT_EQ(blocks(nullptr), blocks("16")) << machine << ": so few rows";
  }
}

TEST(Trace, SaysTheStepsAsSentences) {
  const Outcome outcome = run({"trace", "--algorithm", "serial", "--size", "3x2", "--narrate"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 6);  // a step per pixel
  EXPECT_NE(outcome.out.find("recursion row 1"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find('{'), std::string::npos) << "the JSON goes to a file or alone to stdout";
}

TEST(Trace, WritesItsSentencesToATextFile) {
  const Folder folder;
  const std::vector<std::string> words{"trace", "--algorithm", "serial", "--size", "3x2"};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = words;
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
  const Outcome outcome = run(with({"--narrate", "-o", folder.file("n.txt")}));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(read_file(folder.file("n.txt")), run(with({"--narrate"})).out);
  expect_refused(with({"-o", folder.file("m.txt")}), k_usage, {".json", "m.txt"});
  expect_refused(with({"--narrate", "-o", folder.file("m.png")}), k_usage, {".json", ".txt", "m.png"});
  EXPECT_EQ(folder.names(), std::vector<std::string>{"n.txt"});
}

TEST(Trace, SaysThatSumsWrapped) {
  const Folder folder;
  const std::string file = folder.write("a.csv", "4000000000,4000000000\n");
  const auto reported = [&](const std::string& type) {
    const Outcome outcome = run({"trace", file, "--algorithm", "serial", "--type", type, "--narrate"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.err;
  };
  EXPECT_NE(reported("32u32u").find("(1, 0) is 3705032704, should be 8000000000"), std::string::npos);
  EXPECT_EQ(reported("64f64f"), "");
}

TEST(Trace, CutsAPatch) {
  const Json whole = trace({"--algorithm", "serial", "pattern:ramp:40x40"});
  const Json patch = trace({"--algorithm", "serial", "pattern:ramp:40x40", "--patch", "5,6,4"});
  EXPECT_EQ(patch.at("picture"), (Json{4, 4}));
  EXPECT_EQ(patch.at("steps")[0].at("reads")[0].at("value"), [&] {
    for (const Json& step : whole.at("steps"))
      for (const Json& read : step.at("reads"))
        if (read.at("buffer") == 0 && read.at("index") == 6 * 40 + 5) return read.at("value");
    return Json();
  }());
}

TEST(Trace, WithoutABarrierTheWrongTableStandsBesideTheRightOne) {
  const std::vector<std::string> words{"--algorithm", "scan-transpose-scan", "--size", "8x8", "--form", "exclusive"};
  const Json whole = trace(words);
  EXPECT_TRUE(whole.at("threads_apart").is_null());
  EXPECT_TRUE(whole.at("deleted_barriers").empty());
  const std::string barrier = [&] {
    const Outcome refused =
        run({"trace", "--algorithm", "scan-transpose-scan", "--size", "8x8", "--delete-barrier", "none.h:1"});
    EXPECT_EQ(refused.code, k_usage);
    const std::size_t at = refused.err.find("they are ");
    EXPECT_NE(at, std::string::npos) << refused.err;
    return refused.err.substr(at + 9, refused.err.find(' ', at + 9) - at - 9);
  }();
  auto cut = words;
  cut.insert(cut.end(), {"--delete-barrier", barrier});
  const Json t = trace(cut);
  EXPECT_EQ(t.at("deleted_barriers"), Json{barrier});
  EXPECT_EQ(std::count(t.at("barriers").begin(), t.at("barriers").end(), Json(barrier)), 1);
  EXPECT_EQ(t.at("barriers"), whole.at("barriers")) << "those that were taken out are still listed";
  cut.back() = "kernels/algorithms/" + barrier;
  EXPECT_EQ(trace(cut), t) << "folders do not matter";
  cut.back() = "before up-sweep";
  EXPECT_EQ(trace(cut), t) << "known by the phase that waits";
  EXPECT_FALSE(t.at("races").empty());
  EXPECT_EQ(t.at("result_matches"), true) << "the steps themselves run in order";
  const Json& apart = t.at("threads_apart");
  const auto right = replay(t, {}).at(t.at("table").get<std::size_t>());
  ASSERT_EQ(apart.at("table").size(), right.size());
  EXPECT_FALSE(apart.at("wrong").empty());
  for (std::size_t i = 0; i < right.size(); ++i) {
    const bool wrong = std::count(apart.at("wrong").begin(), apart.at("wrong").end(), Json(i)) > 0;
    EXPECT_EQ(apart.at("table")[i] != right[i], wrong) << i;
  }
  cut.push_back("--narrate");
  cut.insert(cut.begin(), "trace");
  EXPECT_NE(run(cut).out.find("entries are wrong"), std::string::npos);
}

TEST(Trace, HardwareIsWhatTheAlgorithmSaysOfItself) {
  std::size_t have = 0;
  for (const Algorithm& algorithm : traced_algorithms()) {
    const std::vector<std::string> words{"--algorithm", algorithm.id, "--size", "12x8"};
    const Json t = trace(words);
    ASSERT_TRUE(t.contains("hardware"));
    auto with_clock = words;
    with_clock.insert(with_clock.end(), {"--clock", "200"});
    if (!algorithm.hardware) {
      EXPECT_TRUE(t.at("hardware").is_null()) << algorithm.id;
      with_clock.insert(with_clock.begin(), "trace");
      expect_refused(with_clock, k_failed, {algorithm.id, "--clock", "not supported"});
      continue;
    }
    ++have;
    const Hardware hardware = algorithm.hardware({.extent = {12, 8}, .sizes = algorithm.trace_sizes.front()});
    const Json& reported = t.at("hardware");
    EXPECT_EQ(reported.size(), k_hardware_counts.size() + 2);
    for (const HardwareCount& count : k_hardware_counts) {
      const Formula& formula = hardware.*count.formula;
      const Json& said = reported.at(std::string(count.id));
      EXPECT_EQ(said.at("text"), formula.text);
      EXPECT_EQ(said.at("meaning"), meanings_of(formula));
      EXPECT_EQ(said.at("note"), formula.note);
      EXPECT_EQ(said.at("count"), formula.value()) << algorithm.id << " " << count.id;
    }
    const double cycles = reported.at("cycles").at("count");
    EXPECT_GE(cycles, 1);
    // Ehsan 2015: 147 MHz fit Table 2; above Table 3 the paper says 146.71
    const double megahertz = algorithm.id == "column-difference" ? 146.71 : 147;
    EXPECT_EQ(reported.at("megahertz"), megahertz);
    EXPECT_DOUBLE_EQ(reported.at("ms"), cycles / (megahertz * 1000));
    const Json faster = trace(with_clock);
    EXPECT_EQ(faster.at("hardware").at("megahertz"), 200);
    EXPECT_DOUBLE_EQ(faster.at("hardware").at("ms"), cycles / 200e3);
  }
  for (const char* bad : {"0", "-1", "fast", "1e9", "nan", "147MHz"})
    expect_refused({"trace", "--algorithm", "serial", "--size", "4x4", "--clock", bad}, k_usage,
                   {"--clock", "from 0.001 to 10000", bad});
  EXPECT_GT(have, 0);
}

TEST(Trace, RefusesInOneSentence) {
  expect_refused({"trace", "--algorithm", "serial", "pattern:noise:65x64"}, k_failed, {"64x64", "--patch", "not supported"});
  expect_refused({"trace", "--algorithm", "serial", "pattern:noise:9x9", "--patch", "5,5,5"}, k_failed, {"at most 9"});
  expect_refused({"trace", "--algorithm", "serial", "--size", "4x4", "-o", "/no/such/folder/t.json"}, k_failed);
  expect_refused({"trace", "--algorithm", "column-difference", "--size", "4x4", "--type", "32f32f"}, k_failed,
                 {"column-difference", "not supported"});
  expect_refused({"trace", "--algorithm", "serial", "--size", "4x4", "--param", "listing=bilgic"}, k_failed,
                 {"inclusive", "not supported"});
  expect_refused({"trace", "--algorithm", "definition", "--size", "33x4"}, k_failed, {"32x32", "33x4", "not supported"});
  expect_refused({"trace", "--algorithm", "nothing", "--size", "4x4"}, k_usage, {"serial"});
  expect_refused({"trace", "--algorithm", "serial"}, k_usage, {"INPUT", "--size"});
  expect_refused({"trace", "--algorithm", "serial", "--size", "4x4", "pattern:noise:4x4"}, k_usage,
                 {"INPUT and --size exclude each other"});
  expect_refused({"trace", "--algorithm", "serial"}, k_usage, {"trace needs an INPUT, or --size WxH"});
  expect_refused({"trace", "--algorithm", "serial", "--size", "65x2"}, k_usage, {"at most 64x64, not 65x2"});
  expect_refused({"trace", "--algorithm", "serial", "--size", "4x4", "--patch", "1,1,2"}, k_usage, {"--patch needs an INPUT"});
  expect_refused({"trace", "--algorithm", "brlt-scanrow", "--size", "4x4", "--set", "warp=5"}, k_usage,
                 {"warp=4 block=8", "warp=32"});
  expect_refused({"trace", "--algorithm", "brlt-scanrow", "--size", "4x4", "--set", "warp=8,block=8"}, k_usage, {"warp=32"});
  expect_refused({"trace", "--algorithm", "brlt-scanrow", "--size", "4x4", "--set", "warp=8,"}, k_usage, {"warp, block"});
  expect_refused({"trace", "--algorithm", "brlt-scanrow", "--size", "4x4", "--set", "lanes=4"}, k_usage, {"warp, block"});
  expect_refused({"trace", "--algorithm", "serial", "--size", "4x4", "--machine-size", "huge"}, k_usage,
                 {"unknown machine size", "toy, real"});
  expect_refused({"trace", "--algorithm", "serial", "--size", "4x4", "--schedule", "backwards"}, k_usage, {"reversed:N"});
  expect_refused({"trace", "--algorithm", "serial", "--size", "4x4", "--banks", "8"}, k_usage, {"16 or 32"});
  expect_refused({"trace", "--algorithm", "serial", "--size", "4x4", "--delete-barrier", "serial.h:9"}, k_usage,
                 {"it has none"});
  expect_refused({"trace", "--algorithm", "serial", "--size", "4x4", "--delete-barrier", "x"}, k_usage,
                 {"'before PHASE'", "FILE:LINE"});
  expect_refused({"trace", "--algorithm", "serial", "--size", "4x4", "--delete-barrier", "before recursion"}, k_usage,
                 {"before recursion", "it has none"});
  expect_refused({"trace", "--algorithm", "scan-transpose-scan", "--size", "4x4", "--delete-barrier", "before lunch"}, k_usage,
                 {"before lunch", "'before up-sweep'", "'before store'"});
  expect_refused({"trace", "--algorithm", "serial", "--size", "4x4", "--delete-barrier", "serial.h:x"}, k_usage,
                 {"the line of --delete-barrier", "'x'"});
  expect_refused({"trace", "--algorithm", "serial", "pattern:noise:9x9", "--patch", "a"}, k_usage, {"X,Y,N"});
  expect_refused({"trace", "--algorithm", "scan-transpose-scan", "--size", "4x4", "--param", "segment=256"}, k_failed,
                 {"segment length"});
}

}  // namespace
}  // namespace satscope::test
