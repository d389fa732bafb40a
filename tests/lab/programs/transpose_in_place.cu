// SPDX-License-Identifier: Apache-2.0
// threads of one block and of others exchange numbers in place
__global__ void transpose(unsigned* t, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  unsigned v = t[y * n + x];  // expect race
  t[x * n + y] = v;  // expect race
}
int main() {
  unsigned* d;
  cudaMalloc(&d, 20 * 20 * 4);
  cudaMemset(d, 0, 20 * 20 * 4);
  transpose<<<dim3(3, 3), dim3(8, 8)>>>(d, 20);
  cudaFree(d);
}
// says: Threads of different blocks race on it as well, and __syncthreads() does not order blocks.
// table: none
