// SPDX-License-Identifier: Apache-2.0
// the fence comes before the second number, so the flag says nothing of it; a barrier after it changes nothing
__device__ volatile int flag;
__device__ int first, second;
__global__ void k(int* out, bool barrier) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      first = 1;
      __threadfence();
      second = 2;  // expect race
    }
    if (barrier) __syncthreads();
    if (threadIdx.x == 0) flag = 1;
  } else if (threadIdx.x == 0) {
    while (flag == 0) { }
    __threadfence();
    out[0] = first;
    out[1] = second;  // expect race
  }
}
int main() {
  int *d, zero = 0;
  cudaMalloc(&d, 2 * sizeof(int));
  k<<<2, 32>>>(d, false);
  cudaMemcpyToSymbol(flag, &zero, sizeof zero);
  k<<<2, 32>>>(d, true);
  cudaDeviceSynchronize();
  cudaFree(d);
}
// says: Race on second
// says: call __threadfence() between the data and the flag
// does not say: Race on first
// table: none
