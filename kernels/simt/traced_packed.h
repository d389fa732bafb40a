// SPDX-License-Identifier: Apache-2.0
// packed.h on machine Traced: a register that holds several numbers is drawn as several, each of which knows its pixels.
// Included by traced.h.
#pragma once

namespace satscope {

template <>
struct Num<Bytes4> {
  using Part = AnyPixel;
  static constexpr int parts = 4;
  Cell part[parts];
};

template <>
struct Num<Pair16> {
  using Part = std::uint32_t;
  static constexpr int parts = 2;
  Cell part[parts];

  Num() = default;
  Num(const Num<Part>& first, const Num<Part>& second) : part{first.cell(), second.cell()} {}
  friend Num operator+(const Num& a, const Num& b) {
    return {Num<Part>(a.part[0]) + Num<Part>(b.part[0]), Num<Part>(a.part[1]) + Num<Part>(b.part[1])};
  }
  Num& operator+=(const Num& other) { return *this = *this + other; }
};

/// A register of a thread that holds a packed number; its parts are `stride` cells apart.
template <class T>
class PackedRef {
 public:
  PackedRef(int buffer, std::size_t index, std::size_t stride, Site site)
      : buffer_(buffer), index_(index), stride_(stride), site_(site) {}
  PackedRef(const PackedRef&) = default;

  operator Num<T>() const {  // NOLINT: a read where a value is wanted
    Num<T> value;
    std::size_t at = index_;
    for (Cell& part : value.part) {
      part = Recorder::now().read(buffer_, at, site_);
      at += stride_;
    }
    return value;
  }
  const PackedRef& operator=(const Num<T>& value) const {
    std::size_t at = index_;
    for (const Cell& part : value.part) {
      Recorder::now().write(buffer_, at, site_, part);
      at += stride_;
    }
    return *this;
  }
  const PackedRef& operator=(const PackedRef& other) const { return *this = static_cast<Num<T>>(other); }
  const PackedRef& operator+=(const Num<T>& value) const { return *this = static_cast<Num<T>>(*this) + value; }

 private:
  int buffer_;
  std::size_t index_, stride_;
  Site site_;
};

// The functions of packed.h.
inline Num<Bytes4> bytes_of(const Num<AnyPixel>& a, const Num<AnyPixel>& b, const Num<AnyPixel>& c, const Num<AnyPixel>& d) {
  return {{a.cell(), b.cell(), c.cell(), d.cell()}};
}
inline Num<std::uint32_t> byte_of(const Num<Bytes4>& bytes, int i) { return Num<std::uint32_t>(bytes.part[i]); }
inline Num<Pair16> even_of(const Num<Bytes4>& bytes) { return {byte_of(bytes, 0), byte_of(bytes, 2)}; }
inline Num<Pair16> odd_of(const Num<Bytes4>& bytes) { return {byte_of(bytes, 1), byte_of(bytes, 3)}; }
inline Num<std::uint32_t> first_of(const Num<Pair16>& pair) { return Num<std::uint32_t>(pair.part[0]); }
inline Num<std::uint32_t> second_of(const Num<Pair16>& pair) { return Num<std::uint32_t>(pair.part[1]); }
inline Num<std::uint32_t> sum_of(const Num<Bytes4>& bytes) {
  const Num<Pair16> pairs = even_of(bytes) + odd_of(bytes);
  return first_of(pairs) + second_of(pairs);
}

}  // namespace satscope
