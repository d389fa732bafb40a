// SPDX-License-Identifier: Apache-2.0
// The distance never grows, so the loop never ends; its sums do, so no access is like one before.
// kind: endless
// says: Is there an endless loop?
// not: budget
__global__ void scan_rows(unsigned* data, int width) {
  unsigned* row = data + blockIdx.x * width;
  for (int distance = 1; distance < width + 1; distance *= 1) {
    if (threadIdx.x >= distance) row[threadIdx.x] += row[threadIdx.x - distance];
    row[0] += 1;
    __syncthreads();
  }
}

void table(const unsigned char* in, unsigned* out, int width, int height) {
  unsigned* data;
  cudaMalloc(&data, width * height * sizeof(unsigned));
  cudaMemset(data, 0, width * height * sizeof(unsigned));
  scan_rows<<<height, width>>>(data, width);
  cudaMemcpy(out, data, width * height * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(data);
}
