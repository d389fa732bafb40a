// SPDX-License-Identifier: Apache-2.0
// the block sums are read in the launch that writes them
__global__ void scan_line(const unsigned* in, unsigned* out, unsigned* sums, int n) {
  __shared__ unsigned s[32];
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < 32; d *= 2) {
    unsigned left = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += left;
    __syncthreads();
  }
  if (t == 31) sums[blockIdx.x] = s[31];
  unsigned before = 0;
  for (int b = 0; b < blockIdx.x; ++b) before += sums[b];  // expect race
  if (i < n) out[i] = s[t] + before;
}
__global__ void widen(const unsigned char* in, unsigned* out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) out[i] = in[i]; }
__global__ void columns(unsigned* a, int w, int h) { int x = threadIdx.x; for (int y = 1; y < h; ++y) a[y * w + x] += a[(y - 1) * w + x]; }
__global__ void subtract(unsigned* a, int w, int h) { int y = blockIdx.x, x = threadIdx.x; unsigned left = y ? a[y * w - 1] : 0; __syncthreads(); a[y * w + x] -= left; }
void table(const unsigned char* in, unsigned* out, int w, int h) {
  int n = w * h, blocks = (n + 31) / 32;
  unsigned char* d_in; unsigned *d_a, *d_b, *d_sums;
  cudaMalloc(&d_in, n); cudaMalloc(&d_a, n * 4); cudaMalloc(&d_b, n * 4); cudaMalloc(&d_sums, blocks * 4);
  cudaMemcpy(d_in, in, n, cudaMemcpyHostToDevice);
  widen<<<(n + 63) / 64, 64>>>(d_in, d_a, n);
  scan_line<<<blocks, 32>>>(d_a, d_b, d_sums, n);
  columns<<<1, w>>>(d_b, w, h);
  cudaMemcpy(out, d_b, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(d_in); cudaFree(d_a); cudaFree(d_b); cudaFree(d_sums);
}
// table: wrong
