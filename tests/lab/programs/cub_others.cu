// SPDX-License-Identifier: Apache-2.0
#include <cub/cub.cuh>
__global__ void k(int* data) {
  using Load = cub::BlockLoad<int, 32, 2>;  // expect error
  int own[2];
  Load().Load(data, own);
}
int main() {}
// verdict: not supported here
