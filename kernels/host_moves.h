// SPDX-License-Identifier: Apache-2.0
// Moves between buffers of the host with stores past the cache: a cache line that is stored whole need not be read first.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace satscope {

#ifdef __SSE2__
inline constexpr bool k_streams = true;
#else
inline constexpr bool k_streams = false;  ///< then they are stored as usual
#endif

/// What is read is fetched so many bytes ahead, two pages. Because: what a processor fetches by itself ends with a page.
inline constexpr std::size_t k_fetched_ahead = 8192;

/// to[i] = T(from[i]) for begin <= i < end. `to` is aligned as T.
template <class In, class T>
void widen_streamed(const In* from, T* to, std::size_t begin, std::size_t end) {
  std::size_t i = begin;
#ifdef __SSE2__
  constexpr std::size_t k_line = 64, k_numbers = k_line / sizeof(T), k_vector = 16 / sizeof(T);
  // because: only whole vectors are streamed; streaming a part of a cache line costs more than an ordinary store
  while (i < end && reinterpret_cast<std::uintptr_t>(to + i) % k_line != 0) to[i] = static_cast<T>(from[i]), ++i;
  alignas(k_line) T line[k_numbers];
  for (; i + k_numbers <= end; i += k_numbers) {
    _mm_prefetch(reinterpret_cast<const char*>(from + i) + k_fetched_ahead, _MM_HINT_T0);
    for (std::size_t k = 0; k < k_numbers; ++k) line[k] = static_cast<T>(from[i + k]);
    for (std::size_t k = 0; k < k_numbers; k += k_vector)
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + i + k), _mm_load_si128(reinterpret_cast<const __m128i*>(line + k)));
  }
  _mm_sfence();  // because: streamed stores are seen by other threads in no order else
#endif
  for (; i < end; ++i) to[i] = static_cast<T>(from[i]);
}

inline void copy_streamed(const std::byte* from, std::byte* to, std::size_t begin, std::size_t end) {
  std::size_t i = begin;
#ifdef __SSE2__
  constexpr std::size_t k_line = 64, k_vector = 16;
  const std::size_t head = (k_line - reinterpret_cast<std::uintptr_t>(to + i) % k_line) % k_line;
  const std::size_t first = std::min(head, end - i);
  std::memcpy(to + i, from + i, first);
  for (i += first; i + k_line <= end; i += k_line) {
    _mm_prefetch(reinterpret_cast<const char*>(from + i) + k_fetched_ahead, _MM_HINT_T0);
    for (std::size_t k = 0; k < k_line; k += k_vector)
      _mm_stream_si128(reinterpret_cast<__m128i*>(to + i + k), _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + i + k)));
  }
  _mm_sfence();
#endif
  std::memcpy(to + i, from + i, end - i);
}

}  // namespace satscope
