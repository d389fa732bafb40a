// SPDX-License-Identifier: Apache-2.0
// Where and when numbers were measured.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

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
  std::string command = {};   ///< line of the program, as in a shell: "satscope bench --sizes 8x8"; empty: not known
};

/// For this machine, now. What the system does not report is empty or 0.
BenchFacts bench_facts();

/// As a word of a shell: 'two words'.
std::string shell_word(const std::string& word);

/// What this program was called with, without its own name: facts have it from now on.
void set_command_words(std::vector<std::string> words);
/// "satscope bench --sizes 8x8 --algorithms 'rows-n n=4'", as a shell reads it; empty: none were set.
std::string command_line();

}  // namespace satscope::app
