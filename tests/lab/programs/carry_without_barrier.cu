// SPDX-License-Identifier: Apache-2.0
// between the pieces of a row a barrier is missing, which only a row of more than 1024 pixels shows
__global__ void rows(const unsigned char* in, unsigned* out, int w) {
  __shared__ unsigned s[1024];
  int t = threadIdx.x, y = blockIdx.x;
  unsigned carry = 0;
  for (int first = 0; first < w; first += blockDim.x) {
    int x = first + t;
    s[t] = x < w ? in[y * w + x] : 0;  // expect race
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
      unsigned left = t >= d ? s[t - d] : 0;
      __syncthreads();
      s[t] += left;
      __syncthreads();
    }
    if (x < w) out[y * w + x] = carry + s[t];
    carry += s[blockDim.x - 1];  // expect race
  }
}
__global__ void columns(unsigned* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= w) return;
  for (int y = 1; y < h; ++y) out[y * w + x] += out[(y - 1) * w + x];
}
void table(const unsigned char* in, unsigned* out, int w, int h) {
  unsigned char* d_in;
  unsigned* d_out;
  cudaMalloc(&d_in, w * h);
  cudaMalloc(&d_out, w * h * sizeof(unsigned));
  cudaMemcpy(d_in, in, w * h, cudaMemcpyHostToDevice);
  rows<<<h, w < 1024 ? w : 1024>>>(d_in, d_out, w);
  columns<<<(w + 63) / 64, 64>>>(d_out, w, h);
  cudaMemcpy(out, d_out, w * h * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
}
