// SPDX-License-Identifier: Apache-2.0
// the last steps of a reduction by one warp, without __syncwarp
#include <cstdio>
__global__ void sum(const int* in, int* out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];  // expect race
    s[t] += s[t + 16];  // expect race
    s[t] += s[t + 8];  // expect race
  }
  if (t == 0) *out = s[0];
}
int main() {
  int h[64], r, *a, *b;
  for (int i = 0; i < 64; ++i) h[i] = 1 << 28;
  cudaMalloc(&a, sizeof h); cudaMalloc(&b, 4);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  sum<<<1, 64>>>(a, b);
  cudaMemcpy(&r, b, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", r);
  cudaFree(a); cudaFree(b);
}
// says: part in races on s, too.
// not: overflow
// table: none
