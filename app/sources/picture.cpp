// SPDX-License-Identifier: Apache-2.0
// PNG, JPEG, BMP and TGA by stb_image, with stricter checks: a file that ends early is broken, even where stb_image would fill
// the rest with grey; and the size is checked before anything is decoded.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_BMP
#define STBI_ONLY_TGA
#define STBI_NO_STDIO
#define STBI_FAILURE_USERMSG
#include <fmt/format.h>
#include <stb/stb_image.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <memory>

#include "app/sources/loaders.h"

namespace satscope::app {
namespace {

// ---------------------------------------------------------------- formats

unsigned byte_at(const FileBytes& file, std::size_t at) { return static_cast<unsigned>(file.bytes[at]); }

bool is_png(const FileBytes& file) { return file.starts_with("\x89PNG\r\n\x1a\n"); }
bool is_jpeg(const FileBytes& file) { return file.starts_with("\xff\xd8\xff"); }
bool is_bmp(const FileBytes& file) {
  // two letters could begin a text: the four reserved bytes after the file size are zero in a BMP
  return file.starts_with("BM") && file.text().substr(0, 10).ends_with(std::string_view("\0\0\0\0", 4));
}
/// TGA has no magic number: the name must say it, or the header must be unambiguous.
bool is_tga(const FileBytes& file) {
  // because: stb_image would take these for a JPEG, unseen by us; a TGA's second byte is 0 or 1
  if (file.starts_with("\xff\xff") || file.starts_with("\xff\xd8")) return false;
  if (file.has_ending(".tga")) return true;
  constexpr std::string_view k_footer("TRUEVISION-XFILE.\0", 18);
  return file.text().ends_with(k_footer);
}

struct Format {
  std::string_view name;
  bool (*claims)(const FileBytes&);
  double most_pixels_per_byte;  ///< a file that claims more than that ends early: known before memory is taken
};
constexpr std::array k_picture_formats{
    Format{"PNG", is_png, 8 * 1032},  // one bit each, and deflate makes at most 1032 bytes out of one
    Format{"JPEG", is_jpeg, 8 * 64},  // one bit for a block of 64
    Format{"BMP", is_bmp, 8},         // one bit each
    Format{"TGA", is_tga, 64},        // two bytes for a run of 128
};

// ---------------------------------------------------------------- a PNG's own checksums, which stb_image skips

std::uint32_t crc32(std::span<const std::byte> bytes) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> t{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      t[i] = i;
      for (int k = 0; k < 8; ++k) t[i] = (t[i] >> 1) ^ (t[i] & 1 ? 0xEDB88320U : 0);
    }
    return t;
  }();
  std::uint32_t crc = ~0U;
  for (const std::byte b : bytes) crc = (crc >> 8) ^ table[(crc ^ static_cast<std::uint32_t>(b)) & 0xFF];
  return ~crc;
}

std::uint32_t big_endian(const FileBytes& file, std::size_t at) {
  return byte_at(file, at) << 24 | byte_at(file, at + 1) << 16 | byte_at(file, at + 2) << 8 | byte_at(file, at + 3);
}

/// The size in a PNG's header, which is always its first part; 0x0 if the file ends before it.
struct Claim {
  Extent extent;
  int channels = 0;  ///< as stb_image decodes it
};
Claim claimed_by_png(const FileBytes& file) {
  constexpr std::size_t k_width_at = 16, k_height_at = 20, k_colour_type_at = 25;
  if (file.bytes.size() <= k_colour_type_at) return {};
  const Extent extent{static_cast<int>(big_endian(file, k_width_at)), static_cast<int>(big_endian(file, k_height_at))};
  switch (byte_at(file, k_colour_type_at)) {
    case 0: return {extent, 1};
    case 2: return {extent, 3};
    case 4: return {extent, 2};
    default: return {extent, 4};  // a palette, or all four
  }
}

/// Empty if every chunk up to IEND is whole, else the fault. A chunk: length, type, data, checksum of type and data.
std::string png_damage(const FileBytes& file) {
  constexpr std::size_t k_signature = 8, k_around_data = 12;
  for (std::size_t at = k_signature;;) {
    if (file.bytes.size() - at < k_around_data) return "it ends early";
    const std::size_t length = big_endian(file, at);
    if (file.bytes.size() - at - k_around_data < length) return "it ends early";
    const std::string_view type = file.text().substr(at + 4, 4);
    if (crc32(file.bytes.subspan(at + 4, 4 + length)) != big_endian(file, at + 8 + length))
      return fmt::format("the checksum of the part at byte {} is wrong", at);
    if (type == "IEND") return {};
    at += k_around_data + length;
  }
}

// ---------------------------------------------------------------- a JPEG's tables, which stb_image trusts

/// Empty if every Huffman table has at most the 256 codes that stb_image (2.27) has room for, else the fault. Walks the parts
/// as stb_image does: a marker (FF and a code) and a length, with a scan's data after its head.
std::string jpeg_damage(const FileBytes& file) {
  constexpr unsigned k_tables = 0xC4, k_scan = 0xDA, k_end = 0xD9;
  constexpr std::size_t k_counts = 16, k_most_codes = 256;
  const std::size_t size = file.bytes.size();
  const auto at_or_zero = [&](std::size_t at) -> std::size_t { return at < size ? byte_at(file, at) : 0; };
  for (std::size_t at = 2; at + 1 < size;) {
    const unsigned code = byte_at(file, at + 1);
    const bool stands_alone = code == 0 || code == 1 || code == 0xFF || (code >= 0xD0 && code <= 0xD8);
    if (byte_at(file, at) != 0xFF || stands_alone) {
      ++at;
      continue;
    }
    if (code == k_end) break;
    const std::size_t end = at + 2 + (at_or_zero(at + 2) << 8 | at_or_zero(at + 3));
    if (code == k_tables)
      for (std::size_t table = at + 4; table < std::min(end, size);) {
        std::size_t codes = 0;
        for (std::size_t i = 1; i <= k_counts; ++i) codes += at_or_zero(table + i);
        if (codes > k_most_codes) return "it has a Huffman table with too many codes";
        table += 1 + k_counts + codes;
      }
    at = code == k_scan ? at + 2 : std::max(end, at + 2);
  }
  return {};
}

// ---------------------------------------------------------------- decoding

/// Feeds stb_image with the file and then with zeros, and notes whether it read any of the zeros. (Because: at the end of its
/// input stb_image silently continues with zeros of its own.)
class Feeder {
 public:
  explicit Feeder(std::span<const std::byte> bytes) : bytes_(bytes) { stbi__start_callbacks(&context_, &k_callbacks, this); }
  Feeder(const Feeder&) = delete;

  stbi__context* context() { return &context_; }
  bool went_past_the_end() const {
    const auto not_yet_eaten = static_cast<std::size_t>(context_.img_buffer_end - context_.img_buffer);
    return at_ - not_yet_eaten > bytes_.size();
  }

 private:
  static constexpr std::size_t k_zeros = 4096;  ///< more than stb_image reads ahead

  static int read(void* user, char* to, int size) {
    Feeder& self = *static_cast<Feeder*>(user);
    const std::size_t count = std::min(static_cast<std::size_t>(size), self.bytes_.size() + k_zeros - self.at_);
    const std::size_t real = self.at_ < self.bytes_.size() ? std::min(count, self.bytes_.size() - self.at_) : 0;
    if (real) std::memcpy(to, self.bytes_.data() + self.at_, real);
    std::memset(to + real, 0, count - real);
    self.at_ += count;
    return static_cast<int>(count);
  }
  static void skip(void* user, int count) {
    Feeder& self = *static_cast<Feeder*>(user);
    self.at_ += std::min(static_cast<std::size_t>(std::max(count, 0)), self.bytes_.size() + k_zeros - self.at_);
  }
  static int at_end(void* user) {
    const Feeder& self = *static_cast<const Feeder*>(user);
    return self.at_ == self.bytes_.size() + k_zeros;
  }
  static inline stbi_io_callbacks k_callbacks{read, skip, at_end};

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  stbi__context context_;
};

/// Grey channels as they are, colour as luma and also as RGBA8.
template <class T>
Samples samples_of(const FileBytes& file, Extent extent, const T* pixels, bool colour) {
  Samples samples{.name = file.name, .extent = extent, .values = {}, .colours = {}};
  std::vector<T> values(extent.area());
  if (!colour) {
    std::copy(pixels, pixels + values.size(), values.begin());
  } else {
    constexpr int k_to_8_bits = 8 * (static_cast<int>(sizeof(T)) - 1);
    samples.colours.resize(values.size());
    bool any = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::uint32_t r = pixels[3 * i], g = pixels[3 * i + 1], b = pixels[3 * i + 2];
      values[i] = static_cast<T>(luma(r, g, b));
      samples.colours[i] = rgba(r >> k_to_8_bits, g >> k_to_8_bits, b >> k_to_8_bits);
      any = any || r != g || g != b;
    }
    if (!any) samples.colours = {};  // a grey picture in a colour format
  }
  samples.values = std::move(values);
  return samples;
}

/// The end of the list if none claims it.
const Format* format_of(const FileBytes& file) {
  return std::find_if(k_picture_formats.begin(), k_picture_formats.end(),
                      [&](const Format& candidate) { return candidate.claims(file); });
}

}  // namespace

bool is_picture(const FileBytes& file) { return format_of(file) != k_picture_formats.end(); }

Loaded load_picture(const FileBytes& file) {
  const Format* const format = format_of(file);
  if (format == k_picture_formats.end()) return {};
  const auto broken = [&](std::string_view why) {
    return InputError(fmt::format("'{}' is a broken {}: {}", file.name, format->name, why));
  };
  if (file.bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw InputError(fmt::format("'{}' is a {} of more than 2 GB, which is not supported", file.name, format->name));

  const auto judge = [&](Extent claimed, double bytes, double most) {
    if (bytes > most)
      throw InputError(
          fmt::format("'{}' claims {}x{} pixels, which take {:.1f} GB to decode; a {} of more than {:.1f} GB is not supported",
                      file.name, claimed.width, claimed.height, bytes / 1e9, format->name, most / 1e9));
    require_memory(file.name, claimed, 2.5 * bytes, file.after);
  };
  if (format->claims == is_png) {
    constexpr double k_most_of_stb_image = 1 << 30;
    const auto [claimed, channels] = claimed_by_png(file);
    judge(claimed, 1.0 * claimed.width * claimed.height * channels, k_most_of_stb_image);
    if (const std::string damage = png_damage(file); !damage.empty()) throw broken(damage);
  }

  if (format->claims == is_jpeg)
    if (const std::string damage = jpeg_damage(file); !damage.empty()) throw broken(damage);

  const auto* bytes = reinterpret_cast<const stbi_uc*>(file.bytes.data());
  const int size = static_cast<int>(file.bytes.size());
  Extent extent;
  int channels = 0;  // of the file; alpha counts
  if (!stbi_info_from_memory(bytes, size, &extent.width, &extent.height, &channels)) throw broken(stbi_failure_reason());
  if (extent.width < 1 || extent.height < 1) throw broken("it has no pixels");
  const bool wide = stbi_is_16_bit_from_memory(bytes, size) != 0;
  const bool colour = channels >= 3;
  // stb_image counts the bytes of one decoded picture in an int, with all the channels that the file may have
  judge(extent, 1.0 * extent.width * extent.height * (wide ? 2 : 1) * (colour ? 4 : channels), std::numeric_limits<int>::max());

  if (1.0 * extent.width * extent.height > format->most_pixels_per_byte * static_cast<double>(file.bytes.size()))
    throw broken(fmt::format("it ends early: {}x{} pixels do not fit into {} bytes", extent.width, extent.height, size));

  Feeder feeder(file.bytes);
  const int wanted = colour ? 3 : 1;  // alpha is ignored
  const std::unique_ptr<void, void (*)(void*)> pixels(
      wide ? static_cast<void*>(
                 stbi__load_and_postprocess_16bit(feeder.context(), &extent.width, &extent.height, &channels, wanted))
           : stbi__load_and_postprocess_8bit(feeder.context(), &extent.width, &extent.height, &channels, wanted),
      &stbi_image_free);
  if (feeder.went_past_the_end()) throw broken("it ends early");
  if (!pixels) throw broken(stbi_failure_reason());
  return wide ? samples_of(file, extent, static_cast<const std::uint16_t*>(pixels.get()), colour)
              : samples_of(file, extent, static_cast<const std::uint8_t*>(pixels.get()), colour);
}

}  // namespace satscope::app
