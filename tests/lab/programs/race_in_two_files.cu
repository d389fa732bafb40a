// SPDX-License-Identifier: Apache-2.0
#include "parts/next.h"
__global__ void k(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = next(s);
}
int main() {
  k<<<1, 32>>>(make(32));
  cudaDeviceSynchronize();
}
// kind: race
// says: reads it in line 9 of next.h (value
// says: writes it in line 5 (value
// kind: leak
// in: next.h:5
// table: none
