// SPDX-License-Identifier: Apache-2.0
// one thread a row, and the host stops at a row of more than 1024 pixels: only a wider picture shows it
#include <cstdlib>
__global__ void scan_rows(const unsigned char* in, unsigned* rows, int w, int h) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = 0;
  if (y < h)
    for (int x = 0; x < w; ++x) {
      sum += in[y * w + x];
      rows[y * w + x] = sum;
    }
}
__global__ void scan_cols(const unsigned* rows, unsigned* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = 0;
  if (x < w)
    for (int y = 0; y < h; ++y) out[y * w + x] = sum += rows[y * w + x];
}
void table(const unsigned char* in, unsigned* out, int w, int h) {
  if (w > 1024) abort();
  unsigned char* d_in; unsigned *d_rows, *d_out;
  cudaMalloc(&d_in, w * h); cudaMalloc(&d_rows, w * h * 4); cudaMalloc(&d_out, w * h * 4);
  cudaMemcpy(d_in, in, w * h, cudaMemcpyHostToDevice);
  scan_rows<<<(h + 7) / 8, 8>>>(d_in, d_rows, w, h);
  scan_cols<<<(w + 7) / 8, 8>>>(d_rows, d_out, w, h);
  cudaMemcpy(out, d_out, w * h * 4, cudaMemcpyDeviceToHost);
  cudaFree(d_in); cudaFree(d_rows); cudaFree(d_out);
}
// kind: crash
