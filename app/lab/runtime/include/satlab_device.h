// SPDX-License-Identifier: Apache-2.0
// What a kernel may call: barriers, warp functions, atomics, arithmetic.
#pragma once
#include "satlab_words.h"

extern "C" {
void __syncthreads();
int __syncthreads_count(int), __syncthreads_and(int), __syncthreads_or(int);
void __syncwarp(unsigned mask = 0xffffffffu);
void __threadfence(), __threadfence_block(), __threadfence_system();
unsigned __activemask();
unsigned __ballot_sync(unsigned mask, int predicate);
int __any_sync(unsigned mask, int predicate), __all_sync(unsigned mask, int predicate);
unsigned satlab_ballot(int predicate);
long long satlab_clock();
void __nanosleep(unsigned);
}
#define SATLAB_ATOMIC(n, T) T atomic##n(T* p, T v);
#define SATLAB_CAS(T) T atomicCAS(T* p, T compare, T v);
#define SATLAB_SHUFFLE(T)                                                 \
  T __shfl_sync(unsigned mask, T v, int lane, int width = 32);            \
  T __shfl_up_sync(unsigned mask, T v, unsigned delta, int width = 32);   \
  T __shfl_down_sync(unsigned mask, T v, unsigned delta, int width = 32); \
  T __shfl_xor_sync(unsigned mask, T v, int lanes, int width = 32);       \
  T __shfl(T v, int lane, int width = 32);                                \
  T __shfl_up(T v, unsigned delta, int width = 32);                       \
  T __shfl_down(T v, unsigned delta, int width = 32);                     \
  T __shfl_xor(T v, int lanes, int width = 32);
#include "satlab_overloads.h"
// because: all memory is one here. A function that calls another would be the place of its access
#define atomicAdd_block atomicAdd
#define atomicAdd_system atomicAdd
#define atomicSub_block atomicSub
#define atomicSub_system atomicSub
#define atomicExch_block atomicExch
#define atomicExch_system atomicExch
#define atomicMin_block atomicMin
#define atomicMin_system atomicMin
#define atomicMax_block atomicMax
#define atomicMax_system atomicMax
#define atomicAnd_block atomicAnd
#define atomicAnd_system atomicAnd
#define atomicOr_block atomicOr
#define atomicOr_system atomicOr
#define atomicXor_block atomicXor
#define atomicXor_system atomicXor
#define atomicInc_block atomicInc
#define atomicInc_system atomicInc
#define atomicDec_block atomicDec
#define atomicDec_system atomicDec
#define atomicCAS_block atomicCAS
#define atomicCAS_system atomicCAS
#undef SATLAB_ATOMIC
#undef SATLAB_CAS
#undef SATLAB_SHUFFLE
unsigned __reduce_add_sync(unsigned mask, unsigned v);
int __reduce_add_sync(unsigned mask, int v);
unsigned __reduce_max_sync(unsigned mask, unsigned v);
unsigned __reduce_min_sync(unsigned mask, unsigned v);
unsigned __match_any_sync(unsigned mask, unsigned v);
inline unsigned __ballot(int p) { return satlab_ballot(p); }
inline int __any(int p) { return satlab_ballot(p) != 0; }
#define __isGlobal(p) true

#define __ldg(p) (*(p))
#define __ldcs(p) (*(p))
#define __ldcg(p) (*(p))
#define __ldca(p) (*(p))
#define __ldcv(p) (*(p))
#define __ldlu(p) (*(p))
#define __stcs(p, v) (*(p) = (v))
#define __stcg(p, v) (*(p) = (v))
#define __stwb(p, v) (*(p) = (v))
#define __stwt(p, v) (*(p) = (v))
#ifndef __clang__
#define __builtin_assume(condition) ((void)0)
#endif

#define SATLAB_MINMAX(T, A, B)                                 \
  inline T min(A a, B b) { return (T)a < (T)b ? (T)a : (T)b; } \
  inline T max(A a, B b) { return (T)a < (T)b ? (T)b : (T)a; }
SATLAB_MINMAX(int, int, int)
SATLAB_MINMAX(unsigned, unsigned, unsigned)
SATLAB_MINMAX(unsigned, int, unsigned)
SATLAB_MINMAX(unsigned, unsigned, int)
SATLAB_MINMAX(long, long, long)
SATLAB_MINMAX(unsigned long, unsigned long, unsigned long)
SATLAB_MINMAX(unsigned long, long, unsigned long)
SATLAB_MINMAX(unsigned long, unsigned long, long)
SATLAB_MINMAX(long long, long long, long long)
SATLAB_MINMAX(unsigned long long, unsigned long long, unsigned long long)
SATLAB_MINMAX(float, float, float)
SATLAB_MINMAX(double, double, double)
SATLAB_MINMAX(double, float, double)
SATLAB_MINMAX(double, double, float)
inline unsigned umin(unsigned a, unsigned b) { return min(a, b); }
inline unsigned umax(unsigned a, unsigned b) { return max(a, b); }

inline int __popc(unsigned v) { return __builtin_popcount(v); }
inline int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
inline int __clz(int v) { return v ? __builtin_clz((unsigned)v) : 32; }
inline int __clzll(long long v) { return v ? __builtin_clzll((unsigned long long)v) : 64; }
inline int __ffs(int v) { return __builtin_ffs(v); }
inline int __ffsll(long long v) { return __builtin_ffsll(v); }
inline unsigned __brev(unsigned v) {
  unsigned r = 0;
  for (int i = 0; i < 32; ++i) r = r << 1 | (v >> i & 1);
  return r;
}
inline int __mul24(int a, int b) { return (int)((((unsigned)a << 8) >> 8) * (((unsigned)b << 8) >> 8)); }
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a * b) >> 32); }
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
  unsigned long long b = (unsigned long long)y << 32 | x;
  unsigned r = 0;
  for (int i = 0; i < 4; ++i) r |= (unsigned)(b >> (s >> 4 * i & 7) * 8 & 255) << 8 * i;
  return r;
}
inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
inline unsigned __sad(int a, int b, unsigned c) { return (a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a) + c; }
inline unsigned long long __brevll(unsigned long long v) {
  return (unsigned long long)__brev((unsigned)v) << 32 | __brev((unsigned)(v >> 32));
}
inline int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
inline long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned long long)((unsigned __int128)a * b >> 64);
}
inline int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
inline int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
inline unsigned __uhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b) >> 1); }
inline unsigned __urhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b + 1) >> 1); }
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned by) {
  return (unsigned)(((unsigned long long)high << 32 | low) << (by & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned by) {
  return (unsigned)(((unsigned long long)high << 32 | low) >> (by & 31));
}
inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned by) {
  return by < 32 ? __funnelshift_l(low, high, by) : low;
}
inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned by) {
  return by < 32 ? __funnelshift_r(low, high, by) : high;
}
inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  for (int i = 0; i < 32; i += 8) c += (a >> i & 255) * (b >> i & 255);
  return c;
}
inline int __dp4a(int a, int b, int c) {
  unsigned sum = (unsigned)c;
  for (int i = 0; i < 32; i += 8) sum += (unsigned)((signed char)(a >> i) * (signed char)(b >> i));
  return (int)sum;
}
inline int __float_as_int(float f) {
  int i;
  __builtin_memcpy(&i, &f, 4);
  return i;
}
inline unsigned __float_as_uint(float f) {
  unsigned i;
  __builtin_memcpy(&i, &f, 4);
  return i;
}
inline float __int_as_float(int i) {
  float f;
  __builtin_memcpy(&f, &i, 4);
  return f;
}
inline float __uint_as_float(unsigned i) {
  float f;
  __builtin_memcpy(&f, &i, 4);
  return f;
}
inline long long __double_as_longlong(double f) {
  long long i;
  __builtin_memcpy(&i, &f, 8);
  return i;
}
inline double __longlong_as_double(long long i) {
  double f;
  __builtin_memcpy(&f, &i, 8);
  return f;
}
inline int __double2hiint(double f) { return (int)(__double_as_longlong(f) >> 32); }
inline int __double2loint(double f) { return (int)__double_as_longlong(f); }
inline double __hiloint2double(int high, int low) {
  return __longlong_as_double((long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}
inline int __float2int_rn(float f) { return (int)rintf(f); }
inline int __float2int_rd(float f) { return (int)floorf(f); }
inline int __float2int_rz(float f) { return (int)f; }
inline unsigned __float2uint_rn(float f) { return (unsigned)rintf(f); }
inline float __int2float_rn(int i) { return (float)i; }
inline float __uint2float_rn(unsigned i) { return (float)i; }
inline float __fdividef(float a, float b) { return a / b; }
inline float __fdiv_rn(float a, float b) { return a / b; }
inline float __fadd_rn(float a, float b) { return a + b; }
inline float __fmul_rn(float a, float b) { return a * b; }
inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
inline float __fsqrt_rn(float a) { return sqrtf(a); }
inline float __fsub_rn(float a, float b) { return a - b; }
inline float __frcp_rn(float a) { return 1 / a; }
inline float __frsqrt_rn(float a) { return 1 / sqrtf(a); }
inline double __dadd_rn(double a, double b) { return a + b; }
inline double __dsub_rn(double a, double b) { return a - b; }
inline double __dmul_rn(double a, double b) { return a * b; }
inline double __ddiv_rn(double a, double b) { return a / b; }
inline double __drcp_rn(double a) { return 1 / a; }
inline double __dsqrt_rn(double a) { return ::sqrt(a); }
inline double __fma_rn(double a, double b, double c) { return ::fma(a, b, c); }
inline int __float2int_ru(float f) { return (int)ceilf(f); }
inline unsigned __float2uint_rd(float f) { return (unsigned)floorf(f); }
inline unsigned __float2uint_ru(float f) { return (unsigned)ceilf(f); }
inline unsigned __float2uint_rz(float f) { return (unsigned)f; }
inline long long __float2ll_rn(float f) { return (long long)rintf(f); }
inline long long __float2ll_rz(float f) { return (long long)f; }
inline int __double2int_rn(double f) { return (int)::rint(f); }
inline int __double2int_rd(double f) { return (int)::floor(f); }
inline int __double2int_ru(double f) { return (int)::ceil(f); }
inline int __double2int_rz(double f) { return (int)f; }
inline unsigned __double2uint_rn(double f) { return (unsigned)::rint(f); }
inline unsigned __double2uint_rz(double f) { return (unsigned)f; }
inline long long __double2ll_rn(double f) { return (long long)::rint(f); }
inline long long __double2ll_rz(double f) { return (long long)f; }
inline float __double2float_rn(double f) { return (float)f; }
inline double __int2double_rn(int i) { return i; }
inline double __uint2double_rn(unsigned i) { return i; }
inline float __ll2float_rn(long long i) { return (float)i; }
inline float __ull2float_rn(unsigned long long i) { return (float)i; }
inline double __ll2double_rn(long long i) { return (double)i; }
inline double __ull2double_rn(unsigned long long i) { return (double)i; }
inline float __log10f(float a) { return log10f(a); }
inline float __exp10f(float a) { return powf(10, a); }
inline float __tanf(float a) { return tanf(a); }
#define __sincosf(a, s, c) ((void)(*(s) = sinf(a)), (void)(*(c) = cosf(a)))
inline float __expf(float a) { return expf(a); }
inline float __logf(float a) { return logf(a); }
inline float __log2f(float a) { return log2f(a); }
inline float __powf(float a, float b) { return powf(a, b); }
inline float __sinf(float a) { return sinf(a); }
inline float __cosf(float a) { return cosf(a); }
inline float __saturatef(float a) { return a < 0 ? 0 : a > 1 ? 1 : a; }
inline float rsqrtf(float a) { return 1 / sqrtf(a); }
inline double rsqrt(double a) { return 1 / ::sqrt(a); }
inline long long clock64() { return satlab_clock(); }
#define __trap() abort()
#define __brkpt() ((void)0)
