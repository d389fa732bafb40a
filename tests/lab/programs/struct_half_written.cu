// SPDX-License-Identifier: Apache-2.0
// Half of the structs are written: the others must be found.
// kind: uninitialised
// says: 16 elements of p
struct Pair { float a, b; };
__device__ Pair pair_of(float x) { Pair p; p.a = x; p.b = -x; return p; }
__global__ void k(Pair* p) { if (threadIdx.x < 16) p[threadIdx.x] = pair_of(threadIdx.x); }
int main() {
  Pair* p; static Pair h[32]; cudaMalloc(&p, sizeof h); k<<<1, 32>>>(p);
  cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost); cudaFree(p);
}
// table: none
