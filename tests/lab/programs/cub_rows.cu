// SPDX-License-Identifier: Apache-2.0
// A block scans a row by cub, then a column: several numbers for each thread, and what comes before each part by a function.
#include <cub/block/block_scan.cuh>
#include <cub/cub.cuh>
#include <cuda/std/functional>
constexpr int kThreads = 64, kItems = 2;
struct Before {
  unsigned sum;
  __device__ unsigned operator()(unsigned of_block) {
    unsigned before = sum;
    sum += of_block;
    return before;
  }
};
__global__ void rows(const unsigned char* in, unsigned* out, int w) {
  using Scan = cub::BlockScan<unsigned, kThreads, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ typename Scan::TempStorage temp;
  const unsigned char* row = in + blockIdx.x * w;
  Before before{0};
  for (int x0 = 0; x0 < w; x0 += kThreads * kItems) {
    unsigned own[kItems];
    for (int k = 0; k < kItems; ++k) {
      const int x = x0 + threadIdx.x * kItems + k;
      own[k] = x < w ? row[x] : 0;
    }
    Scan(temp).InclusiveSum(own, own, before);
    for (int k = 0; k < kItems; ++k) {
      const int x = x0 + threadIdx.x * kItems + k;
      if (x < w) out[blockIdx.x * w + x] = own[k];
    }
    __syncthreads();
  }
}
__global__ void columns(unsigned* out, int w, int h) {
  using Scan = cub::BlockScan<unsigned, kThreads>;
  using Reduce = cub::BlockReduce<unsigned, kThreads>;
  __shared__ union {
    Scan::TempStorage scan;
    Reduce::TempStorage reduce;
  } temp;
  __shared__ unsigned total;
  unsigned before = 0;
  for (int y0 = 0; y0 < h; y0 += kThreads) {
    const int y = y0 + threadIdx.x;
    const unsigned own = y < h ? out[y * w + blockIdx.x] : 0;
    unsigned sum, all;
    Scan(temp.scan).ExclusiveScan(own, sum, before, cuda::std::plus<>(), all);
    if (y < h) out[y * w + blockIdx.x] = sum + own;
    __syncthreads();
    const unsigned again = Reduce(temp.reduce).Sum(own, min(kThreads, h - y0));
    if (threadIdx.x == 0) total = again;
    __syncthreads();
    if (total != all) __trap();
    before += total;
  }
}
void table(const unsigned char* in, unsigned* out, int w, int h) {
  unsigned char* d_in;
  unsigned* d_out;
  cudaMalloc(&d_in, w * h);
  cudaMalloc(&d_out, w * h * sizeof(unsigned));
  cudaMemcpy(d_in, in, w * h, cudaMemcpyHostToDevice);
  rows<<<h, kThreads>>>(d_in, d_out, w);
  columns<<<w, kThreads>>>(d_out, w, h);
  cudaMemcpy(out, d_out, w * h * sizeof(unsigned), cudaMemcpyDeviceToHost);
  cudaFree(d_in);
  cudaFree(d_out);
}
