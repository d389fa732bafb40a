// SPDX-License-Identifier: Apache-2.0
// The scan is for 128 threads, and 64 are launched; for 64x1, and 16x4 are; and its storage is not shared.
#include <cub/cub.cuh>
__global__ void k(int* data) {
  using Scan = cub::BlockScan<int, 128>;
  __shared__ Scan::TempStorage temp;
  int v = data[threadIdx.x];
  Scan(temp).ExclusiveSum(v, v);  // expect warp
  data[threadIdx.x] = v;
}
__global__ void shape(int* data) {
  using Scan = cub::BlockScan<int, 64>;
  __shared__ Scan::TempStorage temp;
  int v = data[threadIdx.x];
  Scan(temp).ExclusiveSum(v, v);  // expect warp
}
__global__ void storage(int* data) {
  using Reduce = cub::BlockReduce<int, 64>;
  Reduce::TempStorage temp;
  data[threadIdx.x] = Reduce(temp).Sum(data[threadIdx.x]);  // expect warp
}
int main() {
  int* d;
  cudaMalloc(&d, 64 * 4);
  cudaMemset(d, 0, 64 * 4);
  k<<<1, 64>>>(d);
  shape<<<1, dim3(16, 4)>>>(d);
  storage<<<1, 64>>>(d);
  cudaDeviceSynchronize();
  cudaFree(d);
}
// not: bounds
// says: for blocks of 64x1x1 threads, as its template says, but the block has 16x4x1
// says: is a variable of each thread: declare it __shared__
// table: none
