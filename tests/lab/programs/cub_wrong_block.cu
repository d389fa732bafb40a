// SPDX-License-Identifier: Apache-2.0
// The scan is for 128 threads, and 64 are launched.
#include <cub/cub.cuh>
__global__ void k(int* data) {
  using Scan = cub::BlockScan<int, 128>;
  __shared__ Scan::TempStorage temp;
  int v = data[threadIdx.x];
  Scan(temp).ExclusiveSum(v, v);  // expect warp
  data[threadIdx.x] = v;
}
int main() {
  int* d;
  cudaMalloc(&d, 64 * 4);
  cudaMemset(d, 0, 64 * 4);
  k<<<1, 64>>>(d);
  cudaDeviceSynchronize();
  cudaFree(d);
}
// table: none
