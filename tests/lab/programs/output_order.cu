// SPDX-License-Identifier: Apache-2.0
// blocks put their numbers where a counter says: any order is possible
#include <cstdio>
__device__ int n;
__global__ void k(int* out) { out[atomicAdd(&n, 1)] = blockIdx.x; }
int main() {
  int *d, h[4];
  cudaMalloc(&d, sizeof h);
  k<<<4, 1>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
  cudaFree(d);
}
// only a note: order
// says: 0 1 2 3
// says: 3 2 1 0
// table: none
