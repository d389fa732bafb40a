// SPDX-License-Identifier: Apache-2.0
// The performance model of Chen et al. 2018, Section V: what a transpose of a 32x32 matrix of registers costs, beside what it
// saves. Equations have the paper's numbers. Clocks are of one multiprocessor.
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/chip.h"
#include "kernels/launched.h"

namespace satscope::app {

struct ChenDevice {
  std::string name;
  std::string from;  ///< a sentence: who measured it
  ChipClocks clocks;
  int multiprocessors = 0;
  Multiprocessor has = {};
};

/// As printed, of the Tesla P100 and V100. The paper prints bytes per second of all multiprocessors; 128 bytes in a clock of
/// each (32 banks of 4 bytes) give the clock.
std::vector<ChenDevice> printed_chen_devices();

/// Counts of the paper, for a warp and its 32 registers.
struct ChenCounts {
  static constexpr int lanes = 32, registers = 32;
  static constexpr int trans_accesses = 2 * lanes * registers;  ///< stores and loads of words
  static constexpr int trans_stages = 2 * registers;
  static constexpr int row_stages = 5 * registers;  ///< also the shuffle instructions
  static constexpr int kogge_stone_adds = (31 + 30 + 28 + 24 + 16) * registers;
  static constexpr int ladner_fischer_adds = 5 * 16 * registers;
  static constexpr int ladner_fischer_ands = lanes * row_stages;
  static constexpr int column_stages = registers - 1;
  static constexpr int column_adds = lanes * column_stages;
};

struct ChenModel {
  // Equations 3 to 5, latencies of a warp
  double transpose = 0, scan_row = 0, scan_column = 0;
  // 7 to 9
  int warps_of_block = 0, active_warps = 0;
  double bandwidth_of_warp = 0;  ///< GB/s of shared memory
  // 10 to 13, and those of 15: times of a matrix on a multiprocessor that is full of warps, clocks
  double t_transpose = 0, t_column = 0, t_shuffle = 0, t_kogge_stone = 0, t_ladner_fischer = 0, t_ands = 0;

  /// Clocks of the four scans of a matrix.
  double brlt_scanrow() const { return t_transpose + t_column; }
  double scanrow() const { return t_shuffle + t_kogge_stone; }
  double scanrow_brlt() const { return t_transpose + scanrow(); }
  double scancolumn() const { return t_column; }
};

/// The same with equation 12 exactly as printed: 160 shuffle instructions by the throughput in lanes.
ChenModel as_printed(ChenModel model, const ChenDevice& device);

/// kernel: threads, registers and shared memory of the paper's kernel. value_bytes: of a value, sizeof(T).
ChenModel chen_model(const ChenDevice& device, const Launched& kernel, int value_bytes);

/// Something that the paper claims.
struct Inequality {
  std::string_view number;  ///< "(6)", "VI-D 3"
  std::string_view claim;   ///< in the paper's letters
  double left = 0, right = 0;
  bool holds = false;
  std::string_view remark = {};  ///< a sentence; may be empty
};

/// Equations 6, 14 and 15: the left and right side in clocks. `<<` counts as true where one is less than the other.
std::vector<Inequality> chen_inequalities(const ChenModel& model);

/// Times of the passes of Figure 8, or clocks of the model.
struct ScanTimes {
  double brlt_scanrow = 0, scanrow_brlt = 0, scanrow = 0, scancolumn = 0;
};
/// The three of Section VI-D, with which the paper verifies its model.
std::array<Inequality, 3> chen_verification(const ScanTimes& times);

/// A pass, as Figure 8 shows it.
struct ChenPass {
  std::string algorithm, pass;
  double chip_ms = 0;    ///< the model's clocks of all 32x32 matrices
  double memory_ms = 0;  ///< its bytes at the rate of the floor
  double measured_ms = 0;
  /// What the slower of the two needs, because they overlap.
  double predicted_ms() const { return chip_ms > memory_ms ? chip_ms : memory_ms; }
};

/// Milliseconds that these clocks a matrix make for a picture.
double chip_milliseconds(const ChenDevice& device, double clocks, int width, int height);

/// The passes of the three algorithms on the GPU, 32-bit floats. Throws NotSupported without one.
std::vector<ChenPass> chen_passes(const ChenDevice& device, const ChenModel& model, int width, int height);

/// This GPU, by micro-benchmarks. Throws NotSupported without one.
ChenDevice measured_chen_device();

}  // namespace satscope::app
