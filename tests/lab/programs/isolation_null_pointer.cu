// SPDX-License-Identifier: Apache-2.0
// kind: pointer
// says: null pointer
__global__ void k() { *(int*)0 = 1; }
int main() { k<<<1, 1>>>(); cudaDeviceSynchronize(); }
// table: none
