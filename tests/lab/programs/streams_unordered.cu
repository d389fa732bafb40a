// SPDX-License-Identifier: Apache-2.0
// two kernels in two streams use one buffer, and neither waits for the other
__global__ void rows(const unsigned char* in, unsigned* out, int w, int h) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= h) return;
  unsigned sum = 0;
  for (int x = 0; x < w; ++x) out[y * w + x] = sum += in[y * w + x];
}
__global__ void columns(unsigned* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= w) return;
  for (int y = 1; y < h; ++y) out[y * w + x] += out[(y - 1) * w + x];
}
void table(const unsigned char* in, unsigned* out, int w, int h) {
  int n = w * h;
  unsigned char* d_in; unsigned* d_out;
  cudaMalloc(&d_in, n); cudaMalloc(&d_out, n * 4);
  cudaStream_t s1, s2;
  cudaStreamCreate(&s1); cudaStreamCreate(&s2);
  cudaMemcpyAsync(d_in, in, n, cudaMemcpyHostToDevice, s1);
  rows<<<(h + 7) / 8, 8, 0, s1>>>(d_in, d_out, w, h);
  columns<<<(w + 7) / 8, 8, 0, s2>>>(d_out, w, h);  // expect race
  cudaMemcpyAsync(out, d_out, n * 4, cudaMemcpyDeviceToHost, s2);
  cudaStreamSynchronize(s2);
  cudaStreamDestroy(s1); cudaStreamDestroy(s2); cudaFree(d_in); cudaFree(d_out);
}
// says: Race on d_out between streams: the kernel rows (line 21, stream 1), the kernel columns (line 22, stream 2).
// table: right
