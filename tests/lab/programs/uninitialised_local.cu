// SPDX-License-Identifier: Apache-2.0
// a local variable that is never set
__global__ void k(const int* in, int* out) {
  int sum;
  out[0] = sum + in[0];  // expect warning
}
int main() {
  int *a, *b;
  cudaMalloc(&a, 4); cudaMalloc(&b, 4);
  cudaMemset(a, 0, 4);
  k<<<1, 1>>>(a, b);
  cudaFree(a); cudaFree(b);
}
// table: none
