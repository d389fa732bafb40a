// SPDX-License-Identifier: Apache-2.0
// a lambda for the device in a function of the host, which launches afterwards
template <class F>
__global__ void each(int* a, F f) { a[threadIdx.x] = f(threadIdx.x); }
int main() {
  int* d;
  cudaMalloc(&d, 8 * sizeof(int));
  auto square = [] __device__(int i) {
    if (i > 4) { return 16; }
    return i * i;
  };
  each<<<1, 8>>>(d, square);
  each<<<1, 8>>>(d, [] __device__(int i) { return i + 1; });
  each<<<1, 8>>>(d, square);
  cudaDeviceSynchronize();
  cudaFree(d);
}
