// SPDX-License-Identifier: Apache-2.0
// kind: bounds
// says: has only 16 elements
__global__ void k(int* p) { p[1 << 28] = 1; }
int main() { int* p; cudaMalloc(&p, 64); k<<<1, 2>>>(p); cudaDeviceSynchronize(); cudaFree(p); }
// table: none
