// SPDX-License-Identifier: Apache-2.0
// Machine Cpu: the same kernels on the host. One host thread runs all threads of a block in turn, a step at a time; blocks go
// to OpenMP threads in ticket order.
#pragma once
#include "kernels/simt/simt.h"

namespace satscope {

/// In which order `each` takes the threads of a block. A correct kernel cannot tell; tests run all of them backwards.
enum class HostOrder { forwards, backwards };

template <int threads, int warp, HostOrder order = HostOrder::forwards>
struct Cpu {
  static constexpr int warp_size = warp;
  using Thread = ThreadOf<warp>;
  template <class T>
  using num = T;

  // Registers are a structure of arrays, so that `each` runs along memory. The padding keeps the arrays from sharing the
  // cache sets that strides of 1 or 4 KiB would give them.
  template <class T>
  struct reg {
    alignas(64) T v[threads];
    SIMT explicit reg(const char*) {}
    SIMT T& operator[](Thread t) { return v[t.x]; }
  };
  template <class T, int N>
  struct reg<vec<T, N>> {
    static constexpr int stride = threads + 16;
    alignas(64) T v[N * stride];
    SIMT explicit reg(const char*) {}
    struct Column {
      T* p;
      SIMT T& operator[](int i) const { return p[i * stride]; }
    };
    SIMT Column operator[](Thread t) { return {v + t.x}; }
  };
  template <class T, int N>
  struct shared {
    alignas(64) T v[N];
    SIMT explicit shared(const char*) {}
    SIMT T& operator[](int i) { return v[i]; }
  };
  template <class T>
  struct global {
    T* p;
    SIMT T& operator[](std::size_t i) const { return p[i]; }
  };

  int block_x_, block_y_;
  SIMT int block_x() const { return block_x_; }
  SIMT int block_y() const { return block_y_; }

  template <class F>
  SIMT void each(Label label, F&& f) const {
    each(label, threads, f);
  }
  template <class F>
  SIMT void each(Label, int active, F&& f) const {
    if constexpr (order == HostOrder::forwards) {
      // because: threads of one step touch different places, or the kernel has a race
#pragma GCC ivdep
      for (int x = 0; x < active; ++x) f(Thread{x});
    } else {
      for (int x = active; x-- > 0;) f(Thread{x});
    }
  }
  // because: slot by slot the threads lie side by side in memory
  template <int n, class F>
  SIMT void slots(Label label, F&& f) const {
    for (int k = 0; k < n; ++k) each(label, threads, [&](Thread t) { f(t, k); });
  }
  template <int n, class From, class Value, class Use>
  SIMT void exchange(Label label, From&& from, Value&& value, Use&& use) const {
    std::decay_t<decltype(value(Thread{0}, 0))> heard[threads];
    for (int k = 0; k < n; ++k) {
      each(label, threads, [&](Thread t) {
        if (const int lane = from(t); lane >= 0) heard[t.x] = value(Thread{t.x - t.lane() + lane}, k);
      });
      each(label, threads, [&](Thread t) {
        if (from(t) >= 0) use(t, k, heard[t.x]);
      });
    }
  }
  SIMT void sync() const {}
  SIMT void sync_warp() const {}
};

}  // namespace satscope
