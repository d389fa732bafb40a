// SPDX-License-Identifier: Apache-2.0
// Sizes, structs, memcpy, unaligned, float as int: each value in the trace must be what memory holds.
#include <cstdio>
#include <cstring>
struct S3 { int a, b, c; }; struct alignas(16) Q { float x, y, z, w; }; struct Big { int v[10]; };
__global__ void k(unsigned char* a, float* f, S3* s, Q* q, double* d, Big* big, short* sh) {
  int i = threadIdx.x;
  a[i] = 7; a[i]++; a[i] <<= 1;
  f[i] = 1.5f; f[i] += f[i]; f[i] *= 2;
  ((int*)f)[i] ^= 0x80000000;
  s[i] = S3{1, 2, i}; s[i + 4] = s[i];
  q[i] = Q{1, 2, 3, (float)i}; q[i + 4] = q[i];
  d[i] = 0.1; d[i] += 1;
  for (int k = 0; k < 10; ++k) big[i].v[k] = k;
  big[i + 4] = big[i];
  memcpy(&big[i + 8], &big[i], sizeof(Big)); memset(&big[i + 12], 0, 8);
  struct __attribute__((packed)) U { int v; }; ((U*)(a + 40 + 5 * i))->v = 0x01020304;
  sh[i] = i; sh[i] -= 5;
  int local[4] = {i, 2, 3, 4}; local[i & 3] += 1; f[i + 4] = local[i & 3];
  long long* l = (long long*)d; l[i + 4] = 5; l[i + 4] |= 8;
}
int main() {
  char* m; cudaMalloc(&m, 4096); unsigned char* a; cudaMalloc(&a, 64); float* f; cudaMalloc(&f, 32); S3* s; cudaMalloc(&s, 96); Q* q; cudaMalloc(&q, 128); double* d; cudaMalloc(&d, 64); Big* b; cudaMalloc(&b, 16 * 40); short* sh; cudaMalloc(&sh, 8);
  k<<<1, 4>>>(a, f, s, q, d, b, sh); cudaDeviceSynchronize();
  cudaFree(m); cudaFree(a); cudaFree(f); cudaFree(s); cudaFree(q); cudaFree(d); cudaFree(b); cudaFree(sh); puts("fine");
}
// table: none
