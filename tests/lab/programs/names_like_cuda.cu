// SPDX-License-Identifier: Apache-2.0
// typing errors that look like CUDA, and are none
__global__ void k(int* p) {
  p[0] = __value;  // expect error
}
int main() {
  curandom = 1;  // expect error
  cuda_myArray = 1;  // expect error
  cudaMalloc_(1);  // expect error
}
// does not say: is part of CUDA
// verdict: does not compile
// table: none
