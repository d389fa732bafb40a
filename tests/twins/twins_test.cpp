// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdio>

#include "kernels/device.h"
#include "tests/twins/twins.h"

namespace satscope {
namespace {

/// Both write the same, and the code of kernels/simt costs next to nothing: at most 5 % were measured on an H200.
void expect_twins(const TwinTimes& times) {
  std::printf("%s of %dx%d: %.4f ms as written here, %.4f ms by hand in CUDA, ratio %.3f\n", times.kernel.c_str(),
              times.extent.width, times.extent.height, times.machine_ms, times.hand_ms, times.ratio);
  EXPECT_TRUE(times.equal);
  if (times.extent.area() > 1'000'000) {
    EXPECT_LT(times.ratio, 1.1);
  }
}

TEST(Twins, RowScanByMachineIsTheOneByHand) {
  if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  for (const Extent extent : {Extent{1, 1}, Extent{513, 7}, Extent{1920, 1080}, Extent{4096, 4096}})
    expect_twins(time_row_scan_twins(extent));
}

TEST(Twins, SinglePassByMachineIsTheOneByHand) {
  if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  for (const Extent extent : {Extent{16, 1}, Extent{528, 7}, Extent{1920, 1080}, Extent{4096, 4096}})
    expect_twins(time_single_pass_twins(extent));
}

}  // namespace
}  // namespace satscope
