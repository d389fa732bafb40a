// SPDX-License-Identifier: Apache-2.0
// a chained scan of which each block waits for the one behind it, which may not have begun
#include <cstdio>
__global__ void chain(unsigned* flag, unsigned* out) {
  unsigned id = gridDim.x - 1 - blockIdx.x, sum = 0;
  if (id > 0) {
    while (atomicAdd(&flag[id - 1], 0u) == 0u) { }  // note order
    __threadfence();
    sum = atomicAdd(&out[id - 1], 0u);
  }
  atomicExch(&out[id], sum + id);
  __threadfence();
  atomicExch(&flag[id], 1u);
}
int main() {
  unsigned *flag, *out, r;
  cudaMalloc(&flag, 20); cudaMalloc(&out, 20);
  cudaMemset(flag, 0, 20); cudaMemset(out, 0, 20);
  chain<<<5, 1>>>(flag, out);
  cudaMemcpy(&r, out + 4, 4, cudaMemcpyDeviceToHost);
  printf("%u\n", r);
  cudaFree(flag); cudaFree(out);
}
// table: none
