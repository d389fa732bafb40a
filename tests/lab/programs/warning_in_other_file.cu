// SPDX-License-Identifier: Apache-2.0
// words: parts/unset.cu
__global__ void k(const int* in, int* out);
int main() {
  int *a, *b;
  cudaMalloc(&a, 4); cudaMalloc(&b, 4);
  cudaMemset(a, 0, 4);
  k<<<1, 1>>>(a, b);
  cudaFree(a); cudaFree(b);
}
// kind: warning
// in: unset.cu:4
// table: none
