// SPDX-License-Identifier: Apache-2.0
// A shuffle of 16 bytes: every lane must get that of lane 5.
#include <cooperative_groups.h>
#include <cassert>
namespace cg = cooperative_groups;
__global__ void k(uint4* out) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  out[threadIdx.x] = tile.shfl(make_uint4(threadIdx.x, 1, 2, threadIdx.x + 100), 5);
}
int main() {
  uint4 *d, h[32]; cudaMalloc(&d, sizeof h); k<<<1, 32>>>(d); cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  for (uint4 v : h) assert(v.x == 5 && v.y == 1 && v.z == 2 && v.w == 105);
  cudaFree(d);
}
// table: none
