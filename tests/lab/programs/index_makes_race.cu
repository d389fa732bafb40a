// SPDX-License-Identifier: Apache-2.0
// one thread too many in each row: it writes to the next row, and beyond the last one
__global__ void k(int* out, int w) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x <= w)
    out[y * w + x] = x;  // expect bounds
}
int main() {
  int* d;
  cudaMalloc(&d, 32 * sizeof(int));
  k<<<4, 32>>>(d, 8);
  cudaDeviceSynchronize();
  cudaFree(d);
}
// kind: race
// first: bounds
// table: none
