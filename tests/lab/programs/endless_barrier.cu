// SPDX-License-Identifier: Apache-2.0
// A loop that only waits: nothing is read or written in it.
// says: its threads come to the same __syncthreads() again and again
// not: budget
__global__ void rest(const unsigned char* in, unsigned* out, int x) {
  while (x >= 0) __syncthreads();  // expect endless
  out[threadIdx.x] = in[threadIdx.x];
}

void table(const unsigned char* in, unsigned* out, int width, int height) {
  unsigned* sums;
  cudaMalloc(&sums, width * height * sizeof(unsigned));
  rest<<<1, 32>>>(nullptr, sums, width);
  cudaMemcpy(out, sums, width * height * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(sums);
}
