// SPDX-License-Identifier: Apache-2.0
// Types that everything shares: sizes, number types, forms of a table, machines. Each has one string id for the command line,
// JSON and golden files.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace satscope {

/// Width (columns, x) and height (rows, y) in elements. Row-major: element (x, y) is number y * width + x.
struct Extent {
  int width = 0;
  int height = 0;
  std::size_t area() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(height); }
  Extent transposed() const { return {height, width}; }
  bool operator==(const Extent&) const = default;
};

/// Where the rows of a buffer lie, counted in places: row y begins at place first + y * pitch. A pitch of 0: they are packed.
struct Rows {
  int pitch = 0;
  int first = 0;
  bool packed() const { return pitch == 0; }
  bool operator==(const Rows&) const = default;
};

/// Sizes of the machine on which a kernel is traced; 0 where an algorithm has no such size.
struct Sizes {
  int warp = 32;    ///< lanes
  int block = 0;    ///< threads of the largest block
  int segment = 0;  ///< elements that one block scans
  int tile = 0;     ///< width of what one block transposes
  bool operator==(const Sizes&) const = default;
};

/// The number type of one buffer element.
enum class Scalar : std::uint8_t { u8, s32, u32, u64, f32, f64 };

constexpr std::string_view id_of(Scalar type) {
  switch (type) {
    case Scalar::u8: return "u8";
    case Scalar::s32: return "s32";
    case Scalar::u32: return "u32";
    case Scalar::u64: return "u64";
    case Scalar::f32: return "f32";
    case Scalar::f64: return "f64";
  }
  return "";
}

/// Bytes per element.
constexpr std::size_t size_of(Scalar type) {
  switch (type) {
    case Scalar::u8: return 1;
    case Scalar::s32:
    case Scalar::u32:
    case Scalar::f32: return 4;
    case Scalar::u64:
    case Scalar::f64: return 8;
  }
  return 0;
}

constexpr bool is_float(Scalar type) { return type == Scalar::f32 || type == Scalar::f64; }

template <class T>
struct ScalarOf;
template <>
struct ScalarOf<std::uint8_t> {
  static constexpr Scalar value = Scalar::u8;
};
template <>
struct ScalarOf<std::uint32_t> {
  static constexpr Scalar value = Scalar::u32;
};
template <>
struct ScalarOf<std::uint64_t> {
  static constexpr Scalar value = Scalar::u64;
};
template <>
struct ScalarOf<float> {
  static constexpr Scalar value = Scalar::f32;
};
template <>
struct ScalarOf<double> {
  static constexpr Scalar value = Scalar::f64;
};
/// A byte that enters a sum as its square; to algorithms it is an input type like any other.
struct SquaredByte {
  std::uint8_t root;
  constexpr explicit operator std::uint64_t() const { return std::uint64_t{root} * root; }
};
template <>
struct ScalarOf<SquaredByte> {
  static constexpr Scalar value = Scalar::u8;
};
template <class T>
inline constexpr Scalar scalar_of = ScalarOf<T>::value;

/// Number types of the picture and of its table, in the notation of Chen 2018: "8u32u" reads bytes and sums in 32 bits. Integer
/// tables wrap around modulo 2^bits, signed ones too: kernels add them as unsigned numbers, and only the reader of an entry
/// knows its sign. A box sum that fits its type is still right. "8u64u-sq" sums the squares of bytes.
struct TypePair {
  std::string_view id;
  Scalar in = Scalar::u8;
  Scalar out = Scalar::u32;
  bool squares = false;  ///< whether pixels are squared before they are summed
  bool operator==(const TypePair&) const = default;
};
inline constexpr std::array k_type_pairs{
    TypePair{"8u32u", Scalar::u8, Scalar::u32},   TypePair{"8u32s", Scalar::u8, Scalar::s32},
    TypePair{"8u64u", Scalar::u8, Scalar::u64},   TypePair{"8u64u-sq", Scalar::u8, Scalar::u64, true},
    TypePair{"8u32f", Scalar::u8, Scalar::f32},   TypePair{"32s32s", Scalar::s32, Scalar::s32},
    TypePair{"32u32u", Scalar::u32, Scalar::u32}, TypePair{"32f32f", Scalar::f32, Scalar::f32},
    TypePair{"64f64f", Scalar::f64, Scalar::f64},
};

/// Whether there are kernels that sum four channels of this pair at once.
constexpr bool sums_four_channels(const TypePair& types) {
  return !types.squares && (types.in == Scalar::u8 ? !is_float(types.out) : types.in == Scalar::f32);
}

/// Which part of the padded table P is kept. P is (height + 1) x (width + 1); P(X, Y) sums the pixels with x < X and
/// y < Y, so its first row and column are zero.
enum class Form : std::uint8_t {
  inclusive,  ///< P without its first row and column: entry (x, y) includes pixel (x, y)
  exclusive,  ///< P without its last row and column, as Bilgic 2010 prints it
  padded,     ///< all of P
};

/// A machine that runs kernels to get a table.
enum class Machine : std::uint8_t { gpu, cpu };

template <class E>
struct Named {
  E value;
  std::string_view id;
};
inline constexpr std::array k_forms{
    Named<Form>{Form::inclusive, "inclusive"},
    Named<Form>{Form::exclusive, "exclusive"},
    Named<Form>{Form::padded, "padded"},
};
inline constexpr std::array k_machines{Named<Machine>{Machine::gpu, "gpu"}, Named<Machine>{Machine::cpu, "cpu"}};

constexpr std::string_view id_of(Form form) { return k_forms[static_cast<std::size_t>(form)].id; }
constexpr std::string_view id_of(Machine machine) { return k_machines[static_cast<std::size_t>(machine)].id; }

/// The pair named `id`, or null.
constexpr const TypePair* find_type_pair(std::string_view id) {
  for (const TypePair& pair : k_type_pairs)
    if (pair.id == id) return &pair;
  return nullptr;
}

/// Size of a table of this form over a picture of this size.
constexpr Extent table_extent(Extent picture, Form form) {
  return form == Form::padded ? Extent{picture.width + 1, picture.height + 1} : picture;
}

/// Bytes at whose multiples aligned rows begin: a cache line.
inline constexpr int k_row_bytes = 128;

/// Rows of a picture of this width that begin at multiples of k_row_bytes; packed where they do so anyway.
constexpr Rows aligned_rows(int width, std::size_t bytes_of_place) {
  const int unit = k_row_bytes / static_cast<int>(bytes_of_place), pitch = (width + unit - 1) / unit * unit;
  return pitch == width ? Rows{} : Rows{.pitch = pitch};
}

/// The same for the inclusive part of a table. The zero column is the place before it: the end of the row above, which ends
/// early enough for stores of four places that reach beyond the last column.
constexpr Rows aligned_rows_of_table(int picture_width, Form form, std::size_t bytes_of_place) {
  if (form == Form::inclusive) return aligned_rows(picture_width, bytes_of_place);
  const int unit = k_row_bytes / static_cast<int>(bytes_of_place), fours = (picture_width + 3) / 4 * 4;
  return {.pitch = (fours + 1 + unit - 1) / unit * unit, .first = unit - 1};
}

}  // namespace satscope
