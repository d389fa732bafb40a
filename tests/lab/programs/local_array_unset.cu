// SPDX-License-Identifier: Apache-2.0
// Sums that a thread keeps in an array of its own begin with whatever is in its registers.
__global__ void rows(const unsigned char* in, unsigned* out, int w, int h) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= h) return;
  unsigned sums[4];
  for (int x = 0; x < w; ++x) {
    sums[x % 4] += in[y * w + x];  // expect uninitialised
    out[y * w + x] = 0;
    for (int k = 0; k < 4 && k <= x; ++k) out[y * w + x] += sums[k];
  }
}
__global__ void columns(unsigned* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= w) return;
  for (int y = 1; y < h; ++y) out[y * w + x] += out[(y - 1) * w + x];
}
void table(const unsigned char* in, unsigned* out, int w, int h) {
  unsigned char* a;
  unsigned* b;
  cudaMalloc(&a, w * h);
  cudaMalloc(&b, w * h * 4);
  cudaMemcpy(a, in, w * h, cudaMemcpyHostToDevice);
  rows<<<(h + 7) / 8, 8>>>(a, b, w, h);
  columns<<<(w + 7) / 8, 8>>>(b, w, h);
  cudaMemcpy(out, b, w * h * 4, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
}
// table: wrong
// verdict: findings
