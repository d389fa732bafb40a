// SPDX-License-Identifier: Apache-2.0
// Where and when numbers were measured.
#pragma once
#include <cstddef>
#include <string>

namespace satscope::app {

struct BenchFacts {
  std::string satscope;  ///< version of this program
  std::string date;      ///< of the begin, UTC, "2026-01-31T12:00:00Z"
  std::string processor;
  int threads_offered = 0;
  std::size_t memory_bytes = 0;
  std::string commit = {}, compiler = {}, flags = {};  ///< of the program (build_info.h)
  std::string governor = {};  ///< of the CPU's clock: "performance", "powersave"; empty: the system does not say
  std::string system;         ///< "Debian GNU/Linux 12 (bookworm), Linux 6.1.0"
};

/// For this machine, now. What the system does not report is empty or 0.
BenchFacts bench_facts();

}  // namespace satscope::app
