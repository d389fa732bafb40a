// SPDX-License-Identifier: Apache-2.0
// The bands of cpu-simd. This file is compiled once for each set of vector instructions (Highway); at run time the best set
// that the processor has is used.
#include "kernels/algorithms/cpu_simd.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/simt/crew.h"
#include "kernels/simt/pass.h"

// because: two more sets would only make the program larger
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/algorithms/cpu_simd.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/cache_control.h>
#include <hwy/highway.h>

// ---------------------------------------------------------------- rows, for one set of instructions

#ifndef SATSCOPE_CPU_SIMD_ROWS
#define SATSCOPE_CPU_SIMD_ROWS
namespace satscope::cpu_simd {

/// Sums of the columns of a band: bytes are summed in 16 bits, because a band has at most k_most_rows rows.
template <class In, class T>
struct ColumnSum {
  using type = T;
};
template <class T>
struct ColumnSum<std::uint8_t, T> {
  using type = std::uint16_t;
};
template <class T>
struct ColumnSum<SquaredByte, T> {
  using type = std::uint32_t;
};

/// Work on rows of `count` numbers.
template <class In, class T>
struct RowWork {
  using Column = typename ColumnSum<In, T>::type;
  /// sums[x] = the sum of `rows` rows, `pitch` apart, at x.
  void (*add_columns)(const In* from, std::size_t pitch, int rows, std::size_t count, Column* sums);
  /// after[x] = before[x] + the sum of sums[0 ... x].
  void (*carry_on)(const Column* sums, const T* before, T* after, std::size_t count);
  /// to[x] = before[x] + the sum of from[0 ... x].
  void (*sum_row)(const In* from, const T* before, T* to, std::size_t count);
  /// above[x] = to[x] = above[x] + the sum of from[0 ... x]; `to` is stored past the cache.
  void (*stream_row)(const In* from, T* above, T* to, std::size_t count);
};

}  // namespace satscope::cpu_simd
#endif

HWY_BEFORE_NAMESPACE();
namespace satscope::cpu_simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// At most 32 bytes: memory is slower than vectors of that width.
template <class T>
using Lanes = hn::CappedTag<T, 32 / sizeof(T)>;

/// Numbers of T that are loaded as pixels or sums of columns.
template <class D, class From>
HWY_INLINE hn::Vec<D> widened(D d, const From* from) {
  using T = hn::TFromD<D>;
  if constexpr (std::is_same_v<From, T>) {
    return hn::LoadU(d, from);
  } else if constexpr (std::is_same_v<From, SquaredByte>) {
    if constexpr (sizeof(T) == 8) {
      const hn::Rebind<std::uint32_t, D> d32;
      return hn::PromoteTo(d, widened(d32, from));
    } else {
      const auto root = widened(d, reinterpret_cast<const std::uint8_t*>(from));
      return hn::Mul(root, root);
    }
  } else if constexpr (std::is_floating_point_v<T>) {
    const hn::Rebind<std::int32_t, D> d32;
    return hn::ConvertTo(d, hn::PromoteTo(d32, hn::LoadU(hn::Rebind<From, D>(), from)));
  } else if constexpr (sizeof(T) == 8 && sizeof(From) < 4) {
    const hn::Rebind<std::uint32_t, D> d32;
    return hn::PromoteTo(d, widened(d32, from));
  } else {
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<From, D>(), from));
  }
}

// because: the scalar target has vectors of one lane
#if HWY_TARGET != HWY_SCALAR

/// Prefix sums of a vector's lanes, and its total in every lane; for each channel separately.
template <class V>
struct Scanned {
  V sums, total;
};

template <int channels, class D, class V = hn::Vec<D>>
HWY_INLINE Scanned<V> scanned(D d, V v) {
  constexpr int in_block = 16 / sizeof(hn::TFromD<D>);  // lanes of 16 bytes, beyond which most instructions do not reach
  if constexpr (channels < in_block) v = hn::Add(v, hn::ShiftLeftLanes<channels>(d, v));
  if constexpr (2 * channels < in_block) v = hn::Add(v, hn::ShiftLeftLanes<2 * channels>(d, v));
  V total = v;
  if constexpr (channels == 1) total = hn::Broadcast<in_block - 1>(v);
  if constexpr (hn::MaxLanes(d) == 2 * in_block && channels <= in_block) {
    const V other = hn::ConcatLowerUpper(d, total, total);  // each half has the other one's
    v = hn::Add(v, hn::ConcatUpperLower(d, other, hn::Zero(d)));
    total = hn::Add(total, other);
  }
  return {v, total};
}

#endif

template <class In, class T>
void add_columns(const In* from, std::size_t pitch, int rows, std::size_t count, typename ColumnSum<In, T>::type* sums) {
  using Column = typename ColumnSum<In, T>::type;
  const Lanes<Column> d;
  const std::size_t lanes = hn::Lanes(d);
  // because: four rows at a time read and write the sums a quarter as often
  for (int y = 0; y < rows; y += 4, from += 4 * pitch) {
    const int some = std::min(4, rows - y);
    std::size_t x = 0;
    if (some == 4)
      for (; x + lanes <= count; x += lanes) {
        auto sum = hn::Add(hn::Add(widened(d, from + x), widened(d, from + pitch + x)),
                           hn::Add(widened(d, from + 2 * pitch + x), widened(d, from + 3 * pitch + x)));
        if (y > 0) sum = hn::Add(sum, hn::LoadU(d, sums + x));
        hn::StoreU(sum, d, sums + x);
      }
    for (; x < count; ++x) {
      Column sum = y > 0 ? sums[x] : Column(0);
      for (int row = 0; row < some; ++row)
        sum = static_cast<Column>(sum + static_cast<Column>(static_cast<T>(from[static_cast<std::size_t>(row) * pitch + x])));
      sums[x] = sum;
    }
  }
}

/// after[x] = before[x] + the sum of from[0 ... x], of x's channel. done(x, v) is called for each vector v, or number, that is
/// stored from x on.
template <int channels, class From, class T, class Done>
HWY_INLINE void add_sums(const From* from, const T* before, T* after, std::size_t count, const Done& done) {
  T sum[channels] = {};
  std::size_t x = 0;
#if HWY_TARGET != HWY_SCALAR
  const Lanes<T> d;
  constexpr std::size_t lanes = hn::MaxLanes(d);
  if constexpr (lanes % channels == 0) {
    auto running = hn::Zero(d);
    for (; x + lanes <= count; x += lanes) {
      const auto [sums, total] = scanned<channels>(d, widened(d, from + x));
      const auto v = hn::Add(hn::Add(hn::LoadU(d, before + x), sums), running);
      hn::StoreU(v, d, after + x);
      done(x, v);
      running = hn::Add(running, total);
    }
    HWY_ALIGN T spread[lanes];
    hn::Store(running, d, spread);
    for (std::size_t c = 0; c < channels; ++c) sum[c] = spread[c];
  }
#endif
  for (; x < count; ++x) {
    sum[x % channels] = static_cast<T>(sum[x % channels] + static_cast<T>(from[x]));
    after[x] = static_cast<T>(before[x] + sum[x % channels]);
    done(x, after[x]);
  }
}

template <int channels, class Column, class T>
void carry_on(const Column* sums, const T* before, T* after, std::size_t count) {
  add_sums<channels>(sums, before, after, count, [](std::size_t, const auto&) {});
}

template <int channels, class In, class T>
void sum_row(const In* from, const T* before, T* to, std::size_t count) {
  add_sums<channels>(from, before, to, count, [](std::size_t, const auto&) {});
}

template <int channels, class In, class T>
void stream_row(const In* from, T* above, T* to, std::size_t count) {
#if HWY_TARGET != HWY_SCALAR
  // because: only whole cache lines are streamed; a part of one costs more than an ordinary store
  constexpr std::size_t k_line = 64 / sizeof(T);
  const auto address = reinterpret_cast<std::uintptr_t>(to);
  if (address % sizeof(T) == 0) {
    // because: for a while, data stored in two pieces cannot be loaded as one
    constexpr std::size_t k_behind = 4 * k_line;
    const Lanes<T> d;
    const std::size_t head = std::min(count, (k_line - address / sizeof(T) % k_line) % k_line);
    std::size_t next = head;
    const auto stream = [&]() HWY_ATTR {
      for (std::size_t i = 0; i < k_line; i += hn::MaxLanes(d)) hn::Stream(hn::LoadU(d, above + next + i), d, to + next + i);
      next += k_line;
    };
    add_sums<channels>(from, above, above, count, [&](std::size_t x, const auto&) HWY_ATTR {
      if (x >= next + k_behind) stream();
    });
    while (next + k_line <= count) stream();
    std::copy_n(above, head, to);
    std::copy_n(above + next, count - next, to + next);
    return;
  }
#endif
  sum_row<channels>(from, above, above, count);
  std::copy_n(above, count, to);
}

template <int channels, class In, class T>
RowWork<In, T> work() {
  return {&add_columns<In, T>, &carry_on<channels, typename ColumnSum<In, T>::type, T>, &sum_row<channels, In, T>,
          &stream_row<channels, In, T>};
}

// because: a dispatch table consists of names
// clang-format off
inline auto work_8u32u() { return work<1, std::uint8_t, std::uint32_t>(); }
inline auto work_8u64u() { return work<1, std::uint8_t, std::uint64_t>(); }
inline auto work_squares() { return work<1, SquaredByte, std::uint64_t>(); }
inline auto work_8u32f() { return work<1, std::uint8_t, float>(); }
inline auto work_32u32u() { return work<1, std::uint32_t, std::uint32_t>(); }
inline auto work_32f32f() { return work<1, float, float>(); }
inline auto work_64f64f() { return work<1, double, double>(); }
inline auto work_four_8u32u() { return work<4, std::uint8_t, std::uint32_t>(); }
inline auto work_four_8u64u() { return work<4, std::uint8_t, std::uint64_t>(); }
inline auto work_four_32f32f() { return work<4, float, float>(); }
// clang-format on

}  // namespace satscope::cpu_simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

// ---------------------------------------------------------------- bands, once

#if HWY_ONCE
namespace satscope::cpu_simd {
namespace {

HWY_EXPORT(work_8u32u);
HWY_EXPORT(work_8u64u);
HWY_EXPORT(work_squares);
HWY_EXPORT(work_8u32f);
HWY_EXPORT(work_32u32u);
HWY_EXPORT(work_32f32f);
HWY_EXPORT(work_64f64f);
HWY_EXPORT(work_four_8u32u);
HWY_EXPORT(work_four_8u64u);
HWY_EXPORT(work_four_32f32f);

/// Calls f(RowWork of the job).
template <class F>
void for_work(const TypePair& types, int channels, F&& f) {
  if (channels == 4) {
    if (types.out == Scalar::u64) return f(HWY_DYNAMIC_DISPATCH(work_four_8u64u)());
    if (types.out == Scalar::f32) return f(HWY_DYNAMIC_DISPATCH(work_four_32f32f)());
    return f(HWY_DYNAMIC_DISPATCH(work_four_8u32u)());
  }
  for_types(types, [&]<class In, class T>() {
    if constexpr (std::is_same_v<In, SquaredByte>)
      f(HWY_DYNAMIC_DISPATCH(work_squares)());
    else if constexpr (std::is_same_v<In, double>)
      f(HWY_DYNAMIC_DISPATCH(work_64f64f)());
    else if constexpr (std::is_same_v<In, float>)
      f(HWY_DYNAMIC_DISPATCH(work_32f32f)());
    else if constexpr (std::is_same_v<In, std::uint32_t>)
      f(HWY_DYNAMIC_DISPATCH(work_32u32u)());
    else if constexpr (std::is_same_v<T, float>)
      f(HWY_DYNAMIC_DISPATCH(work_8u32f)());
    else if constexpr (std::is_same_v<T, std::uint64_t>)
      f(HWY_DYNAMIC_DISPATCH(work_8u64u)());
    else
      f(HWY_DYNAMIC_DISPATCH(work_8u32u)());
  });
}

/// Numbers that begin at a cache line.
template <class T>
class Line {
 public:
  explicit Line(std::size_t count) : numbers_(count + k_bytes / sizeof(T)) {}
  T* data() {
    const std::size_t beyond = reinterpret_cast<std::uintptr_t>(numbers_.data()) % k_bytes;
    return numbers_.data() + (beyond == 0 ? 0 : (k_bytes - beyond) / sizeof(T));
  }

 private:
  static constexpr std::size_t k_bytes = 64;
  std::vector<T> numbers_;
};

template <class In, class T>
class Bands {
 public:
  Bands(const Job& job, const RowWork<In, T>& work)
      : job_(job),
        work_(work),
        picture_(static_cast<const In*>(job.picture)),
        table_(static_cast<T*>(job.table)),
        channels_(static_cast<std::size_t>(job.channels)),
        count_(static_cast<std::size_t>(job.kept.end_x() - 1) * channels_),
        pitch_(static_cast<std::size_t>(job.width) * channels_),
        rows_(job.kept.end_y() - 1),
        carries_{Line<T>(count_), Line<T>(count_)} {}

  void run(const HostRun& how) {
    if (job_.kept.first == 0) std::fill_n(table_, static_cast<std::size_t>(job_.kept.width) * channels_, T(0));
    const int bands = std::max(1, ceil_div(rows_, job_.band));
    const int workers = std::clamp(how.threads, 1, bands);
    // before threads begin: an exception within them would end the program
    std::vector<Line<T>> aboves(static_cast<std::size_t>(workers), Line<T>(count_));
    std::vector<Line<Column>> sums(static_cast<std::size_t>(workers), Line<Column>(workers > 1 ? count_ : 0));
    std::atomic<std::size_t> worker{0};
    std::atomic<int> ticket{0};
    const auto cancelled = [&] { return how.progress && how.progress->cancelled.load(std::memory_order_relaxed); };
    together(workers, [&](int most) {
      const std::size_t self = worker.fetch_add(1, std::memory_order_relaxed);
      T* above = aboves[self].data();
      Column* columns = sums[self].data();
      // bands are taken from the top, and a taken band is always finished: so every wait ends
      while (!cancelled()) {
        const int band = ticket.fetch_add(1, std::memory_order_relaxed);
        if (band >= bands) break;
        // because: who comes too late must not change how floats round
        if (most > 1 || (workers > 1 && std::is_floating_point_v<T>)) begin(band, above, columns);
        finish(band, above);
        if (how.progress) how.progress->blocks_done.fetch_add(1, std::memory_order_relaxed);
      }
      hwy::FlushStream();  // because: streamed stores are seen by other threads in no order else
    });
  }

 private:
  using Column = typename RowWork<In, T>::Column;

  /// Adds up the band's columns; passes on its last row as soon as the band above has passed on its own.
  void begin(int band, T* above, Column* columns) {
    const int y = band * job_.band;
    work_.add_columns(row(y), pitch_, std::min(job_.band, rows_ - y), count_, columns);
    // two rows are enough: a band that passes one on has read the other, and so have all bands before
    T *before = carries_[band % 2].data(), *after = carries_[(band + 1) % 2].data();
    await_count(handed_on_, band);
    std::copy_n(before, count_, above);
    work_.carry_on(columns, above, after, count_);
    handed_on_.store(band + 1, std::memory_order_release);
    handed_on_.notify_all();
  }

  /// The rows of the table, from the one above the band on; leaves the last one in `above`.
  void finish(int band, T* above) const {
    const int begin = band * job_.band, end = std::min(begin + job_.band, rows_);
    const T* before = above;
    for (int y = begin; y < end; ++y) {
      if (job_.kept.first == 0) std::fill_n(table_ + job_.kept.place(0, y + 1) * channels_, channels_, T(0));
      if (count_ == 0) continue;
      T* to = table_ + job_.kept.place(1, y + 1) * channels_;
      if (job_.streamed) {
        work_.stream_row(row(y), above, to, count_);
      } else {
        work_.sum_row(row(y), before, to, count_);
        before = to;
      }
    }
    if (before != above) std::copy_n(before, count_, above);
  }

  const In* row(int y) const { return picture_ + static_cast<std::size_t>(y) * pitch_; }

  const Job& job_;
  const RowWork<In, T> work_;
  const In* picture_;
  T* table_;
  std::size_t channels_, count_, pitch_;  ///< numbers of a row: those that the table needs, and all
  int rows_;
  Line<T> carries_[2];  ///< the table's row above the next band, and the one after
  alignas(64) std::atomic<int> handed_on_{0};
};

}  // namespace

void sum_in_bands(const Job& job, const HostRun& how) {
  for_work(job.types, job.channels, [&]<class In, class T>(const RowWork<In, T>& work) { Bands<In, T>(job, work).run(how); });
}

std::string absence() { return {}; }

std::string without_best(int sets) {
  hwy::SetSupportedTargetsForTest(0);
  std::int64_t left = hwy::SupportedTargets() & HWY_TARGETS;
  for (; sets > 0; --sets) left &= left - 1;  // a set is a bit, the best one the lowest
  if (left != 0) hwy::SetSupportedTargetsForTest(left);
  hwy::GetChosenTarget().DeInit();  // so that the next table asks again
  return left == 0 ? std::string() : hwy::TargetName(left & -left);
}

}  // namespace satscope::cpu_simd
#endif
