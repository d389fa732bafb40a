// SPDX-License-Identifier: Apache-2.0
#include "kernels/chip.h"

#include <fmt/format.h>

namespace satscope {

ChipLimits chip_limits(int major, int minor) {
  // 32 banks of 4 bytes, and a shuffle for each bank; floats: 128 a clock where a multiprocessor has four parts of 32
  const bool wide = major >= 9 || (major == 8 && minor > 0) || (major == 6 && minor > 0) || major == 5;
  return {.shared_bytes = 128, .shuffles = 32, .adds = wide ? 128.0 : 64.0};
}

std::vector<std::string> chip_faults(const ChipClocks& measured, const ChipLimits& limits) {
  constexpr double k_slack = 1.02;  // because: a clock is read before and after, not during
  std::vector<std::string> faults;
  const auto at_most = [&](const char* what, double value, double most) {
    if (!(value > 0 && value <= most * k_slack))
      faults.push_back(fmt::format("{}: {:.1f} in a clock were measured, the chip has {:g}.", what, value, most));
  };
  const auto at_least_one = [&](const char* what, double clocks) {
    constexpr double k_most = 1000;
    if (!(clocks >= 1 && clocks <= k_most))
      faults.push_back(fmt::format("{}: {:.1f} clocks were measured, which no chip has.", what, clocks));
  };
  at_most("Bytes of shared memory", measured.shared_bytes, limits.shared_bytes);
  at_most("Lanes that shuffle", measured.shuffles, limits.shuffles);
  at_most("Additions", measured.adds, limits.adds);
  at_least_one("Latency of shared memory", measured.shared_latency);
  at_least_one("Latency of a shuffle", measured.shuffle_latency);
  at_least_one("Latency of an addition", measured.add_latency);
  if (!(measured.gigahertz > 0.1 && measured.gigahertz < 5))
    faults.push_back(fmt::format("Clock: {:.2f} GHz were measured, which no GPU has.", measured.gigahertz));
  return faults;
}

}  // namespace satscope
