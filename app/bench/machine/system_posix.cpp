// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <thread>

#include "app/bench/machine/system.h"

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

}  // namespace

std::string system_text() {
  std::string text = value_in_file("/etc/os-release", "PRETTY_NAME", '=');
  utsname names{};
  if (::uname(&names) == 0) {
    const std::string_view release = names.release;  // what follows the number is the name of a build
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", names.sysname, release.substr(0, release.find('-')));
  }
  return text;
}

std::string processor_name() { return value_in_file("/proc/cpuinfo", "model name", ':'); }

std::string frequency_governor() {
  std::ifstream lines("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
  std::string line;
  std::getline(lines, line);
  return line;
}

double cpu_megahertz() {
  std::ifstream lines("/proc/cpuinfo");
  double fastest = 0;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("cpu MHz"))
      if (const std::size_t colon = line.find(':'); colon != line.npos)
        fastest = std::max(fastest, std::strtod(line.c_str() + colon + 1, nullptr));
  return fastest;
}

double machine_load() {
  std::ifstream file("/proc/loadavg");
  double load = -1;
  return file >> load ? load : -1;
}

double other_threads_now() {
  constexpr std::size_t k_moments = 9;
  std::array<double, k_moments> running{};
  for (double& one : running) {
    std::ifstream file("/proc/stat");
    std::string word;
    while (file >> word && word != "procs_running") {
    }
    if (!(file >> one)) return -1;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  std::ranges::nth_element(running, running.begin() + k_moments / 2);
  return std::max(0.0, running[k_moments / 2] - 1);
}

}  // namespace satscope::app
