// SPDX-License-Identifier: Apache-2.0
// Four channels of a place as one number, R G B A, so that kernels which add and scale take it like a scalar. Its layout is
// that of float4: a GPU reads 16 bytes of it in one access. Paper: Bilgic et al. 2010, section on float4.
#pragma once
#include "kernels/simt/derived.h"
#include "kernels/types.h"

namespace satscope {

template <class T>
struct alignas(4 * sizeof(T) < 16 ? 4 * sizeof(T) : 16) Four {  // because: no access and no allocation is aligned to more
  T r, g, b, a;

  Four() = default;  // because: registers and shared memory begin as they are
  SIMT constexpr Four(T red, T green, T blue, T alpha) : r(red), g(green), b(blue), a(alpha) {}
  /// The same number in all channels.
  SIMT constexpr explicit Four(int all)
      : Four(static_cast<T>(all), static_cast<T>(all), static_cast<T>(all), static_cast<T>(all)) {}
  template <class U>
  requires(!std::is_same_v<T, U>) SIMT constexpr explicit Four(const Four<U>& other)
      : Four(static_cast<T>(other.r), static_cast<T>(other.g), static_cast<T>(other.b), static_cast<T>(other.a)) {}

  SIMT friend constexpr Four operator+(const Four& a, const Four& b) { return {a.r + b.r, a.g + b.g, a.b + b.b, a.a + b.a}; }
  SIMT friend constexpr Four operator-(const Four& a, const Four& b) { return {a.r - b.r, a.g - b.g, a.b - b.b, a.a - b.a}; }
  SIMT constexpr Four& operator+=(const Four& other) { return *this = *this + other; }
  bool operator==(const Four&) const = default;
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
struct Elements<Four<T>> {
  static constexpr int channels = 4;
  using Channel = T;
  template <class U>
  using With = Four<U>;
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
SIMT Four<T> multiple(const Four<T>& value, int times) {
  return {multiple(value.r, times), multiple(value.g, times), multiple(value.b, times), multiple(value.a, times)};
}
template <class T>
SIMT Four<T> bare(const Four<T>& value) {
  return value;
}
template <class T, class U>
SIMT Four<T> made_of(const Four<T>& value, const Four<U>&) {
  return value;
}

}  // namespace satscope
