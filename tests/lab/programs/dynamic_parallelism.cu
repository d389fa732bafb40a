// SPDX-License-Identifier: Apache-2.0
// a kernel that launches a kernel
__global__ void twice(int* a) { a[threadIdx.x] *= 2; }
template <class T>
__global__ void parent(T* a, int n) {
  if (threadIdx.x == 0) {
    twice<<<1, n>>>(a);  // expect error
  }
}
int main() {
  int* d;
  cudaMalloc(&d, 8 * sizeof(int));
  cudaMemset(d, 0, 8 * sizeof(int));
  parent<<<1, 8>>>(d, 8);
  cudaFree(d);
}
// says: A kernel that launches a kernel (dynamic parallelism) cannot run on the CPU here: launch it from the host.
// verdict: not supported here
