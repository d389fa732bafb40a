// SPDX-License-Identifier: Apache-2.0
// How much memory the host can lend, asked before it is taken: an absurd size is answered with a sentence, not with a crash.
#include <fmt/format.h>

#include <cstdio>
#include <limits>

#include "app/sources/loaders.h"

namespace satscope::app {
namespace {

/// Bytes the system hands out without swapping; infinite where it does not say.
double available_bytes() {
  unsigned long long kilobytes = 0;
  if (std::FILE* file = std::fopen("/proc/meminfo", "r")) {
    char line[128];
    while (std::fgets(line, sizeof line, file))
      if (std::sscanf(line, "MemAvailable: %llu kB", &kilobytes) == 1) break;
    std::fclose(file);
  }
  return kilobytes ? 1024.0 * static_cast<double>(kilobytes) : std::numeric_limits<double>::infinity();
}

}  // namespace

void require_memory(const std::string& what, double bytes) {
  if (bytes < 16e6) return;  // not worth a question
  if (const double available = available_bytes(); bytes > available)
    throw InputError(
        fmt::format("{} needs {:.2f} GB of memory, {:.2f} GB are free: not supported", what, bytes / 1e9, available / 1e9));
}

}  // namespace satscope::app
