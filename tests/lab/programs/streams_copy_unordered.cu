// SPDX-License-Identifier: Apache-2.0
// a copy in another stream than the kernel that reads it: the
// default stream does not wait for one that is cudaStreamNonBlocking
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
  cudaStream_t s1;
  cudaStreamCreateWithFlags(&s1, cudaStreamNonBlocking);
  cudaMemcpyAsync(d_in, in, n, cudaMemcpyHostToDevice, s1);
  rows<<<(h + 7) / 8, 8>>>(d_in, d_out, w, h);  // expect race
  columns<<<(w + 7) / 8, 8>>>(d_out, w, h);
  cudaMemcpy(out, d_out, n * 4, cudaMemcpyDeviceToHost);
  cudaStreamDestroy(s1); cudaFree(d_in); cudaFree(d_out);
}
// says: Race on d_in between streams: a copy (line 21, stream 1), the kernel rows (line 22, default stream).
// does not say: on d_out
// table: right
