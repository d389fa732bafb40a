// SPDX-License-Identifier: Apache-2.0
// Measures a list of cases: each table is compared with the reference first; only what is right is timed. What is written for a
// CPU is timed by turns with the fastest ways of the floor, because the machine may be slower at times.
//
//     compared   cpu-simd, opencv
//     timed      floor, cpu-simd, opencv | floor, cpu-simd, opencv | ...
#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/bench/report.h"
#include "kernels/measure.h"

namespace satscope::app {

/// How often what is being timed is kept; more seldom where keeping it takes long.
inline constexpr std::chrono::seconds k_keep_every{3};

/// The most samples of a result.
inline constexpr int k_most_repeats = 1'000'000;

struct BenchOrder {
  std::vector<BenchCase> cases;  ///< in this order; those of one size and type follow each other, because they share a picture
  int repeats = 0;               ///< samples of each; 0: as many as the time allows
  StopRule until = {};           ///< where `repeats` is 0
  std::string preset, varied;    ///< for the report
  bool keep_samples = false;     ///< all of them are in the report
  bool by_name = false;          ///< the algorithms were asked for, each by its name
};

/// The order whose report this is, with what is left over.
BenchOrder order_of(const BenchReport& report);

/// Throws std::runtime_error with a sentence if results are of another build than this one, or of a CUDA file that has changed.
void require_same_build(const BenchReport& earlier);

/// Of results to go on with: CUDA files that could not be timed, and have changed since, are left to be timed.
void retry_changed_files(BenchReport& earlier);

/// A sentence for the largest case that does not fit into the memory that is free; empty: all fit.
std::string memory_warning(const BenchOrder& order);

class Bench {
 public:
  /// say: gets in a few words what is done now, before each case. keep: gets the report while more is left: after each result
  /// or those that took turns, and after each k_keep_every with what is being timed, as if it were stopped now.
  Bench(const BenchOrder& order, std::stop_token stop, std::function<void(const std::string&)> say,
        std::function<void(const BenchReport&)> keep = {});

  /// Goes on with results of the same machine and program: what they have is not measured again. Throws std::runtime_error with
  /// a sentence if they are of another.
  void adopt(BenchReport earlier);

  /// Everything that was asked for, or what was done before the stop; of what was being timed, with the samples that it has.
  /// Throws what the system throws; the report then has what was done.
  void run();

  const BenchReport& report() const { return report_; }
  /// Why files of the user's were not timed, for each case: they do not compile, or stop with an error.
  const std::vector<std::string>& failures() const { return failures_; }
  bool nothing() const { return report_.results.empty() && report_.skipped.empty(); }
  /// "12 of 88": cases that have a whole answer.
  std::string how_far() const;
  std::size_t cut_short() const;  ///< results that were stopped while timed

 private:
  struct Turn;
  std::vector<BenchCase> next() const;               ///< the first case that is left, with all that take turns with it
  bool answer(const std::vector<BenchCase>& cases);  ///< false: stopped
  bool answer_or_skip();                             ///< those that are next; a file of the user's that fails is skipped
  /// Adds to a report what turns have measured; stopped: before their end.
  void add_results(BenchReport& report, const std::vector<Turn>& turns, const HostFloor* floor, bool stopped) const;
  /// Keeps what is being timed, if it is time.
  void keep_now_and_then(const std::vector<Turn>& turns, const HostFloor* floor);
  void sort_results(BenchReport& report) const;
  void skip(const BenchCase& one, const std::string& why);
  void answered(const BenchCase& one);
  void say(const BenchCase& one) const;
  std::span<const std::byte> picture_of(const BenchCase& one);
  std::unique_ptr<HostFloor> begun_floor(const BenchCase& one);
  std::vector<Turn> prepared(const std::vector<BenchCase>& cases, std::span<const std::byte> picture);

  const BenchOrder& order_;
  std::stop_token stop_;
  std::function<void(const std::string&)> say_;
  std::function<void(const BenchReport&)> keep_;
  BenchReport report_;
  std::vector<std::string> failures_;
  std::vector<std::byte> picture_;  ///< of the case that is kept here
  std::optional<BenchCase> pictured_;
  std::chrono::steady_clock::time_point keep_at_;  ///< not before
};

}  // namespace satscope::app
