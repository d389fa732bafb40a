// SPDX-License-Identifier: Apache-2.0
// Machine Gpu: inline wrappers over what CUDA gives, which vanish when compiled.
#pragma once
#include <cuda_runtime.h>

#include "kernels/simt/four.h"
#include "kernels/simt/simt.h"
#include "kernels/types.h"

namespace satscope {

/// Four channels in accesses of 16 bytes, or in one where they are fewer.
template <class T>
__device__ __forceinline__ Four<T> load_read_only(const Four<T>* from) {
  using Word = std::conditional_t<sizeof(Four<T>) % sizeof(uint4) == 0, uint4, unsigned>;
  static_assert(sizeof(Four<T>) % sizeof(Word) == 0, "four channels fill whole words");
  constexpr int words = sizeof(Four<T>) / sizeof(Word);
  Word word[words];
  SIMT_UNROLL for (int i = 0; i < words; ++i) word[i] = __ldg(reinterpret_cast<const Word*>(from) + i);
  Four<T> value;
  memcpy(&value, word, sizeof value);
  return value;
}

struct Gpu {
  static constexpr int warp_size = 32;
  using Thread = ThreadOf<warp_size>;
  template <class T>
  using num = T;

  template <class T>
  struct reg {
    T v;
    __device__ __forceinline__ explicit reg(const char*) {}
    __device__ __forceinline__ T& operator[](Thread) { return v; }
  };
  template <class T, int N>
  struct alignas(16) shared {
    T v[N];
    explicit shared(const char*) {}  // never called: a block's shared memory is raw
    __device__ __forceinline__ T& operator[](int i) { return v[i]; }
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
  template <int n, class F>
  __device__ __forceinline__ void slots(Label, F&& f) const {
    SIMT_UNROLL for (int k = 0; k < n; ++k) f(Thread{static_cast<int>(threadIdx.x)}, k);
  }
  template <int n, class From, class Value, class Use>
  __device__ __forceinline__ void exchange(Label, From&& from, Value&& value, Use&& use) const {
    const Thread t{static_cast<int>(threadIdx.x)};
    const int lane = from(t);
    SIMT_UNROLL for (int k = 0; k < n; ++k) {
      const auto heard = __shfl_sync(~0U, value(t, k), lane < 0 ? t.lane() : lane);
      if (lane >= 0) use(t, k, heard);
    }
  }
  __device__ __forceinline__ void sync() const { __syncthreads(); }
  __device__ __forceinline__ void sync_warp() const { __syncwarp(); }
};

}  // namespace satscope
