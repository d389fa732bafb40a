// SPDX-License-Identifier: Apache-2.0
// What a thread does not load beyond the picture, it reads but does not use: a note. A number that looks like the filling was set.
__device__ unsigned last(const unsigned* values) {
  unsigned copy[4];
  for (int k = 0; k < 4; ++k) copy[k] = values[k];  // note uninitialised
  return copy[3];
}
__device__ unsigned filled(const unsigned* in) {
  unsigned set[4];
  for (int k = 0; k < 4; ++k) set[k] = in[k];
  return set[0] ^ set[3];
}
__device__ unsigned alike = 0xfefefefe;
__global__ void rows(const unsigned char* in, unsigned* out, int w, int h) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= h) return;
  unsigned before = 0;
  for (int begin = 0; begin < w; begin += 4) {
    unsigned values[4], same[4] = {alike, alike, alike, alike};
    for (int k = 0; k < 4; ++k)
      if (begin + k < w) values[k] = in[y * w + begin + k];
    unsigned unused = last(values);
    if (begin + 4 > w) unused = filled(same);
    for (int k = 0; k < 4 && begin + k < w; ++k) out[y * w + begin + k] = before += values[k];
    if (begin + 4 <= w && unused != values[3]) out[0] = 0;
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
// only a note: uninitialised
// table: right
