// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cassert>
__global__ void k(unsigned* out) {
  unsigned t = threadIdx.x, lane = t & 31, v = lane + 1;
  for (int d = 1; d < 32; d *= 2) { unsigned n = __shfl_up_sync(0xffffffff, v, d); if (lane >= d) v += n; }
  assert(v == (lane + 1) * (lane + 2) / 2);
  unsigned s = lane; for (int x = 16; x; x /= 2) s += __shfl_xor_sync(~0u, s, x);
  assert(s == 496);
  float f = lane; for (int x = 16; x; x >>= 1) f += __shfl_down_sync(0xffffffffu, f, x);
  if (lane == 0) assert(f == 496.f);
  assert(__shfl_sync(~0u, lane, 3, 8) == (lane & ~7u) + 3);
  assert(__ballot_sync(~0u, lane < 4) == 0xf);
  assert(__any_sync(~0u, lane == 7) && !__all_sync(~0u, lane == 7));
  if (lane < 10) { unsigned m = __activemask(); assert(m == 0x3ff); assert(__popc(__ballot_sync(m, lane & 1)) == 5); }
  __shared__ unsigned a[64];
  a[t] = t; __syncwarp(); out[t] = a[t ^ 1];
  double dd = __shfl_sync(~0u, (double)lane / 2, 5); assert(dd == 2.5);
}
int main() { unsigned* d; cudaMalloc(&d, 256); k<<<1, 64>>>(d); cudaDeviceSynchronize(); cudaFree(d); puts("fine"); }
// table: none
