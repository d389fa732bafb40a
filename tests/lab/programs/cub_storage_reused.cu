// SPDX-License-Identifier: Apache-2.0
// Two scans use one TempStorage, and nothing is between them; so do the turns of a loop, in which a function says what comes before.
#include <cub/cub.cuh>
constexpr int kThreads = 64;
__global__ void both(unsigned* data, unsigned* more) {
  using Scan = cub::BlockScan<unsigned, kThreads>;
  __shared__ Scan::TempStorage temp;
  unsigned a = data[threadIdx.x], b = more[threadIdx.x];
  Scan(temp).InclusiveSum(a, a);
  Scan(temp).InclusiveSum(b, b);  // expect race
  data[threadIdx.x] = a;
  more[threadIdx.x] = b;
}
struct Before {
  unsigned sum;
  __device__ unsigned operator()(unsigned all) { return (sum += all) - all; }
};
__global__ void turns(unsigned* data) {
  using Scan = cub::BlockScan<unsigned, kThreads>;
  __shared__ Scan::TempStorage temp;
  Before before{0};
  for (int k = 0; k < 3; ++k) {
    unsigned v = data[threadIdx.x];
    Scan(temp).ExclusiveSum(v, v, before);  // expect race
    data[threadIdx.x] = v;
  }
}
int main() {
  unsigned *a, *b;
  cudaMalloc(&a, kThreads * 4);
  cudaMalloc(&b, kThreads * 4);
  cudaMemset(a, 1, kThreads * 4);
  cudaMemset(b, 0, kThreads * 4);
  both<<<1, kThreads>>>(a, b);
  turns<<<1, kThreads>>>(a);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
// table: none
