// SPDX-License-Identifier: Apache-2.0
// The vocabulary in which every kernel is written once. A kernel is a struct
//
//   struct Kernel {
//     static constexpr int threads, warp;                  threads of a block, lanes of a warp
//     template <class M> struct Shared { ... };            the shared memory of a block, if it has any: then run takes it
//     template <class M> static SIMT void run(M& m, Shared<M>& s, arguments...);
//   };
//
// over a machine M: Gpu (gpu.h), Cpu (cpu.h) or Traced (traced.h). Block scope: m.block_x(), m.each(label, [active,] f),
// m.sync(); m.slots<n>(label, f), where every thread runs f(t, k) for its registers k = 0 ... n - 1 in this order; and
// m.exchange<n>(label, from, value, use), a shuffle: use(t, k, heard) gets value(t, k) of lane from(t) of the same warp, all
// lanes at once, for each register k; a negative lane means none. Inside these bodies write only reg, shared and global: a
// plain local declared outside is one variable on the host and one per thread on the GPU. Collectives and barriers are at
// block scope. Loops there go as often for all threads of the block: v = m.uniform(label, f) is a plain value that every thread
// computes alike by f(t), from memory that none of them changes meanwhile.
//
// load4<U>(i) and store4(i, four) of global and shared move four adjacent values at once, from element numbers that are
// multiples of four; packed.h has four bytes and two small sums in one register. m.copy4(global, i, shared, j, inside) copies
// four adjacent values, or zeros, to shared memory without registers: their thread sees them after m.copied(), other threads
// after a barrier too. m.copy4<L2::evict_first>(...) is for what no block reads again: it leaves the L2 before anything else.
//
// A buffer whose rows may lie apart is `pitched`: its place (x, y) is number b.at(x, y), and an access is b[b.at(x, y)].
//
// Blocks exchange sums through words: a value and its status, always written and read as one. At block scope, once each: n =
// m.begin(words), the number of the block in the launch, in the order in which blocks start; and later turn = m.turn(words),
// where all threads of the block may meet. Within a body m.publish(words, i, value, known, turn); m.look(words, i, turn), which
// may find nothing; and m.await(words, i, turn), which waits until it finds something. Await only words that a block of a lower
// number publishes without awaiting a higher one: lower ones have begun, higher ones perhaps not. A word orders no other
// memory. Words of earlier launches count as empty.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include "kernels/known.h"

#if defined(__CUDACC__)
#define SIMT __host__ __device__ __forceinline__
#else
#define SIMT inline __attribute__((always_inline))
#endif

// Unrolling is explicit: register arrays must be indexed by constants on the GPU.
#if defined(__CUDACC__)
#define SIMT_UNROLL _Pragma("unroll")
#else
#define SIMT_UNROLL _Pragma("GCC unroll 32")
#endif

// In a loop around whole steps only the GPU needs constant indices.
#if defined(__CUDACC__)
#define SIMT_UNROLL_STEPS _Pragma("unroll")
#else
#define SIMT_UNROLL_STEPS
#endif

namespace satscope {

/// What a GPU's second-level cache does with what a copy has read.
enum class L2 : std::uint8_t { keep, evict_first };

/// The name of a step: its first word is the phase. A number may follow: {"up-sweep d=", d}. Costs nothing on a GPU.
struct Label {
  const char* words;
  int number = -1;                         ///< appended if not negative
  SIMT Label(const char* w) : words(w) {}  // NOLINT: a text where a label is wanted
  SIMT Label(const char* w, int n) : words(w), number(n) {}
  std::string text() const { return number < 0 ? std::string(words) : words + std::to_string(number); }
};

/// The launch in which a block runs.
struct Turn {
  std::uint32_t launch = 0;
};

/// A thread of a block, as `each` passes it to its body.
template <int warp_size>
struct ThreadOf {
  int x;  ///< 0 ... threads - 1
  struct Round {};
  /// Names the round of a loop whose accesses depend on lane and round, for traces, which group accesses by it.
  SIMT Round round(int) const { return {}; }
  SIMT int lane() const { return static_cast<int>(static_cast<unsigned>(x) % warp_size); }
  SIMT int warp() const { return static_cast<int>(static_cast<unsigned>(x) / warp_size); }
};

/// A small array that fits into registers.
template <class T, int N>
struct vec {
  T v[N];
  SIMT T& operator[](int i) { return v[i]; }
  SIMT const T& operator[](int i) const { return v[i]; }
};

// Short names for `typename M::template ...`.
template <class M, class T>
using num = typename M::template num<T>;  ///< a T that the machine may count and trace
template <class M, class T>
using reg = typename M::template reg<T>;  ///< one T (or vec of T) per thread: r{"name"}; r[t]
template <class M, class T, int N>
using shared = typename M::template shared<T, N>;  ///< N elements of the block's shared memory: s{"name"}; s[i]
template <class M, class T>
using global = typename M::template global<T>;  ///< a buffer of device memory; const T to read only
template <class M, class T>
using tile_status = typename M::template tile_status<T>;  ///< a buffer of words, for what blocks exchange
template <class M>
using element_no = typename M::element_no;  ///< an element number for a helper; a trace reports the caller's line

/// Row-major element number, in 64 bits before the product.
SIMT std::size_t at(int x, int y, int width) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
}

/// A buffer whose rows may lie apart; elements are its places.
template <class M, class T>
struct pitched : M::template global<T> {
  int pitch;  ///< places from row to row
  /// Number of place (x, y).
  SIMT std::size_t at(int x, int y) const { return satscope::at(x, y, pitch); }
};

/// Blocks of n that cover `length`.
constexpr int ceil_div(int length, int n) { return (length + n - 1) / n; }

}  // namespace satscope
