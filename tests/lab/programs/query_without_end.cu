// SPDX-License-Identifier: Apache-2.0
// The loop asks as long as the work is done, and it is: the line of the loop is named, and not a header of the Lab.
// words: --seconds 1
// only a note: endless
// says: Not finished in 1 s (--seconds): the run was stopped in host code
// verdict: not finished
__global__ void one(int* a) { a[threadIdx.x] = 1; }
int main() {
  int* d;
  cudaMalloc(&d, 32);
  one<<<1, 8>>>(d);
  cudaDeviceSynchronize();
  while (cudaStreamQuery(nullptr) == cudaSuccess) {}  // note endless
}
// table: none
