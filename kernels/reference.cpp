// SPDX-License-Identifier: Apache-2.0
#include "kernels/reference.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <string_view>
#include <type_traits>

#include "kernels/exact.h"

namespace satscope {
namespace {

template <class T, class Sum>
std::vector<Sum> recursion(std::span<const T> picture, Extent extent) {
  const auto width = static_cast<std::size_t>(extent.width), height = static_cast<std::size_t>(extent.height);
  if (picture.size() != width * height) throw std::invalid_argument("the picture does not have the size it claims");
  std::vector<Sum> table((width + 1) * (height + 1), Sum{0});
  for (std::size_t y = 0; y < height; ++y) {
    Sum row_sum{0};
    for (std::size_t x = 0; x < width; ++x) {
      row_sum += static_cast<Sum>(picture[y * width + x]);
      table[(y + 1) * (width + 1) + x + 1] = table[y * (width + 1) + x + 1] + row_sum;
    }
  }
  return table;
}

template <class T>
std::span<const T> elements(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
}

constexpr int k_mismatches_shown = 4;

struct Judgement {
  double error;
  bool fine;
};

/// Visits all entries of the table, of type T, with their place in P. judge(T, place): a Judgement; expected(place): the right
/// Value.
template <class T, class Judge, class Expected>
Comparison compare_entries(const TableView& table, Judge&& judge, Expected&& expected) {
  Comparison result{.correct = true, .max_error = 0, .mismatches = {}, .wrong = {}};
  const Extent e = table.extent();
  const int first = table.form == Form::inclusive ? 1 : 0;
  const T* entry = elements<T>(table.bytes).data();
  int shown = 0;
  for (int y = 0; y < e.height; ++y)
    for (int x = 0; x < e.width; ++x, ++entry) {
      const std::size_t place = static_cast<std::size_t>(y + first) * static_cast<std::size_t>(table.picture.width + 1) +
                                static_cast<std::size_t>(x + first);
      const auto [error, fine] = judge(*entry, place);
      if (!std::isnan(result.max_error) && !(error <= result.max_error)) result.max_error = error;
      if (fine) continue;
      result.correct = false;
      if (result.wrong.size() < k_wrong_kept)
        result.wrong.push_back(static_cast<std::size_t>(y) * static_cast<std::size_t>(e.width) + static_cast<std::size_t>(x));
      if (shown++ < k_mismatches_shown)
        result.mismatches +=
            fmt::format("({}, {}) is {}, should be {}\n", x, y, to_text(table.element(x, y)), to_text(expected(place)));
    }
  return result;
}

/// The table of a picture of whole numbers, exact modulo 2^64.
std::vector<std::uint64_t> whole_table(const Request& request, std::span<const std::byte> picture) {
  if (request.types.squares) return reference_table_of_squares(elements<std::uint8_t>(picture), request.extent);
  if (request.types.in == Scalar::s32)
    return recursion<std::int32_t, std::uint64_t>(elements<std::int32_t>(picture), request.extent);
  if (request.types.in == Scalar::u32)
    return recursion<std::uint32_t, std::uint64_t>(elements<std::uint32_t>(picture), request.extent);
  return reference_table(elements<std::uint8_t>(picture), request.extent);
}

/// Whole numbers modulo 2^bits of the table's, T, exactly.
template <class T>
Comparison compare_whole(const std::vector<std::uint64_t>& expected, const TableView& table) {
  return compare_entries<T>(
      table,
      [&](T got, std::size_t place) {
        const T right = static_cast<T>(expected[place]);
        return Judgement{std::fabs(static_cast<double>(got) - static_cast<double>(right)), got == right};
      },
      [&](std::size_t place) { return value_of_bits(expected[place], table.type); });
}

/// Against sums that are wider than the table's floats, T, within the rounding error.
template <class In, class T>
Comparison compare_rounded(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture,
                           const TableView& table) {
  using Wide = std::conditional_t<std::is_same_v<In, double>, long double, double>;
  const std::span<const In> pixels = elements<In>(picture);
  std::vector<In> absolute(pixels.begin(), pixels.end());
  if constexpr (std::is_floating_point_v<In>)
    for (In& value : absolute) value = std::fabs(value);
  const std::vector<Wide> expected = recursion<In, Wide>(pixels, request.extent);
  const std::vector<Wide> magnitude = recursion<In, Wide>(std::span<const In>(absolute), request.extent);
  const double unit = std::is_same_v<T, float> ? 0x1p-24 : 0x1p-53;
  const Wide relative = algorithm.float_depth(request) * unit;
  return compare_entries<T>(
      table,
      [&](T got, std::size_t place) {
        const Wide error = std::fabs(Wide{got} - expected[place]);
        return Judgement{static_cast<double>(error), error <= relative * magnitude[place]};  // false for NaN
      },
      [&](std::size_t place) { return Value(static_cast<double>(expected[place])); });
}

/// Each channel separately, as a table of its own.
Comparison compare_channels(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture,
                            std::span<const std::byte> table) {
  constexpr std::string_view names = "RGBA";
  const auto channels = static_cast<std::size_t>(request.channels);
  Request alone = request;
  alone.channels = 1;
  Comparison all{.correct = true, .max_error = 0, .mismatches = {}, .wrong = {}};
  for (std::size_t c = 0; c < channels; ++c) {
    const Comparison one = compare_with_reference(algorithm, alone, channel_of(picture, size_of(request.types.in), channels, c),
                                                  channel_of(table, size_of(request.types.out), channels, c));
    all.correct = all.correct && one.correct;
    if (!std::isnan(all.max_error) && !(one.max_error <= all.max_error)) all.max_error = one.max_error;
    for (const std::size_t place : one.wrong)
      if (all.wrong.size() < k_wrong_kept) all.wrong.push_back(place * channels + c);
    for (std::string_view left = one.mismatches; !left.empty();) {
      const std::size_t end = left.find('\n') + 1;
      all.mismatches += fmt::format("{}: {}", names.substr(c, 1), left.substr(0, end));
      left.remove_prefix(end);
    }
  }
  return all;
}

}  // namespace

std::vector<std::uint64_t> reference_table(std::span<const std::uint8_t> picture, Extent extent) {
  return recursion<std::uint8_t, std::uint64_t>(picture, extent);
}
std::vector<double> reference_table(std::span<const float> picture, Extent extent) {
  return recursion<float, double>(picture, extent);
}

std::vector<std::uint64_t> reference_table_of_squares(std::span<const std::uint8_t> picture, Extent extent) {
  std::vector<std::uint64_t> squares;
  squares.reserve(picture.size());
  for (const std::uint64_t pixel : picture) squares.push_back(pixel * pixel);
  return recursion<std::uint64_t, std::uint64_t>(squares, extent);
}

Comparison compare_with_reference(const Algorithm& algorithm, const Request& request, std::span<const std::byte> picture,
                                  std::span<const std::byte> table) {
  if (request.channels > 1) return compare_channels(algorithm, request, picture, table);
  const TableView view{.bytes = table, .picture = request.extent, .form = request.form, .type = request.types.out};
  if (table.size() != view.extent().area() * size_of(request.types.out))
    throw std::invalid_argument("the table does not have the size of its request");
  const TypePair& types = request.types;
  switch (types.in) {
    case Scalar::f32: return compare_rounded<float, float>(algorithm, request, picture, view);
    case Scalar::f64: return compare_rounded<double, double>(algorithm, request, picture, view);
    default: break;
  }
  if (is_float(types.out)) return compare_rounded<std::uint8_t, float>(algorithm, request, picture, view);
  const std::vector<std::uint64_t> expected = whole_table(request, picture);
  switch (types.out) {
    case Scalar::u64: return compare_whole<std::uint64_t>(expected, view);
    case Scalar::s32: return compare_whole<std::int32_t>(expected, view);
    default: return compare_whole<std::uint32_t>(expected, view);
  }
}

}  // namespace satscope
