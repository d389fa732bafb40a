// SPDX-License-Identifier: Apache-2.0
#include "tests/app/made_files.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

namespace satscope::test {
namespace fs = std::filesystem;

Folder::Folder() {
  std::string name = (fs::temp_directory_path() / "satscope-test-XXXXXX").string();
  if (!::mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string Folder::write(std::string_view name, std::string_view content) const {
  fs::remove(file(name));  // because: overwriting in place makes some file systems wait for the disk
  std::ofstream(file(name), std::ios::binary) << content;
  return file(name);
}

std::vector<std::string> Folder::names() const {
  std::vector<std::string> list;
  for (const auto& entry : fs::directory_iterator(path_)) list.push_back(entry.path().filename().string());
  std::sort(list.begin(), list.end());
  return list;
}

std::string read_file(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

std::string bytes(const std::vector<int>& values) {
  std::string text;
  for (const int value : values) text.push_back(static_cast<char>(value));
  return text;
}

// ---------------------------------------------------------------- PNG

namespace {

std::string big_endian(std::uint32_t v) {
  return bytes(
      {static_cast<int>(v >> 24), static_cast<int>(v >> 16 & 255), static_cast<int>(v >> 8 & 255), static_cast<int>(v & 255)});
}

/// Bit by bit, as the PNG specification defines it.
std::uint32_t crc(std::string_view data) {
  std::uint32_t c = 0xFFFFFFFFU;
  for (const char byte : data) {
    c ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) c = (c & 1) ? 0xEDB88320U ^ (c >> 1) : c >> 1;
  }
  return ~c;
}

std::string chunk(std::string_view type, const std::string& data) {
  const std::string body = std::string(type) + data;
  return big_endian(static_cast<std::uint32_t>(data.size())) + body + big_endian(crc(body));
}

/// A zlib stream of stored blocks.
std::string stored(std::string_view data) {
  std::string stream = "\x78\x01";
  std::uint32_t a = 1, b = 0;
  for (const char byte : data) {
    a = (a + static_cast<unsigned char>(byte)) % 65521;
    b = (b + a) % 65521;
  }
  do {
    const std::string_view block = data.substr(0, 65535);
    data.remove_prefix(block.size());
    const int size = static_cast<int>(block.size());
    stream += bytes({data.empty() ? 1 : 0, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255});
    stream += block;
  } while (!data.empty());
  return stream + big_endian(b << 16 | a);
}

}  // namespace

std::string make_png(std::uint32_t width, std::uint32_t height, int bits, int colour_type, std::string_view rows) {
  std::string filtered;
  const std::size_t row = rows.size() / height;
  for (std::uint32_t y = 0; y < height; ++y) filtered += std::string(1, '\0') + std::string(rows.substr(y * row, row));
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", big_endian(width) + big_endian(height) + bytes({bits, colour_type, 0, 0, 0})) +
         chunk("IDAT", stored(filtered)) + chunk("IEND", "");
}

std::string with_orientation(std::string png, int orientation) {
  constexpr std::size_t k_behind_header = 33;
  // TIFF, big endian, one entry: tag 274, a number of 16 bits
  const std::string exif =
      bytes({'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0});
  return png.insert(k_behind_header, chunk("eXIf", exif));
}

std::string make_png_that_claims(std::uint32_t width, std::uint32_t height) {
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", big_endian(width) + big_endian(height) + bytes({8, 2, 0, 0, 0})) +
         chunk("IDAT", stored(std::string(8, '\0'))) + chunk("IEND", "");
}

// ---------------------------------------------------------------- the others

namespace {

void append(void* to, void* data, int size) {
  static_cast<std::string*>(to)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

}  // namespace

std::string make_jpeg(int width, int height, int channels, std::string_view pixels) {
  std::string file;
  stbi_write_jpg_to_func(append, &file, width, height, channels, pixels.data(), 100);
  return file;
}

std::string make_bmp(int width, int height, int channels, std::string_view pixels) {
  std::string file;
  stbi_write_bmp_to_func(append, &file, width, height, channels, pixels.data());
  return file;
}

std::string make_tga(int width, int height, int channels, std::string_view pixels, bool run_length) {
  stbi_write_tga_with_rle = run_length ? 1 : 0;
  std::string file;
  stbi_write_tga_to_func(append, &file, width, height, channels, pixels.data());
  return file;
}

}  // namespace satscope::test
