// SPDX-License-Identifier: Apache-2.0
// Two results files, case by case: which is faster, if both runs are quiet enough to say it, and what is no longer measured.
//
//     before   |p10 --- median --- p90|
//     after                                |p10 --- median --- p90|      apart: slower
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/report.h"

namespace satscope::app {

enum class BenchVerdict : std::uint8_t { faster, slower, not_distinguishable, too_noisy };
inline constexpr std::array k_verdicts{Named<BenchVerdict>{BenchVerdict::faster, "faster"},
                                       Named<BenchVerdict>{BenchVerdict::slower, "slower"},
                                       Named<BenchVerdict>{BenchVerdict::not_distinguishable, "not distinguishable"},
                                       Named<BenchVerdict>{BenchVerdict::too_noisy, "too noisy to tell"}};
constexpr std::string_view id_of(BenchVerdict verdict) { return k_verdicts[static_cast<std::size_t>(verdict)].id; }

struct ComparedCase {
  BenchCase asked;
  BenchTimes before, after;
  double change_percent;        ///< of the median; below 0: faster
  double floor_change_percent;  ///< of the floor of its size, which is the machine's; 0: not in both files
  BenchVerdict verdict;         ///< of the second file
  std::string noise;            ///< why it may be too noisy to tell, a clause; empty: it is not noisy
};

/// A case of the first file that the second has not timed, and why.
struct LostCase {
  std::string title, reason;
};

/// Where one of the files comes from.
struct ComparedRun {
  std::string commit, satscope, date;
  double least_load = -1, most_load = -1;  ///< of the machine after a result; below 0: not known
  int threads_offered = 0;
};

struct BenchComparison {
  ComparedRun before, after;
  std::vector<ComparedCase> cases;
  std::vector<LostCase> wrong = {}, refused = {}, missing = {};  ///< a wrong result counts whatever it was before
  std::vector<std::string> only_after = {};                      ///< names of cases that the first file has not timed
  std::vector<std::string> notes = {};                           ///< what else differs: the machine, the compiler
  bool other_machine = false;

  std::size_t count(BenchVerdict verdict) const;
  bool slower() const { return count(BenchVerdict::slower) > 0; }
  /// Neither slower nor wrong nor refused; subset: the second file may have fewer cases.
  bool passes(bool subset) const;
};

/// How often one median of a noisy case must be in the other.
inline constexpr double k_beyond_noise = 4;
/// How much more than its threads a machine may be loaded: a little runs always.
inline constexpr double k_load_allowed = 0.5;

/// A case is faster or slower if its medians differ by at least `least_percent` and by more than the floor of its size does,
/// and the ranges of both runs have no time in common (p10 to p90, and the interval of the median). Because: the runs are of
/// different minutes, of which the interval of one knows nothing. A case is noisy if a file says so (is_noisy), or if it is of
/// the CPU and more threads wanted to run than the machine has. Then one median must be k_beyond_noise times the other.
BenchComparison compare(const BenchReport& before, const BenchReport& after, double least_percent);

std::string as_text(const BenchComparison& comparison);
Json as_json(const BenchComparison& comparison);

}  // namespace satscope::app
