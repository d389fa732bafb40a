// SPDX-License-Identifier: Apache-2.0
// Structs that a function returns are stored without a hook; then they are copied to the host.
struct Pair { float a, b; };
__device__ Pair pair_of(float x) { Pair p; p.a = x; p.b = -x; return p; }
__device__ float4 neg(float4 v) { return make_float4(-v.x, -v.y, -v.z, -v.w); }
__global__ void k(Pair* p, float4* v) { p[threadIdx.x] = pair_of(threadIdx.x); v[threadIdx.x] = neg(make_float4(1, 2, 3, threadIdx.x)); }
int main() {
  Pair* p; float4* v; static Pair hp[32]; static float4 hv[32];
  cudaMalloc(&p, sizeof hp); cudaMalloc(&v, sizeof hv); k<<<1, 32>>>(p, v);
  cudaMemcpy(hp, p, sizeof hp, cudaMemcpyDeviceToHost); cudaMemcpy(hv, v, sizeof hv, cudaMemcpyDeviceToHost);
  cudaFree(p); cudaFree(v);
}
// table: none
