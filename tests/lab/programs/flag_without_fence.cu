// SPDX-License-Identifier: Apache-2.0
// a volatile flag that is written without a fence between it and the data
__device__ volatile int flag;
__device__ int data;
__global__ void k(int* out) {
  if (blockIdx.x == 1) {
    data = 42;  // expect race
    flag = 1;
  } else {
    while (flag == 0) { }
    __threadfence();
    *out = data;  // expect race
  }
}
int main() {
  int* d;
  cudaMalloc(&d, sizeof(int));
  k<<<2, 1>>>(d);
  cudaDeviceSynchronize();
  cudaFree(d);
}
// says: A volatile flag alone orders nothing: call __threadfence() between the data and the flag.
// table: none
