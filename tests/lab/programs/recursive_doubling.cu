// SPDX-License-Identifier: Apache-2.0
// Recursive doubling between two buffers, as kernels/algorithms/recursive_doubling.h does it.
#include <vector>

template <class T>
__global__ void add_at_distance(const T* in, unsigned* out, int width, int dx, int dy) {
  const int y = blockIdx.x, x = blockIdx.y * blockDim.x + threadIdx.x;
  if (x >= width) return;
  const unsigned own = in[y * width + x];
  if (x >= dx && y >= dy)
    out[y * width + x] = in[(y - dy) * width + x - dx] + own;
  else
    out[y * width + x] = own;
}

void table(const unsigned char* in, unsigned* out, int width, int height) {
  const int n = width * height, block = 256;
  unsigned char* picture;
  unsigned *ping, *pong;
  cudaMalloc(&picture, n);
  cudaMalloc(&ping, n * sizeof(unsigned));
  cudaMalloc(&pong, n * sizeof(unsigned));
  cudaMemcpy(picture, in, n, cudaMemcpyHostToDevice);
  std::vector<int> dx, dy;
  for (int d = 1; d < width; d *= 2) dx.push_back(d), dy.push_back(0);
  for (int d = 1; d < height; d *= 2) dx.push_back(0), dy.push_back(d);
  if (dx.empty()) dx.push_back(1), dy.push_back(0);
  const dim3 grid(height, (width + block - 1) / block);
  add_at_distance<<<grid, block>>>(picture, ping, width, dx[0], dy[0]);
  for (size_t k = 1; k < dx.size(); ++k) {
    add_at_distance<<<grid, block>>>(ping, pong, width, dx[k], dy[k]);
    std::swap(ping, pong);
  }
  cudaMemcpy(out, ping, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(picture);
  cudaFree(ping);
  cudaFree(pong);
}
// table: right
// as: recursive-doubling
