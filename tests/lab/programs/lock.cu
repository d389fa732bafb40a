// SPDX-License-Identifier: Apache-2.0
// A lock by atomicCAS, one taker per block; grid.sync; last block done.
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int lock, total; __device__ unsigned done;
__global__ void locked() { if (threadIdx.x == 0) { while (atomicCAS(&lock, 0, 1) != 0) { } total = total + 1; __threadfence(); atomicExch(&lock, 0); } }
__global__ void grid(int* a) { auto g = cg::this_grid(); int i = g.thread_rank(), n = g.size(); a[i] = i; g.sync(); int v = a[n - 1 - i]; g.sync(); a[i] = v; }
__global__ void last(const int* in, int* part, int* out) {
  __shared__ bool am_last; __shared__ int s;
  if (threadIdx.x == 0) s = 0; __syncthreads();
  atomicAdd(&s, in[blockIdx.x * blockDim.x + threadIdx.x]); __syncthreads();
  if (threadIdx.x == 0) { part[blockIdx.x] = s; __threadfence(); am_last = atomicInc(&done, gridDim.x) == gridDim.x - 1; }
  __syncthreads();
  if (am_last && threadIdx.x == 0) { int x = 0; for (int b = 0; b < gridDim.x; ++b) x += part[b]; *out = x; }
}
int main() {
  locked<<<40, 32>>>(); int t; cudaMemcpyFromSymbol(&t, total, 4); printf("total %d\n", t);
  int *a, *p, *o; cudaMalloc(&a, 256 * 4); cudaMalloc(&p, 8 * 4); cudaMalloc(&o, 4); void* args[] = {&a};
  cudaLaunchCooperativeKernel((void*)grid, dim3(8), dim3(32), args); last<<<8, 32>>>(a, p, o); int h; cudaMemcpy(&h, o, 4, cudaMemcpyDeviceToHost); printf("sum %d\n", h);
  cudaFree(a); cudaFree(p); cudaFree(o);
}
// table: none
