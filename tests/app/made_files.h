// SPDX-License-Identifier: Apache-2.0
// Files that the tests make for themselves: a folder that goes away, and pictures byte by byte, by another hand than the
// decoder's.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace satscope::test {

/// A fresh folder under the system's temporary one, removed with everything in it.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::string file(std::string_view name) const { return (path_ / name).string(); }
  /// Writes a file and gives back its whole name.
  std::string write(std::string_view name, std::string_view content) const;
  /// Names of what lies in it, sorted.
  std::vector<std::string> names() const;

 private:
  std::filesystem::path path_;
};

std::string read_file(const std::string& name);

/// A PNG, its data stored without compression. colour_type: 0 grey, 2 RGB, 4 grey and alpha, 6 RGBA. rows: height rows of
/// raw samples (16 bits: high byte first), without filter bytes.
std::string make_png(std::uint32_t width, std::uint32_t height, int bits, int colour_type, std::string_view rows);

/// The PNG with a chunk of EXIF behind its header, which says how it is to be turned: 1 ... 8.
std::string with_orientation(std::string png, int orientation);

/// A PNG whose header claims this size and whose data are those of a tiny one.
std::string make_png_that_claims(std::uint32_t width, std::uint32_t height);

/// A JPEG of best quality, a BMP, an uncompressed or run-length TGA, of 1 or 3 channels.
std::string make_jpeg(int width, int height, int channels, std::string_view pixels);
std::string make_bmp(int width, int height, int channels, std::string_view pixels);
std::string make_tga(int width, int height, int channels, std::string_view pixels, bool run_length);

/// The text of bytes 0 ... 255.
std::string bytes(const std::vector<int>& values);

}  // namespace satscope::test
