// SPDX-License-Identifier: Apache-2.0
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include "app/sources/files/png_file.h"

#include <fmt/format.h>
#include <stb/stb_image_write.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "app/core/files/atomic_file.h"

namespace satscope::app {

namespace {

std::string encoded_png(Extent extent, std::span<const std::uint32_t> rgba, int channels) {
  // the encoder counts bytes in an int, and may need more than the picture has
  if (static_cast<double>(std::max(channels, 3)) * extent.width * extent.height > std::numeric_limits<int>::max() / 2)
    throw WriteError(fmt::format("a PNG of {}x{} is too large", extent.width, extent.height));
  std::vector<unsigned char> rows;
  rows.reserve(rgba.size() * static_cast<std::size_t>(channels));
  for (const std::uint32_t word : rgba)
    for (int channel = 0; channel < channels; ++channel) rows.push_back(static_cast<unsigned char>(word >> (8 * channel)));
  std::string png;
  const auto append = [](void* to, void* bytes, int count) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), static_cast<std::size_t>(count));
  };
  if (!stbi_write_png_to_func(append, &png, extent.width, extent.height, channels, rows.data(), extent.width * channels))
    throw WriteError(fmt::format("a PNG of {}x{} cannot be made", extent.width, extent.height));
  return png;
}

}  // namespace

std::string encode_png(Extent extent, std::span<const std::uint32_t> rgba, bool grey_stays) {
  const auto is_grey = [](std::uint32_t word) {
    return (word & 0xFF) == (word >> 8 & 0xFF) && (word & 0xFF) == (word >> 16 & 0xFF);
  };
  return encoded_png(extent, rgba, grey_stays && std::ranges::all_of(rgba, is_grey) ? 1 : 3);
}

std::string encode_transparent_png(Extent extent, std::span<const std::uint32_t> rgba) { return encoded_png(extent, rgba, 4); }

std::string deflated(std::string_view bytes) {
  constexpr int k_usual = 8;  // quality
  std::string input(bytes);   // because: the encoder takes what it may write to
  int length = 0;
  unsigned char* const made =
      stbi_zlib_compress(reinterpret_cast<unsigned char*>(input.data()), static_cast<int>(input.size()), &length, k_usual);
  if (!made) throw WriteError("there is not enough memory to compress a file");
  std::string packed(reinterpret_cast<const char*>(made), static_cast<std::size_t>(length));
  STBIW_FREE(made);
  return packed;
}

void write_png(AtomicFile& file, Extent extent, std::span<const std::uint32_t> rgba) {
  file.write(encode_png(extent, rgba));
  file.commit();
}

std::string write_png(const std::filesystem::path& file, Extent extent, std::span<const std::uint32_t> rgba, IfTaken if_taken) {
  AtomicFile out(file.string(), if_taken);
  write_png(out, extent, rgba);
  return out.name();
}

}  // namespace satscope::app
