// SPDX-License-Identifier: Apache-2.0
// every entry is written and copied back; what is written comes from shared memory that no thread has set
__global__ void sums(const unsigned char* in, unsigned* out, int w) {
  __shared__ unsigned s[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < w) out[i] = s[threadIdx.x];  // expect uninitialised
}
void table(const unsigned char* in, unsigned* out, int w, int h) {
  int n = w * h;
  unsigned char* d_in; unsigned* d_out;
  cudaMalloc(&d_in, n); cudaMalloc(&d_out, n * 4);
  cudaMemcpy(d_in, in, n, cudaMemcpyHostToDevice);
  sums<<<(n + 31) / 32, 32>>>(d_in, d_out, n);
  cudaMemcpy(out, d_out, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(d_in); cudaFree(d_out);
}
// says: It comes from memory that no thread had written.
// does not say: never written
// table: wrong
