// SPDX-License-Identifier: Apache-2.0
// Only columns are scanned, where neighbouring threads read neighbours: scan, transpose, scan, transpose back.
// Compile it with nvcc, or check it without a GPU: satscope check my.cu

__global__ void widen(const unsigned char* in, unsigned* out, int pixels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pixels) out[i] = in[i];
}

constexpr int k_tile = 8;

// A tile goes through shared memory, so that rows are read and written along rows. The column more avoids bank conflicts.
__global__ void transpose(const unsigned* in, unsigned* out, int width, int height) {
  __shared__ unsigned tile[k_tile][k_tile + 1];
  int x = blockIdx.x * k_tile + threadIdx.x, y = blockIdx.y * k_tile + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();  // a thread stores what another one has read
  x = blockIdx.y * k_tile + threadIdx.x;
  y = blockIdx.x * k_tile + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void scan_columns(unsigned* data, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  for (int y = 1; y < height; ++y) data[y * width + x] += data[(y - 1) * width + x];
}

// The summed-area table of in: out[y * width + x] is the sum of all pixels above and to the left, pixel (x, y) included.
void table(const unsigned char* in, unsigned* out, int width, int height) {
  const int pixels = width * height;
  unsigned char* d_in;
  unsigned *d_a, *d_b;
  cudaMalloc(&d_in, pixels);
  cudaMalloc(&d_a, pixels * sizeof(unsigned));
  cudaMalloc(&d_b, pixels * sizeof(unsigned));
  cudaMemcpy(d_in, in, pixels, cudaMemcpyHostToDevice);

  const dim3 tile(k_tile, k_tile);
  const int across = (width + k_tile - 1) / k_tile, down = (height + k_tile - 1) / k_tile;
  widen<<<(pixels + 63) / 64, 64>>>(d_in, d_a, pixels);
  scan_columns<<<(width + 63) / 64, 64>>>(d_a, width, height);
  transpose<<<dim3(across, down), tile>>>(d_a, d_b, width, height);
  scan_columns<<<(height + 63) / 64, 64>>>(d_b, height, width);
  transpose<<<dim3(down, across), tile>>>(d_b, d_a, height, width);

  cudaMemcpy(out, d_a, pixels * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_a);
  cudaFree(d_b);
}
