// SPDX-License-Identifier: Apache-2.0
// all threads write the same value, because each has read the same one: not harmless
__global__ void count(int* c) {
  c[0]++;  // expect race
}
int main() {
  int* d;
  cudaMalloc(&d, sizeof(int));
  cudaMemset(d, 0, sizeof(int));
  count<<<1, 64>>>(d);
  cudaDeviceSynchronize();
  cudaFree(d);
}
// does not say: harmless
// table: none
