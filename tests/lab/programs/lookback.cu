// SPDX-License-Identifier: Apache-2.0
// A chained scan over blocks: each waits for its left neighbour's sum, through a volatile word and a fence.
#include <cstdio>
#ifndef FENCE
#define FENCE __threadfence()
#endif
__device__ unsigned ticket;
__global__ void chained(const unsigned* in, unsigned* out, volatile unsigned* flag, volatile unsigned* sum, int n) {
  __shared__ unsigned s[32], block, before;
  if (threadIdx.x == 0) block = atomicAdd(&ticket, 1u);
  __syncthreads();
  int t = threadIdx.x, i = block * 32 + t;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < 32; d *= 2) { unsigned l = t >= d ? s[t - d] : 0; __syncthreads(); s[t] += l; __syncthreads(); }
  if (t == 0) {
    if (block > 0) { while (flag[block - 1] == 0) { } FENCE; before = sum[block - 1]; } else before = 0;
    sum[block] = before + s[31];
    FENCE;
    flag[block] = 1;
  }
  __syncthreads();
  if (i < n) out[i] = before + s[t];
}
int main() {
  const int n = 500, blocks = (n + 31) / 32; unsigned h[n], r[n], *in, *out, *flag, *sum;
  for (int i = 0; i < n; ++i) h[i] = i % 7;
  cudaMalloc(&in, sizeof h); cudaMalloc(&out, sizeof h); cudaMalloc(&flag, blocks * 4); cudaMalloc(&sum, blocks * 4);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice); cudaMemset(flag, 0, blocks * 4);
  chained<<<blocks, 32>>>(in, out, flag, sum, n);
  cudaMemcpy(r, out, sizeof h, cudaMemcpyDeviceToHost);
  unsigned s = 0; int bad = 0; for (int i = 0; i < n; ++i) { s += h[i]; bad += r[i] != s; }
  printf("%d wrong\n", bad);
  cudaFree(in); cudaFree(out); cudaFree(flag); cudaFree(sum);
}
// table: none
