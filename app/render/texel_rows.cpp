// SPDX-License-Identifier: Apache-2.0
#include "app/render/texel_rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "kernels/filters/luma_pass.h"
#include "kernels/wide.h"

namespace satscope::app {
namespace {

constexpr float k_last_shade = DeepMap::k_shades - 1;
constexpr int k_channels = 4;
constexpr DeepColour k_opaque = DeepColour{255 * k_deep_per_level} << 48;

// ---------------------------------------------------------------- loops; pointers do not overlap

SATSCOPE_WIDE void widen_words(const std::uint8_t* __restrict from, std::uint16_t* __restrict to, std::size_t parts) {
  for (std::size_t i = 0; i < parts; ++i) to[i] = static_cast<std::uint16_t>(from[i] * k_deep_per_level);
}

SATSCOPE_WIDE void make_opaque(DeepColour* colours, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) colours[i] |= k_opaque;
}

/// The entries minus the ramp mean * x * y, modulo 2^32.
SATSCOPE_WIDE void take_ramp_off(const std::uint32_t* __restrict entries, const std::uint32_t* __restrict x, std::uint32_t y,
                                 std::uint32_t whole, std::uint32_t fraction, std::uint32_t* __restrict to, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t n = x[i] * y;
    to[i] = entries[i] - (whole * n + fraction * (n >> 16) + ((fraction * (n & 0xffff)) >> 16));
  }
}

SATSCOPE_WIDE void above_unsigned(const std::uint32_t* __restrict entries, std::uint32_t low, float* __restrict above,
                                  std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) above[i] = static_cast<float>(entries[i] > low ? entries[i] - low : 0);
}

SATSCOPE_WIDE void above_signed(const std::uint32_t* __restrict entries, std::int32_t low, float* __restrict above,
                                std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const auto entry = static_cast<std::int32_t>(entries[i]);
    above[i] = static_cast<float>(entry > low ? entries[i] - static_cast<std::uint32_t>(low) : 0);
  }
}

SATSCOPE_WIDE void add_to_unsigned(const std::uint32_t* __restrict entries, float below_zero, float* __restrict above,
                                   std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) above[i] = static_cast<float>(entries[i]) + below_zero;
}

SATSCOPE_WIDE void add_to_signed(const std::uint32_t* __restrict entries, float below_zero, float* __restrict above,
                                 std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) above[i] = static_cast<float>(static_cast<std::int32_t>(entries[i])) + below_zero;
}

/// Colours of the map from low to high; NaN is low.
SATSCOPE_WIDE void shades_of(const float* __restrict above, float scale, std::uint32_t* __restrict shades, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    float shade = above[i] * scale;
    shade = shade > 0 ? shade : 0;
    shade = shade < k_last_shade ? shade : k_last_shade;
    shades[i] = static_cast<std::uint32_t>(static_cast<std::int32_t>(shade + 0.5F));
  }
}

/// The same along the curves that no loop of vectors has.
void curved_shades_of(const float* above, const TexelLook& look, std::uint32_t* shades, std::size_t count) {
  const float whole = look.logarithmic ? std::log(1 + look.span) : look.span;
  for (std::size_t i = 0; i < count; ++i) {
    const float part = look.logarithmic ? std::log(1 + std::max(above[i], 0.0F)) / whole : above[i] / whole;
    const float t = part > 0 ? std::pow(std::min(part, 1.0F), look.inverse_gamma) : 0;
    shades[i] = static_cast<std::uint32_t>(t * k_last_shade + 0.5F);
  }
}

std::uint32_t part_of(std::uint32_t word, int channel) { return word >> (8 * channel) & 0xff; }

constexpr std::int64_t k_large = std::int64_t{1} << 32;

}  // namespace

// ---------------------------------------------------------------- colours

DeepColour deep(Rgb colour) {
  DeepColour all = k_opaque;
  int shift = 0;
  for (const float part : {colour.r, colour.g, colour.b}) {
    all |= static_cast<DeepColour>(std::lround(std::clamp(part, 0.0F, 1.0F) * 255 * k_deep_per_level)) << shift;
    shift += 16;
  }
  return all;
}

DeepMap::DeepMap(ColourMap map) {
  shades_.reserve(k_shades);
  for (int i = 0; i < k_shades; ++i) {
    // between two of the 256 colours that the shader has
    const int lower = i / k_steps;
    const float part = static_cast<float>(i % k_steps) / k_steps;
    const Rgb a = colour_of(map, lower / 255.0), b = colour_of(map, std::min(lower + 1, 255) / 255.0);
    shades_.push_back(deep({std::lerp(a.r, b.r, part), std::lerp(a.g, b.g, part), std::lerp(a.b, b.b, part)}));
  }
}

// ---------------------------------------------------------------- rows

void TexelRows::begin(const TexelLook& look, const HostTexels& texels, const DeepMap& map, const TexelColumns& columns) {
  look_ = &look;
  texels_ = texels;
  map_ = &map;
  columns_ = &columns;
  const std::size_t count = columns.count;
  for (auto* room : {&whole_, &words_, &more_words_, &shade_, &x_in_picture_}) room->resize(count);
  above_.resize(count);
  const auto reduction = static_cast<std::uint32_t>(look.reduction);
  for (std::size_t i = 0; i < count; ++i) x_in_picture_[i] = static_cast<std::uint32_t>(columns.at(i)) * reduction + 1;
}

/// The needed elements of a row: where they lie, if they lie together, else brought together in `room`.
template <class T>
const T* TexelRows::row_of(const std::byte* from, int y, std::vector<T>& room) const {
  const auto* row = reinterpret_cast<const T*>(from) + static_cast<std::ptrdiff_t>(y) * look_->pitch;
  if (columns_->each.empty()) return row + columns_->first;
  room.resize(columns_->count);
  for (std::size_t i = 0; i < columns_->count; ++i) room[i] = row[columns_->each[i]];
  return room.data();
}

void TexelRows::colour(int y, DeepColour* to) {
  constexpr int k_original = 1, k_difference = 2;
  if (look_->kind == TexelKind::picture) return colour_picture(texels_.words, y, to);
  if (look_->kind != TexelKind::filtered) return colour_numbers(y, to);
  if (look_->compared == k_original) return colour_picture(texels_.words, y, to);
  if (look_->compared == k_difference)
    colour_difference(y, to);
  else
    colour_picture(texels_.results, y, to);
  if (look_->wipe <= columns_->at(0)) return;
  std::size_t wiped = 0;
  while (wiped < columns_->count && columns_->at(wiped) < look_->wipe) ++wiped;
  const std::uint32_t* words = row_of(texels_.words, y, words_);
  widen_words(reinterpret_cast<const std::uint8_t*>(words), reinterpret_cast<std::uint16_t*>(to), k_channels * wiped);
  make_opaque(to, wiped);
}

void TexelRows::colour_picture(const std::byte* words, int y, DeepColour* to) {
  const std::uint32_t* row = row_of(words, y, words_);
  widen_words(reinterpret_cast<const std::uint8_t*>(row), reinterpret_cast<std::uint16_t*>(to), k_channels * columns_->count);
  make_opaque(to, columns_->count);
}

void TexelRows::colour_difference(int y, DeepColour* to) {
  const std::uint32_t *before = row_of(texels_.words, y, words_), *after = row_of(texels_.results, y, more_words_);
  for (std::size_t i = 0; i < columns_->count; ++i) {
    const std::uint32_t luma = look_->luma_alone ? luma_of(before[i]) : 0;
    DeepColour colour = k_opaque;
    for (int channel = 0; channel < 3; ++channel) {
      const auto was = static_cast<float>(look_->luma_alone ? luma : part_of(before[i], channel));
      const float change = std::abs(static_cast<float>(part_of(after[i], channel)) - was) * look_->gain;
      colour |= static_cast<DeepColour>(std::min(change, 255.0F) * k_deep_per_level + 0.5F) << (16 * channel);
    }
    to[i] = colour;
  }
}

void TexelRows::colour_numbers(int y, DeepColour* to) {
  const std::size_t count = columns_->count;
  switch (look_->kind) {
    case TexelKind::u64: above_long(row_of(texels_.words, y, long_), y); break;
    case TexelKind::f32: above_floats(row_of(texels_.words, y, floats_), y); break;
    case TexelKind::f64: above_floats(row_of(texels_.words, y, doubles_), y); break;
    case TexelKind::u8: {
      const std::uint8_t* bytes = row_of(texels_.words, y, bytes_);
      std::copy_n(bytes, count, whole_.begin());
      above_whole(whole_.data(), y);
      break;
    }
    default: above_whole(row_of(texels_.words, y, words_), y); break;
  }
  if (look_->logarithmic || look_->inverse_gamma != 1)
    curved_shades_of(above_.data(), *look_, shade_.data(), count);
  else
    shades_of(above_.data(), k_last_shade / look_->span, shade_.data(), count);
  // a loop of its own, because gathering by vectors is slower than loading one by one
  const DeepColour* shades = map_->shades();
  for (std::size_t i = 0; i < count; ++i) to[i] = shades[shade_[i]];
}

/// The exact difference is a float only where it matters: between the ends of the range.
void TexelRows::above_whole(const std::uint32_t* entries, int y) {
  const std::size_t count = columns_->count;
  const bool ramp = look_->deramp && look_->kind != TexelKind::u8, has_sign = ramp || look_->kind == TexelKind::s32;
  if (ramp) {
    take_ramp_off(entries, x_in_picture_.data(), static_cast<std::uint32_t>(y * look_->reduction + 1), look_->mean_whole,
                  look_->mean_fraction, whole_.data(), count);
    entries = whole_.data();
  }
  const std::int64_t low = look_->low_whole;
  const std::int64_t least = has_sign ? std::numeric_limits<std::int32_t>::min() : 0;
  float* above = above_.data();
  if (low >= least + k_large)
    std::fill_n(above, count, 0.0F);
  else if (low < least)
    has_sign ? add_to_signed(entries, -static_cast<float>(low), above, count)
             : add_to_unsigned(entries, -static_cast<float>(low), above, count);
  else if (has_sign)
    above_signed(entries, static_cast<std::int32_t>(low), above, count);
  else
    above_unsigned(entries, static_cast<std::uint32_t>(low), above, count);
}

void TexelRows::above_long(const std::uint64_t* entries, int y) {
  const auto low = static_cast<std::uint64_t>(look_->low_whole);
  const auto rows = static_cast<std::uint32_t>(y * look_->reduction + 1);
  for (std::size_t i = 0; i < columns_->count; ++i) {
    std::uint64_t entry = entries[i];
    if (look_->deramp) {
      const std::uint32_t n = x_in_picture_[i] * rows;
      const std::uint32_t fraction = look_->mean_fraction * (n >> 16) + ((look_->mean_fraction * (n & 0xffff)) >> 16);
      entry -= std::uint64_t{look_->mean_whole} * n + fraction;
    }
    above_[i] = static_cast<float>(static_cast<std::int64_t>(entry - low));
  }
}

template <class T>
void TexelRows::above_floats(const T* entries, int y) {
  const float mean = look_->deramp ? look_->mean : 0, low = look_->low;
  const auto rows = static_cast<std::uint32_t>(y * look_->reduction + 1);
  for (std::size_t i = 0; i < columns_->count; ++i)
    above_[i] = static_cast<float>(entries[i]) - mean * static_cast<float>(x_in_picture_[i] * rows) - low;
}

}  // namespace satscope::app
