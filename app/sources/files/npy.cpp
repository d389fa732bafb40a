// SPDX-License-Identifier: Apache-2.0
#include "app/sources/files/npy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/sources/loaders.h"
#include "app/sources/quote.h"

namespace satscope::app {
namespace {

static_assert(std::endian::native == std::endian::little,
              "tables are written in the byte order of memory, which must be little-endian");

std::string_view description(Scalar type) {
  switch (type) {
    case Scalar::u8: return "|u1";
    case Scalar::s32: return "<i4";
    case Scalar::u32: return "<u4";
    case Scalar::u64: return "<u8";
    case Scalar::f32: return "<f4";
    case Scalar::f64: return "<f8";
  }
  return {};
}

constexpr std::string_view k_npy_magic = "\x93NUMPY";
constexpr std::size_t k_longest_npy_side = 1 << 24;

/// What the header says.
struct NpyHead {
  std::string descr;
  std::vector<std::size_t> shape;
  std::size_t data = 0;        ///< where the elements begin
  bool columns_first = false;  ///< Fortran's order: its columns lie one after the other
};

InputError npy_error(const FileBytes& file, const std::string& why) {
  return InputError(fmt::format("'{}' is an array of NumPy, but {}", file.name, why));
}

/// What follows a key of the header's dictionary.
std::string_view npy_value(const FileBytes& file, std::string_view text, std::string_view key) {
  const std::size_t at = text.find(fmt::format("'{}':", key));
  if (at == text.npos) throw npy_error(file, fmt::format("its header has no '{}'", key));
  text.remove_prefix(at + key.size() + 3);
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text;
}

/// "(3, 4)" or "(5,)".
std::vector<std::size_t> npy_shape(const FileBytes& file, std::string_view text) {
  std::vector<std::size_t> shape;
  const std::string_view all = text.substr(0, std::min(text.find(')'), text.size()));
  const char* at = all.data();
  const char* const end = at + all.size();
  for (bool first = true; at != end; first = false) {
    if (*at != (first ? '(' : ',')) throw npy_error(file, "its header has no 'shape' in brackets");
    ++at;
    while (at != end && *at == ' ') ++at;
    if (at == end) break;
    std::size_t side = 0;
    const auto [next, error] = std::from_chars(at, end, side);
    if (error != std::errc()) throw npy_error(file, "its header has no 'shape' of whole numbers");
    shape.push_back(side);
    at = next;
  }
  return shape;
}

NpyHead npy_head(const FileBytes& file) {
  const std::string_view bytes = file.text();
  const auto number = [&](std::size_t at, std::size_t size) {
    std::size_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value |= std::size_t{static_cast<unsigned char>(bytes[at + i])} << 8 * i;
    return value;
  };
  constexpr std::size_t k_length_at = 8;
  if (bytes.size() < k_length_at + 4) throw npy_error(file, "it ends within its header");
  const std::size_t version = number(6, 1), length_size = version == 1 ? 2 : 4;
  if (version < 1 || version > 3)
    throw npy_error(file, fmt::format("its format is version {}; versions 1 to 3 are supported", version));
  const std::size_t length = number(k_length_at, length_size), begin = k_length_at + length_size;
  if (bytes.size() - begin < length) throw npy_error(file, "it ends within its header");
  const std::string_view text = bytes.substr(begin, length);
  std::string_view descr = npy_value(file, text, "descr");
  if (!descr.starts_with('\'')) throw npy_error(file, "it has elements of several parts; an element must be a number");
  descr.remove_prefix(1);
  return {.descr = std::string(descr.substr(0, descr.find('\''))),
          .shape = npy_shape(file, npy_value(file, text, "shape")),
          .data = begin + length,
          .columns_first = npy_value(file, text, "fortran_order").starts_with("True")};
}

/// A matrix as it lies in the file. Its elements need not be aligned there.
struct NpyMatrix {
  const FileBytes& file;
  std::span<const std::byte> bytes;
  std::size_t width, height;
  bool columns_first;

  /// Row by row.
  template <class T>
  std::vector<T> elements() const {
    std::vector<T> elements(width * height);
    for (std::size_t y = 0; y < height; ++y)
      for (std::size_t x = 0; x < width; ++x)
        std::memcpy(&elements[y * width + x], &bytes[sizeof(T) * (columns_first ? x * height + y : y * width + x)], sizeof(T));
    return elements;
  }
};

template <class T>
bool is_double(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::isfinite(value);
  } else {
    constexpr auto k_most = std::int64_t{1} << std::numeric_limits<double>::digits;
    return std::cmp_less_equal(value, k_most) && std::cmp_greater_equal(value, -k_most);
  }
}

template <class T>
void npy_numbers(Samples& samples, const NpyMatrix& from) {
  const std::vector<T> elements = from.elements<T>();
  if (const auto bad = std::ranges::find_if_not(elements, is_double<T>); bad != elements.end()) {
    const auto at = static_cast<std::size_t>(bad - elements.begin());
    throw npy_error(from.file, fmt::format("it has the value {} at x = {}, y = {}; {}", *bad, at % from.width, at / from.width,
                                           std::is_floating_point_v<T> ? "numbers must be finite"
                                                                       : "whole numbers are read from -2^53 to 2^53"));
  }
  samples.values = std::vector<double>(elements.begin(), elements.end());
}

template <class T>
void npy_pixels(Samples& samples, const NpyMatrix& from) {
  samples.values = from.elements<T>();
}

/// True is 1.
void npy_truths(Samples& samples, const NpyMatrix& from) {
  std::vector<std::uint8_t> values = from.elements<std::uint8_t>();
  for (std::uint8_t& value : values) value = value != 0 ? 1 : 0;
  samples.values = std::move(values);
}

/// R, G, B and perhaps A in bytes: colours, and their luma as values.
void npy_colours(Samples& samples, std::span<const std::byte> bytes, std::size_t channels) {
  std::vector<std::uint8_t> values(samples.extent.area());
  samples.colours.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto at = [&](std::size_t c) { return std::to_integer<std::uint32_t>(bytes[i * channels + c]); };
    values[i] = static_cast<std::uint8_t>(luma(at(0), at(1), at(2)));
    samples.colours[i] = rgba(at(0), at(1), at(2));
  }
  samples.values = std::move(values);
}

struct NpyType {
  std::string_view descr;
  std::size_t bytes;
  void (*read)(Samples& samples, const NpyMatrix& from);
};
constexpr std::array k_npy_types{NpyType{"|u1", 1, npy_pixels<std::uint8_t>},   NpyType{"<u1", 1, npy_pixels<std::uint8_t>},
                                 NpyType{"<u2", 2, npy_pixels<std::uint16_t>},  NpyType{"<u4", 4, npy_numbers<std::uint32_t>},
                                 NpyType{"<u8", 8, npy_numbers<std::uint64_t>}, NpyType{"|b1", 1, npy_truths},
                                 NpyType{"|i1", 1, npy_numbers<std::int8_t>},   NpyType{"<i2", 2, npy_numbers<std::int16_t>},
                                 NpyType{"<i4", 4, npy_numbers<std::int32_t>},  NpyType{"<i8", 8, npy_numbers<std::int64_t>},
                                 NpyType{"<f4", 4, npy_numbers<float>},         NpyType{"<f8", 8, npy_numbers<double>}};

}  // namespace

bool is_npy(const FileBytes& file) { return file.starts_with(k_npy_magic); }

Loaded load_npy(const FileBytes& file) {
  if (!is_npy(file)) return {};
  const NpyHead head = npy_head(file);
  const auto type = std::ranges::find(k_npy_types, head.descr, &NpyType::descr);
  if (type == k_npy_types.end())
    throw npy_error(
        file,
        head.descr.size() > 1 && head.descr[1] == 'c'
            ? fmt::format("its elements are complex ({}): save a.real or a.imag for one part, or abs(a) for the magnitude",
                          quote(head.descr))
            : fmt::format("its elements are {}; bool, int and uint of 8 to 64 bits, float32 and float64 are supported, in "
                          "little-endian order: save a.astype('<f8'), which --type 64f64f sums",
                          quote(head.descr)));
  const bool bytes = type->descr.ends_with("u1"),
             colour = head.shape.size() == 3 && bytes && (head.shape[2] == 3 || head.shape[2] == 4);
  if (head.shape.size() != 2 && !colour)
    throw npy_error(file, fmt::format("its shape is ({}); it must be (height, width), or of uint8 (height, width, 3 or 4)",
                                      fmt::join(head.shape, ", ")));
  const std::size_t height = head.shape[0], width = head.shape[1], channels = colour ? head.shape[2] : 1;
  if (std::min(height, width) < 1 || std::max(height, width) > k_longest_npy_side)
    throw npy_error(file, fmt::format("it has {}x{} pixels; sides must be from 1 to {}", width, height, k_longest_npy_side));
  Samples samples{
      .name = file.name, .extent = {static_cast<int>(width), static_cast<int>(height)}, .values = {}, .colours = {}};
  const std::size_t wanted = width * height * channels * type->bytes;
  const auto elements = file.bytes.subspan(head.data);
  if (elements.size() != wanted)
    throw npy_error(file, fmt::format("it has {} bytes of elements instead of {}", elements.size(), wanted));
  require_memory(file.name, samples.extent, static_cast<double>(width * height) * (colour ? 5 : 8), file.after);
  if (!colour)
    type->read(samples, {file, elements, width, height, head.columns_first});
  else if (head.columns_first)
    throw npy_error(file, "the channels of its colours lie one after the other; save numpy.ascontiguousarray(a)");
  else
    npy_colours(samples, elements, channels);
  return samples;
}

std::string npy_header(Scalar type, Extent extent, int channels) {
  constexpr std::string_view k_magic("\x93NUMPY\x01\x00", 8);
  constexpr std::size_t k_before_text = k_magic.size() + 2, k_alignment = 64;
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}, {}{}), }}", description(type),
                                 extent.height, extent.width, channels > 1 ? fmt::format(", {}", channels) : "");
  const std::size_t used = k_before_text + text.size() + 1;
  text.append((k_alignment - used % k_alignment) % k_alignment, ' ');
  text.push_back('\n');
  std::string header(k_magic);
  header.push_back(static_cast<char>(text.size() & 0xFF));
  header.push_back(static_cast<char>(text.size() >> 8));
  return header + text;
}

}  // namespace satscope::app
