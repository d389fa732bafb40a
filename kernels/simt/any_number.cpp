// SPDX-License-Identifier: Apache-2.0
#include "kernels/simt/any_number.h"

#include "kernels/simt/traced.h"

namespace satscope {
namespace {

/// Calls f with a zero of the table's type; the machine adds signed numbers as unsigned ones.
template <class F>
auto as_sum(F&& f) {
  switch (Recorder::now().types().out) {
    case Scalar::f32: return f(float{});
    case Scalar::f64: return f(double{});
    case Scalar::u64: return f(std::uint64_t{});
    default: return f(std::uint32_t{});
  }
}

AnySum from(std::uint64_t bits) {
  AnySum sum;
  sum.bits = bits;
  return sum;
}

}  // namespace

AnySum::AnySum(int whole) : bits(as_sum([&]<class T>(T) { return bits_of(static_cast<T>(whole)); })) {}

AnySum::AnySum(AnyPixel pixel)
    : bits(as_sum([&]<class T>(T) {
        const TypePair& types = Recorder::now().types();
        const auto pixel_as = [&]<class In>(In) { return bits_of(static_cast<T>(from_bits<In>(pixel.bits))); };
        if (types.squares) return bits_of(static_cast<T>(pixel.bits * pixel.bits));
        if (types.in == Scalar::f32) return pixel_as(float{});
        if (types.in == Scalar::f64) return pixel_as(double{});
        return bits_of(static_cast<T>(pixel.bits));
      })) {}

AnySum operator+(AnySum a, AnySum b) {
  return from(as_sum([&]<class T>(T) { return bits_of(static_cast<T>(from_bits<T>(a.bits) + from_bits<T>(b.bits))); }));
}

AnySum operator-(AnySum a, AnySum b) {
  return from(as_sum([&]<class T>(T) { return bits_of(static_cast<T>(from_bits<T>(a.bits) - from_bits<T>(b.bits))); }));
}

}  // namespace satscope
