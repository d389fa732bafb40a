// SPDX-License-Identifier: Apache-2.0
// The results of a bench or a sweep, as text, JSON and CSV.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/machine/facts.h"
#include "app/bench/statistics.h"
#include "app/core/ordered_json.h"
#include "kernels/floor.h"
#include "kernels/measure.h"
#include "kernels/plan.h"

namespace satscope::app {

/// Of a results file (docs/bench.schema.json). It grows when a member goes or means something else.
inline constexpr int k_results_version = 1;

/// One request of the bench.
struct BenchCase {
  std::string algorithm;  ///< an id, or that of a filter (benched.h)
  std::string_view type;
  Extent extent;
  Machine machine;
  int channels = 1;
  Form form = Form::inclusive;
  int busy_threads = 0;  ///< of other work, which ran beside it
  Params params = {};    ///< that were asked for; others have their defaults
  int threads = 0;       ///< of the host; 0 on the GPU, and where the program chooses
  bool hot = false;      ///< on one set of buffers, what of it a cache holds from the run before
  bool operator==(const BenchCase&) const = default;
};

/// How fast this machine moves the bytes of one type and size, whatever the algorithm.
struct BenchFloor {
  std::string_view type;
  Extent extent;
  Machine machine;
  std::size_t bytes;
  double milliseconds;
  std::string method;
  int channels = 1;
  std::vector<FloorTry> tried = {};  ///< every way that was measured, of which `method` is the fastest
  int threads = 0;                   ///< as of a case

  bool is_of(const BenchCase& one) const {
    return type == one.type && extent == one.extent && machine == one.machine && channels == one.channels &&
           threads == one.threads;
  }
};

struct BenchTimes {
  int samples;
  double median_ms, p10_ms, p90_ms;
  double gigabytes_per_second;  ///< picture once in and table once out, per median
  double percent_of_floor;
  double noise_percent = 0;             ///< standard deviation in percent of the mean; below 0: not known. It decides nothing
  double low_ms = 0, high_ms = 0;       ///< the median's interval (kernels/median_interval.h); 0: not known, or too few samples
  std::vector<double> samples_ms = {};  ///< all, in order; empty unless they were asked for
  std::optional<TwoLevels> levels = {};  ///< none: the samples have one, or it is not known
};

struct BenchResult {
  BenchCase asked;
  bool correct;
  double max_error;
  int sets = 0;                          ///< of buffers that the runs went round
  int threads = 0;                       ///< of the host, that were used, maybe fewer than asked for; 0 on the GPU
  bool emulated = false;                 ///< a GPU kernel on the CPU: its times are apart
  double clock_before_mhz = 0;           ///< of the machine, before the first run; 0: not known
  double clock_mhz = 0;                  ///< the same after the last sample
  double load = -1;                      ///< of the machine after the last sample (facts.h); below 0: not known
  std::optional<BenchTimes> times = {};  ///< none for a wrong result: it is never ranked
  double with_copies_ms = 0;             ///< median of the whole function of a user's file on the GPU; 0: no such
  bool one_by_one = false;               ///< as of Measured
  bool stopped = false;                  ///< the run was stopped while it was timed: it has fewer samples than planned
  StopReason stop_reason = {};           ///< why sampling stopped
  std::string file_sha256 = {};          ///< of a CUDA file, as it was measured; empty: no such, or not known
};

struct BenchSkipped {
  BenchCase asked;
  std::string reason;
  std::string file_sha256 = {};  ///< as of a result
};

struct BenchReport {
  std::string device, driver, toolkit;
  BenchFacts facts;
  std::string preset;                 ///< empty: none was asked for
  std::string varied;                 ///< what a sweep varies (sweep.h); empty: no sweep
  bool by_name = false;               ///< the algorithms were asked for, each by its name
  std::vector<std::string> protocol;  ///< how it was measured, in sentences
  bool complete = true;               ///< not stopped before its end
  std::vector<BenchFloor> floors = {};
  std::vector<BenchResult> results = {};
  std::vector<BenchSkipped> skipped = {};
  int repeats = 0;                   ///< samples that were asked for of each result; 0: as many as the time allows
  double precision_percent = 0;      ///< the half of a median's interval at which sampling stopped; 0: not known, or no such
  double max_time_ms = 0;            ///< for the samples of a result; 0: not known, or no such
  std::vector<BenchCase> left = {};  ///< to be timed: without a result, or stopped while timed
};

/// "rows-n n=4": the algorithm and what was asked of it.
std::string name_of(const BenchCase& one);

/// "8u32u", or "4x 8u32u" of four channels.
std::string type_text(std::string_view type, int channels);

/// "rows-n n=4 8u32u 640x480".
std::string short_title_of(const BenchCase& one);

inline constexpr std::size_t k_all_cases = SIZE_MAX;
/// How many cases a sentence below a table names.
inline constexpr std::size_t k_cases_named = 3;

/// For each floor that a result undercuts, a sentence that it is wrong and by how much.
std::vector<std::string> floor_faults(const BenchReport& report);

/// Half of the median's interval in percent of it, "0.8"; empty of too few samples for one, "-" where it is not known.
std::string sureness(const BenchTimes& times);
/// At least one digit of it that is not 0: "12.3", "1.04", "0.04", "0.0004".
std::string small_percent(double percent);
/// "2 threads"; "1 of 2 threads" where fewer were used than asked for (0: the program chose).
std::string threads_text(int used, int asked);

/// Four decimals, but three digits of what is shorter: "12.3456", "0.00427".
std::string milliseconds_of(double ms);
/// What makes it noisy, a clause with its numbers: p90 is twice the median, or its interval 5 % wide each way; empty: it is not
/// noisy.
std::string noise_of(const BenchTimes& times);

/// Why the median says too little for a percentage of the floor, in a cell: "too few" (samples) or "noisy"; empty: it says
/// enough.
std::string_view doubt_of(const BenchTimes& times);
/// The same as ids for programs: of "too-few", "noisy", "two-levels" and "busy", where other programs wanted the threads.
std::vector<std::string_view> fault_ids(const BenchReport& report, const BenchResult& result);

/// A sentence for each result whose samples vary so much that its median says little, or lie at two levels, and one on those
/// that have too few samples. The last one says how busy the machine was, if that matters.
/// named: of many cases in a sentence it names so many, and counts the others.
std::vector<std::string> noise_faults(const BenchReport& report, std::size_t named = k_all_cases);

/// A sentence on the results that are less sure than was asked for, for each reason; named: as above.
std::vector<std::string> precision_faults(const BenchReport& report, std::size_t named = k_all_cases);

/// Of algorithms that were asked for by name: the first that no report has a result of, and why, a sentence; empty: there is
/// none.
std::string untimed_algorithm(std::span<const BenchReport> reports);

/// A sentence for each machine whose clock was not the same in the whole run.
std::vector<std::string> clock_faults(const BenchReport& report);

/// To 9 digits, which is finer than any timer: arithmetic adds others, as in 0.10767550000000001.
double to_nine_digits(double value);
/// Each number of a document so.
void round_numbers(Json& json);

Json as_json(const BenchCase& asked);
Json as_json(const BenchReport& report);
/// The names and the values of an object's members as a line of CSV, without its end.
std::string csv_names(const Json& members);
std::string csv_cells(const Json& members);
std::string as_csv(const BenchReport& report);  ///< the results, a header line first, each with the facts of the machine
/// Aligned, for people. whole_protocol: with all sentences on how it was measured, else with where they are.
/// file: where its JSON is, to go on from if it was stopped; empty: nowhere.
std::string as_text(const BenchReport& report, bool whole_protocol = false, const std::string& file = {});
std::string stopped_text(const BenchReport& report);  ///< of one that is not complete: how many cases are left
std::string bench_legend();                           ///< what each column of that text is, a line each

}  // namespace satscope::app
