// SPDX-License-Identifier: Apache-2.0
// The words of CUDA for a host compiler: its qualifiers, vectors and built-in variables.
#pragma once
#include <cassert>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <tuple>
#include <type_traits>
#include <utility>

#ifndef SATLAB_RUNTIME
using std::isfinite, std::isinf, std::isnan;  // which nvcc declares, too
// because: the runtime would call itself
// because: these are accesses too; with -fno-builtin-memcpy and so on they are called, and by these names
extern "C" {
void* memcpy(void*, const void*, size_t) noexcept __asm__("satlab_memcpy");
void* memmove(void*, const void*, size_t) noexcept __asm__("satlab_memcpy");
void* memset(void*, int, size_t) noexcept __asm__("satlab_memset");
}
#endif
#define __CUDACC__ 1
#define __NVCC__ 1
#define CUDART_VERSION 12000
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#define __CUDA_ARCH__ 700
#ifndef SATLAB_KEEP_WORDS  // because: where macros are expanded before the rewriting, it must still see these
#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __grid_constant__
#endif
#define __forceinline__ inline
#define __inline__ inline
#define __restrict__ __restrict
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __host
#define SATLAB_UNWATCHED __attribute__((no_sanitize("thread")))
#define CUDARTAPI
#define CUDART_CB
#define __DRIVER_TYPES_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __VECTOR_TYPES_H__

#define SATLAB_CALL __attribute__((noinline)) SATLAB_UNWATCHED  // what passes on where it was called from

// because: a returned struct is stored without a hook; inlined, each member's store has one
#define SATLAB_VECTOR(T, N, A1, A2, A4)                                                       \
  struct N##1 {                                                                               \
    T x;                                                                                      \
  };                                                                                          \
  struct __attribute__((aligned(A2))) N##2 {                                                  \
    T x, y;                                                                                   \
  };                                                                                          \
  struct N##3 {                                                                               \
    T x, y, z;                                                                                \
  };                                                                                          \
  struct __attribute__((aligned(A4))) N##4 {                                                  \
    T x, y, z, w;                                                                             \
  };                                                                                          \
  __attribute__((always_inline)) inline N##1 make_##N##1(T x) { return {x}; }                 \
  __attribute__((always_inline)) inline N##2 make_##N##2(T x, T y) { return {x, y}; }         \
  __attribute__((always_inline)) inline N##3 make_##N##3(T x, T y, T z) { return {x, y, z}; } \
  __attribute__((always_inline)) inline N##4 make_##N##4(T x, T y, T z, T w) { return {x, y, z, w}; }
SATLAB_VECTOR(signed char, char, 1, 2, 4)
SATLAB_VECTOR(unsigned char, uchar, 1, 2, 4)
SATLAB_VECTOR(short, short, 2, 4, 8)
SATLAB_VECTOR(unsigned short, ushort, 2, 4, 8)
SATLAB_VECTOR(int, int, 4, 8, 16)
SATLAB_VECTOR(unsigned int, uint, 4, 8, 16)
SATLAB_VECTOR(long, long, 8, 16, 16)
SATLAB_VECTOR(unsigned long, ulong, 8, 16, 16)
SATLAB_VECTOR(long long, longlong, 8, 16, 16)
SATLAB_VECTOR(unsigned long long, ulonglong, 8, 16, 16)
SATLAB_VECTOR(float, float, 4, 8, 16)
SATLAB_VECTOR(double, double, 8, 16, 16)
struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int a = 1, unsigned int b = 1, unsigned int c = 1) : x(a), y(b), z(c) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  operator uint3() const { return {x, y, z}; }
};
// because: const globals of another file are read without a hook, and one fiber never sees them change
extern const uint3 threadIdx, blockIdx;
struct satlab_dim {
  unsigned int x, y, z;
  operator dim3() const { return {x, y, z}; }
  operator uint3() const { return {x, y, z}; }
};
extern const satlab_dim blockDim, gridDim;
extern const int warpSize;
