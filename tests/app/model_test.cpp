// SPDX-License-Identifier: Apache-2.0
// Chen's model against the numbers that the paper prints and against hand computation; what kernels take of a multiprocessor
// against the limits of the chip and, on a GPU, the driver.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "app/bench/chen_model.h"
#include "app/bench/kernel_facts.h"
#include "kernels/chip.h"
#include "kernels/device.h"
#include "kernels/registry.h"
#include "tests/app/program.h"

namespace satscope::app {
namespace {

using test::expect_refused, test::k_failed, test::k_usage, test::run, test::run_json;

TEST(ChenModel, HasTheNumbersThatThePaperPrints) {
  using N = ChenCounts;
  EXPECT_EQ(N::trans_accesses, 1024 + 1024);
  EXPECT_EQ(N::trans_stages, 64);
  EXPECT_EQ(N::row_stages, 160);
  EXPECT_EQ(N::kogge_stone_adds, 4128);
  EXPECT_EQ(N::ladner_fischer_adds, 2560);
  EXPECT_EQ(N::ladner_fischer_ands, 5120);
  EXPECT_EQ(N::column_stages, 31);
  EXPECT_EQ(N::column_adds, 992);
  const auto devices = printed_chen_devices();
  ASSERT_EQ(devices.size(), 2U);
  const ChenModel p100 = chen_model(devices[0], {.threads = 1024, .registers = 64, .shared_bytes = 33792}, 4);
  EXPECT_EQ(p100.transpose, 2304);
  EXPECT_EQ(p100.scan_row, 6240);
  EXPECT_EQ(p100.scan_column, 186);
  EXPECT_NEAR(p100.bandwidth_of_warp * p100.active_warps, 9519, 1e-6);
}

TEST(ChenModel, IsWhatAHandComputes) {
  const auto devices = printed_chen_devices();
  // V100: 64 stages of 27; 160 of 39 + 4; 31 of 4
  const ChenModel v100 = chen_model(devices[1], {.threads = 1024, .registers = 64, .shared_bytes = 33792}, 4);
  EXPECT_EQ(v100.transpose, 1728);
  EXPECT_EQ(v100.scan_row, 6880);
  EXPECT_EQ(v100.scan_column, 124);
  // Equation 8: 65536 / (64 * 32) = 32 warps by registers; 98304 / 33792 = 2 blocks of 32 by shared memory: 32 on each of 80
  EXPECT_EQ(v100.warps_of_block, 32);
  EXPECT_EQ(v100.active_warps, 80 * 32);
  EXPECT_NEAR(v100.bandwidth_of_warp, 13800.0 / 2560, 1e-9);
  // by shared memory: one block of 8 warps; by blocks: 32 of one warp each
  EXPECT_EQ(chen_model(devices[1], {.threads = 256, .registers = 32, .shared_bytes = 60000}, 4).active_warps, 80 * 8);
  EXPECT_EQ(chen_model(devices[1], {.threads = 32, .registers = 8, .shared_bytes = 128}, 4).active_warps, 80 * 32);
  // 2048 words of 4 or 8 bytes through 128 bytes a clock; 992 additions by 64; 160 * 32 lanes by 32; 4128, 2560 and 5120 by 64
  EXPECT_EQ(v100.t_transpose, 64);
  EXPECT_EQ(chen_model(devices[1], {.threads = 1024, .registers = 64, .shared_bytes = 33792}, 8).t_transpose, 128);
  EXPECT_EQ(v100.t_column, 15.5);
  EXPECT_EQ(v100.t_shuffle, 160);
  EXPECT_EQ(v100.t_kogge_stone, 64.5);
  EXPECT_EQ(v100.t_ladner_fischer, 40);
  EXPECT_EQ(v100.t_ands, 80);
  EXPECT_EQ(v100.brlt_scanrow(), 79.5);
  EXPECT_EQ(v100.scanrow_brlt(), 288.5);
  // 128 * 128 matrices of 79.5 clocks on 80 multiprocessors at 13800 / (80 * 128) GHz
  EXPECT_NEAR(chip_milliseconds(devices[1], 79.5, 4096, 4096), 16384 * 79.5 / 80 / (13800.0 / 10240) / 1e6, 1e-12);
  EXPECT_NEAR(chip_milliseconds(devices[1], 79.5, 33, 1), 2 * 79.5 / 80 / (13800.0 / 10240) / 1e6, 1e-12);
}

TEST(ChenModel, SaysWhichInequalitiesHold) {
  for (const ChenDevice& device : printed_chen_devices()) {
    const ChenModel model = chen_model(device, {.threads = 512, .registers = 63, .shared_bytes = 35968}, 4);
    for (const Inequality& one : chen_inequalities(model)) EXPECT_TRUE(one.holds) << device.name << " " << one.number;
    const auto three = chen_verification({model.brlt_scanrow(), model.scanrow_brlt(), model.scanrow(), model.scancolumn()});
    EXPECT_TRUE(three[0].holds);
    EXPECT_TRUE(three[1].holds);
    EXPECT_FALSE(three[2].holds) << "the printed direction";
  }
  // a chip whose shared memory is slow: the transpose does not pay
  ChenDevice slow = printed_chen_devices()[0];
  slow.clocks.shared_latency = 1000;
  slow.clocks.shared_bytes = 4;
  for (const Inequality& one : chen_inequalities(chen_model(slow, {.threads = 512, .registers = 63, .shared_bytes = 35968}, 4)))
    EXPECT_FALSE(one.holds) << one.number;
}

TEST(ChenModel, WithEquation12AsPrintedTwoClaimsAreFalse) {
  for (const ChenDevice& device : printed_chen_devices()) {
    const ChenModel printed =
        as_printed(chen_model(device, {.threads = 512, .registers = 63, .shared_bytes = 35968}, 4), device);
    // 160 instructions by 32; 4128 / 64 = 64.5; 2560 / 64 = 40; 5120 / 64 = 80; 2048 * 4 / 128 = 64; 992 / 64 = 15.5
    EXPECT_EQ(printed.t_shuffle, 160 / 32);
    const auto claims = chen_inequalities(printed);
    EXPECT_TRUE(claims[0].holds);
    EXPECT_EQ(claims[1].left, 64.5 + 5);
    EXPECT_EQ(claims[1].right, 64 + 15.5);
    EXPECT_FALSE(claims[1].holds) << "(14): 69.5 is not above 79.5";
    EXPECT_EQ(claims[2].left, 40 + 80 + 5);
    EXPECT_TRUE(claims[2].holds);
    const auto three =
        chen_verification({printed.brlt_scanrow(), printed.scanrow_brlt(), printed.scanrow(), printed.scancolumn()});
    EXPECT_TRUE(three[0].holds);
    EXPECT_EQ(three[1].left, 2 * 79.5);
    EXPECT_EQ(three[1].right, 5 + 64.5 + 15.5);
    EXPECT_FALSE(three[1].holds);
    EXPECT_EQ(three[2].right, 133.5) << "as lesson 7 says";
    EXPECT_FALSE(three[2].holds);
  }
}

TEST(Chip, WhatNoChipDoesIsNotBelieved) {
  const ChipLimits h200 = chip_limits(9, 0), v100 = chip_limits(7, 0);
  EXPECT_EQ(h200.adds, 128);
  EXPECT_EQ(v100.adds, 64);
  const ChipClocks good{29, 25, 4, 127, 31.9, 126, 1.9};
  EXPECT_TRUE(chip_faults(good, h200).empty());
  EXPECT_EQ(chip_faults(good, v100).size(), 1U) << "126 additions on 64 lanes";
  ChipClocks bad = good;
  bad.shared_bytes = 140;
  bad.shuffle_latency = 0.2;
  bad.gigahertz = 0;
  EXPECT_EQ(chip_faults(bad, h200).size(), 3U);
  EXPECT_EQ(chip_faults({}, h200).size(), 7U);
}

TEST(Occupancy, IsThatOfTheTightestLimit) {
  const Multiprocessor h200{.warps = 64, .blocks = 32, .registers = 65536, .shared_bytes = 228 * 1024};
  EXPECT_EQ(resident_blocks_by_budget(256, 24, 2176, h200), 8) << "64 warps";
  EXPECT_EQ(resident_blocks_by_budget(512, 63, 35968, h200), 2) << "63 registers count as 64: 32 warps";
  EXPECT_EQ(resident_blocks_by_budget(128, 71, 43808, h200), 5) << "43808 bytes count as 43904 + 1024";
  EXPECT_EQ(resident_blocks_by_budget(32, 8, 0, h200), 32) << "blocks";
  EXPECT_EQ(resident_blocks_by_budget(1024, 128, 0, h200), 0) << "too many registers";
  EXPECT_EQ(resident_blocks_by_budget(0, 8, 0, h200), 0);
  EXPECT_DOUBLE_EQ(occupancy({.threads = 512, .resident_blocks = 2}, h200), 0.5);
  EXPECT_DOUBLE_EQ(occupancy({.threads = 33, .resident_blocks = 1}, h200), 2.0 / 64) << "a warp that is begun is a warp";
}

TEST(Kernels, RecordedOnesAreAsTheBudgetHasThem) {
  const KernelReport report = recorded_kernel_facts(*find_algorithm("scan-transpose-scan"));
  EXPECT_FALSE(report.measured);
  EXPECT_NE(report.where.find("No GPU is used"), report.where.npos);
  ASSERT_GT(report.kernels.size(), 3U);
  bool scan = false;
  for (const KernelFacts& facts : report.kernels) {
    EXPECT_GT(facts.occupancy, 0) << facts.launch.kernel;
    EXPECT_LE(facts.occupancy, 1) << facts.launch.kernel;
    EXPECT_FALSE(facts.milliseconds);
    if (facts.launch.kernel != "ScanSegments<unsigned char, unsigned int>") continue;
    scan = true;
    EXPECT_EQ(facts.launch.threads, find_algorithm("scan-transpose-scan")->trace_sizes.back().block);
    EXPECT_EQ(facts.occupancy, 1);
  }
  EXPECT_TRUE(scan);
  EXPECT_EQ(recorded_kernel_facts(*find_algorithm("brlt-scanrow")).kernels.front().launch.threads,
            find_algorithm("brlt-scanrow")->trace_sizes.back().block);
  EXPECT_TRUE(recorded_kernel_facts(*find_algorithm("serial")).kernels.empty());
  // a tile of more than 48 KiB is asked for by the launch: 16 static bytes are not all that a block takes
  std::size_t most = 0;
  for (const KernelFacts& facts : recorded_kernel_facts(*find_algorithm("single-pass")).kernels) {
    EXPECT_GT(facts.launch.shared_bytes, 1024U) << facts.launch.kernel;
    EXPECT_LE(facts.launch.dynamic_bytes, facts.launch.shared_bytes);
    EXPECT_EQ(facts.launch.dynamic_bytes > 0, facts.launch.shared_bytes > 48 * 1024) << facts.launch.kernel;
    most = std::max(most, facts.launch.shared_bytes);
    if (facts.launch.kernel == "SumTable<unsigned char, unsigned int, large>") {
      EXPECT_EQ(facts.launch.shared_bytes, 55344U);
    }
  }
  EXPECT_GT(most, 55344U);
}

TEST(Kernels, CommandStandsBesideTheTableOfThePaper) {
  const auto json = run_json({"kernels", "scan-transpose-scan", "--json", "--size", "512x512"});
  EXPECT_EQ(json.at("measured"), gpu_status().usable);
  ASSERT_FALSE(json.at("kernels").empty());
  for (const auto& kernel : json.at("kernels")) {
    EXPECT_GT(kernel.at("registers"), 0);
    EXPECT_GT(kernel.at("threads"), 0);
    EXPECT_EQ(kernel.at("gigabytes_per_second").is_null(), !gpu_status().usable);
  }
  int occupancies = 0;
  for (const auto& printed : json.at("printed"))
    if (printed.at("what") == "occupancy") {
      EXPECT_EQ(printed.at("value"), 100) << "Table 1";
      ++occupancies;
    }
  EXPECT_EQ(occupancies, 3);
  const std::string text = run({"kernels", "scan-transpose-scan", "--size", "512x512"}).out;
  for (const char* part : {"Scan array", "2224 B", "17 GB/s", "GeForce GTX 295", "occupancy"})
    EXPECT_NE(text.find(part), text.npos) << part << "\n" << text;
  expect_refused({"kernels", "viola"}, k_usage, {"viola", "scan-transpose-scan"});
  expect_refused({"kernels", "serial", "--size", "0x3"}, k_usage, {"--size"});
  if (!gpu_status().usable) expect_refused({"kernels", "npp"}, k_failed, {"npp", "of a library", "not supported"});
  for (const char* of_cpu : {"cpu-simd", "cpu-rows"})
    expect_refused({"kernels", of_cpu}, k_failed, {fmt::format("'{}' has no GPU kernel: ", of_cpu), "of satscope for the CPU"});
  expect_refused({"kernels", "opencv"}, k_failed, {"opencv", "library"});
}

TEST(Model, CommandSaysWhetherThisMachineWasMeasured) {
  const auto json = run_json({"model", "--json", "--size", "1024x1024"});
  EXPECT_EQ(json.at("measured"), gpu_status().usable);
  EXPECT_EQ(json.at("devices").size(), gpu_status().usable ? 3U : 2U);
  EXPECT_EQ(json.at("faults").size(), 0U) << json.at("faults");
  std::map<std::string, double> p100;
  for (const auto& line : json.at("devices")[0].at("lines"))
    if (!line.at("equation").is_null()) p100[line.at("name")] = line.at("value");
  EXPECT_EQ(p100.at("L_transpose"), 2304);
  EXPECT_EQ(p100.at("L_scan_row"), 6240);
  EXPECT_EQ(p100.at("T_shuffle as printed"), 5);
  EXPECT_EQ(p100.size(), 13U);
  EXPECT_EQ(json.at("devices")[0].at("as_printed").at("inequalities")[1].at("holds"), false);
  const std::string text = run({"model", "--size", "1024x1024"}).out;
  for (const char* part : {"Tesla P100", "Tesla V100", "(10)", "2304", "A slip of the print", "false",
                           "the kernel of this program", "T_shuffle = 5 clocks"})
    EXPECT_NE(text.find(part), text.npos) << part << "\n" << text;
  if (!gpu_status().usable) {
    EXPECT_NE(text.find("This machine was not measured"), text.npos) << text;
    EXPECT_TRUE(json.at("passes").empty());
    return;
  }
  EXPECT_EQ(json.at("passes").size(), 6U);
  for (const auto& pass : json.at("passes")) {
    EXPECT_GT(pass.at("measured_ms"), 0);
    EXPECT_GT(pass.at("predicted_ms"), 0);
  }
}

TEST(Kernels, TheDriverAgreesWithTheBudget) {
  if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  const Multiprocessor on = multiprocessor();
  int compared = 0;
  for (const char* id : {"scan-transpose-scan", "brlt-scanrow", "single-pass"})
    for (const KernelFacts& facts : kernel_facts(*find_algorithm(id), {.extent = {1024, 1024}}).kernels) {
      ++compared;
      EXPECT_NE(facts.launch.kernel, "?");
      EXPECT_GT(facts.launch.blocks, 0);
      if (gpu_status().major < 8) continue;  // other rounding
      EXPECT_EQ(facts.launch.resident_blocks,
                resident_blocks_by_budget(facts.launch.threads, facts.launch.registers, facts.launch.shared_bytes, on))
          << facts.launch.kernel;
    }
  EXPECT_GE(compared, 6);
}

}  // namespace
}  // namespace satscope::app
