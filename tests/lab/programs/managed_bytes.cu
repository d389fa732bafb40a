// SPDX-License-Identifier: Apache-2.0
// managed memory that the host fills: each byte counts as written, also one that fresh memory holds
#include <cstdio>
__global__ void copy(const unsigned char* a, unsigned char* b) { b[threadIdx.x] = a[threadIdx.x]; }
int main() {
  unsigned char *a, *b;
  cudaMallocManaged(&a, 256);
  cudaMallocManaged(&b, 256);
  for (int i = 0; i < 256; ++i) a[i] = i;
  copy<<<1, 256>>>(a, b);
  cudaDeviceSynchronize();
  printf("%d\n", b[205]);
  cudaFree(a); cudaFree(b);
}
// table: none
