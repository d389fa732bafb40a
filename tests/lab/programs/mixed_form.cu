// SPDX-License-Identifier: Apache-2.0
// exclusive along the rows, inclusive down the columns
__global__ void rows(const unsigned char* in, unsigned* out, int w) {
  if (threadIdx.x != 0) return;
  unsigned sum = 0;
  for (int x = 0; x < w; ++x) { out[blockIdx.x * w + x] = sum; sum += in[blockIdx.x * w + x]; }
}
__global__ void cols(const unsigned* in, unsigned* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= w) return;
  unsigned sum = 0;
  for (int y = 0; y < h; ++y) { sum += in[y * w + x]; out[y * w + x] = sum; }
}
void table(const unsigned char* in, unsigned* out, int w, int h) {
  int n = w * h;
  unsigned char* d_in; unsigned *d_tmp, *d_out;
  cudaMalloc(&d_in, n); cudaMalloc(&d_tmp, n * 4);
  cudaMalloc(&d_out, n * 4);
  cudaMemcpy(d_in, in, n, cudaMemcpyHostToDevice);
  rows<<<h, 8>>>(d_in, d_tmp, w);
  cols<<<(w + 7) / 8, 8>>>(d_tmp, d_out, w, h);
  cudaMemcpy(out, d_out, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(d_in); cudaFree(d_tmp); cudaFree(d_out);
}
// says: It is exclusive in x but inclusive in y
// table: wrong
