// SPDX-License-Identifier: Apache-2.0
#include "app/bench/machine/facts.h"

#include <fmt/chrono.h>

#include <ctime>
#include <string_view>
#include <utility>

#include "app/bench/machine/build_info.h"
#include "app/bench/machine/system.h"
#include "kernels/engine.h"
#include "kernels/host_memory.h"

namespace satscope::app {
namespace {

std::string now_in_utc() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

std::vector<std::string>& command_words() {
  static std::vector<std::string> words;  // because: there is one command line in a process
  return words;
}

}  // namespace

std::string shell_word(const std::string& word) {
  constexpr std::string_view k_plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:=,+@%";
  if (!word.empty() && word.find_first_not_of(k_plain) == word.npos) return word;
  std::string quoted = "'";
  for (const char letter : word) quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return quoted + "'";
}

void set_command_words(std::vector<std::string> words) { command_words() = std::move(words); }

std::string command_line() {
  if (command_words().empty()) return {};
  std::string line = "satscope";
  for (const std::string& word : command_words()) line += " " + shell_word(word);
  return line;
}

BenchFacts bench_facts() {
  const BuildInfo info = build_info();
  std::string processor = processor_name();
  return {.satscope = SATSCOPE_VERSION,
          .date = now_in_utc(),
          .processor = processor.empty() ? "CPU" : std::move(processor),
          .threads_offered = host_threads(),
          .memory_bytes = installed_host_memory(),
          .commit = info.commit,
          .compiler = info.compiler,
          .flags = info.flags,
          .governor = frequency_governor(),
          .system = system_text(),
          .command = command_line()};
}

}  // namespace satscope::app
