// SPDX-License-Identifier: Apache-2.0
// What real files are made of. Must compile unchanged, and say "fine".
#include <cuda_runtime.h>
#include "device_launch_parameters.h"
#include <cooperative_groups.h>
#include <iostream>
#include <vector>
#include <cassert>
#include <algorithm>
namespace cg = cooperative_groups;
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); exit(1); } } while (0)
#define LAUNCH(kernel, grid, block, ...) kernel<<<grid, block>>>(__VA_ARGS__)
#define CONFIG(g, b) <<<g, b>>>
#define BLOCK 32
#define DIV_UP(a, b) (((a) + (b) - 1) / (b))
__constant__ float c_kernel[5] = {1, 2, 3, 2, 1};
__device__ int d_count = 0, d_more[4];
__device__ float3 d_vec;
static __device__ __constant__ int c_two = 2;
extern __shared__ unsigned char outer[];
struct Op { __host__ __device__ int operator()(int a, int b) const { return a + b; } };
typedef struct { float a; int b; } Pair;
namespace my { namespace deep {
template <typename T, int N> __global__ void __launch_bounds__(256, 2) fill(T* __restrict__ p, T v, int n) {
  __shared__ T s[N][N + 1]; __shared__ volatile int flag, other[3];   // two declarations on a line
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  flag = 1; other[threadIdx.x % 3] = 2;
  s[threadIdx.x % N][0] = v;
  __syncthreads();
  if (i < n) p[i] = s[threadIdx.x % N][0] * (T)flag;
}
} }
__device__ __forceinline__ int helper(int* p, int i) { __shared__ int scratch[64]; scratch[i] = p[i]; __syncwarp(); return scratch[i] + 1; }
__global__ void dyn(int* out, int n) {
  extern __shared__ __align__(16) int mem[];
  float* f = (float*)&mem[n];
  mem[threadIdx.x] = threadIdx.x; f[threadIdx.x] = 0.5f;
  __syncthreads();
  out[threadIdx.x] = mem[threadIdx.x] + (int)(2 * f[threadIdx.x]);
}
template <class T> __global__ void dyn_template(T* out) { extern __shared__ T tm[]; tm[threadIdx.x] = 3; out[threadIdx.x] = tm[threadIdx.x]; }
__global__ void dyn_outer(char* out) { outer[threadIdx.x] = 'a' + threadIdx.x; out[threadIdx.x] = outer[threadIdx.x]; }
template <class F> __global__ void apply(F f, int* p) { p[threadIdx.x] = f(p[threadIdx.x], (int)threadIdx.x); }
__global__ void vectors(float4* a, const uint4* __restrict__ b, uchar4* c) {
  int i = threadIdx.x; float4 v = a[i]; uint4 w = __ldg(&b[i]); v.x += w.y; a[i] = v; c[i] = make_uchar4(1, 2, 3, 4);
  a[i].w = fminf(v.w, 3.f) + max(2, 1) + min(3u, 4u);
}
__global__ void misc(int* p) {
  cg::thread_block b = cg::this_thread_block(); auto tile = cg::tiled_partition<8>(b);
  int v = tile.shfl_down(threadIdx.x, 4); b.sync();
  atomicAdd(&d_count, 1); atomicMax(&d_more[1], v); d_vec.x = 3;
  if (threadIdx.x == 0) printf("from the kernel: %d %d\n", warpSize, c_two);
  p[threadIdx.x] = helper(p, threadIdx.x) + (int)c_kernel[threadIdx.x % 5];
  assert(blockDim.x * blockDim.y * gridDim.x >= 32 && "a string with <<< and ; in it");
}
__global__ void pair(Pair* p, Pair v) { p[threadIdx.x] = v; p[threadIdx.x].b += threadIdx.x; }
__global__ void nothing() { }
struct Runner { int* p; void go(int n) { my::deep::fill<int, 8><<<DIV_UP(n, BLOCK), BLOCK>>>(p, n, n); } };
int main(int argc, char** argv) {
  int* d; float4* a; uint4* b; uchar4* c; Pair* pp; char* ch;
  CHECK(cudaMalloc((void**)&d, 4096)); CHECK(cudaMalloc(&a, 32 * sizeof(float4))); CHECK(cudaMalloc(&b, 32 * sizeof(uint4))); CHECK(cudaMalloc(&c, 32 * 4)); CHECK(cudaMalloc(&pp, 32 * sizeof(Pair))); CHECK(cudaMalloc(&ch, 64));
  CHECK(cudaMemset(d, 0, 4096)); CHECK(cudaMemset(a, 0, 512)); CHECK(cudaMemset(b, 0, 512));
  int n = 100; std::vector<int> h(1024);
  auto test = [&](const char* what, bool ok) { if (!ok) { printf("WRONG: %s\n", what); } };
  my::deep::fill<float, 16> <<< dim3(DIV_UP(n, (BLOCK))), BLOCK, 0, 0 >>> (
      (float*)d, 2.5f,   // a comment with <<<1, 2>>>
      n);
  cudaMemcpy(h.data(), d, 400, cudaMemcpyDeviceToHost); test("template", *(float*)&h[99] == 2.5f);
  Runner{d}.go(n); cudaMemcpy(h.data(), d, 400, cudaMemcpyDeviceToHost); test("member", h[50] == 100);
  LAUNCH((my::deep::fill<int, 8>), 4, 32, d, 7, 100); cudaMemcpy(h.data(), d, 400, cudaMemcpyDeviceToHost); test("macro", h[99] == 7);
  nothing CONFIG(1, 2) (); nothing<<<1, 1>>>(); nothing << <1, 1 >> > ();
  dyn<<<1, 32, 32 * (sizeof(int) + sizeof(float))>>>(d, 32); cudaMemcpy(h.data(), d, 128, cudaMemcpyDeviceToHost); test("extern", h[5] == 6);
  dyn_template<double><<<1, 8, 64>>>((double*)d); dyn_template<float><<<1, 8, 32>>>((float*)d); dyn_outer<<<1, 8, 8>>>(ch);
  void (*fp)(int*, int) = dyn; fp<<<1, 4, 64>>>(d, 4);
  void (*table[2])(int*, int) = {dyn, dyn}; table[argc > 5]<<<1, 4, 64>>>(d, 4);
  if (n) for (int i = 0; i < 2; ++i) apply<<<1, 32>>>(Op(), d); else nothing<<<1, 1>>>();
  apply<<<1, 32>>>([] __device__ (int x, int y) { return x * 0 + y; }, d); cudaMemcpy(h.data(), d, 128, cudaMemcpyDeviceToHost); test("lambda", h[9] == 9);
  vectors<<<1, 32>>>(a, b, c); misc<<<1, 32>>>(d); pair<<<1, 32>>>(pp, Pair{1.5f, 10});
  int count; cudaMemcpyFromSymbol(&count, d_count, sizeof count); test("symbol", count == 32);
  float k5[5] = {5, 4, 3, 2, 1}; cudaMemcpyToSymbol(c_kernel, k5, sizeof k5); misc<<<dim3(1, 1), dim3(8, 4, 1)>>>(d);
  Pair hp[32]; cudaMemcpy(hp, pp, sizeof hp, cudaMemcpyDeviceToHost); test("struct", hp[3].a == 1.5f && hp[3].b == 13);
  std::cout << (argc << 2) << " >>> " << std::max(1, 2) << "\n";
  cudaEvent_t e0; cudaEventCreate(&e0); cudaEventRecord(e0, 0); cudaStream_t st; cudaStreamCreate(&st); nothing<<<1, 1, 0, st>>>(); CHECK(cudaGetLastError()); CHECK(cudaDeviceSynchronize()); cudaEventDestroy(e0); cudaStreamDestroy(st);
  cudaFree(d); cudaFree(a); cudaFree(b); cudaFree(c); cudaFree(pp); cudaFree(ch); puts("fine");
}
// table: none
