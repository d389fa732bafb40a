// SPDX-License-Identifier: Apache-2.0
// One run of a student's program, shut in, with its recording.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/lab/build.h"
#include "app/lab/finding.h"
#include "app/lab/process/process.h"
#include "app/lab/recording.h"

namespace satscope::app::lab {

struct RunRequest {
  int width = 0, height = 0;                ///< of the picture that table() gets
  std::string order = "forward";            ///< "forward", "reverse", "random" or "lockstep"
  std::uint32_t order_seed = 1;             ///< of "random"
  std::uint32_t picture = 1;                ///< seed of its pixels
  std::span<const double> pixels = {};      ///< instead of random ones: all of them, row by row
  bool record = true;                       ///< false: run and check, but keep no accesses
  int seconds = 5;                          ///< of processor time
  int calls = 1;                            ///< of table() in one process; the last makes the table
  std::vector<std::string> arguments = {};  ///< of main()
  std::stop_token stop = {};                ///< ends it
};

struct LabRun {
  std::unique_ptr<Recording> recording;
  Ended ended;
};

/// Runs a program, each time in the same folder, which goes with this object.
class Runner {
 public:
  explicit Runner(const LabProgram& program) : program_(program) {}
  LabRun run(const RunRequest& request);

 private:
  const LabProgram& program_;
  TemporaryFolder folder_;
};

/// Adds what no report of the program says: that it was killed, or left early. source: the student's file.
void add_how_it_ended(const LabRun& run, const std::string& source, Findings& findings);

}  // namespace satscope::app::lab
