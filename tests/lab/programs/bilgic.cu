// SPDX-License-Identifier: Apache-2.0
// The work-efficient scan as Bilgic, Horn and Masaki print it (2010), without padding, and their transpose through a tile.
template <class T>
__global__ void scan_rows(const T* in, unsigned* out, unsigned* sums, int width) {
  const int n = 512;
  __shared__ unsigned temp[n];
  const int t = threadIdx.x, row = blockIdx.x;
  for (int k = 0; k < 2; ++k) {
    const int i = 2 * t + k;
    temp[i] = i < width ? in[row * width + i] : 0;
  }
  int offset = 1;
  for (int d = n >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (t < d) {
      const int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      temp[b] += temp[a];
    }
    offset *= 2;
  }
  if (t == 0) {
    sums[row] = temp[n - 1];
    temp[n - 1] = 0;
  }
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (t < d) {
      const int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
      const unsigned left = temp[a];
      temp[a] = temp[b];
      temp[b] += left;
    }
  }
  __syncthreads();
  for (int k = 0; k < 2; ++k) {
    const int i = 2 * t + k;
    if (i < width) out[row * width + i] = temp[i];
  }
}

__global__ void transpose(const unsigned* in, unsigned* out, int width, int height) {
  __shared__ unsigned tile[16 * 17];
  const int i = threadIdx.x, j = threadIdx.y, x = blockIdx.x * 16, y = blockIdx.y * 16;
  if (x + i < width && y + j < height) tile[j * 17 + i] = in[(y + j) * width + x + i];
  __syncthreads();
  if (x + j < width && y + i < height) out[(x + j) * height + y + i] = tile[i * 17 + j];
}

void table(const unsigned char* in, unsigned* out, int width, int height) {
  const int n = width * height;
  unsigned char* picture;
  unsigned *rows, *row_sums, *turned, *columns, *column_sums, *result;
  cudaMalloc(&picture, n);
  cudaMalloc(&rows, n * sizeof(unsigned));
  cudaMalloc(&row_sums, height * sizeof(unsigned));
  cudaMalloc(&turned, n * sizeof(unsigned));
  cudaMalloc(&columns, n * sizeof(unsigned));
  cudaMalloc(&column_sums, width * sizeof(unsigned));
  cudaMalloc(&result, n * sizeof(unsigned));
  cudaMemcpy(picture, in, n, cudaMemcpyHostToDevice);
  const dim3 across((width + 15) / 16, (height + 15) / 16), down((height + 15) / 16, (width + 15) / 16), tile(16, 16);
  scan_rows<<<height, 256>>>(picture, rows, row_sums, width);
  transpose<<<across, tile>>>(rows, turned, width, height);
  scan_rows<<<width, 256>>>(turned, columns, column_sums, height);
  transpose<<<down, tile>>>(columns, result, height, width);
  cudaMemcpy(out, result, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
  for (void* p : {(void*)picture, (void*)rows, (void*)row_sums, (void*)turned, (void*)columns, (void*)column_sums, (void*)result})
    cudaFree(p);
}
// it takes pictures of at most 512 columns and rows
// words: --size 37x19
// table: exclusive
// as: scan-transpose-scan padding=false pairs=adjacent
