// SPDX-License-Identifier: Apache-2.0
// Machine Gpu: inline wrappers over CUDA, which cost nothing when compiled.
#pragma once
#include <cuda_runtime.h>

#include "kernels/simt/packed.h"
#include "kernels/simt/simt.h"
#include "kernels/simt/tile_status.h"
#include "kernels/simt/vec4.h"
#include "kernels/types.h"

namespace satscope {

/// vec4 channels in accesses of 16 bytes, or in one if they are fewer bytes.
template <class T>
__device__ __forceinline__ vec4<T> load_read_only(const vec4<T>* from) {
  using Word = std::conditional_t<sizeof(vec4<T>) % sizeof(uint4) == 0, uint4, unsigned>;
  static_assert(sizeof(vec4<T>) % sizeof(Word) == 0, "four channels fill whole words");
  constexpr int words = sizeof(vec4<T>) / sizeof(Word);
  Word word[words];
  SIMT_UNROLL for (int i = 0; i < words; ++i) word[i] = __ldg(reinterpret_cast<const Word*>(from) + i);
  vec4<T> value;
  memcpy(&value, word, sizeof value);
  return value;
}

namespace detail {

/// The largest access, in bytes, for four adjacent values.
template <class T>
using Wide = std::conditional_t<sizeof(T) == 1, unsigned, uint4>;

template <class T>
__device__ __forceinline__ T from_lane(T value, int lane) {
  if constexpr (std::is_same_v<T, Pair16>)
    return {__shfl_sync(~0U, value.word, lane)};
  else
    return __shfl_sync(~0U, value, lane);
}

/// vec4 adjacent values in memory, in as few accesses of 16 bytes as possible.
template <class T>
struct alignas(4 * sizeof(T) < 16 ? 4 * sizeof(T) : 16) Packet4 {
  T v[4];
};

/// One access to one four of bytes, or to four packets.
template <int n>
requires(n == 1 || n == 4) using Access = std::conditional_t<n == 1, unsigned, uint4>;

__device__ __forceinline__ vec<Bytes4, 1> packets_in(unsigned all) { return {{{all}}}; }
__device__ __forceinline__ vec<Bytes4, 4> packets_in(uint4 all) { return {{{all.x}, {all.y}, {all.z}, {all.w}}}; }

// Bypasses the L1 cache, for data that is read once: faster (docs/PERFORMANCE.md, entry 15). Volatile, so that it stays behind
// the wait for the launch before.
__device__ __forceinline__ unsigned load_once(const unsigned* from) {
  unsigned all;
  asm volatile("ld.global.nc.L1::no_allocate.u32 %0, [%1];" : "=r"(all) : "l"(from));
  return all;
}
__device__ __forceinline__ uint4 load_once(const uint4* from) {
  uint4 all;
  asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(all.x), "=r"(all.y), "=r"(all.z), "=r"(all.w)
               : "l"(from));
  return all;
}

#if __CUDA_ARCH__ >= 800
/// Begins a copy to shared memory. bytes: read from `source`, the rest of the access is zeros.
template <int access, L2 cached>
__device__ __forceinline__ void begin_copy(unsigned target, const void* source, int bytes) {
  if constexpr (cached == L2::evict_first) {
    unsigned long long policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
    if constexpr (access == 16)
      asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2, %3;" ::"r"(target), "l"(source), "r"(bytes),
                   "l"(policy)
                   : "memory");
    else
      asm volatile("cp.async.ca.shared.global.L2::cache_hint [%0], [%1], %2, %3, %4;" ::"r"(target), "l"(source), "n"(access),
                   "r"(bytes), "l"(policy)
                   : "memory");
  } else if constexpr (access == 16) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(target), "l"(source), "r"(bytes) : "memory");
  } else {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(target), "l"(source), "n"(access), "r"(bytes)
                 : "memory");
  }
}
#endif

/// The L2 evicts words last: others read them soon, and pixels and entries that pass through would drive them out
/// (docs/PERFORMANCE.md, entry 28).
template <class T>
__device__ __forceinline__ void store_tile_status(TileStatus<T>* to, const TileStatus<T>& word) {
#if __CUDA_ARCH__ >= 800
  unsigned long long policy;
  asm("createpolicy.fractional.L2::evict_last.b64 %0;" : "=l"(policy));
  if constexpr (TileStatus<T>::halves == 1)
    asm volatile("st.relaxed.gpu.global.L2::cache_hint.u64 [%0], %1, %2;" ::"l"(to), "l"(word.half[0]), "l"(policy) : "memory");
  else
    asm volatile("st.relaxed.gpu.global.L2::cache_hint.v2.u64 [%0], {%1, %2}, %3;" ::"l"(to), "l"(word.half[0]),
                 "l"(word.half[1]), "l"(policy)
                 : "memory");
#else
  if constexpr (TileStatus<T>::halves == 1)
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(to), "l"(word.half[0]) : "memory");
  else
    asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(to), "l"(word.half[0]), "l"(word.half[1]) : "memory");
#endif
}

/// turn: the number of blocks of its launch that drew before (low half) and the number of the launch (high half).
__device__ __forceinline__ unsigned long long prepare_next_launch(unsigned long long* turns, unsigned long long turn,
                                                                  unsigned blocks) {
  // because: after the last block of a launch no block draws before the next launch, which must begin at 0
  if (static_cast<unsigned>(turn) == blocks - 1) {
    const unsigned long long launch = (turn >> 32) + 1;
    atomicExch(turns, (launch % k_launches) << 32);
  }
  return turn;
}

}  // namespace detail

struct Gpu {
  static constexpr int warp_size = 32;
  using Thread = ThreadOf<warp_size>;
  template <class T>
  using num = T;
  using element_no = int;

  template <class T>
  struct reg {
    T v;
    __device__ __forceinline__ explicit reg(const char*) {}
    __device__ __forceinline__ T& operator[](Thread) { return v; }
  };
  template <class T, int N>
  struct alignas(16) shared {
    T v[N];
    explicit shared(const char*, int = 0) {}  // never called: a block's shared memory is raw
    __device__ __forceinline__ T& operator[](int i) { return v[i]; }
    template <class U>
    __device__ __forceinline__ vec<U, 4> load4(int i) const {
      const auto four = *reinterpret_cast<const detail::Packet4<T>*>(v + i);
      return {{static_cast<U>(four.v[0]), static_cast<U>(four.v[1]), static_cast<U>(four.v[2]), static_cast<U>(four.v[3])}};
    }
    template <int n>
    __device__ __forceinline__ vec<Bytes4, n> bytes4s(int i) const {
      return detail::packets_in(*reinterpret_cast<const detail::Access<n>*>(v + i));
    }
    __device__ __forceinline__ void store4(int i, const vec<T, 4>& values) {
      detail::Packet4<T> four;
      memcpy(four.v, values.v, sizeof four);
      *reinterpret_cast<detail::Packet4<T>*>(v + i) = four;
    }
    template <int n>
    __device__ __forceinline__ void store_bytes4s(int i, const vec<Bytes4, n>& packets) {
      detail::Access<n> all;
      memcpy(&all, &packets, sizeof all);
      *reinterpret_cast<detail::Access<n>*>(v + i) = all;
    }
  };
  template <class T>
  struct global {
    T* p;
    __device__ __forceinline__ decltype(auto) operator[](std::size_t i) const {
      if constexpr (std::is_same_v<T, const SquaredByte>)
        return SquaredByte{__ldg(&p[i].root)};
      else if constexpr (std::is_const_v<T> && channels_of<std::remove_const_t<T>> == 4)
        return load_read_only(p + i);
      else if constexpr (std::is_const_v<T>)
        return __ldg(p + i);
      else
        return (p[i]);
    }

    using Wide = detail::Wide<T>;
    static constexpr int wides = 4 * sizeof(T) / sizeof(Wide);
    template <class U>
    __device__ __forceinline__ vec<U, 4> load4(std::size_t i) const {
      Wide wide[wides];
      SIMT_UNROLL for (int k = 0; k < wides; ++k) wide[k] = __ldg(reinterpret_cast<const Wide*>(p + i) + k);
      std::remove_const_t<T> four[4];
      memcpy(four, wide, sizeof four);
      vec<U, 4> values;
      SIMT_UNROLL for (int k = 0; k < 4; ++k) values[k] = static_cast<U>(four[k]);
      return values;
    }
    template <int n>
    __device__ __forceinline__ vec<Bytes4, n> bytes4s(std::size_t i) const {
      return detail::packets_in(detail::load_once(reinterpret_cast<const detail::Access<n>*>(p + i)));
    }
    __device__ __forceinline__ void store4(std::size_t i, const vec<T, 4>& values) const {
      Wide wide[wides];
      memcpy(wide, values.v, sizeof wide);
      // because: a table that stays in the cache evicts the words that blocks exchange
      SIMT_UNROLL for (int k = 0; k < wides; ++k) __stcs(reinterpret_cast<Wide*>(p + i) + k, wide[k]);
    }
  };
  template <class T>
  struct tile_status {
    TileStatusHeader* header;
    TileStatus<T>* at;
  };

  __device__ __forceinline__ int block_x() const { return static_cast<int>(blockIdx.x); }
  __device__ __forceinline__ int block_y() const { return static_cast<int>(blockIdx.y); }

  template <class F>
  __device__ __forceinline__ void each(Label, F&& f) const {
    f(Thread{static_cast<int>(threadIdx.x)});
  }
  template <class F>
  __device__ __forceinline__ void each(Label, int active, F&& f) const {
    if (static_cast<int>(threadIdx.x) < active) f(Thread{static_cast<int>(threadIdx.x)});
  }
  template <class F>
  __device__ __forceinline__ auto uniform(Label, F&& f) const {
    return f(Thread{static_cast<int>(threadIdx.x)});
  }
  template <int n, class F>
  __device__ __forceinline__ void slots(Label, F&& f) const {
    SIMT_UNROLL for (int k = 0; k < n; ++k) f(Thread{static_cast<int>(threadIdx.x)}, k);
  }
  template <int n, class From, class Value, class Use>
  __device__ __forceinline__ void exchange(Label, From&& from, Value&& value, Use&& use) const {
    const Thread t{static_cast<int>(threadIdx.x)};
    const int lane = from(t);
    SIMT_UNROLL for (int k = 0; k < n; ++k) {
      const auto heard = detail::from_lane(value(t, k), lane < 0 ? t.lane() : lane);
      if (lane >= 0) use(t, k, heard);
    }
  }
  template <L2 cached = L2::keep, class T, int N>
  __device__ __forceinline__ void copy4(global<const T> from, std::size_t i, shared<T, N>& to, int j, bool inside) const {
#if __CUDA_ARCH__ < 800
    detail::Packet4<std::remove_const_t<T>> four{};
    if (inside) memcpy(&four, from.p + i, sizeof four);
    *reinterpret_cast<detail::Packet4<T>*>(to.v + j) = four;
#else
    constexpr int access = 4 * sizeof(T) < 16 ? 4 * sizeof(T) : 16;
    const auto target = static_cast<unsigned>(__cvta_generic_to_shared(to.v + j));
    const auto* source = reinterpret_cast<const unsigned char*>(from.p + i);
    const int bytes = inside ? access : 0;  // of nothing nothing is read, and zeros are written
    SIMT_UNROLL for (unsigned byte = 0; byte < 4 * sizeof(T); byte += access)
        detail::begin_copy<access, cached>(target + byte, source + byte, bytes);
#endif
  }
  __device__ __forceinline__ void copied() const {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
  }
  /// Asks the L2 for numbers i to i + count. Nothing is read, so this may come before the wait for the launch before.
  template <class T>
  __device__ __forceinline__ void prefetch(global<const T> from, std::size_t i, int count) const {
#if __CUDA_ARCH__ >= 900
    constexpr std::size_t k_unit = 16;  // of addresses and sizes; what the ends lack comes with a later load
    const std::size_t begin = __cvta_generic_to_global(from.p + i), first = (begin + k_unit - 1) / k_unit * k_unit,
                      end = (begin + static_cast<std::size_t>(count) * sizeof(T)) / k_unit * k_unit;
    if (first < end)
      asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(first), "r"(static_cast<unsigned>(end - first)));
#endif
  }
  /// At least as many as work.
  static __device__ __forceinline__ int multiprocessors() {
    unsigned count;
    asm("mov.u32 %0, %%nsmid;" : "=r"(count));
    return static_cast<int>(count);
  }
  static __device__ __forceinline__ int block() { return static_cast<int>(blockIdx.x + blockIdx.y * gridDim.x); }
  // The ticket gives the launch; no block reads it before `turn`, so none waits for it. The block's number needs no ticket:
  // blocks start in the order of their numbers (docs/ARCHITECTURE.md).
  template <class T>
  __device__ __forceinline__ int begin(tile_status<T> w) {
    if (threadIdx.x == 0) drew_ = atomicAdd(&w.header->turns, 1ULL);
    return block();
  }
  template <class T>
  __device__ __forceinline__ Turn turn(tile_status<T> w) const {
    __shared__ unsigned long long drawn;
    if (threadIdx.x == 0) drawn = detail::prepare_next_launch(&w.header->turns, drew_, gridDim.x * gridDim.y);
    __syncthreads();
    return {static_cast<std::uint32_t>(drawn >> 32)};
  }
  template <class T>
  __device__ __forceinline__ void publish(tile_status<T> w, std::size_t i, T value, Known known, Turn turn) const {
    detail::store_tile_status(w.at + i, pack(value, known, turn.launch));
  }
  template <class T>
  __device__ __forceinline__ Seen<T> look(tile_status<T> w, std::size_t i, Turn turn) const {
    TileStatus<T> word;
    if constexpr (TileStatus<T>::halves == 1)
      asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word.half[0]) : "l"(w.at + i) : "memory");
    else
      asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];"
                   : "=l"(word.half[0]), "=l"(word.half[1])
                   : "l"(w.at + i)
                   : "memory");
    return unpack(word, turn.launch);
  }
  template <class T>
  __device__ __forceinline__ Seen<T> await(tile_status<T> w, std::size_t i, Turn turn) const {
    Seen<T> seen = look(w, i, turn);
    while (seen.known == Known::nothing) seen = look(w, i, turn);
    return seen;
  }
  __device__ __forceinline__ void sync() const { __syncthreads(); }
  __device__ __forceinline__ void sync_warp() const { __syncwarp(); }

 private:
  unsigned long long drew_ = 0;  ///< by the block's first thread, for `turn`
};

}  // namespace satscope
