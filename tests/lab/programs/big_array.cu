// SPDX-License-Identifier: Apache-2.0
// One access of an array of 64 MB: the check must not take memory for the rest.
__global__ void one(int* a) { a[0] = 1; }
int main() { int* d; cudaMalloc(&d, 64u << 20); one<<<1, 1>>>(d); cudaDeviceSynchronize(); cudaFree(d); }
// table: none
