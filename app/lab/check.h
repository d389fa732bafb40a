// SPDX-License-Identifier: Apache-2.0
// A student's file, tried: small sizes, several orders of the threads, and what was wrong in which.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "app/lab/analysis.h"
#include "app/lab/build.h"
#include "app/lab/table_check.h"

namespace satscope::app::lab {

struct CheckRequest {
  BuildRequest build;
  std::vector<std::pair<int, int>> sizes;   ///< width and height; empty: k_tried_sizes, and those that its blocks ask for
  std::stop_token stop;                     ///< ends the run and those after it
  int seconds = 5;                          ///< of processor time for each run
  std::vector<std::string> arguments = {};  ///< of main()
  std::uint32_t seed = 1;                   ///< of the random order
  /// Called before each run: how many are done, and the next: "17x1, reverse".
  std::function<void(std::size_t done, const std::string& next)> progress = {};
};

/// The smallest first, among them those that are no multiple of a block.
inline constexpr std::pair<int, int> k_tried_sizes[] = {{1, 1}, {1, 17}, {17, 1}, {8, 8}, {13, 9}};
/// Threads one after the other from barrier to barrier, in three orders, and lanes of a warp in step.
inline constexpr const char* k_tried_orders[] = {"forward", "reverse", "random", "lockstep"};

/// After the order of the threads.
inline constexpr const char* k_called_twice = ", called twice";

struct CheckRun {
  int width = 0, height = 0;  ///< 0: main(), which has no size
  std::string order;
  int calls = 1;  ///< of table(), the last of which is judged
  TableCheck::State table = TableCheck::none;
  bool failed = false;  ///< a wrong table, or a finding that is no note
  bool found = false;   ///< the latter
  std::uint64_t accesses = 0;
  double milliseconds = 0;

  std::string order_text() const;  ///< "forward", "forward, called twice"
};

struct CheckReport {
  Compiler compiler;
  std::vector<CompileError> errors;
  std::vector<Refusal> refusals;
  Findings findings;
  TableCheck table;       ///< of the first run with a wrong one, else of the last
  std::string table_run;  ///< of which: "17x1, forward"
  std::vector<CheckRun> runs;
  bool stopped = false;             ///< a run did not end, so the others were not tried
  bool skips_main = false;          ///< table() was called, and the file's own main() was not
  std::string output;               ///< what the program printed in output_run
  std::uint32_t seed = 1;           ///< of the random order
  std::string output_run;           ///< "8x8, forward", or the first run; of a file without table() the order alone
  std::vector<LabLaunch> launches;  ///< of the last run

  bool compiles() const { return errors.empty() && refusals.empty(); }
  /// What the file does is valid CUDA, but cannot run here.
  bool unsupported() const;
  /// A run was stopped by its time, and may be right.
  bool unfinished() const;
  /// Nothing but leaks.
  bool only_leaks() const { return !wrong() && findings.leaks() > 0; }
  bool wrong() const { return findings.wrong() || table.state == TableCheck::wrong; }
  /// "Right at 1x1 and 8x8, wrong at 13x9 (forward)."; empty if nothing failed or there are no sizes. A finding beside a right
  /// table is named as such.
  std::string smallest_failure() const;
  /// "28 runs, of 1x1 to 1100x4 pixels".
  std::string runs_text() const;
  /// "8x8, 13x9: forward, reverse, random, lockstep", the sizes that were tried and in which orders, a line each.
  std::vector<std::string> tried() const;
  /// What it comes to, a line each: the table, the first failure, or that nothing was found.
  std::vector<std::string> summary() const;
};

/// Throws std::runtime_error if the file cannot be read.
CheckReport check(const CheckRequest& request, const Compiler& compiler);

}  // namespace satscope::app::lab
