// SPDX-License-Identifier: Apache-2.0
#include "app/sources/files/npy.h"

#include <fmt/format.h>

#include <bit>

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

}  // namespace

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
