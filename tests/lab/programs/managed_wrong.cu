// SPDX-License-Identifier: Apache-2.0
// managed memory that no thread wrote, and that the host reads while the kernel may still write
#include <cstdio>
__global__ void copy(const unsigned char* a, unsigned char* b) {
  b[threadIdx.x] = a[threadIdx.x];  // expect uninitialised
}
int main() {
  unsigned char *a, *b;
  cudaMallocManaged(&a, 4);
  cudaMallocManaged(&b, 4);
  for (int i = 0; i < 3; ++i) a[i] = 204 + i;
  copy<<<1, 4>>>(a, b);
  printf("%d\n", b[1]);  // expect host
  cudaFree(a); cudaFree(b);
}
// says: reads a[3], but no thread has written it before (cudaMallocManaged does not clear memory).
// says: Call cudaDeviceSynchronize() first.
// table: none
