// SPDX-License-Identifier: Apache-2.0
#include <cuda_fp16.h>
__global__ void k(int* p) {
  p[0] = __match_all_sync(0xffffffff, 1, p + 1);  // expect error
}
int main() {
  cudaExtent extent = make_cudaExtent(4, 4, 4);  // expect error
  cudaPitchedPtr p;  // expect error
  cudaMalloc3D(&p, extent);
  curandState* states;  // expect error
  cudaMemPoolProps props = {};  // expect error
}
// says: __match_all_sync is part of CUDA, but cannot run on the CPU here.
// says: cudaExtent is part of CUDA, but cannot run on the CPU here.
// says: cudaMemPoolProps is part of CUDA, but cannot run on the CPU here.
// says: curandState is part of CUDA, but cannot run on the CPU here.
// verdict: not supported here
// table: none
