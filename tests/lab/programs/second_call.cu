// SPDX-License-Identifier: Apache-2.0
// the number of the block is from a counter that is never set back: the second call of table() gives numbers that are too large
__device__ unsigned ticket;
__global__ void rows(const unsigned char* in, unsigned* out, int width, int height) {
  __shared__ unsigned row;
  if (threadIdx.x == 0) row = atomicAdd(&ticket, 1u);
  __syncthreads();
  if (threadIdx.x == 0 && row < height) {
    unsigned sum = 0;
    for (int x = 0; x < width; ++x) out[row * width + x] = sum += in[row * width + x];
  }
}
__global__ void columns(unsigned* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  for (int y = 1; y < height; ++y) out[y * width + x] += out[(y - 1) * width + x];
}
void table(const unsigned char* in, unsigned* out, int width, int height) {
  unsigned char* a;
  unsigned* b;
  cudaMalloc(&a, width * height);
  cudaMalloc(&b, width * height * 4);
  cudaMemset(b, 0, width * height * 4);
  cudaMemcpy(a, in, width * height, cudaMemcpyHostToDevice);
  rows<<<height, 32>>>(a, b, width, height);
  columns<<<(width + 31) / 32, 32>>>(b, width, height);
  cudaMemcpy(out, b, width * height * 4, cudaMemcpyDeviceToHost);
  cudaFree(a);
  cudaFree(b);
}
// says: table() was called twice, and its first call was right: __device__ variables keep what it left.
// table: wrong
