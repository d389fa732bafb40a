// SPDX-License-Identifier: Apache-2.0
// A thread for each row, then a thread for each column. One line of scan_rows is to be completed.
// Compile it with nvcc, or check it without a GPU: satscope check my.cu

// A thread copies the pixels of its row. It should sum them: rows[y * width + x] is the sum of the row up to x.
__global__ void scan_rows(const unsigned char* in, unsigned* rows, int width, int height) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y >= height) return;
  unsigned sum = 0;
  for (int x = 0; x < width; ++x) {
    sum = in[y * width + x];
    rows[y * width + x] = sum;
  }
}

// A thread sums its column of these, from the top.
__global__ void scan_columns(const unsigned* rows, unsigned* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
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

  const int threads = 8;  // of a block
  scan_rows<<<(height + threads - 1) / threads, threads>>>(d_in, d_rows, width, height);
  scan_columns<<<(width + threads - 1) / threads, threads>>>(d_rows, d_out, width, height);

  cudaMemcpy(out, d_out, pixels * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_rows);
  cudaFree(d_out);
}
