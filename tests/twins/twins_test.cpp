// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "kernels/device.h"
#include "kernels/twins.h"

namespace satscope {
namespace {

TEST(Twins, RowScanByMachineAndByHandWriteTheSame) {
  if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  for (const Extent extent : {Extent{1, 1}, Extent{513, 7}, Extent{1920, 1080}})
    EXPECT_TRUE(time_row_scan_twins(extent).equal) << extent.width << "x" << extent.height;
}

TEST(Twins, SinglePassByMachineAndByHandWriteTheSame) {
  if (!gpu_status().usable) GTEST_SKIP() << gpu_status().reason;
  for (const Extent extent : {Extent{16, 1}, Extent{528, 7}, Extent{1920, 1080}})
    EXPECT_TRUE(time_single_pass_twins(extent).equal) << extent.width << "x" << extent.height;
}

}  // namespace
}  // namespace satscope
