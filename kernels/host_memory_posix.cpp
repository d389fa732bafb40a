// SPDX-License-Identifier: Apache-2.0
#include "kernels/host_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>

namespace satscope {
namespace {

/// The number after a word, in a list of words and numbers.
std::optional<std::size_t> number_behind(const std::string& file, const std::string& wanted) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string word;
    std::size_t number = 0;
    if (words >> word && word == wanted && words >> number) return number;
  }
  return {};
}

/// The number in a file; nothing if the file has a word ("max") or does not exist.
std::optional<std::size_t> number_in(const std::string& file) {
  std::ifstream stream(file);
  std::size_t number = 0;
  if (stream >> number) return number;
  return {};
}

/// File names in one version of control groups.
struct Names {
  const char *limit, *used, *reclaimable;
};
constexpr Names k_v2{"/memory.max", "/memory.current", "inactive_file"};
constexpr Names k_v1{"/memory.limit_in_bytes", "/memory.usage_in_bytes", "total_inactive_file"};

/// The memory that a group has left; cached files are released when memory is short, so they do not count as used.
std::size_t left_in(const std::string& group, const Names& names) {
  const auto limit = number_in(group + names.limit), used = number_in(group + names.used);
  if (!limit || !used) return k_unlimited_memory;
  const std::size_t cached = std::min(number_behind(group + "/memory.stat", names.reclaimable).value_or(0), *used);
  return *limit - std::min(*limit, *used - cached);
}

/// The least that a group and its parents have left.
std::size_t left_up_from(const std::string& root, std::string path, const Names& names) {
  std::size_t left = left_in(root, names);  // because: within a container its own group is mounted here
  while (!path.empty() && path != "/") {
    left = std::min(left, left_in(root + path, names));
    path.resize(path.rfind('/') == path.npos ? 0 : path.rfind('/'));
  }
  return left;
}

std::size_t left_in_groups(const std::string& proc, const std::string& groups) {
  std::size_t left = k_unlimited_memory;
  std::ifstream stream(proc + "/self/cgroup");
  for (std::string line; std::getline(stream, line);) {  // NUMBER:CONTROLLERS:PATH
    const std::size_t first = line.find(':'), second = first == line.npos ? first : line.find(':', first + 1);
    if (second == line.npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
    if (controllers.empty()) left = std::min(left, left_up_from(groups, path, k_v2));
    if (("," + controllers + ",").find(",memory,") != line.npos)
      left = std::min(left, left_up_from(groups + "/memory", path, k_v1));
  }
  return left;
}

}  // namespace

std::size_t installed_host_memory() {
  const long pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page) : 0;
}

std::size_t available_address_space(const std::string& proc) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return k_unlimited_memory;
  const auto pages = number_in(proc + "/self/statm");
  const std::size_t used = pages.value_or(0) * static_cast<std::size_t>(std::max(::sysconf(_SC_PAGESIZE), 1L));
  return limit.rlim_cur - std::min<std::size_t>(limit.rlim_cur, used);
}

std::size_t available_host_memory(const std::string& proc, const std::string& groups) {
  constexpr std::size_t k_kilobyte = 1024;
  const auto kilobytes = number_behind(proc + "/meminfo", "MemAvailable:");
  const std::size_t of_system = kilobytes ? k_kilobyte * *kilobytes : k_unlimited_memory;
  return std::min({of_system, left_in_groups(proc, groups), available_address_space(proc)});
}

}  // namespace satscope
