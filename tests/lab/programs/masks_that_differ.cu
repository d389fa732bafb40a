// SPDX-License-Identifier: Apache-2.0
// both branches call it, with masks that differ: each waits for lanes of the other
__global__ void k(const int* in, int* out) {
  int t = threadIdx.x, v = in[t];
  if (t < 16) v += __shfl_down_sync(0xffffffff, v, 1);  // expect deadlock
  else v += __shfl_down_sync(0xfffffff0, v, 1);
  out[t] = v;
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 128); cudaMalloc(&b, 128);
  cudaMemset(a, 0, 128);
  k<<<1, 32>>>(a, b);
  cudaFree(a); cudaFree(b);
}
// says: because its mask 0xffffffff also names lanes 16 to 31, which call it with another mask;
// table: none
