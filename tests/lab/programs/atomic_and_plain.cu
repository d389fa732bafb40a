// SPDX-License-Identifier: Apache-2.0
// a thread reads without an atomic what the others change by one
__global__ void count(unsigned* total, unsigned* out) {
  atomicAdd(total, 1u);
  if (threadIdx.x == 0) out[0] = *total;  // expect race
}
int main() {
  unsigned *total, *out;
  cudaMalloc(&total, 4); cudaMalloc(&out, 4);
  cudaMemset(total, 0, 4);
  count<<<1, 64>>>(total, out);
  cudaDeviceSynchronize();
  cudaFree(total); cudaFree(out);
}
// says: changes it atomically in line 4
