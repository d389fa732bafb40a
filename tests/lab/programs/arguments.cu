// SPDX-License-Identifier: Apache-2.0
// words: -- 32 -n
#include <cstdlib>
#include <cstring>
__global__ void k(int* d) { d[threadIdx.x + 1] = 1; }  // expect bounds
int main(int argc, char** argv) {
  if (argc != 3 || strcmp(argv[2], "-n") != 0) return 1;
  int n = atoi(argv[1]), *d; cudaMalloc(&d, n * sizeof(int)); k<<<1, n>>>(d); cudaFree(d);
}
// table: none
