// SPDX-License-Identifier: Apache-2.0
// the host uses device memory, the kernel uses host memory, a wrong size, and a leak
__global__ void rows(const unsigned char* in, unsigned* out, int w) {
  unsigned sum = 0;
  for (int x = 0; x < w; ++x) { sum += in[threadIdx.x * w + x]; out[threadIdx.x * w + x] = sum; }
}
void table(const unsigned char* in, unsigned* out, int w, int h) {
  unsigned* d_out;
  cudaMalloc(&d_out, w * h);
  d_out[0] = 0;  // expect host
  cudaMemset(d_out, 0, w * h * 4);  // expect host
  rows<<<1, 2000>>>(in, d_out, w);  // expect launch
  rows<<<1, h>>>(in, d_out, w);
  cudaMemcpy(out, d_out, w * h * 4, cudaMemcpyHostToDevice);
}
// table: wrong
