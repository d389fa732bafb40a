// SPDX-License-Identifier: Apache-2.0
#include "kernels/table.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <stdexcept>

#include "kernels/exact.h"

namespace satscope {
namespace {

/// Bits of an integer table; sums are modulo 2^bits.
constexpr std::uint64_t mask_of(Scalar type) {
  return size_of(type) == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * size_of(type))) - 1;
}

}  // namespace

std::string to_text(const Value& value) {
  return std::visit([](auto number) { return fmt::format("{}", number); }, value);
}

Value value_of_bits(std::uint64_t bits, Scalar type) {
  switch (type) {
    case Scalar::u8:
    case Scalar::u32:
    case Scalar::u64: return bits & mask_of(type);
    case Scalar::s32: return std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(bits))};
    case Scalar::f32: return double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
    case Scalar::f64: return std::bit_cast<double>(bits);
  }
  return std::uint64_t{0};
}

std::uint64_t bits_of(const Value& value) {
  if (const auto* with_sign = std::get_if<std::int64_t>(&value)) return static_cast<std::uint64_t>(*with_sign);
  return std::get<std::uint64_t>(value);
}

Value zero_of(Scalar type) { return value_of_bits(0, type); }

double to_double(const Value& value) {
  return std::visit([](auto v) { return static_cast<double>(v); }, value);
}

Value TableView::element(int x, int y) const {
  const Extent e = extent();
  if (x < 0 || y < 0 || x >= e.width || y >= e.height)
    throw std::out_of_range(fmt::format("({}, {}) is not in a table of {}x{}", x, y, e.width, e.height));
  const std::size_t index = static_cast<std::size_t>(y) * static_cast<std::size_t>(e.width) + static_cast<std::size_t>(x);
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes.data() + index * size_of(type), size_of(type));  // little-endian
  return value_of_bits(bits, type);
}

bool TableView::knows(int X, int Y) const {
  if (X < 0 || Y < 0 || X > picture.width || Y > picture.height) return false;
  return form != Form::exclusive || X == 0 || Y == 0 || (X < picture.width && Y < picture.height);
}

Value TableView::padded(int X, int Y) const {
  if (!knows(X, Y)) throw std::out_of_range(fmt::format("the {} table does not contain P({}, {})", id_of(form), X, Y));
  if (X == 0 || Y == 0) return zero_of(type);
  return form == Form::inclusive ? element(X - 1, Y - 1) : element(X, Y);
}

std::string refusal(const Box& box, Extent picture) {
  if (box.width < 1 || box.height < 1)
    return fmt::format("a box of {}x{} has no pixels; width and height must be at least 1", box.width, box.height);
  // in 64 bits: x + width may be beyond an int
  const auto beyond = [](int from, int size, int limit) {
    return from < 0 || static_cast<std::int64_t>(from) + size > static_cast<std::int64_t>(limit);
  };
  if (beyond(box.x, box.width, picture.width) || beyond(box.y, box.height, picture.height))
    return fmt::format(
        "the box {},{} {}x{} is not inside the picture; x and y must be at least 0, x + width at most {} and y + height at "
        "most {}",
        box.x, box.y, box.width, box.height, picture.width, picture.height);
  return {};
}

BoxSum box_sum(const Box& box, const std::array<Value, 4>& corners, Scalar type) {
  const int x0 = box.x, y0 = box.y, x1 = box.x + box.width, y1 = box.y + box.height;
  BoxSum result{.sum = {},
                .mean = 0,
                .reads = {{{'A', x0, y0, corners[0], +1},
                           {'B', x1, y0, corners[1], -1},
                           {'C', x0, y1, corners[2], -1},
                           {'D', x1, y1, corners[3], +1}}}};
  const auto& [a, b, c, d] = corners;
  if (is_float(type))
    result.sum = std::get<double>(d) - std::get<double>(b) - std::get<double>(c) + std::get<double>(a);
  else
    result.sum = value_of_bits(bits_of(d) - bits_of(b) - bits_of(c) + bits_of(a), type);
  result.mean = to_double(result.sum) / box.area();
  return result;
}

BoxSum box_sum(const TableView& table, const Box& box) {
  if (const std::string why = refusal(box, table.picture); !why.empty()) throw std::out_of_range(why);
  const int x0 = box.x, y0 = box.y, x1 = box.x + box.width, y1 = box.y + box.height;
  return box_sum(box, {table.padded(x0, y0), table.padded(x1, y0), table.padded(x0, y1), table.padded(x1, y1)}, table.type);
}

bool can_overflow(const TypePair& types, double pixels) {
  if (types.in != Scalar::u8 || is_float(types.out)) return false;
  return pixels > exact_pixels(types, largest_addend(types));
}

}  // namespace satscope
