// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
__global__ void own(int* o) { o[threadIdx.x] = __shfl_sync(0xfffffffe, threadIdx.x, 3); }  // expect warp
__global__ void gone(int* o) { if (threadIdx.x == 7) return; o[threadIdx.x] = __shfl_sync(~0u, threadIdx.x, 7); }  // expect warp
__global__ void half(int* o) { if (threadIdx.x < 16) o[threadIdx.x] = __shfl_down_sync(0xffff, threadIdx.x, 8); else o[threadIdx.x] = 0; }  // expect warp
__global__ void race(int* o) { __shared__ int a[32]; a[threadIdx.x] = threadIdx.x; o[threadIdx.x] = a[31 - threadIdx.x]; }  // expect race
__global__ void dead(int* o) { if (threadIdx.x < 16) o[threadIdx.x] = __shfl_sync(~0u, threadIdx.x, 3); else __syncthreads(); }  // expect deadlock
int main() { int* d; cudaMalloc(&d, 128); own<<<1, 32>>>(d); gone<<<1, 32>>>(d); half<<<1, 32>>>(d); race<<<1, 32>>>(d); puts("then:"); fflush(stdout); dead<<<1, 32>>>(d); }
// table: none
