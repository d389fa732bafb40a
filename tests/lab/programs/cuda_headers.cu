// SPDX-License-Identifier: Apache-2.0
// headers whose declarations are not used
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <curand_kernel.h>
#include <mma.h>
__global__ void k(int* p) { p[threadIdx.x] = threadIdx.x; }
int main() {
  int* d;
  cudaMalloc(&d, 128);
  k<<<1, 32>>>(d);
  cudaDeviceSynchronize();
  cudaFree(d);
}
// table: none
