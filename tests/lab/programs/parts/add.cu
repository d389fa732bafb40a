// SPDX-License-Identifier: Apache-2.0
#include "include/size.h"
__global__ void fill_more(int* d) { d[threadIdx.x + 1] += 1; }
void add(int* d, int n) { fill_more<<<1, n>>>(d); cudaDeviceSynchronize(); }
