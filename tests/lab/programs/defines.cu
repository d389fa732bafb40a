// SPDX-License-Identifier: Apache-2.0
// macros of the command line
// words: -DN=8 -D TWICE
#ifndef TWICE
#error TWICE is not defined
#endif
#define DOUBLE(x) ((x) * (TWICE + 1))
__global__ void k(int* out) { out[threadIdx.x] = DOUBLE(N); }  // expect bounds
int main() {
  int* d;
  cudaMalloc(&d, (N - 1) * sizeof(int));
  k<<<1, N>>>(d);
  cudaDeviceSynchronize();
  cudaFree(d);
}
// says: Thread 7 writes d[7], but d has only 7 elements
// table: none
