// SPDX-License-Identifier: Apache-2.0
#include <sched.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <string>

#include "kernels/simt/cores.h"

namespace satscope {
namespace {

/// Whole cores of a cgroup's quota ("200000 100000" are two; "max 100000" is none); 0 if there is none.
int cores_of_quota() {
  std::string line, path;
  for (std::ifstream groups("/proc/self/cgroup"); std::getline(groups, line);)
    if (line.starts_with("0::")) path = line.substr(3);
  double least = 0;
  // because: the quota of a parent group holds too
  for (;; path = path.substr(0, path.find_last_of('/'))) {
    std::ifstream quota("/sys/fs/cgroup" + path + "/cpu.max");
    double microseconds = 0, period = 0;
    if (quota >> microseconds >> period && period > 0)
      least = least == 0 ? microseconds / period : std::min(least, microseconds / period);
    if (path.empty() || path == "/") break;
  }
  return least == 0 ? 0 : std::max(1, static_cast<int>(least + 0.5));
}

}  // namespace

int cores_of_process() {
  cpu_set_t cores;
  const int bound = sched_getaffinity(0, sizeof cores, &cores) == 0 ? std::max(1, CPU_COUNT(&cores)) : 0;
  const int quota = cores_of_quota();
  return bound > 0 && quota > 0 ? std::min(bound, quota) : std::max(bound, quota);
}

std::chrono::steady_clock::duration core_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

}  // namespace satscope
