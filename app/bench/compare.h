// SPDX-License-Identifier: Apache-2.0
// Two results files, case by case: which is faster, if their medians are sure enough to say it.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/report.h"

namespace satscope::app {

enum class BenchVerdict : std::uint8_t { faster, slower, not_distinguishable };
inline constexpr std::array k_verdicts{Named<BenchVerdict>{BenchVerdict::faster, "faster"},
                                       Named<BenchVerdict>{BenchVerdict::slower, "slower"},
                                       Named<BenchVerdict>{BenchVerdict::not_distinguishable, "not distinguishable"}};
constexpr std::string_view id_of(BenchVerdict verdict) { return k_verdicts[static_cast<std::size_t>(verdict)].id; }

struct ComparedCase {
  BenchCase asked;
  double before_ms, after_ms;  ///< medians
  double change_percent;       ///< of the median; below 0: faster
  BenchVerdict verdict;        ///< of the second file
};

struct BenchComparison {
  std::vector<ComparedCase> cases;
  std::vector<std::string> only_before = {}, only_after = {};  ///< names of cases that the other file has not timed
  std::vector<std::string> notes = {};                         ///< what else differs: the machine, the compiler
  bool slower() const;
};

/// A case is faster or slower if the intervals of both medians have no time in common, and the medians differ by at least
/// `least_percent` and by at least half of the way from p10 to p90 of the quieter run (as nvbench_compare asks of its noise).
/// Results of older files have no interval: their p10 to p90 is taken.
BenchComparison compare(const BenchReport& before, const BenchReport& after, double least_percent);

std::string as_text(const BenchComparison& comparison);
Json as_json(const BenchComparison& comparison);

}  // namespace satscope::app
