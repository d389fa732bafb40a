// SPDX-License-Identifier: Apache-2.0
// handshakes by a volatile flag, with both fences: the block that waits may begin first
#include <cstdio>
__device__ volatile int flag[5], state[16];
__device__ int data[5], sum[16];
__global__ void k(int* out, int producer, int way) {
  if (blockIdx.x == producer) {
    if (threadIdx.x) return;
    data[way] = 42;
    __threadfence();
    flag[way] = 1;
  } else if (way == 0) {
    if (threadIdx.x) return;
    while (flag[way] == 0) { }  // note order
    __threadfence();
    out[way] = data[way];
  } else if (way == 1) {
    if (threadIdx.x) return;
    while (flag[way] == 0) __threadfence();  // note order
    __threadfence();
    out[way] = data[way];
  } else if (way == 2) {
    if (threadIdx.x == 0) {
      while (flag[way] == 0) { }  // note order
      __threadfence();
    }
    __syncthreads();
    if (threadIdx.x == 5) out[way] = data[way];
  } else {
    if (threadIdx.x) return;
    while (flag[way] == 0) {  // note order
      __nanosleep(20);
    }
    __threadfence();
    out[way] = data[way];
  }
}
__global__ void look_back(int* out) {
  int b = blockIdx.x, before = 0;
  if (threadIdx.x) return;
  if (b > 0) {
    while (state[b - 1] == 0) { }  // note order
    __threadfence();
    before = sum[b - 1];
  }
  sum[b] = before + b;
  __threadfence();
  state[b] = 1;
  out[5 + b] = before;
}
__device__ int log_of[2];
// one fence for two flags, and a write between them that only its own thread reads
__global__ void two_flags(int* out, int producer) {
  if (threadIdx.x) return;
  if (blockIdx.x == producer) {
    data[4] = 7;
    __threadfence();
    log_of[0] = 1;
    flag[3] = 2;
    flag[4] = 1;
    log_of[1] = log_of[0];
  } else {
    while (flag[4] == 0) { }  // note order
    __threadfence();
    out[0] = data[4];
  }
}
int main() {
  int *d, h[4];
  cudaMalloc(&d, 21 * sizeof(int));
  cudaMemset(d, 0, 21 * sizeof(int));
  for (int way = 0; way < 4; ++way) k<<<2, 32>>>(d, way == 1 ? 0 : 1, way);
  look_back<<<16, 32>>>(d);
  two_flags<<<2, 32>>>(d, 1);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
  cudaFree(d);
}
// not: race
// table: none
