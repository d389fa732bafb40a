// SPDX-License-Identifier: Apache-2.0
// A loop in which nothing changes fills the recording.
// kind: endless
__global__ void k(int* a) { int i = threadIdx.x; do { a[i] = 1; } while (a[i] == 1); }
int main() { int* d; cudaMalloc(&d, 128); k<<<1, 32>>>(d); cudaDeviceSynchronize(); cudaFree(d); }
// table: none
