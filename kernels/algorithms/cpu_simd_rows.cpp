// SPDX-License-Identifier: Apache-2.0
// Rows in vectors (Highway): compiled once for each set of instructions; at run time the best set that the processor has is
// used.
#include "kernels/algorithms/cpu_simd_rows.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>

#include "kernels/algorithms/cpu_simd.h"
#include "kernels/host_moves.h"

// because: two more sets would only make the program larger
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/algorithms/cpu_simd_rows.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/cache_control.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace satscope::cpu_simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// At most `bytes`.
template <class T, std::size_t bytes = k_line_bytes>
using Lanes = hn::CappedTag<T, bytes / sizeof(T)>;
/// Of T, for numbers that are loaded as From. Because: loads of a line's length that cross two lines are slow where they miss
/// the cache.
template <class T, class From>
using LanesFrom = Lanes<T, sizeof(From) < sizeof(T) ? k_line_bytes : k_line_bytes / 2>;

/// Small whole numbers as numbers of D.
template <class D, class V>
HWY_INLINE hn::Vec<D> promoted(D d, V v) {
  if constexpr (std::is_floating_point_v<hn::TFromD<D>>)
    return hn::ConvertTo(d, hn::PromoteTo(hn::Rebind<std::int32_t, D>(), v));
  else
    return hn::PromoteTo(d, v);
}

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
  } else if constexpr (sizeof(T) == 8 && sizeof(From) < 4) {
    const hn::Rebind<std::uint32_t, D> d32;
    return hn::PromoteTo(d, widened(d32, from));
  } else {
    return promoted(d, hn::LoadU(hn::Rebind<From, D>(), from));
  }
}

// because: the scalar target has vectors of one lane
#if HWY_TARGET != HWY_SCALAR

/// From each lane's number on: adds the last pixel of each even group of lanes to the odd group after it.
template <int group, int channels, class D, class V = hn::Vec<D>>
HWY_INLINE V with_odd_groups_carried(D d, V v) {
  const hn::RebindToUnsigned<D> d_lane;
  using Lane = hn::TFromD<decltype(d_lane)>;
  const auto lane = hn::Iota(d_lane, 0);
  const auto pair = hn::AndNot(hn::Set(d_lane, Lane{2 * group - 1}), lane),
             channel = hn::And(lane, hn::Set(d_lane, Lane{channels - 1}));
  const auto carry = hn::Add(hn::Add(pair, channel), hn::Set(d_lane, Lane{group - channels}));
  const auto odd = hn::RebindMask(d, hn::TestBit(lane, hn::Set(d_lane, Lane{group})));
  return hn::Add(v, hn::IfThenElseZero(odd, hn::TableLookupLanes(v, hn::IndicesFromVec(d, carry))));
}

/// A vector's last pixel, again and again.
template <int channels, class D, class V = hn::Vec<D>>
HWY_INLINE V last_pixel(D d, V v) {
  const hn::RebindToUnsigned<D> d_lane;
  using Lane = hn::TFromD<decltype(d_lane)>;
  const auto channel = hn::And(hn::Iota(d_lane, 0), hn::Set(d_lane, Lane{channels - 1}));
  const auto last = hn::Add(channel, hn::Set(d_lane, Lane{hn::MaxLanes(d) - channels}));
  return hn::TableLookupLanes(v, hn::IndicesFromVec(d, last));
}

/// Lanes of 16 bytes, within which they shift.
template <class D>
inline constexpr int k_in_block = 16 / sizeof(hn::TFromD<D>);

/// Prefix sums of each block's lanes, for each channel separately.
template <int channels, class D, class V = hn::Vec<D>>
HWY_INLINE V scanned_in_blocks(D d, V v) {
  static_assert(k_in_block<D> <= 8, "three steps reach all lanes");
  if constexpr (channels < k_in_block<D>) v = hn::Add(v, hn::ShiftLeftLanes<channels>(d, v));
  if constexpr (2 * channels < k_in_block<D>) v = hn::Add(v, hn::ShiftLeftLanes<2 * channels>(d, v));
  if constexpr (4 * channels < k_in_block<D>) v = hn::Add(v, hn::ShiftLeftLanes<4 * channels>(d, v));
  return v;
}

/// Prefix sums of a vector's lanes, likewise.
template <int channels, class D, class V = hn::Vec<D>>
HWY_INLINE V scanned(D d, V v) {
  v = scanned_in_blocks<channels>(d, v);
  constexpr int lanes = hn::MaxLanes(d), group = std::max(channels, k_in_block<D>);
  static_assert(lanes <= 4 * group, "two steps reach all lanes");
  if constexpr (group < lanes) v = with_odd_groups_carried<group, channels>(d, v);
  if constexpr (2 * group < lanes) v = with_odd_groups_carried<2 * group, channels>(d, v);
  return v;
}

/// Calls each(prefix sums) for as many bytes as two vectors have lanes; those of the second begin anew. Because: in 16 bits,
/// one step is for both.
template <int channels, class D, class Each>
HWY_INLINE void scan_two(D d, const std::uint8_t* from, const Each& each) {
  const hn::Repartition<std::uint16_t, D> d16;
  static_assert(hn::MaxLanes(d) == k_in_block<decltype(d16)>, "a block becomes a vector");
  const auto v = scanned_in_blocks<channels>(d16, widened(d16, from));
  each(promoted(d, hn::LowerHalf(v)));
  each(promoted(d, hn::UpperHalf(hn::Half<decltype(d16)>(), v)));
}

#endif

/// sums[x] = the sum of `rows` rows at x, added to sums[x] unless it begins. Has as many rows below fetched, as k_fetched_ahead
/// does within a row.
template <int rows, class T, class In, class Column>
HWY_INLINE void add_rows(const In* from, std::size_t pitch, std::size_t count, bool begins, Column* sums) {
  const LanesFrom<Column, In> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t x = 0;
  for (; x + lanes <= count; x += lanes) {
    if (x % k_line<In> == 0)
      for (std::size_t row = rows; row < 2 * rows; ++row) hwy::Prefetch(from + row * pitch + x);
    auto sum = widened(d, from + x);
    for (std::size_t row = 1; row < rows; ++row) sum = hn::Add(sum, widened(d, from + row * pitch + x));
    if (!begins) sum = hn::Add(sum, hn::LoadU(d, sums + x));
    hn::StoreU(sum, d, sums + x);
  }
  for (; x < count; ++x) {
    Column sum = begins ? Column(0) : sums[x];
    for (std::size_t row = 0; row < rows; ++row)
      sum = static_cast<Column>(sum + static_cast<Column>(static_cast<T>(from[row * pitch + x])));
    sums[x] = sum;
  }
}

template <class In, class T>
void add_columns(const In* from, std::size_t pitch, int rows, std::size_t count, typename ColumnSum<In, T>::type* sums) {
  // because: four rows at a time read and write the sums a quarter as often
  constexpr int k_together = 4;
  int y = 0;
  for (; y + k_together <= rows; y += k_together, from += k_together * pitch)
    add_rows<k_together, T>(from, pitch, count, y == 0, sums);
  for (; y < rows; ++y, from += pitch) add_rows<1, T>(from, pitch, count, y == 0, sums);
}

/// after[x] = before[x] + sum + the sum of from[0 ... x], of x's channel; `sum` becomes the one to go on with. Vectors
/// call line_done(x) after each line of numbers; x is the next one.
template <int channels, class From, class T, class LineDone>
HWY_INLINE void add_sums(const From* from, const T* before, T* after, std::size_t count, T (&sum)[channels],
                         [[maybe_unused]] const LineDone& line_done) {
  std::size_t x = 0;
#if HWY_TARGET != HWY_SCALAR
  const LanesFrom<T, From> d;
  constexpr std::size_t lanes = hn::MaxLanes(d);
  if constexpr (lanes % channels == 0) {
    HWY_ALIGN T spread[lanes];
    for (std::size_t i = 0; i < lanes; ++i) spread[i] = sum[i % channels];
    auto running = hn::Load(d, spread);
    const auto add = [&](auto sums) HWY_ATTR {
      hn::StoreU(hn::Add(hn::Add(hn::LoadU(d, before + x), running), sums), d, after + x);
      running = hn::Add(running, last_pixel<channels>(d, sums));
      x += lanes;
    };
    while (x + k_line<T> <= count) {
      if constexpr (std::is_same_v<From, std::uint8_t> && k_line<T> == 2 * lanes && lanes == 8)
        scan_two<channels>(d, from + x, add);
      else
        for (std::size_t i = 0; i < k_line<T>; i += lanes) add(scanned<channels>(d, widened(d, from + x)));
      line_done(x);
    }
    while (x + lanes <= count) add(scanned<channels>(d, widened(d, from + x)));
    hn::Store(running, d, spread);
    for (std::size_t c = 0; c < channels; ++c) sum[c] = spread[c];
  }
#endif
  for (; x < count; ++x) {
    sum[x % channels] = static_cast<T>(sum[x % channels] + static_cast<T>(from[x]));
    after[x] = static_cast<T>(before[x] + sum[x % channels]);
  }
}

/// Has a part of the picture fetched that is needed soon.
template <class In>
HWY_INLINE void fetch_beyond(const In* from) {
  hwy::Prefetch(from + k_fetched_ahead / sizeof(In));
}

template <int channels, class Column, class T>
void carry_on(const Column* sums, const T* before, T* after, std::size_t count) {
  T sum[channels] = {};
  add_sums<channels>(sums, before, after, count, sum, [](std::size_t) {});
}

template <int channels, class In, class T>
void sum_row(const In* from, const T* before, T* to, std::size_t count) {
  T sum[channels] = {};
  add_sums<channels>(from, before, to, count, sum, [&](std::size_t x) HWY_ATTR { fetch_beyond(from + x); });
}

template <class T>
HWY_INLINE void stream_line(const T* from, T* to) {
  const Lanes<T> d;
  for (std::size_t i = 0; i < k_line<T>; i += hn::Lanes(d)) hn::Stream(hn::LoadU(d, from + i), d, to + i);
}

template <int channels, class In, class T>
void stream_row(const In* from, T* above, std::size_t lead, std::size_t count, T* to, bool joined) {
  // because: for a while, data stored in two pieces cannot be loaded as one
  constexpr std::size_t k_behind = 4 * k_line<T>;
  static_assert(k_behind + k_line<T> <= k_fewest_lines * k_line<T>, "the end of the row above is still there");
  T shared[k_line<T>];  // what the row above has of a line
  const std::size_t held = numbers_before(to), own = held == 0 ? 0 : k_line<T> - held;
  std::copy_n(above + count - held, held, shared);

  // because: a store to a part of a line waits until the line is read from memory, and all later stores wait too
  if (T* const next_row = to + lead + count; numbers_before(next_row) > 0) hwy::Prefetch(next_row);

  const T *next = above - lead + own, *const end = above + count;
  T* line = to + own;
  const auto stream_next = [&]() HWY_ATTR {
    stream_line(next, line);
    next += k_line<T>;
    line += k_line<T>;
  };
  T sum[channels] = {};
  add_sums<channels>(from, above, above, k_behind, sum, [](std::size_t) {});
  T* const rest = above + k_behind;
  add_sums<channels>(from + k_behind, rest, rest, count - k_behind, sum, [&](std::size_t x) HWY_ATTR {
    fetch_beyond(from + x);
    stream_next();
  });
  while (next + k_line<T> <= end) stream_next();
  // because: streamed after its neighbours the line would cost more than it saves
  if (joined) std::copy_n(shared, held, to - held);
  std::copy_n(above - lead, own, to);
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

// ---------------------------------------------------------------- the best set

#if HWY_ONCE
namespace satscope::cpu_simd {

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

template <>
RowWork<std::uint8_t, std::uint32_t> row_work(int channels) {
  return channels == 4 ? HWY_DYNAMIC_DISPATCH(work_four_8u32u)() : HWY_DYNAMIC_DISPATCH(work_8u32u)();
}
template <>
RowWork<std::uint8_t, std::uint64_t> row_work(int channels) {
  return channels == 4 ? HWY_DYNAMIC_DISPATCH(work_four_8u64u)() : HWY_DYNAMIC_DISPATCH(work_8u64u)();
}
template <>
RowWork<float, float> row_work(int channels) {
  return channels == 4 ? HWY_DYNAMIC_DISPATCH(work_four_32f32f)() : HWY_DYNAMIC_DISPATCH(work_32f32f)();
}
template <>
RowWork<SquaredByte, std::uint64_t> row_work(int) {
  return HWY_DYNAMIC_DISPATCH(work_squares)();
}
template <>
RowWork<std::uint8_t, float> row_work(int) {
  return HWY_DYNAMIC_DISPATCH(work_8u32f)();
}
template <>
RowWork<std::uint32_t, std::uint32_t> row_work(int) {
  return HWY_DYNAMIC_DISPATCH(work_32u32u)();
}
template <>
RowWork<double, double> row_work(int) {
  return HWY_DYNAMIC_DISPATCH(work_64f64f)();
}

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
