// SPDX-License-Identifier: Apache-2.0
// Machine Cpu: the same kernels on the host. One host thread runs all threads of a block in turn, a step at a time; host
// threads take the blocks in ticket order.
#pragma once
#include <atomic>

#include "kernels/simt/packed.h"
#include "kernels/simt/simt.h"
#include "kernels/simt/thread_pool.h"
#include "kernels/simt/tile_status.h"

namespace satscope {

/// The order in which `each` runs the threads of a block. Correct kernels do not depend on it; tests run all backwards.
enum class HostOrder { forwards, backwards };

template <int threads, int warp, HostOrder order = HostOrder::forwards>
struct Cpu {
  static constexpr int warp_size = warp;
  using Thread = ThreadOf<warp>;
  template <class T>
  using num = T;
  using element_no = int;

  // Registers are a structure of arrays, so that `each` accesses adjacent memory. The padding avoids strides of 1 or 4 KiB,
  // whose arrays would share cache sets.
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
    SIMT explicit shared(const char*, int = 0) {}
    SIMT T& operator[](int i) { return v[i]; }
    template <class U>
    SIMT vec<U, 4> load4(int i) const {
      return {{static_cast<U>(v[i]), static_cast<U>(v[i + 1]), static_cast<U>(v[i + 2]), static_cast<U>(v[i + 3])}};
    }
    template <int n>
    SIMT vec<Bytes4, n> bytes4s(int i) const {
      return packets_in<n>(v + i);
    }
    SIMT void store4(int i, const vec<T, 4>& values) {
      for (int k = 0; k < 4; ++k) v[i + k] = values[k];
    }
    template <int n>
    SIMT void store_bytes4s(int i, const vec<Bytes4, n>& packets) {
      for (int k = 0; k < 4 * n; ++k) v[i + k] = static_cast<T>(byte_of(packets[k / 4], k % 4));
    }
  };
  template <class T>
  struct global {
    T* p;
    SIMT T& operator[](std::size_t i) const { return p[i]; }
    /// Whether rows of this width begin at multiples of four.
    SIMT bool takes4(int width) const { return width % 4 == 0; }
    template <class U>
    SIMT vec<U, 4> load4(std::size_t i) const {
      return {{static_cast<U>(p[i]), static_cast<U>(p[i + 1]), static_cast<U>(p[i + 2]), static_cast<U>(p[i + 3])}};
    }
    template <int n>
    SIMT vec<Bytes4, n> bytes4s(std::size_t i) const {
      return packets_in<n>(p + i);
    }
    SIMT void store4(std::size_t i, const vec<T, 4>& values) const {
      for (int k = 0; k < 4; ++k) p[i + static_cast<std::size_t>(k)] = values[k];
    }
  };
  template <class T>
  struct tile_status {
    TileStatusHeader* header;
    TileStatus<T>* at;
  };

  int block_x_, block_y_, number_ = 0;
  Turn turn_ = {};
  SIMT int block_x() const { return block_x_; }
  SIMT int block_y() const { return block_y_; }

  template <class F>
  SIMT void each(Label label, F&& f) const {
    each(label, threads, f);
  }
  template <class F>
  SIMT void each(Label, int active, F&& f) const {
    if constexpr (order == HostOrder::forwards) {
      // because: threads of one step access different places, or the kernel has a race
#pragma GCC ivdep
      for (int x = 0; x < active; ++x) f(Thread{x});
    } else {
      for (int x = active; x-- > 0;) f(Thread{x});
    }
  }
  template <class F>
  SIMT auto uniform(Label, F&& f) const {
    return f(Thread{0});
  }
  // because: slot by slot, the values of the threads are adjacent in memory
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
  template <L2 = L2::keep, class T, int N>
  SIMT void copy4(global<const T> from, std::size_t i, shared<T, N>& to, int j, bool inside) const {
    for (int k = 0; k < 4; ++k) to[j + k] = inside ? from.p[i + static_cast<std::size_t>(k)] : T{};
  }
  SIMT void copied() const {}
  // Blocks start in the order of their numbers. The halves of a word carry marks; they are one word only if both marks agree.
  template <class T>
  SIMT int begin(tile_status<T>) const {
    return number_;
  }
  template <class T>
  SIMT Turn turn(tile_status<T>) const {
    return turn_;
  }
  template <class T>
  SIMT void publish(tile_status<T> w, std::size_t i, T value, Known known, Turn turn) const {
    const TileStatus<T> word = pack(value, known, turn.launch);
    for (int h = 0; h < TileStatus<T>::halves; ++h)
      std::atomic_ref(w.at[i].half[h]).store(word.half[h], std::memory_order_relaxed);
  }
  template <class T>
  SIMT Seen<T> look(tile_status<T> w, std::size_t i, Turn turn) const {
    TileStatus<T> word;
    for (int h = 0; h < TileStatus<T>::halves; ++h)
      word.half[h] = std::atomic_ref(w.at[i].half[h]).load(std::memory_order_relaxed);
    return unpack(word, turn.launch);
  }
  template <class T>
  SIMT Seen<T> await(tile_status<T> w, std::size_t i, Turn turn) const {
    Seen<T> seen = look(w, i, turn);
    // because: the awaited thread may need this very core
    for (Backoff backoff; seen.known == Known::nothing; seen = look(w, i, turn)) backoff.wait();
    return seen;
  }
  SIMT void sync() const {}
  SIMT void sync_warp() const {}
};

}  // namespace satscope
