// SPDX-License-Identifier: Apache-2.0
// A course exercise: rows by a block scan in shared memory, a transpose, and again.
__global__ void scan_rows(const unsigned* in, unsigned* out, int width) {
  extern __shared__ unsigned s[];
  const int t = threadIdx.x, row = blockIdx.x;
  s[t] = t < width ? in[row * width + t] : 0;
  __syncthreads();
  for (int d = 1; d < blockDim.x; d *= 2) {
    unsigned left = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += left;
    __syncthreads();
  }
  if (t < width) out[row * width + t] = s[t];
}
__global__ void transpose(const unsigned* in, unsigned* out, int width, int height) {
  __shared__ unsigned tile[8][8 + 1];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 8 + threadIdx.x;
  y = blockIdx.x * 8 + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void widen(const unsigned char* in, unsigned* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}
void table(const unsigned char* in, unsigned* out, int width, int height) {
  const int n = width * height;
  unsigned char* d_in; unsigned *a, *b;
  cudaMalloc(&d_in, n);
  cudaMalloc((void**)&a, n * sizeof(unsigned));
  cudaMalloc(&b, n * sizeof(unsigned));
  cudaMemcpy(d_in, in, n, cudaMemcpyHostToDevice);
  const int block = 32;
  widen<<<(n + block - 1) / block, block>>>(d_in, a, n);
  int t = 1; while (t < max(width, height)) t *= 2;
  scan_rows<<<height, t, t * sizeof(unsigned)>>>(a, b, width);
  dim3 grid((width + 7) / 8, (height + 7) / 8), threads(8, 8);
  transpose<<<grid, threads>>>(b, a, width, height);
  scan_rows<<<width, t, t * sizeof(unsigned)>>>(a, b, height);
  dim3 grid2((height + 7) / 8, (width + 7) / 8);
  transpose<<<grid2, threads>>>(b, a, height, width);
  cudaMemcpy(out, a, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d_in); cudaFree(a); cudaFree(b);
}
// table: right
