// SPDX-License-Identifier: Apache-2.0
// The common part of cooperative groups: blocks, grids, tiles of a warp, coalesced threads.
#pragma once
#include "satlab.h"
extern "C" {
unsigned long long satlab_warp(int op, unsigned mask, unsigned long long bits, int lane, int width, void* site);
unsigned satlab_gather(void* site);
void satlab_barrier_at(void* site);
void satlab_grid_sync(void* site);
}
namespace cooperative_groups {
struct thread_group {
  unsigned mask = 0;  // 0: the block
  unsigned rank_ = 0, size_ = 0;
  unsigned size() const { return size_; }
  unsigned num_threads() const { return size_; }
  unsigned thread_rank() const { return rank_; }
  SATLAB_CALL void sync() const {
    if (mask)
      satlab_warp(satlab::syncwarp, mask, 0, 0, 32, __builtin_return_address(0));
    else
      satlab_barrier_at(__builtin_return_address(0));
  }
};
namespace satlab_detail {
inline unsigned thread() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
inline unsigned threads() { return blockDim.x * blockDim.y * blockDim.z; }
inline unsigned nth(unsigned mask, unsigned n) {
  for (unsigned l = 0; l < 32; ++l)
    if (mask >> l & 1) {
      if (n-- == 0) return l;
    }
  return 32;
}
template <class T>
SATLAB_UNWATCHED T shuffle(unsigned mask, T v, unsigned lane, void* site, int function = satlab::shfl) {
  unsigned char* bytes = reinterpret_cast<unsigned char*>(&v);
  for (size_t done = 0; done < sizeof v; done += 8) {
    const size_t part = sizeof v - done < 8 ? sizeof v - done : 8;
    unsigned long long bits = 0;
    for (size_t k = 0; k < part; ++k) bits |= (unsigned long long)bytes[done + k] << 8 * k;
    bits = satlab_warp(function, mask, bits, (int)lane, 32, site);
    for (size_t k = 0; k < part; ++k) bytes[done + k] = (unsigned char)(bits >> 8 * k);
  }
  return v;
}
template <class G>
struct warp_part : thread_group {
  const G& self() const { return *static_cast<const G*>(this); }
  unsigned lane(unsigned rank) const { return nth(mask, rank); }
  template <class T>
  SATLAB_CALL T shfl(T v, unsigned r) const {
    return shuffle(mask, v, lane(r % size_), __builtin_return_address(0));
  }
  template <class T>
  SATLAB_CALL T shfl_up(T v, unsigned d) const {
    return shuffle(mask, v, lane(rank_ < d ? rank_ : rank_ - d), __builtin_return_address(0));
  }
  template <class T>
  SATLAB_CALL T shfl_down(T v, unsigned d) const {
    return shuffle(mask, v, lane(rank_ + d < size_ ? rank_ + d : rank_), __builtin_return_address(0));
  }
  template <class T>
  SATLAB_CALL T shfl_xor(T v, unsigned x) const {
    return shuffle(mask, v, lane((rank_ ^ x) < size_ ? rank_ ^ x : rank_), __builtin_return_address(0));
  }
  unsigned pack(unsigned votes) const {
    unsigned r = 0;
    for (unsigned k = 0; k < size_; ++k) r |= (votes >> lane(k) & 1) << k;
    return r;
  }
  SATLAB_CALL unsigned ballot(int p) const {
    return pack((unsigned)satlab_warp(satlab::ballot, mask, p != 0, 0, 32, __builtin_return_address(0)));
  }
  SATLAB_CALL int any(int p) const {
    return satlab_warp(satlab::ballot, mask, p != 0, 0, 32, __builtin_return_address(0)) != 0;
  }
  SATLAB_CALL int all(int p) const {
    return satlab_warp(satlab::ballot, mask, p == 0, 0, 32, __builtin_return_address(0)) == 0;
  }
};
}  // namespace satlab_detail
struct thread_block : thread_group {
  thread_block() {
    rank_ = satlab_detail::thread();
    size_ = satlab_detail::threads();
  }
  static unsigned thread_rank() { return satlab_detail::thread(); }
  static unsigned size() { return satlab_detail::threads(); }
  static unsigned num_threads() { return satlab_detail::threads(); }
  dim3 group_index() const { return dim3(blockIdx); }
  dim3 thread_index() const { return dim3(threadIdx); }
  dim3 group_dim() const { return blockDim; }
  dim3 dim_threads() const { return blockDim; }
  SATLAB_CALL static void sync() { satlab_barrier_at(__builtin_return_address(0)); }
};
inline thread_block this_thread_block() { return {}; }
template <unsigned N = 1024>
struct block_tile_memory {
  unsigned char bytes[N / 32 * 16 + 16];
};
template <unsigned N>
thread_block this_thread_block(block_tile_memory<N>&) {
  return {};
}
struct grid_group {
  SATLAB_CALL void sync() const { satlab_grid_sync(__builtin_return_address(0)); }
  bool is_valid() const { return true; }
  unsigned long long size() const { return 1ull * gridDim.x * gridDim.y * gridDim.z * satlab_detail::threads(); }
  unsigned long long num_threads() const { return size(); }
  unsigned long long thread_rank() const {
    return (blockIdx.x + 1ull * gridDim.x * (blockIdx.y + 1ull * gridDim.y * blockIdx.z)) * satlab_detail::threads() +
           satlab_detail::thread();
  }
  dim3 group_dim() const { return gridDim; }
};
inline grid_group this_grid() { return {}; }
template <unsigned N, class Parent = void>
struct thread_block_tile : satlab_detail::warp_part<thread_block_tile<N, Parent>> {
  static_assert(N <= 32, "tiles of more than 32 threads cannot run on the CPU here");
  thread_block_tile() {
    const unsigned lane = satlab_detail::thread() % 32, first = lane / N * N;
    this->mask = (N == 32 ? 0xffffffffu : ((1u << N) - 1) << first);
    const unsigned left = satlab_detail::threads() - satlab_detail::thread() / 32 * 32;  // because: the last warp may be a part
    if (left < 32) this->mask &= (1u << left) - 1;
    this->rank_ = lane - first;
    this->size_ = N;
  }
  template <class P2>
  thread_block_tile(const thread_block_tile<N, P2>&) : thread_block_tile() {}
  static constexpr unsigned size() { return N; }
  static constexpr unsigned num_threads() { return N; }
  unsigned meta_group_rank() const { return satlab_detail::thread() / N; }
  unsigned meta_group_size() const { return (satlab_detail::threads() + N - 1) / N; }
};
template <unsigned N, class P>
thread_block_tile<N, P> tiled_partition(const P&) {
  return {};
}
inline thread_group tiled_partition(const thread_group&, unsigned n) {
  thread_group g;
  const unsigned lane = satlab_detail::thread() % 32, first = lane / n * n;
  g.mask = n == 32 ? 0xffffffffu : ((1u << n) - 1) << first;
  g.rank_ = lane - first;
  g.size_ = n;
  return g;
}
struct coalesced_group : satlab_detail::warp_part<coalesced_group> {
  coalesced_group() = default;
  explicit coalesced_group(unsigned m) {
    mask = m;
    size_ = (unsigned)__builtin_popcount(m);
    rank_ = (unsigned)__builtin_popcount(m & ((1u << satlab_detail::thread() % 32) - 1));
  }
};
SATLAB_CALL inline coalesced_group coalesced_threads() { return coalesced_group(satlab_gather(__builtin_return_address(0))); }
template <class G>
SATLAB_CALL coalesced_group binary_partition(const G& g, bool p) {
  const unsigned votes = (unsigned)satlab_warp(satlab::ballot, g.mask, p, 0, 32, __builtin_return_address(0));
  return coalesced_group(p ? votes & g.mask : ~votes & g.mask);
}
template <class G, class L>
SATLAB_CALL coalesced_group labeled_partition(const G& g, L label) {
  return coalesced_group(
      (unsigned)satlab_warp(satlab::match_any, g.mask, (unsigned long long)label, 0, 32, __builtin_return_address(0)));
}
template <class G>
SATLAB_CALL void sync(const G& g) {
  g.sync();
}
template <class T>
struct plus {
  T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct greater {
  T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct less {
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class G, class T, class F>
SATLAB_CALL T reduce(const G& g, T v, F f) {
  T r = satlab_detail::shuffle(g.mask, v, g.lane(0), __builtin_return_address(0));
  for (unsigned k = 1; k < g.size_; ++k) r = f(r, satlab_detail::shuffle(g.mask, v, g.lane(k), __builtin_return_address(0)));
  return r;
}
template <class G, class T, class F = plus<T>>
SATLAB_CALL T inclusive_scan(const G& g, T v, F f = {}) {
  T r = v;
  for (unsigned d = 1; d < g.size_; d *= 2) {
    T o = satlab_detail::shuffle(g.mask, r, g.lane(g.rank_ < d ? g.rank_ : g.rank_ - d), __builtin_return_address(0));
    if (g.rank_ >= d) r = f(o, r);
  }
  return r;
}
}  // namespace cooperative_groups
