// SPDX-License-Identifier: Apache-2.0
// memory of the device that is never freed is a leak; a race beside it is the mistake
__global__ void sum(int* a) {
  a[0] += a[threadIdx.x];  // expect race
}
int main() {
  int* d;
  cudaMalloc(&d, 8 * sizeof(int));  // expect leak
  cudaMemset(d, 0, 8 * sizeof(int));
  sum<<<1, 8>>>(d);
  cudaDeviceSynchronize();
}
// says: Never freed: d. Every cudaMalloc needs its cudaFree.
// not: host
