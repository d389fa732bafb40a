// SPDX-License-Identifier: Apache-2.0
// Streams with priorities and callbacks, pools, pinned and registered memory; assembly of the host.
#include <cassert>
#include <cstdlib>
__global__ void k(int* d) {
  int i = threadIdx.x; d[i] = isnan(1.0f * i) ? 0 : 1; atomicAdd_system(d + i, 1); atomicCAS_system(d + i, 2, 1);
}
void CUDART_CB done(cudaStream_t, cudaError_t, void* p) { *(int*)p = 1; }
static unsigned ticks() { unsigned a, b; asm volatile("rdtsc" : "=a"(a), "=d"(b)); return a; }
int main() {
  int least, greatest, flag = 0, *pooled, *pinned, *registered = (int*)aligned_alloc(4096, 4096), *reached;
  ticks();
  cudaSetDeviceFlags(cudaDeviceMapHost | cudaDeviceBlockingSync);
  cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); assert(!p.pageableMemoryAccess);
  cudaStream_t s; cudaDeviceGetStreamPriorityRange(&least, &greatest);
  cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, greatest);
  cudaMallocAsync(&pooled, 128, s); k<<<1, 32, 0, s>>>(pooled); cudaFreeAsync(pooled, s);
  cudaStreamAddCallback(s, done, &flag, 0); while (cudaStreamQuery(s) != cudaSuccess) {} assert(flag);
  cudaHostAlloc((void**)&pinned, 128, cudaHostAllocMapped); cudaHostGetDevicePointer((void**)&reached, (void*)pinned, 0);
  k<<<1, 32>>>(reached); cudaDeviceSynchronize(); assert(pinned[31] == 1); cudaFreeHost(pinned);
  cudaHostRegister(registered, 4096, cudaHostRegisterMapped); k<<<1, 32>>>(registered); cudaDeviceSynchronize();
  cudaHostUnregister(registered); free(registered); cudaStreamDestroy(s);
}
// table: none
