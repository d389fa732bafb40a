// SPDX-License-Identifier: Apache-2.0
#include <cub/cub.cuh>
__global__ void k(int* data) {
  using Load = cub::BlockLoad<int, 32, 2>;  // expect error
  int own[2];
  Load().Load(data, own);
}
__global__ void segments(int* data) {
  using Reduce = cub::WarpReduce<int>;
  __shared__ Reduce::TempStorage temp;
  data[0] = Reduce(temp).HeadSegmentedSum(1, 0);  // expect error
  using Five = cub::WarpScan<int, 5>;
  __shared__ Five::TempStorage five;  // expect error
}
int main() {}
// does not say: was not declared
// verdict: not supported here
