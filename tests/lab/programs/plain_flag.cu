// SPDX-License-Identifier: Apache-2.0
// a block waits for another at a flag that is no atomic
__device__ int done;
__global__ void k(int* out) {
  if (blockIdx.x == 0) {
    *out = 1;
    __threadfence();
    done = 1;  // expect race
  } else {
    while (done == 0) { }  // expect race
  }
}
int main() {
  int* d;
  cudaMalloc(&d, 4);
  k<<<2, 1>>>(d);
  cudaDeviceSynchronize();
  cudaFree(d);
}
// says: a plain variable is no flag: use atomics (or volatile) and __threadfence().
// table: none
