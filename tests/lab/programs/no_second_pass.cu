// SPDX-License-Identifier: Apache-2.0
// the second pass is forgotten: rows only, copied from a buffer that no thread wrote
__global__ void transpose(const unsigned* in, unsigned* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[x * h + y] = in[y * w + x];
}
__global__ void widen(const unsigned char* in, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

__global__ void scan_rows(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned s[64];
  int t = threadIdx.x;
  s[t] = t < n ? in[blockIdx.x * n + t] : 0;
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    unsigned left = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += left;
    __syncthreads();
  }
  if (t < n) out[blockIdx.x * n + t] = s[t];
}

void table(const unsigned char* in, unsigned* out, int w, int h) {
  int n = w * h;
  unsigned char* d_in; unsigned *d_a, *d_b;
  cudaMalloc(&d_in, n); cudaMalloc(&d_a, n * 4); cudaMalloc(&d_b, n * 4);
  cudaMemcpy(d_in, in, n, cudaMemcpyHostToDevice);
  widen<<<(n + 63) / 64, 64>>>(d_in, d_a, n);
  scan_rows<<<h, 64>>>(d_a, d_b, w);
  dim3 b(8, 8);
  
  cudaMemcpy(out, d_b, n * 4, cudaMemcpyDeviceToHost);
  cudaFree(d_in); cudaFree(d_a); cudaFree(d_b);
}
// table: wrong
