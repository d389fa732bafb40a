// SPDX-License-Identifier: Apache-2.0
// a stream, events and pinned memory that are never given back
__global__ void twice(int* a) { a[threadIdx.x] *= 2; }
int main() {
  constexpr int n = 8, bytes = n * sizeof(int);
  int *d, *h, *kept;
  cudaMalloc(&d, bytes);
  cudaMallocHost(&h, bytes);
  cudaMallocHost(&kept, bytes);  // expect leak
  cudaStream_t s[3], own;
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);  // expect leak
  cudaEventCreateWithFlags(&end, cudaEventDisableTiming);
  cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);  // expect leak
  for (int k = 0; k < 3; ++k)
    cudaStreamCreate(&s[k]);  // expect leak
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);
  twice<<<1, n, 0, s[0]>>>(d);
  cudaDeviceSynchronize();
  cudaStreamDestroy(s[0]);
  cudaEventDestroy(end);
  cudaFreeHost(h); cudaFree(d);
}
// says: The stream created here is never destroyed: every cudaStreamCreate() needs its cudaStreamDestroy().
// says: The stream created here is never destroyed (2 times)
// says: The event created here is never destroyed: every cudaEventCreate() needs its cudaEventDestroy().
// says: The pinned array allocated here is never freed: every cudaMallocHost() needs its cudaFreeHost().
// table: none
// not: host
// verdict: leaks
