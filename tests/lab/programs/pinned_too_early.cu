// SPDX-License-Identifier: Apache-2.0
// pinned memory that the host uses while a copy or a kernel of a stream may still use it: each of these is a race on a GPU
#include <cstdio>
#include <cstring>
#include <numeric>
#include <vector>
__global__ void twice(int* a) { a[threadIdx.x] *= 2; }
int main() {
  constexpr int n = 8, bytes = n * sizeof(int);
  int *h_in, *h_out, *shown, *d, sum = 0, own[n];
  cudaMallocHost(&h_in, bytes); cudaMallocHost(&h_out, bytes);
  cudaHostAlloc(&shown, bytes, cudaHostAllocMapped);
  cudaMalloc(&d, bytes);
  for (int i = 0; i < n; ++i) h_in[i] = shown[i] = i;
  cudaMemcpyAsync(d, h_in, bytes, cudaMemcpyHostToDevice);
  h_in[0] = 7;  // expect host
  twice<<<1, n>>>(d);
  cudaMemcpyAsync(h_out, d, bytes, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) sum += h_out[i];  // expect host
  cudaDeviceSynchronize();
  cudaStream_t s, other;
  cudaStreamCreate(&s); cudaStreamCreate(&other);
  cudaMemcpyAsync(h_out, d, bytes, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(other);
  memcpy(own, h_out, bytes);  // expect host
  cudaStreamSynchronize(s);
  twice<<<1, n, 0, s>>>(shown);
  sum += shown[n - 1];  // expect host
  cudaMemcpyAsync(h_out, d, bytes, cudaMemcpyDeviceToHost, s);  // expect host
  sum += std::accumulate(h_out, h_out + n, 0);
  cudaStreamSynchronize(s);
  cudaMemcpyAsync(h_out, d, bytes, cudaMemcpyDeviceToHost, s);
  std::vector<int> all(h_out, h_out + n);
  cudaStreamSynchronize(s);
  cudaMemcpyAsync(h_out, d, bytes, cudaMemcpyDeviceToHost, s);
  sum += memcmp(h_out, own, bytes);  // expect host
  cudaMemcpyAsync(h_out, d, bytes, cudaMemcpyDeviceToHost, s);
  fwrite(h_out, 1, bytes, stderr);  // expect host
  cudaStreamDestroy(s); cudaStreamDestroy(other);
  cudaFreeHost(h_in); cudaFreeHost(h_out); cudaFreeHost(shown); cudaFree(d);
  return sum & 0;
}
// says: Host code writes to h_in while the copy in line 15 (default stream) may still read it
// says: Host code reads h_out while the copy in line 23 (stream 1) may still write to it
// says: Host code reads shown while twice (launched in line 27) may still write to it
// says: while the copy in line 32 (stream 1)
// table: none
