// SPDX-License-Identifier: Apache-2.0
// PNG, BMP and TGA by stb_image, with stricter checks: a file that ends early is broken, even where stb_image would fill
// the rest with grey; the size is checked before anything is decoded; and no pixel comes from memory that nothing was written
// to.
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_ONLY_BMP
#define STBI_ONLY_TGA
#define STBI_NO_STDIO
#define STBI_FAILURE_USERMSG
// because: what a file leaves out is then black, and the same in every run
#define STBI_MALLOC(size) std::calloc(1, size)
#define STBI_REALLOC(block, size) std::realloc(block, size)
#define STBI_FREE(block) std::free(block)
#include <fmt/format.h>
#include <stb/stb_image.h>
#include <cstdlib>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>

#include "app/sources/files/orientation.h"
#include "app/sources/pixels.h"

namespace satscope::app {
namespace {

// ---------------------------------------------------------------- formats

unsigned byte_at(const FileBytes& file, std::size_t at) { return static_cast<unsigned>(file.bytes[at]); }

bool is_png(const FileBytes& file) { return file.starts_with("\x89PNG\r\n\x1a\n"); }

/// The fields of a BMP that decide who reads it; zeros if the file ends before them.
struct BmpHead {
  std::size_t pixels_at = 0, size = 0, bits = 0, compression = 0;
  std::size_t width = 0, height = 0;  ///< 0 too where they are negative: rows from the top

  explicit BmpHead(const FileBytes& file) {
    if (file.bytes.size() < 34) return;
    const auto field = [&](std::size_t at, std::size_t bytes) {
      std::size_t value = 0;
      for (std::size_t i = bytes; i-- > 0;) value = value << 8 | byte_at(file, at + i);
      return value;
    };
    const auto positive = [](std::size_t value) { return value >> 31 ? 0 : value; };
    pixels_at = field(10, 4), size = field(14, 4);
    width = positive(field(18, 4)), height = positive(field(22, 4));
    bits = field(28, 2), compression = field(30, 4);
  }
};
/// One that stb_image reads rightly: not from the top, nor with runs, nor of OS/2, nor with a gap before its pixels.
bool is_usual_bmp(const FileBytes& file) {
  // two letters could begin a text: the four reserved bytes after the file size are zero in a BMP
  if (!file.starts_with("BM") || !file.text().substr(0, 10).ends_with(std::string_view("\0\0\0\0", 4))) return false;
  const BmpHead head(file);
  const bool masks = head.compression == 3, plain = head.compression == 0;
  if (head.width == 0 || head.height == 0 || (!masks && !plain)) return head.size == 0;  // 0: it ends early
  const std::size_t end = 14 + head.size;
  if (head.bits > 8 && head.pixels_at != end + (masks && head.size == 40 ? 12 : 0)) return false;
  if (head.bits <= 8 && (head.pixels_at <= end || head.pixels_at > end + 4 * 256)) return false;
  return (head.size == 40 || head.size == 108 || head.size == 124) &&
         std::ranges::count(std::array<std::size_t, 6>{1, 4, 8, 16, 24, 32}, head.bits);
}

/// TGA has no magic number: the name must say it, or the header must be unambiguous.
bool is_tga(const FileBytes& file) {
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
    Format{"BMP", is_usual_bmp, 8},   // one bit each
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

constexpr std::size_t k_colour_type_at = 25;
/// The size in a PNG's header, which is always its first part; 0x0 if the file ends before it.
struct Claim {
  Extent extent;
  int channels = 0;  ///< as stb_image decodes it
};
Claim claimed_by_png(const FileBytes& file) {
  constexpr std::size_t k_width_at = 16, k_height_at = 20;
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

// ---------------------------------------------------------------- palettes, whose length stb_image does not look at

/// The data of the first chunk of this type, of a PNG that is not damaged; empty if there is none.
std::span<const std::byte> png_chunk(const FileBytes& file, std::string_view type) {
  for (std::size_t at = 8; file.bytes.size() - at >= 12; at += 12 + big_endian(file, at)) {
    const std::string_view its = file.text().substr(at + 4, 4);
    if (its == type) return file.bytes.subspan(at + 8, big_endian(file, at));
    if (its == "IEND") break;
  }
  return {};
}

std::string outside_the_palette(unsigned index, std::size_t colours) {
  return fmt::format("it has a pixel of colour {}, and a palette of {}", index, colours);
}

/// Of a PNG whose pixels are indices, 8, 4, 2 or 1 bits each: the same file with the indices as greys.
struct Indexed {
  std::vector<std::byte> file;
  std::span<const std::byte> palette;  ///< three bytes each
  unsigned scale;                      ///< from an index to its grey

  explicit Indexed(const FileBytes& png) : file(png.bytes.begin(), png.bytes.end()), palette(png_chunk(png, "PLTE")) {
    constexpr std::size_t k_depth_at = 24;
    scale = 255 / ((1U << std::min(byte_at(png, k_depth_at), 8U)) - 1);
    file[k_colour_type_at] = std::byte{0};
    if (const auto transparent = png_chunk(png, "tRNS"); !transparent.empty())  // alpha of indices: no grey has that
      file[static_cast<std::size_t>(transparent.data() - png.bytes.data()) - 1] = std::byte{'x'};
  }
  /// R, G and B of every pixel; nothing, and a sentence, if one has no colour.
  std::vector<std::uint8_t> coloured(std::span<const std::uint8_t> greys, std::string& why) const {
    std::vector<std::uint8_t> rgb;
    rgb.reserve(3 * greys.size());
    for (const std::uint8_t grey : greys) {
      const unsigned index = grey / scale;
      if (index >= palette.size() / 3) {
        why = outside_the_palette(index, palette.size() / 3);
        return {};
      }
      for (std::size_t i = 0; i < 3; ++i) rgb.push_back(static_cast<std::uint8_t>(palette[3 * index + i]));
    }
    return rgb;
  }
};

/// Empty if every pixel of a BMP has a colour, else the fault.
std::string bmp_damage(const FileBytes& file) {
  const BmpHead head(file);
  if (!std::ranges::count(std::array<std::size_t, 3>{1, 4, 8}, head.bits)) return {};  // no palette, or the decoder refuses it
  const std::size_t colours = (head.pixels_at - 14 - head.size) / 4, width = head.width, bits = head.bits;
  const std::size_t stride = (width * bits + 31) / 32 * 4;
  if (colours >> bits) return {};
  for (std::size_t y = 0; y < head.height; ++y)
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t at = head.pixels_at + y * stride + x * bits / 8;
      if (at >= file.bytes.size()) return "it ends early";
      const unsigned index = byte_at(file, at) >> (8 - bits - x * bits % 8) & ((1U << bits) - 1);
      if (index >= colours) return outside_the_palette(index, colours);
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

  if (format->claims == is_usual_bmp)
    if (const std::string damage = bmp_damage(file); !damage.empty()) throw broken(damage);
  std::optional<Indexed> indexed;
  std::span<const std::byte> given = file.bytes;
  if (format->claims == is_png && byte_at(file, k_colour_type_at) == 3) given = indexed.emplace(file).file;

  const auto* bytes = reinterpret_cast<const stbi_uc*>(given.data());
  const int size = static_cast<int>(given.size());
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

  Feeder feeder(given);
  const int wanted = colour ? 3 : 1;  // alpha is ignored
  const std::unique_ptr<void, void (*)(void*)> pixels(
      wide ? static_cast<void*>(
                 stbi__load_and_postprocess_16bit(feeder.context(), &extent.width, &extent.height, &channels, wanted))
           : stbi__load_and_postprocess_8bit(feeder.context(), &extent.width, &extent.height, &channels, wanted),
      &stbi_image_free);
  if (feeder.went_past_the_end()) throw broken("it ends early");
  if (!pixels) throw broken(stbi_failure_reason());
  if (indexed) {
    std::string why;
    const auto rgb = indexed->coloured({static_cast<const std::uint8_t*>(pixels.get()), extent.area()}, why);
    if (!why.empty()) throw broken(why);
    return samples_of(file.name, extent, rgb.data(), 3);
  }
  Samples samples = wide ? samples_of(file.name, extent, static_cast<const std::uint16_t*>(pixels.get()), wanted)
                         : samples_of(file.name, extent, static_cast<const std::uint8_t*>(pixels.get()), wanted);
  constexpr std::size_t k_tga_order_at = 17;
  constexpr unsigned k_from_the_right = 0x10;
  if (format->claims == is_tga && byte_at(file, k_tga_order_at) & k_from_the_right)
    turn(samples, 2);  // which stb_image overlooks
  return samples;
}

}  // namespace satscope::app
