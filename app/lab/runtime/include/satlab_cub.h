// SPDX-License-Identifier: Apache-2.0
// The scans and reductions of cub for blocks and warps. All go by shuffles, whichever algorithm is named. Where a block has
// several warps, its TempStorage is in use to the end of a call, so that without a barrier the next call is a race.
#pragma once
#include "cooperative_groups.h"
extern "C" {
void satlab_access_at(void* p, size_t bytes, int write, void* site);
void satlab_cub_barrier(void* site);
/// 0, and a finding: the block has another shape, or the storage is not shared.
int satlab_cub_block(const char* function, const unsigned (&asked)[3], const unsigned (&has)[3], const void* storage,
                     void* site);
}
namespace cub {
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
#define SATLAB_OPERATOR(NAME, RESULT)                                                      \
  struct NAME {                                                                            \
    template <class T>                                                                     \
    __attribute__((no_sanitize("undefined"))) T operator()(const T& a, const T& b) const { \
      return RESULT;                                                                       \
    }                                                                                      \
  };
SATLAB_OPERATOR(Sum, a + b)
SATLAB_OPERATOR(Max, a < b ? b : a)
SATLAB_OPERATOR(Min, b < a ? b : a)
#undef SATLAB_OPERATOR

namespace satlab_detail {
using cooperative_groups::satlab_detail::thread, cooperative_groups::satlab_detail::threads;
template <unsigned N>
using Lanes = cooperative_groups::thread_block_tile<N>;

template <class T>
SATLAB_UNWATCHED T shuffle(unsigned mask, T v, unsigned lane, void* site) {
  return cooperative_groups::satlab_detail::shuffle(mask, v, lane, site, satlab::cub_shfl);
}
template <class T>
SATLAB_UNWATCHED T read(const T& from, void* site) {
  satlab_access_at(const_cast<T*>(&from), sizeof(T), 0, site);
  return from;
}
template <class T>
SATLAB_UNWATCHED void write(T& to, const T& value, void* site) {
  satlab_access_at(&to, sizeof(T), 1, site);
  to = value;
}
template <class T>
constexpr int items() {
  return std::is_array_v<T> ? (int)std::extent_v<T> : 1;
}
template <class T>
SATLAB_UNWATCHED auto& item(T& of, int k) {
  if constexpr (std::is_array_v<T>)
    return of[k];
  else
    return of;
}
/// What comes before a thread: a value, or nothing.
template <class T>
struct Before {
  T value;
  bool any;
};
template <unsigned N, class T, class F>
SATLAB_UNWATCHED T inclusive(const Lanes<N>& lanes, T v, F& f, void* site) {
  for (unsigned d = 1; d < N; d *= 2) {
    const T other = shuffle(lanes.mask, v, lanes.lane(lanes.rank_ < d ? lanes.rank_ : lanes.rank_ - d), site);
    if (lanes.rank_ >= d) v = f(other, v);
  }
  return v;
}
template <unsigned N, class T>
SATLAB_UNWATCHED Before<T> before(const Lanes<N>& lanes, T inclusive, void* site) {
  return {shuffle(lanes.mask, inclusive, lanes.lane(lanes.rank_ ? lanes.rank_ - 1 : 0), site), lanes.rank_ > 0};
}
/// Of the first `valid` lanes, for lane 0; other lanes get what the steps leave them.
template <unsigned N, class T, class F>
SATLAB_UNWATCHED T reduced(const Lanes<N>& lanes, T v, unsigned valid, F& f, void* site) {
  for (unsigned d = 1; d < N; d *= 2) {  // in the order of the lanes
    const unsigned from = lanes.rank_ + d;
    const T other = shuffle(lanes.mask, v, lanes.lane(from < valid ? from : lanes.rank_), site);
    if (from < valid) v = f(v, other);
  }
  return v;
}
template <class T, class In, class F>
SATLAB_UNWATCHED T folded(T* own, In& in, F& f, void* site) {
  T all = own[0] = T(read(item(in, 0), site));
  for (int k = 1; k < items<In>(); ++k) all = f(all, own[k] = T(read(item(in, k), site)));
  return all;
}
/// Writes the scan of a thread's items. b: what comes before them; first: what comes before all threads, or null.
template <bool Inclusive, class T, class Out, class F>
SATLAB_UNWATCHED void put(const T* own, Out& out, Before<T> b, const T* first, F& f, void* site) {
  if (first) b = {b.any ? T(f(*first, b.value)) : *first, true};
  for (int k = 0; k < items<Out>(); ++k) {
    const T next = b.any ? T(f(b.value, own[k])) : own[k];
    if (Inclusive)
      write(item(out, k), next, site);
    else if (b.any)
      write(item(out, k), b.value, site);
    b = {next, true};
  }
}
/// The public functions of a scan; Self::satlab_scan() does it. The third word may be the value to begin with, the last one
/// takes the total of all or, of a block, is called with it and gives what comes before the block.
template <class Self, class T>
struct Scans {
  template <class In, class Out, class... More>
  SATLAB_CALL void InclusiveSum(In&& in, Out& out, More&... more) {
    Sum f;
    self().template satlab_scan<true>(in, out, nullptr, f, __builtin_return_address(0), more...);
  }
  template <class In, class Out, class... More>
  SATLAB_CALL void ExclusiveSum(In&& in, Out& out, More&... more) {
    Sum f;
    const T zero{};
    self().template satlab_scan<false>(in, out, &zero, f, __builtin_return_address(0), more...);
  }
  template <class In, class Out, class A, class... More>
  SATLAB_CALL void InclusiveScan(In&& in, Out& out, A a, More&&... more) {
    begin<true>(in, out, __builtin_return_address(0), a, more...);
  }
  template <class In, class Out, class A, class... More>
  SATLAB_CALL void ExclusiveScan(In&& in, Out& out, A a, More&&... more) {
    begin<false>(in, out, __builtin_return_address(0), a, more...);
  }

 private:
  Self& self() { return static_cast<Self&>(*this); }
  template <bool Inclusive, class In, class Out, class A, class... More>
  SATLAB_UNWATCHED void begin(In& in, Out& out, void* site, A& a, More&... more) {
    if constexpr (std::is_invocable_v<A&, T, T>)
      self().template satlab_scan<Inclusive>(in, out, nullptr, a, site, more...);
    else
      begin_with<Inclusive>(in, out, site, T(a), more...);
  }
  template <bool Inclusive, class In, class Out, class F, class... More>
  SATLAB_UNWATCHED void begin_with(In& in, Out& out, void* site, const T& first, F& f, More&... more) {
    self().template satlab_scan<Inclusive>(in, out, &first, f, site, more...);
  }
};
}  // namespace satlab_detail

template <class T, int N = 32, int Arch = 0>
class WarpScan : public satlab_detail::Scans<WarpScan<T, N, Arch>, T> {
  static_assert(N >= 1 && N <= 32 && (N & (N - 1)) == 0,
                "Warps of cub with a number of threads that is not a power of two cannot run on the CPU here");
  template <class, class>
  friend struct satlab_detail::Scans;
  template <bool Inclusive, class In, class Out, class F, class... Total>
  SATLAB_UNWATCHED void satlab_scan(In& in, Out& out, const T* first, F& f, void* site, Total&... total) {
    namespace d = satlab_detail;
    const d::Lanes<N> lanes;
    T own[1];
    const T all = d::inclusive<N>(lanes, d::folded(own, in, f, site), f, site);
    d::put<Inclusive>(own, out, d::before<N>(lanes, all, site), first, f, site);
    (d::write(total, d::shuffle(lanes.mask, all, 31u - (unsigned)__builtin_clz(lanes.mask), site), site), ...);
  }

 public:
  struct TempStorage {};
  WarpScan(TempStorage&) {}
  SATLAB_CALL T Broadcast(T v, unsigned from) {
    const satlab_detail::Lanes<N> lanes;
    return satlab_detail::shuffle(lanes.mask, v, lanes.lane(from), __builtin_return_address(0));
  }
};

template <class T, int N = 32, int = 0>
class WarpReduce {
  static_assert(N >= 1 && N <= 32 && (N & (N - 1)) == 0,
                "Warps of cub with a number of threads that is not a power of two cannot run on the CPU here");
  template <class F>
  SATLAB_UNWATCHED T satlab_reduce(T v, F& f, int valid, void* site) {
    const satlab_detail::Lanes<N> lanes;
    const int there = __builtin_popcount(lanes.mask);
    return satlab_detail::reduced<N>(lanes, v, unsigned(valid < there ? valid : there), f, site);
  }

 public:
  struct TempStorage {};
  WarpReduce(TempStorage&) {}
  SATLAB_CALL T Sum(T v, int valid = N) {
    cub::Sum f;
    return satlab_reduce(v, f, valid, __builtin_return_address(0));
  }
  template <class F>
  SATLAB_CALL T Reduce(T v, F f, int valid = N) {
    return satlab_reduce(v, f, valid, __builtin_return_address(0));
  }
};

namespace satlab_detail {
/// What the warps of a block share.
template <class T, unsigned Threads>
struct Storage {
  T of_warp[(Threads + 31) / 32], before_block;
};
/// Writes what each warp has, and waits for all.
template <class S, class T>
SATLAB_UNWATCHED void share(S& storage, bool last_of_warp, const T& v, void* site) {
  if (last_of_warp) write(storage.of_warp[thread() / 32], v, site);
  satlab_cub_barrier(site);
}
}  // namespace satlab_detail

template <class T, int X, BlockScanAlgorithm A = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int Arch = 0>
class BlockScan : public satlab_detail::Scans<BlockScan<T, X, A, Y, Z, Arch>, T> {
  template <class, class>
  friend struct satlab_detail::Scans;
  template <bool Inclusive, class In, class Out, class F, class... Last>
  SATLAB_UNWATCHED void satlab_scan(In& in, Out& out, const T* first, F& f, void* site, Last&... last) {
    namespace d = satlab_detail;
    const unsigned shape[] = {X, Y, Z}, has[] = {blockDim.x, blockDim.y, blockDim.z};
    if (!satlab_cub_block("cub::BlockScan", shape, has, &storage_, site)) return;
    const d::Lanes<32> lanes;
    T own[d::items<In>()];
    const T inclusive = d::inclusive<32>(lanes, d::folded(own, in, f, site), f, site);
    d::Before<T> before = d::before<32>(lanes, inclusive, site);
    d::share(storage_, lanes.rank_ == (unsigned)__builtin_popcount(lanes.mask) - 1, inclusive, site);
    T all = d::read(storage_.of_warp[0], site);
    for (unsigned w = 1; w * 32 < d::threads(); ++w) {
      if (w == d::thread() / 32) before = {before.any ? T(f(all, before.value)) : all, true};
      all = f(all, d::read(storage_.of_warp[w], site));
    }
    T first_value{};
    (finish(last, all, first_value, first, site), ...);
    d::put<Inclusive>(own, out, before, first, f, site);
  }

 public:
  using TempStorage = satlab_detail::Storage<T, X * Y * Z>;
  BlockScan() : storage_(::satlab::shared<BlockScan, 0, TempStorage>("BlockScan", 0)) {}
  BlockScan(TempStorage& storage) : storage_(storage) {}

 private:
  /// The total of all, or what a function says comes before the block: the first warp calls it, and the result of thread 0
  /// counts.
  template <class L>
  SATLAB_UNWATCHED void finish(L& last, const T& all, T& first_value, const T*& first, void* site) {
    namespace d = satlab_detail;
    if constexpr (std::is_invocable_v<L&, T>) {
      if (d::thread() < 32) {
        const T said = last(all);
        if (d::thread() == 0) d::write(storage_.before_block, said, site);
      }
      satlab_cub_barrier(site);
      first_value = d::read(storage_.before_block, site);
      d::read(storage_.of_warp[0], site);  // because: the storage is in use until here
      first = &first_value;
    } else {
      d::write(last, all, site);
    }
  }
  TempStorage& storage_;
};

template <class T, int X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int = 0>
class BlockReduce {
  template <class In, class F>
  SATLAB_UNWATCHED T satlab_reduce(In& in, F& f, int valid, void* site) {
    namespace d = satlab_detail;
    const unsigned shape[] = {X, Y, Z}, has[] = {blockDim.x, blockDim.y, blockDim.z};
    if (!satlab_cub_block("cub::BlockReduce", shape, has, &storage_, site)) return T{};
    const d::Lanes<32> lanes;
    T own[d::items<In>()];
    const int first = int(d::thread() / 32 * 32), there = __builtin_popcount(lanes.mask);
    const int of_warp = valid - first < 0 ? 0 : valid - first < there ? valid - first : there;
    T all = d::reduced<32>(lanes, d::folded(own, in, f, site), unsigned(of_warp), f, site);
    d::share(storage_, lanes.rank_ == 0, all, site);
    if (d::thread() == 0)
      for (int w = 1; w * 32 < valid && w * 32 < X * Y * Z; ++w) all = f(all, d::read(storage_.of_warp[w], site));
    return all;
  }

 public:
  using TempStorage = satlab_detail::Storage<T, X * Y * Z>;
  BlockReduce() : storage_(::satlab::shared<BlockReduce, 0, TempStorage>("BlockReduce", 0)) {}
  BlockReduce(TempStorage& storage) : storage_(storage) {}
  template <class In>
  SATLAB_CALL T Sum(In&& in, int valid = X * Y * Z) {
    cub::Sum f;
    return satlab_reduce(in, f, valid, __builtin_return_address(0));
  }
  template <class In, class F>
  SATLAB_CALL T Reduce(In&& in, F f, int valid = X * Y * Z) {
    return satlab_reduce(in, f, valid, __builtin_return_address(0));
  }

 private:
  TempStorage& storage_;
};
}  // namespace cub
namespace cuda {  // what newer versions of cub take instead of its own operators
template <class = void>
struct maximum : cub::Max {};
template <class = void>
struct minimum : cub::Min {};
namespace std {
template <class = void>
struct plus : cub::Sum {};
}  // namespace std
}  // namespace cuda
