// SPDX-License-Identifier: Apache-2.0
// The results of a bench, as text, JSON and CSV.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/commands/bench_facts.h"
#include "app/commands/output.h"
#include "kernels/floor.h"
#include "kernels/types.h"

namespace satscope::app {

/// One request of the bench.
struct BenchCase {
  std::string algorithm;
  std::string_view type;
  Extent extent;
  Machine machine;
  int channels = 1;
  Form form = Form::inclusive;
  int busy_threads = 0;  ///< of other work, which ran beside it
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
};

struct BenchTimes {
  int samples;
  double median_ms, p10_ms, p90_ms;
  double gigabytes_per_second;  ///< picture once in and table once out, per median
  double percent_of_floor;
};

struct BenchResult {
  BenchCase asked;
  bool correct;
  double max_error;
  int sets = 0;                     ///< of buffers that the runs went round
  bool emulated = false;            ///< a GPU kernel on the CPU: its times stand apart
  std::optional<BenchTimes> times;  ///< none for a wrong result: it is never ranked
};

struct BenchSkipped {
  BenchCase asked;
  std::string reason;
};

struct BenchReport {
  std::string device, driver, toolkit;
  BenchFacts facts;
  std::string preset;                 ///< empty: none was asked for
  std::vector<std::string> protocol;  ///< how it was measured, in sentences
  bool complete = true;               ///< not stopped before its end
  std::vector<BenchFloor> floors;
  std::vector<BenchResult> results;
  std::vector<BenchSkipped> skipped;
};

/// For each floor that a result undercuts, a sentence that it is wrong and by how much.
std::vector<std::string> floor_faults(const BenchReport& report);

Json as_json(const BenchReport& report);
std::string as_csv(const BenchReport& report);   ///< the results, a header line first, each with the facts of the machine
std::string as_text(const BenchReport& report);  ///< aligned, for people

}  // namespace satscope::app
