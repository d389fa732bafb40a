// SPDX-License-Identifier: Apache-2.0
// Sets of sizes, types, algorithms and forms: the comparisons of the papers, and our own.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satscope::app {

/// What a bench measures by default.
struct BenchPreset {
  std::string_view id;
  std::string_view what;  ///< a sentence
  std::vector<std::string> sizes, types;
  /// An id, also of a filter, then NAME=VALUE of its parameters, by blanks; none: all of the list.
  std::vector<std::string> algorithms;
  std::vector<std::string> forms = {};  ///< ids; none: of each algorithm what it makes by itself
  bool beside_load = false;             ///< on the CPU also beside busy threads
  std::string_view vary = {};           ///< what a sweep has along x, NAME=VALUES; none: the size
};

/// In the order of the help.
std::span<const BenchPreset> bench_presets();

}  // namespace satscope::app
