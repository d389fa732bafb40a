// SPDX-License-Identifier: Apache-2.0
#include "app/lab/arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

namespace satscope::app::lab {
namespace {

using satlab::Type;

unsigned bytes_of(Type type) {
  switch (type) {
    case Type::u8:
    case Type::s8: return 1;
    case Type::u16:
    case Type::s16: return 2;
    case Type::u64:
    case Type::s64:
    case Type::f64: return 8;
    default: return 4;
  }
}

template <class T>
T of_bits(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

}  // namespace

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0, end = 0; end != text.npos; begin = end + 1) {
    end = text.find(separator, begin);
    parts.push_back(text.substr(begin, end == text.npos ? text.npos : end - begin));
  }
  return parts;
}

std::uint64_t whole_number(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string number_text(Type type, std::uint64_t bits, unsigned size) {
  if (type == Type::f32 && size == 4) return fmt::format("{:g}", of_bits<float>(bits));
  if (type == Type::f64 && size == 8) return fmt::format("{:g}", of_bits<double>(bits));
  if (size < 8) bits &= (std::uint64_t{1} << 8 * size) - 1;
  const bool is_signed = type == Type::s8 || type == Type::s16 || type == Type::s32 || type == Type::s64;
  if (!is_signed || size == 0) return fmt::format("{}", bits);
  const unsigned unused = 64 - 8 * std::min(size, 8u);
  return fmt::format("{}", static_cast<std::int64_t>(bits << unused) >> unused);
}

Array Array::from(std::string_view text, std::uint64_t at, bool shared) {
  const auto parts = parts_of(text, '|');
  Array array;
  if (parts.size() != 6) return array;
  array.name = parts[0];
  array.at = at;
  array.line = static_cast<int>(whole_number(parts[1]));
  array.type = static_cast<Type>(std::min<std::uint64_t>(whole_number(parts[2]), static_cast<std::uint64_t>(Type::f64)));
  array.element = static_cast<unsigned>(std::clamp<std::uint64_t>(whole_number(parts[3]), 1, 1 << 20));
  array.columns = static_cast<int>(std::min<std::uint64_t>(whole_number(parts[4]), 1 << 20));
  array.bytes = std::min(whole_number(parts[5]), satlab::k_device_bytes);
  array.shared = shared;
  return array;
}

unsigned Array::step() const { return type == Type::unknown ? (element <= 8 ? element : 4) : bytes_of(type); }

unsigned Array::cell_bytes() const { return std::min(step(), 8u); }

std::string Array::place(std::uint64_t address) const {
  const std::int64_t i = index(address);
  return columns > 0 ? fmt::format("{}[{}][{}]", name, i / columns, i % columns) : fmt::format("{}[{}]", name, i);
}

std::string Array::number(std::uint64_t bits, unsigned size) const { return number_text(type, bits, size); }

}  // namespace satscope::app::lab
