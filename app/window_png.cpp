// SPDX-License-Identifier: Apache-2.0
#include "app/window_png.h"

#include <fmt/format.h>
#include <stb_image_write.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "app/session_settings.h"

namespace satscope::app {

void write_png(const std::filesystem::path& file, Extent extent, std::span<const std::uint32_t> rgba) {
  constexpr int k_channels = 3;
  std::vector<unsigned char> rgb;
  rgb.reserve(extent.area() * k_channels);
  for (const std::uint32_t word : rgba)
    for (int channel = 0; channel < k_channels; ++channel) rgb.push_back(static_cast<unsigned char>(word >> (8 * channel)));
  std::string png;
  const auto append = [](void* to, void* bytes, int count) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), static_cast<std::size_t>(count));
  };
  if (!stbi_write_png_to_func(append, &png, extent.width, extent.height, k_channels, rgb.data(), extent.width * k_channels))
    throw std::runtime_error(
        fmt::format("'{}' cannot be written: a PNG of {}x{} is too large", file.string(), extent.width, extent.height));
  write_atomically(file, png);
}

}  // namespace satscope::app
