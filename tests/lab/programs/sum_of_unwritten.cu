// SPDX-License-Identifier: Apache-2.0
// the filling of memory that nothing wrote is no number, so a sum of it does not overflow
__global__ void add(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x] + in[threadIdx.x] + in[threadIdx.x];  // expect uninitialised
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 32 * sizeof(int));
  cudaMalloc(&b, 32 * sizeof(int));
  add<<<1, 32>>>(a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
// not: overflow
// table: none
