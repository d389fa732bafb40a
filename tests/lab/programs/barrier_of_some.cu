// SPDX-License-Identifier: Apache-2.0
// threads for which there is no work leave before the barrier
#include <cstdio>
__global__ void turn(int* a, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  if (t < n) {
    s[t] = a[t];
    __syncthreads();  // note barrier
    a[t] = s[n - 1 - t];
  }
}
int main() {
  int *a, h[40];
  for (int i = 0; i < 40; ++i) h[i] = i;
  cudaMalloc(&a, sizeof h);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  turn<<<1, 64>>>(a, 40);
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
  cudaFree(a);
}
// says: GPUs since Volta wait only for those that are still there
// table: none
