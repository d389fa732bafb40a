// SPDX-License-Identifier: Apache-2.0
// Results files of two builds, case by case: which is faster, if the runs are quiet enough to say it, and what is no longer
// measured. A side is one run or several.
//
//     before   |p10 --- median --- p90|
//     after                                |p10 --- median --- p90|      apart: slower
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/report.h"
#include "app/bench/statistics.h"
#include "app/bench/turns.h"
#include "kernels/median_interval.h"

namespace satscope::app {

/// maybe_...: it was measured once, and no second measurement confirms it.
enum class BenchVerdict : std::uint8_t {
  faster,
  slower,
  maybe_faster,
  maybe_slower,
  not_distinguishable,
  within_least,  ///< there is a difference, and it is less than --least
  too_noisy,
  too_few
};
inline constexpr std::array k_verdicts{Named<BenchVerdict>{BenchVerdict::faster, "faster"},
                                       Named<BenchVerdict>{BenchVerdict::slower, "slower"},
                                       Named<BenchVerdict>{BenchVerdict::maybe_faster, "perhaps faster"},
                                       Named<BenchVerdict>{BenchVerdict::maybe_slower, "perhaps slower"},
                                       Named<BenchVerdict>{BenchVerdict::not_distinguishable, "not distinguishable"},
                                       Named<BenchVerdict>{BenchVerdict::within_least, "differs by less than --least"},
                                       Named<BenchVerdict>{BenchVerdict::too_noisy, "too noisy to tell"},
                                       Named<BenchVerdict>{BenchVerdict::too_few, "too few samples"}};
constexpr std::string_view id_of(BenchVerdict verdict) { return k_verdicts[static_cast<std::size_t>(verdict)].id; }

struct ComparedCase {
  BenchCase asked;
  std::string title;         ///< of the case, in words
  BenchTimes before, after;  ///< of several runs: the median of their medians, the least p10 and the greatest p90
  std::vector<double> medians_before = {}, medians_after = {};  ///< of each run, from the shortest
  double change_percent = 0;                                    ///< of the median; below 0: faster
  std::optional<RatioInterval> ratios = {};  ///< of a time after to one before, between runs; none: there are too few
  double floor_change_percent = 0;           ///< of the floor of its size, which is the machine's; 0: not on both sides
  std::optional<double> chance = {};         ///< that like programs differ so much (rank_test.h); none: there are too few runs
  BenchVerdict verdict = {};                 ///< of the second side
  bool unconfirmed = false;                  ///< `--against`: one of two measurements says otherwise
  std::string noise = {};                    ///< why it may be too noisy to tell, a clause; empty: it is not noisy
  std::string wide = {};  ///< that its interval does not exclude a change of --least, a clause; empty: it does, or is not known
  std::string busy = {};  ///< that the machine was as busy for both sides, a clause; empty: it was not
  std::optional<MedianInterval> levels_before = {}, levels_after = {};  ///< of a side; none: most of its runs have one level

  bool has_levels() const { return levels_before || levels_after; }
};

/// A case that one side has timed and the other has not, and why.
struct LostCase {
  std::string title, reason;
  std::optional<BenchCase> asked = {};  ///< none: read from the JSON of a comparison
};

/// Where the files of one side come from; what differs between them is listed.
struct ComparedSide {
  std::size_t runs = 0;
  std::string commit, satscope, date;
  double least_load = -1, most_load = -1;  ///< of the machine after a result; below 0: not known
  int threads_offered = 0;
};

struct BenchComparison {
  ComparedSide before, after;
  std::vector<ComparedCase> cases;
  std::vector<LostCase> wrong = {}, refused = {}, missing = {};  ///< a wrong result counts whatever it was before
  std::vector<LostCase> only_after = {};                         ///< cases that the first side has not timed, and why
  std::vector<std::string> notes = {};                           ///< what else differs: the machine, the compiler
  std::string command = {};                                      ///< line that judged it
  bool other_machine = false;
  bool other_hardware = false;      ///< not only another number of threads
  bool in_turns = false;            ///< `--against` measured both sides
  bool complete = true;             ///< neither a run of a side nor `--against` was stopped before its end
  double least_percent = 0;         ///< --least
  bool may_lack = false;            ///< `--subset`: missing cases do not fail
  bool strict = false;              ///< `--strict`: one undecided case fails, and so does what is not complete
  std::optional<Turns> turns = {};  ///< to go on with, of `--against` that was stopped

  std::size_t count(BenchVerdict verdict) const;
  std::size_t wide() const;             ///< cases that are too noisy for their intervals alone
  std::size_t undecided_cases() const;  ///< of which more or longer runs could say more
  bool slower() const { return count(BenchVerdict::slower) > 0; }
  /// Every case that both sides have is too noisy to tell or has too few samples, and nothing else was found.
  bool undecided() const;
  /// The geometric mean of the cases' changes. Needs a case.
  double mean_change_percent() const;
  /// Neither slower nor wrong nor refused; subset: the second side may have fewer cases.
  bool passes(bool subset) const;
};

/// Equal sides are called different once in twenty cases, at most.
inline constexpr double k_most_chance = 0.05;
/// --least in percent, unless it is given.
inline constexpr double k_usual_least = 2;
/// The greatest that may be given.
inline constexpr double k_most_least = 1000;
/// How often one median of a noisy case must be in the other.
inline constexpr double k_beyond_noise = 4;
/// How much more than its threads a machine may be loaded: a little runs always.
inline constexpr double k_load_allowed = 0.5;

/// How many times the load of a thread on one side may be that on the other, where a rank test decides.
inline constexpr double k_like_loads = 1.5;

/// Whether more threads wanted to run than a machine has, beside `busy_threads` of the measurement itself. Not known: no.
bool is_overloaded(double load, int threads, int busy_threads = 0);
/// Whether so many threads wanted to run beside a result that it may explain its noise: only on the CPU.
bool was_overloaded(const BenchReport& report, const BenchResult& result);
/// Whether a bench should say this load before what it has left.
bool load_matters(double load, const BenchReport& report);
/// Before a bench of the CPU: that compare() takes a single run at this load as too noisy. Empty: it does not. The load is that
/// of the last minute, where an earlier run may have computed; others: threads that want to run now (below 0: not known).
std::string load_warning(double load, int threads, double others);

/// A case is faster or slower if its medians differ by at least `least_percent` and by more than the floor of its size does,
/// and the sides are apart. With enough runs (4 a side) that is what a rank test of the runs' medians says. With fewer, the
/// ranges of all runs have no time in common (p10 to p90, and the interval of the median), because the runs are of different
/// minutes, of which the interval of one knows nothing. Where only the intervals of the medians are apart, it is perhaps faster
/// or slower. A case is then noisy if a file says so (noise_of), or if it is of the CPU and more threads wanted to run than the
/// machine has. With enough runs it is noisy only if the machine was so busy and the sides' loads differ by more than
/// k_like_loads: in turns, a load slows both. Where a case is noisy, one median must be k_beyond_noise times the other. Where
/// no such difference is found, the case is too noisy, too, if the interval of the change is not within `least_percent` each
/// way (0: never); without enough runs it is that of the medians, whose half widths add up as squares. Else the sides differ by
/// less than `least_percent` if they are apart, and are not distinguishable if they are not. Where the times of a side lie at
/// two levels, at least `least_percent` apart, its median is that of one of them: the case is too noisy unless the other side
/// is beyond both, from p10 to p90. A run of fewer than
/// k_fewest_of_median samples does not count: the rank test leaves it out, and without enough others nothing is said.
BenchComparison compare(std::span<const BenchReport> before, std::span<const BenchReport> after, double least_percent);

/// "cpu-simd 8u32u 64x48 inclusive cpu".
std::string title_of(const BenchCase& one);

/// Whether it is too noisy, has too few samples, is only perhaps faster or slower, or was not confirmed.
bool is_undecided(const ComparedCase& one);

/// Sets the verdict, and whether the interval is too wide for it, by its medians, intervals and noise.
void judge(ComparedCase& one, double least_percent);

/// Of a measurement in turns that was stopped before a second one: what is faster or slower is perhaps so.
void leave_unconfirmed(ComparedCase& one);

/// The verdict where no difference counts and none is known.
BenchVerdict without_difference(const ComparedCase& one);

/// Says in the comparison which cases have no median in a file of this name, unless they are among the wrong ones.
void note_without_median(BenchComparison& comparison, const BenchReport& report, std::string_view name);

/// What tells the two most similar timed cases of the sides apart: "before: 2 threads; after: 1 thread".
std::string least_difference(std::span<const BenchReport> before, std::span<const BenchReport> after);

std::string as_text(const BenchComparison& comparison);
std::string as_csv(const BenchComparison& comparison);
/// For a pull request: what is slower, faster or lost as tables, all cases under a fold.
std::string as_markdown(const BenchComparison& comparison);
Json as_json(const BenchComparison& comparison);

}  // namespace satscope::app
