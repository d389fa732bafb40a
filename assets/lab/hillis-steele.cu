// SPDX-License-Identifier: Apache-2.0
// Recursive doubling (Hillis and Steele) of the rows, a transpose, the same for the columns, and back.
// Compile it with nvcc, or check it without a GPU: satscope check my.cu

__global__ void widen(const unsigned char* in, unsigned* out, int pixels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pixels) out[i] = in[i];
}

constexpr int k_threads = 32;

// A block scans one row of n numbers, piece by piece; carry is the sum of the pieces before.
__global__ void scan_rows(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned sums[k_threads];
  const int t = threadIdx.x;
  unsigned carry = 0;
  for (int first = 0; first < n; first += k_threads) {
    const int x = first + t;
    sums[t] = x < n ? in[blockIdx.x * n + x] : 0;
    __syncthreads();
    for (int d = 1; d < k_threads; d *= 2) {
      const unsigned left = t >= d ? sums[t - d] : 0;
      __syncthreads();  // all have read before one writes
      sums[t] += left;
      __syncthreads();  // all have written before one reads
    }
    if (x < n) out[blockIdx.x * n + x] = carry + sums[t];
    carry += sums[k_threads - 1];
    __syncthreads();  // all have read the sums before the next piece overwrites them
  }
}

__global__ void transpose(const unsigned* in, unsigned* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
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

  const dim3 tile(8, 8);
  widen<<<(pixels + 63) / 64, 64>>>(d_in, d_a, pixels);
  scan_rows<<<height, k_threads>>>(d_a, d_b, width);
  transpose<<<dim3((width + 7) / 8, (height + 7) / 8), tile>>>(d_b, d_a, width, height);
  scan_rows<<<width, k_threads>>>(d_a, d_b, height);
  transpose<<<dim3((height + 7) / 8, (width + 7) / 8), tile>>>(d_b, d_a, height, width);

  cudaMemcpy(out, d_a, pixels * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_a);
  cudaFree(d_b);
}
