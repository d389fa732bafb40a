// SPDX-License-Identifier: Apache-2.0
// says: d_a[32], but d_a has only 32 elements
__global__ void k(float* a) { float x = a[threadIdx.x + 1]; a[threadIdx.x] = x; }  // expect bounds
int main() {
  float* d_a; cudaMalloc((void**)&d_a, 32 * sizeof(float)); cudaMemset(d_a, 0, 32 * sizeof(float));
  k<<<1, 32>>>(d_a); cudaDeviceSynchronize(); cudaFree(d_a);
}
// table: none
