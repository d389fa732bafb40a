// SPDX-License-Identifier: Apache-2.0
// The binary, run as a user runs it.
#pragma once
#include <string>
#include <vector>

#include "app/core/json.h"
#include "tests/app/made_files.h"

namespace satscope::test {

/// Where it is: $SATSCOPE, as for programs that were packed and carried to another machine, else where it was built.
std::string program();

struct Outcome {
  int code = -1;  ///< exit code; -1 if it was ended by a signal
  std::string out, err;
};

/// A run that goes on beside the test; killed if the test does not wait for it, or when the test dies.
class Running {
 public:
  explicit Running(const std::vector<std::string>& words, const std::string& folder = {});
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  void send(int signal) const;
  std::string err() const;  ///< so far
  Outcome wait();           ///< without a limit: a test has one, and the run ends with it

 private:
  Folder streams_;
  int child_;
};

/// Runs satscope with these words and waits for it. folder: its working folder; empty for ours.
Outcome run(const std::vector<std::string>& words, const std::string& folder = {});

/// The names of all commands, as the help lists them.
std::vector<std::string> commands_of_help();

/// Runs it, and expects exit code 0 and JSON on stdout.
nlohmann::json run_json(const std::vector<std::string>& words);

/// Runs it, and expects this exit code, an empty stdout and exactly one line on stderr with each of these parts in it.
void expect_refused(const std::vector<std::string>& words, int code, const std::vector<std::string>& parts = {},
                    const std::string& folder = {});

inline constexpr int k_failed = 1, k_usage = 2;

}  // namespace satscope::test
