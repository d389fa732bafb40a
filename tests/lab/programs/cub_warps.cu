// SPDX-License-Identifier: Apache-2.0
// The warp functions of cub, whole warps and parts of them, against loops.
#include <cassert>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cuda/functional>
#if CUDART_VERSION < 13000
using cub::Max, cub::Min;
#else
using Max = cuda::maximum<>;
using Min = cuda::minimum<>;
#endif
struct Affine {  // not commutative: the order of a scan counts
  int a, b;
};
struct Then {
  __device__ Affine operator()(const Affine& f, const Affine& g) const { return {f.a * g.a, f.b * g.a + g.b}; }
};
__global__ void warps(int* bad) {
  using Scan = cub::WarpScan<int>;
  using Part = cub::WarpScan<int, 8>;
  using Reduce = cub::WarpReduce<int>;
  using Maps = cub::WarpScan<Affine, 16>;
  __shared__ Scan::TempStorage scan[2];
  __shared__ Part::TempStorage part[8];
  __shared__ Reduce::TempStorage reduce[2];
  __shared__ Maps::TempStorage maps[4];
  const int t = threadIdx.x, lane = t % 32, own = t * 7 % 13 - 4;
  int wrong = 0, up, down, all, least, most = -100;
  Scan(scan[t / 32]).InclusiveSum(own, up);
  Scan(scan[t / 32]).ExclusiveSum(own, down, all);
  int expected = 0;
  for (int k = t - lane; k <= t; ++k) expected += k * 7 % 13 - 4;
  wrong += up != expected || down != expected - own;
  for (int k = t + 1; k < t - lane + 32; ++k) expected += k * 7 % 13 - 4;
  wrong += all != expected;
  Part(part[t / 8]).ExclusiveScan(own, least, 5, Min());
  Part(part[t / 8]).InclusiveScan(own, most, cuda::maximum<int>());
  int lowest = 5, highest = own;
  for (int k = t / 8 * 8; k < t; ++k) lowest = min(lowest, k * 7 % 13 - 4), highest = max(highest, k * 7 % 13 - 4);
  wrong += least != lowest || most != highest;
  const int sum = Reduce(reduce[t / 32]).Sum(own), some = Reduce(reduce[t / 32]).Reduce(own, Max(), 5);
  int first = own;
  for (int k = t; k < t + 5; ++k) first = max(first, k * 7 % 13 - 4);
  wrong += lane == 0 && (sum != all || some != first);
  wrong += Scan(scan[t / 32]).Broadcast(own, 3) != (t - lane + 3) * 7 % 13 - 4;
  Affine f{t % 3 - 1, t % 5}, g;
  Maps(maps[t / 16]).InclusiveScan(f, g, Then());
  Affine e{(t / 16 * 16) % 3 - 1, (t / 16 * 16) % 5};
  for (int k = t / 16 * 16 + 1; k <= t; ++k) e = Then()(e, Affine{k % 3 - 1, k % 5});
  wrong += g.a != e.a || g.b != e.b;
  if (wrong) atomicAdd(bad, wrong);
}
int main() {
  int *d, bad = 0;
  cudaMalloc(&d, sizeof bad);
  cudaMemcpy(d, &bad, sizeof bad, cudaMemcpyHostToDevice);
  warps<<<1, 64>>>(d);
  cudaMemcpy(&bad, d, sizeof bad, cudaMemcpyDeviceToHost);
  cudaFree(d);
  assert(bad == 0);
}
// table: none
