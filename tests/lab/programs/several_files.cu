// SPDX-License-Identifier: Apache-2.0
// words: parts/add.cu -I parts/include
#include "parts/start.h"
#include <size.h>
void add(int* d, int n);
int main() {
  int* d; cudaMalloc(&d, k_size * sizeof(int)); cudaMemset(d, 0, k_size * sizeof(int)); add(d, k_size); start(d, 32); cudaFree(d);
}
// kind: launch
// in: start.h:4
// kind: bounds
// in: add.cu:3
// says: (allocated in line 7 of several_files.cu)
// table: none
