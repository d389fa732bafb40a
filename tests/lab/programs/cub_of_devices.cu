// SPDX-License-Identifier: Apache-2.0
#include <cub/cub.cuh>
int main() {
  size_t bytes = 0;
  unsigned* d = nullptr;
  cub::DeviceScan::InclusiveSum(nullptr, bytes, d, d, 16);  // expect error
}
// verdict: not supported here
