// SPDX-License-Identifier: Apache-2.0
#include "app/bench/facts.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <ctime>
#include <fstream>

#include "kernels/engine.h"
#include "kernels/host_memory.h"

namespace satscope::app {
namespace {

/// The value after `parting` in the first line of a file that begins with `key`.
std::string value_in_file(const char* file, std::string_view key, char parting) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(key))
      if (std::size_t at = line.find(parting); at != line.npos) {
        at = line.find_first_not_of(" \"", at + 1);
        if (at == line.npos) return {};
        const std::size_t last = line.find_last_not_of(" \"\r");
        return line.substr(at, last + 1 - at);
      }
  return {};
}

std::string now_in_utc() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string system_text() {
  std::string text = value_in_file("/etc/os-release", "PRETTY_NAME", '=');
  utsname names{};
  if (::uname(&names) == 0) {
    const std::string_view release = names.release;  // what follows the number is the name of a build
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", names.sysname, release.substr(0, release.find('-')));
  }
  return text;
}

}  // namespace

BenchFacts bench_facts() {
  std::string processor = value_in_file("/proc/cpuinfo", "model name", ':');
  return {.satscope = SATSCOPE_VERSION,
          .date = now_in_utc(),
          .processor = processor.empty() ? "CPU" : std::move(processor),
          .threads_offered = host_threads(),
          .memory_bytes = installed_host_memory(),
          .system = system_text()};
}

}  // namespace satscope::app
