// SPDX-License-Identifier: Apache-2.0
// kind: crash
// says: stack of a thread is full
__global__ void k(int* p) { int a[100000]; for (int i = 0; i < 100000; ++i) a[i] = i; p[0] = a[p[1] & 3]; }
int main() { int* p; cudaMalloc(&p, 64); cudaMemset(p, 0, 64); k<<<1, 2>>>(p); }
// table: none
