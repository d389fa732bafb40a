// SPDX-License-Identifier: Apache-2.0
// kind: launch
// says: No kernel was launched
#include <cstdio>
__global__ void k(int* d) { d[threadIdx.x + 1] = 1; }
int main(int argc, char**) { if (argc != 2) { puts("Usage: n"); return 0; } k<<<1, 1>>>(nullptr); }
// table: none
