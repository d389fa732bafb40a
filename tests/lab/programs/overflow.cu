// SPDX-License-Identifier: Apache-2.0
// a sum in a type that is too small
__global__ void rows(const unsigned char* in, short* out, int w) {
  int y = threadIdx.x; short sum = 0;
  for (int x = 0; x < w; ++x) { sum += in[y * w + x]; out[y * w + x] = sum; }
}
__global__ void columns(const short* in, int* out, int w, int h) {
  int x = threadIdx.x; int sum = 2147480000;
  for (int y = 0; y < h; ++y) { sum += in[y * w + x]; out[y * w + x] = sum; }  // expect overflow
}
void table(const unsigned char* in, int* out, int w, int h) {
  unsigned char* d_in; short* d_rows; int* d_out;
  cudaMalloc(&d_in, w * h); cudaMalloc(&d_rows, w * h * 2); cudaMalloc(&d_out, w * h * 4);
  cudaMemcpy(d_in, in, w * h, cudaMemcpyHostToDevice);
  rows<<<1, h>>>(d_in, d_rows, w);
  columns<<<1, w>>>(d_rows, d_out, w, h);
  cudaMemcpy(out, d_out, w * h * 4, cudaMemcpyDeviceToHost);
  cudaFree(d_in); cudaFree(d_rows); cudaFree(d_out);
}
// table: wrong
