// SPDX-License-Identifier: Apache-2.0
// A query does not wait: pinned memory is read after a query whose answer is ignored, or says that the copy is not done.
#include <cstdio>
__global__ void twice(int* a) { a[threadIdx.x] *= 2; }
int main() {
  constexpr int n = 8, bytes = n * sizeof(int);
  int *h, *d, sum = 0;
  cudaMallocHost(&h, bytes); cudaMalloc(&d, bytes); cudaMemset(d, 0, bytes);
  cudaStream_t s; cudaStreamCreate(&s);
  cudaEvent_t e; cudaEventCreate(&e);
  twice<<<1, n, 0, s>>>(d);
  cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s);
  cudaStreamQuery(s);
  sum += h[0];  // expect host
  cudaStreamSynchronize(s);
  cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s);
  cudaEventRecord(e, s);
  (void)cudaEventQuery(e);
  (void)cudaEventQuery(e);
  sum += h[1];  // expect host
  cudaStreamSynchronize(s);
  cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s);
  if (cudaStreamQuery(s) != cudaSuccess) puts("wait");
  sum += h[2];  // expect host
  cudaStreamSynchronize(s);
  cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost);
  while (true)
    if (cudaStreamQuery(0) == cudaErrorNotReady) break;
    else if (cudaGetLastError() == cudaSuccess) break;
  sum += h[3];  // expect host
  cudaEventDestroy(e); cudaStreamDestroy(s); cudaFreeHost(h); cudaFree(d);
  return sum & 0;
}
// table: none
