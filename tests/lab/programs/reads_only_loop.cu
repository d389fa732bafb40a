// SPDX-License-Identifier: Apache-2.0
// loops that read one place again and again, and count: no thread waits for another
#include <cstdio>
__global__ void add(const unsigned* a, const volatile unsigned* b, unsigned* out) {
  unsigned sum = 0;
  for (int k = 0; k < 1000; ++k) sum += a[0];
  for (int k = 0; k < 100; ++k) sum += a[k & 1];
  for (int k = 0; k < 100; ++k) sum += b[0];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
int main() {
  unsigned *a, *out, h[64];
  cudaMalloc(&a, 8); cudaMalloc(&out, sizeof h);
  cudaMemset(a, 1, 8);
  add<<<2, 32>>>(a, a, out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%u\n", h[63]);
  cudaFree(a); cudaFree(out);
}
// table: none
