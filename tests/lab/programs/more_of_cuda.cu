// SPDX-License-Identifier: Apache-2.0
#include <cassert>
#include <cstdio>
__global__ void numbers(int* out) {
  assert(__dp4a(0x01020304u, 0x01010101u, 5u) == 15);
  assert(__dp4a(-1, 0x01010101, 1) == -3);
  assert(__mulhi(1 << 30, 8) == 2 && __mulhi(-1, 1) == -1);
  assert(__mul64hi(1LL << 62, 8) == 2 && __umul64hi(1ULL << 63, 6) == 3);
  assert(__funnelshift_l(0x80000000u, 1, 1) == 3 && __funnelshift_l(7, 5, 32) == 5 && __funnelshift_lc(7, 5, 40) == 7);
  assert(__funnelshift_r(1, 1, 1) == 0x80000000u && __funnelshift_r(7, 5, 32) == 7 && __funnelshift_rc(7, 5, 40) == 5);
  assert(__hadd(3, 4) == 3 && __rhadd(3, 4) == 4 && __uhadd(0xffffffffu, 1) == 0x80000000u && __urhadd(1, 2) == 2);
  assert(__sad(-3, 4, 1) == 8 && __brevll(1) == 1ULL << 63);
  assert(__double2hiint(1.0) == 0x3ff00000 && __hiloint2double(0x3ff00000, 0) == 1.0);
  assert(__double2int_rd(-0.5) == -1 && __double2int_rn(2.5) == 2 && __float2int_ru(0.25f) == 1);
  float s, c;
  __sincosf(0.0f, &s, &c);
  assert(s == 0 && c == 1);
  __builtin_assume(out != nullptr);
  __stcg(out, __ldcv(out + 1));
}
int main() {
  int *d, *managed, h[4] = {1, 2, 3, 4}, back[4] = {};
  size_t pitch;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocPitch(&d, &pitch, 8, 2);
  cudaMallocManaged(&managed, 8);
  cudaMemcpy2DAsync(d, pitch, h, 8, 8, 2, cudaMemcpyHostToDevice, stream);
  cudaMemcpy2DAsync(back, 8, d, pitch, 8, 2, cudaMemcpyDeviceToHost, stream);
  numbers<<<1, 1, 0, stream>>>(d);
  cudaStreamSynchronize(stream);
  cudaPointerAttributes of[3];
  cudaPointerGetAttributes(&of[0], d);
  cudaPointerGetAttributes(&of[1], managed);
  cudaPointerGetAttributes(&of[2], h);
  cudaMemset2DAsync(d, pitch, 0, 8, 2, stream);
  cudaMemAdvise(managed, 8, cudaMemAdviseSetReadMostly, 0);
  cudaMemPrefetchAsync(managed, 8, cudaMemLocation{cudaMemLocationTypeDevice, 0}, 0, stream);
  cudaStreamSynchronize(stream);
  assert(back[0] == 1 && back[3] == 4);
  assert(of[0].type == cudaMemoryTypeDevice && of[1].type == cudaMemoryTypeManaged && of[2].type == cudaMemoryTypeUnregistered);
  cudaStreamDestroy(stream);
  cudaFree(managed);
  cudaFree(d);
}
// table: none
