// SPDX-License-Identifier: Apache-2.0
// The binary, run as a user runs it.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace satscope::test {

struct Outcome {
  int code = -1;  ///< exit code; -1 if it was ended by a signal
  std::string out, err;
};

/// Runs satscope with these words and waits for it. folder: its working folder; empty for ours.
Outcome run(const std::vector<std::string>& words, const std::string& folder = {});

/// Runs it, and expects exit code 0 and JSON on stdout.
nlohmann::json run_json(const std::vector<std::string>& words);

/// Runs it, and expects this exit code, an empty stdout and exactly one line on stderr with each of these parts in it.
void expect_refused(const std::vector<std::string>& words, int code, const std::vector<std::string>& parts = {},
                    const std::string& folder = {});

inline constexpr int k_failed = 1, k_usage = 2;

}  // namespace satscope::test
