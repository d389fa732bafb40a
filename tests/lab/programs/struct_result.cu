// SPDX-License-Identifier: Apache-2.0
// g++ 12 does not announce the store of a struct that a function returns. What is read later shows it.
#include <cstdio>
struct P { int a, b; };
__device__ P mk(int i) { return P{i, 2}; }
__global__ void k(P* p, uchar4* c, int* o) { int i = threadIdx.x; p[i] = mk(i); c[i] = make_uchar4(1, 2, 3, 4); o[i] = p[i].a + c[i].x; }
int main() { P* p; uchar4* c; int* o; cudaMalloc(&p, 64); cudaMalloc(&c, 32); cudaMalloc(&o, 32); k<<<1, 8>>>(p, c, o); cudaFree(p); cudaFree(c); cudaFree(o); }
// table: none
