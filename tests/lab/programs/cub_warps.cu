// SPDX-License-Identifier: Apache-2.0
// The functions of cub for whole warps, parts of them and blocks of several shapes, against loops.
#include <cassert>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
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
struct Before {
  int sum;
  __device__ int operator()(int all) {
    const int before = sum;
    sum += all;
    return before;
  }
};
__global__ void blocks(int* bad) {  // 16 x 4
  using Scan = cub::BlockScan<short, 16, cub::BLOCK_SCAN_RAKING, 4>;
  using Reduce = cub::BlockReduce<Affine, 16, cub::BLOCK_REDUCE_WARP_REDUCTIONS, 4>;
  using Warps = cub::WarpReduce<Affine>;
  __shared__ union {
    Scan::TempStorage scan;
    Reduce::TempStorage reduce;
  } temp;
  __shared__ Warps::TempStorage warps[2];
  const int t = threadIdx.x + 16 * threadIdx.y;
  short sum = t;
  Scan(temp.scan).ExclusiveSum(sum, sum);
  int wrong = sum != t * (t - 1) / 2;
  __syncthreads();
  const Affine own{t % 3 - 1 ? t % 3 - 1 : 1, t % 5};
  const Affine all = Reduce(temp.reduce).Reduce(own, Then()), some = Warps(warps[t / 32]).Reduce(own, Then(), 13);
  Affine e{1, 0}, first{1, 0};
  for (int k = 0; k < 64; ++k) e = Then()(e, Affine{k % 3 - 1 ? k % 3 - 1 : 1, k % 5});
  for (int k = t; k < t + 13; ++k) first = Then()(first, Affine{k % 3 - 1 ? k % 3 - 1 : 1, k % 5});
  wrong += t == 0 && (all.a != e.a || all.b != e.b);
  wrong += t % 32 == 0 && (some.a != first.a || some.b != first.b);
  if (wrong) atomicAdd(bad, wrong);
}
__global__ void parts(int* bad) {  // one warp, three parts, its own storage
  using Scan = cub::BlockScan<int, 32>;
  Before before{100};
  for (int k = 0; k < 3; ++k) {
    int sum;
    Scan().ExclusiveSum(1, sum, before);
    __syncthreads();
    if (sum != 100 + 32 * k + threadIdx.x) atomicAdd(bad, 1);
  }
}
__global__ void part_of_a_warp(int* bad) {  // 50 threads, two items each
  using Scan = cub::BlockScan<int, 50>;
  using Reduce = cub::BlockReduce<int, 50>;
  __shared__ Scan::TempStorage scan;
  __shared__ Reduce::TempStorage reduce;
  const int t = threadIdx.x;
  int own[2] = {t, 1}, up[2], down[2], all;
  Scan(scan).InclusiveScan(own, up, 7, Max(), all);
  __syncthreads();
  Scan(scan).ExclusiveScan(own, down, Max());
  int wrong = all != 49 || up[0] != max(t, 7) || up[1] != max(t, 7) || down[1] != max(t, t ? 1 : 0);
  wrong += t > 0 && down[0] != max(t - 1, 1);
  const int sum = Reduce(reduce).Sum(t, 37);
  __syncthreads();
  const int both = Reduce(reduce).Sum(own);
  wrong += t == 0 && (sum != 36 * 37 / 2 || both != 49 * 50 / 2 + 50);
  if (wrong) atomicAdd(bad, wrong);
}
int main() {
  int *d, bad = 0;
  cudaMalloc(&d, sizeof bad);
  cudaMemcpy(d, &bad, sizeof bad, cudaMemcpyHostToDevice);
  warps<<<1, 64>>>(d);
  blocks<<<1, dim3(16, 4)>>>(d);
  parts<<<1, 32>>>(d);
  part_of_a_warp<<<1, 50>>>(d);
  cudaMemcpy(&bad, d, sizeof bad, cudaMemcpyDeviceToHost);
  cudaFree(d);
  assert(bad == 0);
}
// table: none
