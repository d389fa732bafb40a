// SPDX-License-Identifier: Apache-2.0
// Spot the mistake: a warp for each row, in shared memory. It is right where the lanes of a warp run in lockstep.
// Compile it with nvcc, or check it without a GPU: satscope check my.cu

constexpr int k_lanes = 32;

// A warp scans one row, 32 pixels at a time: each lane adds the sum d places to its left, d = 1, 2, 4, 8, 16.
__global__ void scan_rows(const unsigned char* in, unsigned* rows, int width) {
  __shared__ volatile unsigned sums[k_lanes];
  const int lane = threadIdx.x;
  unsigned carry = 0;
  for (int first = 0; first < width; first += k_lanes) {
    const int x = first + lane;
    sums[lane] = x < width ? in[blockIdx.x * width + x] : 0;
    for (int d = 1; d < k_lanes; d *= 2)
      if (lane >= d) sums[lane] += sums[lane - d];
    if (x < width) rows[blockIdx.x * width + x] = carry + sums[lane];
    carry += sums[k_lanes - 1];
  }
}

__global__ void scan_columns(const unsigned* rows, unsigned* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  unsigned sum = 0;
  for (int y = 0; y < height; ++y) {
    sum += rows[y * width + x];
    out[y * width + x] = sum;
  }
}

// The summed-area table of in: out[y * width + x] is the sum of all pixels above and to the left, pixel (x, y) included.
void table(const unsigned char* in, unsigned* out, int width, int height) {
  const int pixels = width * height;
  unsigned char* d_in;
  unsigned *d_rows, *d_out;
  cudaMalloc(&d_in, pixels);
  cudaMalloc(&d_rows, pixels * sizeof(unsigned));
  cudaMalloc(&d_out, pixels * sizeof(unsigned));
  cudaMemcpy(d_in, in, pixels, cudaMemcpyHostToDevice);

  scan_rows<<<height, k_lanes>>>(d_in, d_rows, width);
  scan_columns<<<(width + 63) / 64, 64>>>(d_rows, d_out, width, height);

  cudaMemcpy(out, d_out, pixels * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_rows);
  cudaFree(d_out);
}
