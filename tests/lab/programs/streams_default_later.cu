// SPDX-License-Identifier: Apache-2.0
// to wait for a stream is not to wait for what the default stream got after the work of that stream
#include <cstdio>
__global__ void fill(int* a, int value) { a[threadIdx.x] = value; }
int main() {
  constexpr int n = 8, bytes = n * sizeof(int);
  int *d, *e, *h, *m;
  cudaMalloc(&d, bytes);
  cudaMalloc(&e, bytes);
  cudaMallocHost(&h, bytes);
  cudaMallocManaged(&m, bytes);
  cudaStream_t s;
  cudaStreamCreate(&s);
  fill<<<1, n>>>(e, 1);
  fill<<<1, n, 0, s>>>(d, 2);  // waits for the default stream
  cudaStreamSynchronize(s);
  cudaMemcpyAsync(h, e, bytes, cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  printf("%d\n", h[0]);
  fill<<<1, n, 0, s>>>(d, 3);
  cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost);
  fill<<<1, n>>>(m, 4);
  cudaStreamSynchronize(s);
  printf("%d\n", h[0]);  // expect host
  printf("%d\n", m[0]);  // expect host
  cudaDeviceSynchronize();
  fill<<<1, n, 0, s>>>(m, 5);
  fill<<<1, n>>>(e, 6);
  cudaStreamSynchronize(s);
  printf("%d\n", m[0]);
  cudaStreamDestroy(s);
  cudaFree(d); cudaFree(e); cudaFree(m); cudaFreeHost(h);
}
// says: reads h while the copy in line 21 (default stream) may still write to it
// says: reads m while fill (launched in line 22) may still write to it: a launch does not wait for its kernel. Call cudaDeviceSynchronize() first.
// table: none
