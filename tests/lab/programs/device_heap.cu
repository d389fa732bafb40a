// SPDX-License-Identifier: Apache-2.0
// The heap of the device: right, and beyond its end.
#include <cassert>
#include <cstdlib>
#include <vector>
__global__ void right(int* out) {
  int* own = new int[4]; own[0] = threadIdx.x;
  int* more = (int*)malloc(16); more[0] = 1;
  out[threadIdx.x] = own[0] + more[0];
  delete[] own; free(more);
}
__global__ void beyond() { char* p = new char[4]; p[4] = 1; delete[] p; }  // expect bounds
int main() {
  std::vector<int> h(32); int* d; cudaMalloc(&d, 128); right<<<1, 32>>>(d);
  cudaMemcpy(h.data(), d, 128, cudaMemcpyDeviceToHost); for (int i = 0; i < 32; ++i) assert(h[i] == i + 1);
  beyond<<<1, 1>>>(); cudaDeviceSynchronize(); cudaFree(d);
}
// table: none
