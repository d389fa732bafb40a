// SPDX-License-Identifier: Apache-2.0
// More accesses than a recording holds, but no endless loop.
// says: Only the beginning was checked
__global__ void twice(int* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] = 2 * a[i]; }
int main() {
  const int n = 1 << 22; int* d; cudaMalloc(&d, n * sizeof(int)); cudaMemset(d, 0, n * sizeof(int));
  twice<<<n / 256, 256>>>(d, n); cudaDeviceSynchronize(); cudaFree(d);
}
// table: none
// words: --seconds 60
