// SPDX-License-Identifier: Apache-2.0
// kind: pointer
// says: null pointer
__global__ void k(int* p) { *p = 1; }
int main() { k<<<1, 1>>>(nullptr); cudaDeviceSynchronize(); }
// table: none
