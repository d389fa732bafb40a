// SPDX-License-Identifier: Apache-2.0
// The scan of Blelloch (up-sweep, down-sweep) of the rows, a transpose, the same for the columns, and back.
// The down-sweep is to be completed.
// Compile it with nvcc, or check it without a GPU: satscope check my.cu

__global__ void widen(const unsigned char* in, unsigned* out, int pixels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pixels) out[i] = in[i];
}

constexpr int k_threads = 32, k_piece = 2 * k_threads;

// A block scans one row of n numbers, piece by piece: up-sweep and down-sweep over a tree in shared memory.
__global__ void scan_rows(const unsigned* in, unsigned* out, int n) {
  __shared__ unsigned temp[k_piece];
  const int t = threadIdx.x;
  const unsigned* row = in + blockIdx.x * n;
  unsigned carry = 0;
  for (int first = 0; first < n; first += k_piece) {
    const int x = first + 2 * t;
    const unsigned own[2] = {x < n ? row[x] : 0, x + 1 < n ? row[x + 1] : 0};
    temp[2 * t] = own[0];
    temp[2 * t + 1] = own[1];
    int offset = 1;
    for (int d = k_piece / 2; d > 0; d /= 2) {  // up: each right-hand place takes the sum of its pair
      __syncthreads();
      if (t < d) temp[offset * (2 * t + 2) - 1] += temp[offset * (2 * t + 1) - 1];
      offset *= 2;
    }
    if (t == 0) temp[k_piece - 1] = 0;      // before the whole piece is nothing
    for (int d = 1; d < k_piece; d *= 2) {  // down: left takes the number of the node, right takes both
      offset /= 2;
      // to be completed
    }
    __syncthreads();
    // the tree gives the sum before each number; its own makes it inclusive
    if (x < n) out[blockIdx.x * n + x] = carry + temp[2 * t] + own[0];
    if (x + 1 < n) out[blockIdx.x * n + x + 1] = carry + temp[2 * t + 1] + own[1];
    const int last = k_piece - 1;
    carry += temp[last] + (first + last < n ? row[first + last] : 0);
    __syncthreads();
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
