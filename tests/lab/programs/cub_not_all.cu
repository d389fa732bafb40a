// SPDX-License-Identifier: Apache-2.0
// Half of a block scans, and threads behind the end of the data leave before the reduction.
#include <cub/cub.cuh>
__global__ void half(int* data) {
  using Scan = cub::BlockScan<int, 64>;
  __shared__ Scan::TempStorage temp;
  int v = data[threadIdx.x];
  if (threadIdx.x < 32) Scan(temp).ExclusiveSum(v, v);  // expect warp
  data[threadIdx.x] = v;
}
__global__ void sum(int* data, int n) {
  using Reduce = cub::BlockReduce<int, 64>;
  __shared__ Reduce::TempStorage temp;
  if (threadIdx.x >= n) return;
  int all = Reduce(temp).Sum(data[threadIdx.x]);  // expect warp
  if (threadIdx.x == 0) data[0] = all;
}
int main() {
  int* d;
  cudaMalloc(&d, 64 * 4);
  cudaMemset(d, 0, 64 * 4);
  half<<<1, 64>>>(d);
  sum<<<1, 64>>>(d, 50);
  cudaDeviceSynchronize();
  cudaFree(d);
}
// says: of the 64 threads of the block do not take part in this function of cub
// does not say: __syncthreads()
// does not say: a mask
// table: none
