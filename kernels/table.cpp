// SPDX-License-Identifier: Apache-2.0
#include "kernels/table.h"

#include <fmt/format.h>

#include <cstring>
#include <limits>
#include <stdexcept>

namespace satscope {
namespace {

template <class T>
T load(std::span<const std::byte> bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

/// Bits of an integer table; sums are modulo 2^bits.
constexpr std::uint64_t mask_of(Scalar type) {
  return type == Scalar::u64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * size_of(type))) - 1;
}

}  // namespace

std::string to_text(const Value& value) {
  if (const auto* whole = std::get_if<std::uint64_t>(&value)) return fmt::format("{}", *whole);
  return fmt::format("{}", std::get<double>(value));
}

double to_double(const Value& value) {
  return std::visit([](auto v) { return static_cast<double>(v); }, value);
}

Value TableView::element(int x, int y) const {
  const Extent e = extent();
  if (x < 0 || y < 0 || x >= e.width || y >= e.height)
    throw std::out_of_range(fmt::format("({}, {}) is not in a table of {}x{}", x, y, e.width, e.height));
  const std::size_t index = static_cast<std::size_t>(y) * static_cast<std::size_t>(e.width) + static_cast<std::size_t>(x);
  switch (type) {
    case Scalar::u8: return std::uint64_t{load<std::uint8_t>(bytes, index)};
    case Scalar::u32: return std::uint64_t{load<std::uint32_t>(bytes, index)};
    case Scalar::u64: return load<std::uint64_t>(bytes, index);
    case Scalar::f32: return static_cast<double>(load<float>(bytes, index));
  }
  return std::uint64_t{0};
}

bool TableView::knows(int X, int Y) const {
  if (X < 0 || Y < 0 || X > picture.width || Y > picture.height) return false;
  return form != Form::exclusive || X == 0 || Y == 0 || (X < picture.width && Y < picture.height);
}

Value TableView::padded(int X, int Y) const {
  if (!knows(X, Y)) throw std::out_of_range(fmt::format("the {} table does not keep P({}, {})", id_of(form), X, Y));
  if (X == 0 || Y == 0) return type == Scalar::f32 ? Value{0.0} : Value{std::uint64_t{0}};
  return form == Form::inclusive ? element(X - 1, Y - 1) : element(X, Y);
}

std::string refusal(const Box& box, Extent picture) {
  if (box.width < 1 || box.height < 1)
    return fmt::format("a box of {}x{} has no pixels; width and height are at least 1", box.width, box.height);
  // in 64 bits: x + width may be beyond an int
  const auto beyond = [](int from, int size, int limit) {
    return from < 0 || static_cast<std::int64_t>(from) + size > static_cast<std::int64_t>(limit);
  };
  if (beyond(box.x, box.width, picture.width) || beyond(box.y, box.height, picture.height))
    return fmt::format(
        "the box {},{} {}x{} is not inside the picture; x and y are at least 0, x + width is at most {} and y + height at most "
        "{}",
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
  const auto combine = [&]<class T>(T) {
    return std::get<T>(corners[3]) - std::get<T>(corners[1]) - std::get<T>(corners[2]) + std::get<T>(corners[0]);
  };
  if (type == Scalar::f32)
    result.sum = combine(double{});
  else
    result.sum = combine(std::uint64_t{}) & mask_of(type);
  result.mean = to_double(result.sum) / box.area();
  return result;
}

BoxSum box_sum(const TableView& table, const Box& box) {
  if (const std::string why = refusal(box, table.picture); !why.empty()) throw std::out_of_range(why);
  const int x0 = box.x, y0 = box.y, x1 = box.x + box.width, y1 = box.y + box.height;
  return box_sum(box, {table.padded(x0, y0), table.padded(x1, y0), table.padded(x0, y1), table.padded(x1, y1)}, table.type);
}

bool can_overflow(const TypePair& types, double pixels) {
  if (types.in != Scalar::u8 || types.out == Scalar::f32) return false;
  const double most = std::numeric_limits<std::uint8_t>::max();
  return pixels * (types.squares ? most * most : most) > static_cast<double>(mask_of(types.out));
}

}  // namespace satscope
