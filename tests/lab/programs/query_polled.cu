// SPDX-License-Identifier: Apache-2.0
// Loops that ask until the work is done order the host, also while other streams get work, and each of them ends.
#include <cstdio>
__global__ void twice(int* a) { a[threadIdx.x] *= 2; }
int main() {
  constexpr int n = 8, bytes = n * sizeof(int);
  int *h, *d, *other, sum = 0, asked = 0;
  cudaMallocHost(&h, bytes); cudaMalloc(&d, bytes); cudaMalloc(&other, bytes);
  cudaMemset(d, 0, bytes); cudaMemset(other, 0, bytes);
  cudaStream_t s; cudaStreamCreate(&s);
  cudaEvent_t e; cudaEventCreate(&e);
  for (int turn = 0; turn < 3; ++turn) {
    twice<<<1, n, 0, s>>>(d);
    cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s);
    while (cudaStreamQuery(s) == cudaErrorNotReady) ++asked;
    sum += h[0];
    cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s);
    cudaEventRecord(e, s);
    while (cudaEventQuery(e) != cudaSuccess) ++asked;
    sum += h[1];
    cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s);
    while (cudaStreamQuery(s) != cudaSuccess) twice<<<1, n>>>(other);
    sum += h[2];
    cudaDeviceSynchronize();
    cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost);
    while (cudaStreamQuery(nullptr) != cudaSuccess) twice<<<1, n>>>(other);
    sum += h[3];
    cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s);
    if (cudaStreamQuery(s) == cudaSuccess) sum += h[4];
    if (cudaStreamQuery(s) != cudaSuccess) cudaStreamSynchronize(s);
    sum += h[5];
  }
  printf("asked %d times in vain, the last answer is %s\n", asked, cudaGetErrorString(cudaStreamQuery(s)));
  cudaEventDestroy(e); cudaStreamDestroy(s); cudaFreeHost(h); cudaFree(d); cudaFree(other);
  return sum & 0;
}
// not: order
// table: none
