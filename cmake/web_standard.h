// SPDX-License-Identifier: Apache-2.0
// What the C++ library of Emscripten 3.1.69 (LLVM 18) lacks of the standard. The preset `web` includes it before every file.
#pragma once
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

namespace std {

#ifndef __cpp_lib_atomic_ref
// without threads, every access is atomic
template <class T>
struct atomic_ref {
  using value_type = T;
  static constexpr bool is_always_lock_free = true;
  static constexpr size_t required_alignment = alignof(T);

  explicit atomic_ref(T& value) : value_(&value) {}
  T load(memory_order = memory_order_seq_cst) const noexcept { return *value_; }
  void store(T to, memory_order = memory_order_seq_cst) const noexcept { *value_ = to; }
  operator T() const noexcept { return *value_; }
  T operator=(T to) const noexcept { return *value_ = to; }
  T exchange(T to, memory_order = memory_order_seq_cst) const noexcept {
    const T before = *value_;
    *value_ = to;
    return before;
  }
  T fetch_add(T more, memory_order = memory_order_seq_cst) const noexcept { return exchange(static_cast<T>(*value_ + more)); }
  T fetch_sub(T less, memory_order = memory_order_seq_cst) const noexcept { return exchange(static_cast<T>(*value_ - less)); }
  T fetch_or(T more, memory_order = memory_order_seq_cst) const noexcept { return exchange(static_cast<T>(*value_ | more)); }
  bool compare_exchange_strong(T& expected, T desired, memory_order = memory_order_seq_cst,
                               memory_order = memory_order_seq_cst) const noexcept {
    const bool equal = *value_ == expected;
    (equal ? *value_ : expected) = equal ? desired : *value_;
    return equal;
  }
  bool compare_exchange_weak(T& expected, T desired, memory_order success = memory_order_seq_cst,
                             memory_order failure = memory_order_seq_cst) const noexcept {
    return compare_exchange_strong(expected, desired, success, failure);
  }

 private:
  T* value_;
};
template <class T>
atomic_ref(T&) -> atomic_ref<T>;
#endif

#ifndef __cpp_lib_to_chars
template <class Float>
requires(is_floating_point_v<Float>) from_chars_result
    from_chars(const char* first, const char* last, Float& value, chars_format = chars_format::general) {
  // because: strtod takes spaces, a plus and hexadecimal digits as well
  const bool minus = first != last && *first == '-';
  const char* const digits = first + (minus ? 1 : 0);
  const bool hexadecimal = last - digits > 1 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
  if (digits == last || *digits == ' ' || *digits == '+' || *digits == '-' || (*digits >= '\t' && *digits <= '\r'))
    return {first, errc::invalid_argument};
  const string text(first, hexadecimal ? digits + 1 : last);
  char* end = nullptr;
  const auto parsed = [&] {
    if constexpr (is_same_v<Float, float>)
      return strtof(text.c_str(), &end);
    else
      return strtod(text.c_str(), &end);
  }();
  if (end == text.c_str()) return {first, errc::invalid_argument};
  const char* const stop = first + (end - text.c_str());
  if (isinf(parsed) && text.find_first_of("iI") == string::npos) return {stop, errc::result_out_of_range};
  value = parsed;
  return {stop, errc{}};
}
#endif

}  // namespace std
