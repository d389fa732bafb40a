// SPDX-License-Identifier: Apache-2.0
// pinned memory that the host uses once the copy is done, or beside it; and memory that is not pinned
#include <cstring>
#include <vector>
__global__ void twice(int* a) { a[threadIdx.x] *= 2; }
void CUDART_CB add(void* p) { ++*(int*)p; }
int main() {
  constexpr int n = 8, bytes = n * sizeof(int);
  int *h, *d, sum = 0;
  std::vector<int> pageable(n);
  cudaMallocHost(&h, bytes); cudaMalloc(&d, bytes);
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaStream_t s;
  cudaEvent_t done;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); cudaEventCreate(&done);
  cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, s);
  sum += h[0];
  twice<<<1, n, 0, s>>>(d);
  cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s);
  cudaStreamSynchronize(s);
  sum += h[1];
  cudaMemcpyAsync(h, d, bytes / 2, cudaMemcpyDeviceToHost, s);
  h[n / 2] = sum;
  cudaEventRecord(done, s);
  cudaEventSynchronize(done);
  h[0] = sum;
  cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s);
  cudaEventRecord(done, s);
  while (cudaEventQuery(done) != cudaSuccess) {}
  sum += h[2];
  cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s);
  cudaLaunchHostFunc(s, add, h);
  cudaDeviceSynchronize();
  sum += h[3];
  cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost);
  cudaMemcpy(d, h, 4, cudaMemcpyHostToDevice);
  sum += h[4];
  cudaMemcpyAsync(pageable.data(), d, bytes, cudaMemcpyDeviceToHost, s);
  sum += pageable[0];
  cudaMemcpyAsync(d, pageable.data(), bytes, cudaMemcpyHostToDevice, s);
  pageable[0] = sum;
  cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, s);
  cudaFree(d);
  sum += h[5];
  cudaEventDestroy(done); cudaStreamDestroy(s); cudaFreeHost(h);
  return sum & 0;
}
// table: none
