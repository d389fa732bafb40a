// SPDX-License-Identifier: Apache-2.0
#include "app/sources/samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "app/core/files/named_file.h"

namespace satscope::app {
namespace {

/// Whether `To` holds the number; a float holds every number in its range, rounded.
template <class To, class From>
bool fits(From value) {
  if constexpr (std::is_integral_v<From> && std::is_floating_point_v<To>) {
    return true;
  } else if constexpr (std::is_integral_v<From>) {
    return std::cmp_less_equal(value, std::numeric_limits<To>::max());  // pictures have no sign
  } else if constexpr (std::is_floating_point_v<To>) {
    return std::abs(value) <= std::numeric_limits<To>::max();
  } else {
    // 2^bits is a double without rounding, the largest integer of 64 bits is not
    return value >= static_cast<double>(std::numeric_limits<To>::lowest()) &&
           value < std::ldexp(1.0, std::numeric_limits<To>::digits) && std::floor(value) == value;
  }
}

template <class To>
std::string allowed() {
  if constexpr (std::is_floating_point_v<To>)
    return fmt::format("{}-bit floats go up to {:.4g}", 8 * sizeof(To), std::numeric_limits<To>::max());
  else
    return fmt::format("{}-bit pixels are whole numbers from {} to {}", 8 * sizeof(To), +std::numeric_limits<To>::lowest(),
                       +std::numeric_limits<To>::max());
}

template <class To, class From>
std::vector<std::byte> convert(const Samples& samples, const std::vector<From>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(To));
  if constexpr (std::is_same_v<To, From>) {
    if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  } else {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!fits<To>(values[i])) {
        const std::size_t width = static_cast<std::size_t>(samples.extent.width);
        throw InputError(fmt::format("{} has the value {} at x = {}, y = {}; {}", input_in_words(samples.name), values[i],
                                     i % width, i / width, allowed<To>()));
      }
      const To element = static_cast<To>(values[i]);
      std::memcpy(bytes.data() + i * sizeof(To), &element, sizeof(To));
    }
  }
  return bytes;
}

template <class From>
std::vector<std::byte> convert_to(Scalar type, const Samples& samples, const std::vector<From>& values) {
  switch (type) {
    case Scalar::u8: return convert<std::uint8_t>(samples, values);
    case Scalar::s32: return convert<std::int32_t>(samples, values);
    case Scalar::u32: return convert<std::uint32_t>(samples, values);
    case Scalar::u64: return convert<std::uint64_t>(samples, values);
    case Scalar::f32: return convert<float>(samples, values);
    case Scalar::f64: return convert<double>(samples, values);
  }
  return {};
}

}  // namespace

std::optional<GreyRange> ends_of_deep_greys(const Samples& samples) {
  if (!samples.colours.empty()) return {};
  return std::visit(
      [&]<class T>(const std::vector<T>& values) -> std::optional<GreyRange> {
        if ((sizeof(T) == 1 && samples.white == 0) || values.empty()) return {};
        const bool bytes = std::is_same_v<T, double> && std::ranges::all_of(values, [](T value) {
                             return value >= 0 && value <= 255 && std::floor(static_cast<double>(value)) == value;
                           });
        if (bytes) return {};
        const auto [least, largest] = std::ranges::minmax(values);
        return GreyRange{false, static_cast<double>(least), static_cast<double>(largest)};
      },
      samples.values);
}

void note_reduced(Samples& samples, int bits) {
  samples.reduced = true;
  samples.notes.push_back(fmt::format("its {}-bit values were reduced to 8 bits", bits));
}

double Samples::value(int x, int y) const {
  const std::size_t index = static_cast<std::size_t>(y) * static_cast<std::size_t>(extent.width) + static_cast<std::size_t>(x);
  return std::visit([&](const auto& list) { return static_cast<double>(list.at(index)); }, values);
}

std::vector<std::byte> pixels_as(const Samples& samples, Scalar type) {
  return std::visit([&](const auto& values) { return convert_to(type, samples, values); }, samples.values);
}

std::vector<std::byte> four_channels_as(const Samples& samples, Scalar type) {
  const auto* greys = std::get_if<std::vector<std::uint8_t>>(&samples.values);
  if (!greys)
    throw InputError(fmt::format("'{}' does not have 8-bit pixels; four channels need an 8-bit picture", samples.name));
  std::vector<std::uint8_t> channels;
  channels.reserve(4 * greys->size());
  for (std::size_t i = 0; i < greys->size(); ++i) {
    const std::uint8_t grey = (*greys)[i];
    if (samples.colours.empty())
      channels.insert(channels.end(), {grey, grey, grey, 255});
    else
      for (const int shift : {0, 8, 16, 24}) channels.push_back(static_cast<std::uint8_t>(samples.colours[i] >> shift & 0xff));
  }
  return convert_to(type, samples, channels);
}

Samples cut_patch(const Samples& samples, const Box& patch) {
  if (const std::string why = refusal(patch, samples.extent); !why.empty()) throw InputError("the patch does not fit: " + why);
  const auto cut = [&](const auto& from) {
    std::decay_t<decltype(from)> part;
    part.reserve(static_cast<std::size_t>(patch.width) * static_cast<std::size_t>(patch.height));
    for (int y = patch.y; y < patch.y + patch.height; ++y) {
      const auto row = from.begin() + static_cast<std::ptrdiff_t>(y) * samples.extent.width + patch.x;
      part.insert(part.end(), row, row + patch.width);
    }
    return part;
  };
  Samples part{.name = fmt::format("{} at {},{}", samples.name, patch.x, patch.y),
               .extent = {patch.width, patch.height},
               .values = std::visit([&](const auto& values) { return decltype(samples.values)(cut(values)); }, samples.values),
               .colours = {}};
  if (!samples.colours.empty()) part.colours = cut(samples.colours);
  return part;
}

}  // namespace satscope::app
