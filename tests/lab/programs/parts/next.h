// SPDX-License-Identifier: Apache-2.0
#pragma once
inline int* make(int n) {
  int* made;
  cudaMalloc(&made, n * sizeof(int));
  return made;
}
__device__ inline int next(const int* s) {
  return s[(threadIdx.x + 1) % blockDim.x];
}
