// SPDX-License-Identifier: Apache-2.0
// Dynamic shared memory above 48 KB needs an attribute, and ends at 227 KB.
#include <cstdio>
__global__ void turn(float* p) {
  extern __shared__ float s[];
  s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = s[7 - threadIdx.x];
}
__global__ void other(float* p) { p[threadIdx.x] = 0; }
int main() {
  int most = 0;
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  if (most != 227 * 1024) return 1;
  float* p;
  cudaMalloc(&p, 32);
  cudaMemset(p, 0, 32);
  turn<<<1, 8, 49153>>>(p);  // expect launch
  cudaGetLastError();
  if (cudaFuncSetAttribute(turn, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536) != cudaSuccess) return 1;
  turn<<<1, 8, 65536>>>(p);
  if (cudaGetLastError() != cudaSuccess) return 1;
  turn<<<1, 8, 65537>>>(p);  // expect launch
  other<<<1, 8, 65536>>>(p);  // expect launch
  if (cudaFuncSetAttribute(turn, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024 + 1) == cudaSuccess) return 1;
  cudaFuncSetAttribute(turn, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
  cudaGetLastError();
  turn<<<1, 8, 227 * 1024>>>(p);
  if (cudaGetLastError() != cudaSuccess) return 1;
  cudaDeviceSynchronize();
  cudaFree(p);
}
// says: cudaFuncSetAttribute()
// does not say: turn<<<1, 8, 65536>>>
// does not say: 232448>>>
// does not say: exit code
// table: none
