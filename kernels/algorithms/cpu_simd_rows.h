// SPDX-License-Identifier: Apache-2.0
// What cpu-simd does with a row, in the vectors of the processor.
//
//     memory   |....aaaa|aaaaaaaa|aaabbbbb|bbbbbbbb|bbbbbb..|     cache lines; a, b rows of the table, without a gap between
//     stored      part   streamed  whole   streamed   part
//
// A band is streamed past the cache in whole lines, whatever the width of its rows. The line that two rows share is stored when
// both are there. Watch: a line of which parts are stored at different times may be read from memory first, and written
// twice; so it is fetched in time.
#pragma once
#include <cstddef>
#include <cstdint>

#include "kernels/types.h"

namespace satscope::cpu_simd {

inline constexpr std::size_t k_line_bytes = 64;

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

/// Numbers of a line.
template <class T>
inline constexpr std::size_t k_line = k_line_bytes / sizeof(T);

/// Numbers of the same line before this one.
template <class T>
std::size_t numbers_before(const T* at) {
  return reinterpret_cast<std::uintptr_t>(at) % k_line_bytes / sizeof(T);
}

/// Fewest lines in a row that is streamed.
inline constexpr std::size_t k_fewest_lines = 16;

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
  /// above[x] += the sum of from[0 ... x]. Streams above[-lead ... count) to `to`, but for what shares a line with the next
  /// row. joined: so was what `above` held, just before `to`; its end is stored too.
  void (*stream_row)(const In* from, T* above, std::size_t lead, std::size_t count, T* to, bool joined);
};

/// With the best set of instructions that the processor has.
template <class In, class T>
RowWork<In, T> row_work(int channels);

}  // namespace satscope::cpu_simd
