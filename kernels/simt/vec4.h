// SPDX-License-Identifier: Apache-2.0
// vec4 channels of a place as one number, R G B A, so that kernels which add and scale take it like a scalar. Its layout is
// that of float4: a GPU reads 16 bytes of it in one access. Paper: Bilgic et al. 2010, section on float4.
#pragma once
#include "kernels/simt/derived.h"
#include "kernels/types.h"

namespace satscope {

template <class T>
struct alignas(4 * sizeof(T) < 16 ? 4 * sizeof(T) : 16) vec4 {  // because: no access and no allocation is aligned to more
  T r, g, b, a;

  vec4() = default;  // because: registers and shared memory begin as they are
  SIMT constexpr vec4(T red, T green, T blue, T alpha) : r(red), g(green), b(blue), a(alpha) {}
  /// The same number in all channels.
  SIMT constexpr explicit vec4(int all)
      : vec4(static_cast<T>(all), static_cast<T>(all), static_cast<T>(all), static_cast<T>(all)) {}
  template <class U>
  requires(!std::is_same_v<T, U>) SIMT constexpr explicit vec4(const vec4<U>& other)
      : vec4(static_cast<T>(other.r), static_cast<T>(other.g), static_cast<T>(other.b), static_cast<T>(other.a)) {}

  SIMT friend constexpr vec4 operator+(const vec4& a, const vec4& b) { return {a.r + b.r, a.g + b.g, a.b + b.b, a.a + b.a}; }
  SIMT friend constexpr vec4 operator-(const vec4& a, const vec4& b) { return {a.r - b.r, a.g - b.g, a.b - b.b, a.a - b.a}; }
  SIMT constexpr vec4& operator+=(const vec4& other) { return *this = *this + other; }
  bool operator==(const vec4&) const = default;
};

namespace detail {
template <class T>
struct Elements {
  static constexpr int channels = 1;
  using Channel = T;
  template <class U>
  using With = U;
};
template <class T>
struct Elements<vec4<T>> {
  static constexpr int channels = 4;
  using Channel = T;
  template <class U>
  using With = vec4<U>;
};
}  // namespace detail

template <class T>
inline constexpr int channels_of = detail::Elements<T>::channels;
/// The scalar of T.
template <class T>
using channel = typename detail::Elements<T>::Channel;
/// U with as many channels as T.
template <class T, class U>
using with_channels_of = typename detail::Elements<T>::template With<U>;

// What derived.h offers, channel by channel.
template <class T>
SIMT vec4<T> multiple(const vec4<T>& value, int times) {
  return {multiple(value.r, times), multiple(value.g, times), multiple(value.b, times), multiple(value.a, times)};
}
template <class T>
SIMT vec4<T> bare(const vec4<T>& value) {
  return value;
}
template <class T, class U>
SIMT vec4<T> made_of(const vec4<T>& value, const vec4<U>&) {
  return value;
}

}  // namespace satscope
