// SPDX-License-Identifier: Apache-2.0
#include "app/bench/chen_model.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/bench/kernel_facts.h"
#include "kernels/device.h"
#include "kernels/floor.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr double k_bytes_of_banks = 32 * 4;

ChenDevice printed(const char* name, int multiprocessors, std::size_t shared_bytes, double shared_latency,
                   double shuffle_latency, double add_latency, double shared_gigabytes) {
  const double clock = shared_gigabytes / (multiprocessors * k_bytes_of_banks);
  return {.name = name,
          .from = "with the constants that the paper prints, and in (7) to (9) the kernel of this program",
          .clocks = {.shared_latency = shared_latency,
                     .shuffle_latency = shuffle_latency,
                     .add_latency = add_latency,
                     .shared_bytes = k_bytes_of_banks,
                     .shuffles = 32,
                     .adds = 64,
                     .gigahertz = clock},
          .multiprocessors = multiprocessors,
          .has = {.warps = 64, .blocks = 32, .registers = 65536, .shared_bytes = shared_bytes}};
}

}  // namespace

std::vector<ChenDevice> printed_chen_devices() {
  return {printed("Tesla P100", 56, 64 * 1024, 36, 33, 6, 9519), printed("Tesla V100", 80, 96 * 1024, 27, 39, 4, 13800)};
}

ChenModel chen_model(const ChenDevice& device, const Launched& kernel, int value_bytes) {
  using N = ChenCounts;
  const ChipClocks& c = device.clocks;
  ChenModel m;
  m.transpose = N::trans_stages * c.shared_latency;
  m.scan_row = N::row_stages * (c.shuffle_latency + c.add_latency);
  m.scan_column = N::column_stages * c.add_latency;
  m.warps_of_block = kernel.threads / N::lanes;
  const auto shared = static_cast<int>(device.has.shared_bytes / std::max<std::size_t>(1, kernel.shared_bytes));
  m.active_warps = device.multiprocessors * std::min({device.has.registers / (std::max(1, kernel.registers) * N::lanes),
                                                      shared * m.warps_of_block, m.warps_of_block * device.has.blocks});
  const double bandwidth = c.shared_bytes * device.multiprocessors * c.gigahertz;
  m.bandwidth_of_warp = m.active_warps > 0 ? bandwidth / m.active_warps : 0;
  m.t_transpose = N::trans_accesses * value_bytes / c.shared_bytes;
  m.t_column = N::column_adds / c.adds;
  m.t_shuffle = N::row_stages * N::lanes / c.shuffles;  // because: the paper counts instructions, the throughput lanes
  m.t_kogge_stone = N::kogge_stone_adds / c.adds;
  m.t_ladner_fischer = N::ladner_fischer_adds / c.adds;
  m.t_ands = N::ladner_fischer_ands / c.adds;  // because: in the paper both have the same throughput
  return m;
}

ChenModel as_printed(ChenModel model, const ChenDevice& device) {
  model.t_shuffle = ChenCounts::row_stages / device.clocks.shuffles;
  return model;
}

std::vector<Inequality> chen_inequalities(const ChenModel& m) {
  const double by_column = m.t_transpose + m.t_column;
  const auto less = [](std::string_view number, std::string_view claim, double left, double right, std::string_view remark) {
    return Inequality{number, claim, left, right, left < right, remark};
  };
  const auto more = [](std::string_view number, std::string_view claim, double left, double right, std::string_view remark) {
    return Inequality{number, claim, left, right, left > right, remark};
  };
  return {less("(6)", "L_transpose + L_scan_col << L_scan_row", m.transpose + m.scan_column, m.scan_row, ""),
          more("(14)", "T_Kogge-Stone_add + T_shuffle >> T_trans + T_scan_col_add", m.t_kogge_stone + m.t_shuffle, by_column,
               "Equation 12 divides 160 shuffle instructions by 32 lanes a clock, which gives 5 clocks. If each instruction "
               "counts as 32 lanes, it gives 160. With 5, (14) and VI-D 2 are false; with 160 they are true."),
          more("(15)", "T_LF_add + T_LF_and + T_shuffle >> T_trans + T_scan_col_add",
               m.t_ladner_fischer + m.t_ands + m.t_shuffle, by_column, "")};
}

std::array<Inequality, 3> chen_verification(const ScanTimes& t) {
  return {Inequality{"1", "T_ScanColumn < T_BRLT-ScanRow", t.scancolumn, t.brlt_scanrow, t.scancolumn < t.brlt_scanrow,
                     "What BRLT-ScanRow takes longer is the transpose."},
          Inequality{"2", "2 * T_BRLT-ScanRow < T_ScanRow + T_ScanColumn", 2 * t.brlt_scanrow, t.scanrow + t.scancolumn,
                     2 * t.brlt_scanrow < t.scanrow + t.scancolumn, "The transpose saves more than it costs."},
          Inequality{"3", "T_BRLT-ScanRow > T_ScanRow-BRLT", t.brlt_scanrow, t.scanrow_brlt, t.brlt_scanrow > t.scanrow_brlt,
                     "A slip of the print: the paper concludes that the serial scan of BRLT-ScanRow is the more efficient one, "
                     "which needs '<'. By its own model, too, BRLT-ScanRow takes fewer clocks."}};
}

double chip_milliseconds(const ChenDevice& device, double clocks, int width, int height) {
  const double matrices = std::ceil(width / 32.0) * std::ceil(height / 32.0);
  return matrices * clocks / device.multiprocessors / device.clocks.gigahertz / 1e6;
}

std::vector<ChenPass> chen_passes(const ChenDevice& device, const ChenModel& model, int width, int height) {
  const Request request{.extent = {width, height}, .types = *find_type_pair("32f32f")};
  const double rate = least_bytes(request) / measure_floor(request, Machine::gpu).milliseconds;  // bytes a millisecond
  std::vector<ChenPass> passes;
  for (const auto& [id, clocks] : {std::pair{"brlt-scanrow", std::array{model.brlt_scanrow(), model.brlt_scanrow()}},
                                   std::pair{"scanrow-brlt", std::array{model.scanrow_brlt(), model.scanrow_brlt()}},
                                   std::pair{"scanrow-column", std::array{model.scanrow(), model.scancolumn()}}}) {
    const std::vector<PassTime> times = pass_times(*find_algorithm(id), request);
    for (std::size_t i = 0; i < times.size(); ++i)
      passes.push_back({.algorithm = id,
                        .pass = times[i].name,
                        .chip_ms = chip_milliseconds(device, clocks.at(std::min<std::size_t>(i, 1)), width, height),
                        .memory_ms = times[i].bytes / rate,
                        .measured_ms = times[i].milliseconds});
  }
  return passes;
}

ChenDevice measured_chen_device() {
  ChenDevice device{.name = gpu_status().device, .from = "measured now", .clocks = measure_chip()};
  device.multiprocessors = gpu_status().multiprocessors;
  device.has = multiprocessor();
  return device;
}

}  // namespace satscope::app
