// SPDX-License-Identifier: Apache-2.0
// What `bench --against` has measured so far, and what it needs to go on: a member of the JSON of a comparison that is not
// complete.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/report.h"

namespace satscope::app {

/// The runs of both builds, in the order in which they were made; after a stop one side may have one more.
struct BothSides {
  std::vector<BenchReport> other = {}, self = {};
  std::size_t rounds() const { return std::min(other.size(), self.size()); }  ///< that are complete
};

struct Turns {
  std::string other_version;               ///< what the other build says to --version
  std::string other_sha256, self_sha256;   ///< of the programs; empty: not known
  std::vector<std::string> words;          ///< of `bench`, for both builds
  std::size_t rounds = 0;                  ///< of each measurement
  std::array<BothSides, 2> measured = {};  ///< the second only where the first has a difference
};

Json as_json(const Turns& turns);
/// Throws nlohmann::json::exception, or std::runtime_error as report_in does.
Turns turns_in(const nlohmann::json& from, std::string_view name);

}  // namespace satscope::app
