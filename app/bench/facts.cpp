// SPDX-License-Identifier: Apache-2.0
#include "app/bench/facts.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <ctime>
#include <fstream>

#include "app/bench/build_info.h"
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

std::string first_line(const char* file) {
  std::ifstream lines(file);
  std::string line;
  std::getline(lines, line);
  return line;
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
  const BuildInfo info = build_info();
  std::string processor = value_in_file("/proc/cpuinfo", "model name", ':');
  return {.satscope = SATSCOPE_VERSION,
          .date = now_in_utc(),
          .processor = processor.empty() ? "CPU" : std::move(processor),
          .threads_offered = host_threads(),
          .memory_bytes = installed_host_memory(),
          .commit = info.commit,
          .compiler = info.compiler,
          .flags = info.flags,
          .governor = first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
          .system = system_text()};
}

double machine_load() {
  std::ifstream file("/proc/loadavg");
  double load = -1;
  return file >> load ? load : -1;
}

}  // namespace satscope::app
