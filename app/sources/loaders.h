// SPDX-License-Identifier: Apache-2.0
// The loaders; `whole_file` is for every reader of foreign files.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/sources/samples.h"

namespace satscope::app {

/// A file that was read completely.
struct FileBytes {
  std::string name;  ///< as the user named it, for sentences
  std::span<const std::byte> bytes;
  BytesAfter after = {};

  std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
  bool starts_with(std::string_view magic) const { return text().starts_with(magic); }
  /// Whether the name ends so, in any case; `ending` is lower case with its dot.
  bool has_ending(std::string_view ending) const;
};

/// A regular file as it is. Waits for no writer of a pipe. Throws InputError, also where it has more than `most` bytes.
std::vector<std::byte> whole_file(const std::string& name, std::uintmax_t most = UINTMAX_MAX);

/// Loaders return nothing if the file is not theirs, and throw InputError if it is theirs but broken.
using Loaded = std::optional<Samples>;

Loaded load_picture(const FileBytes& file);  ///< PNG, TGA, and BMP as it is usually written
Loaded load_jpeg(const FileBytes& file);
Loaded load_netpbm(const FileBytes& file);    ///< PGM and PPM
Loaded load_npy(const FileBytes& file);       ///< an array of NumPy
Loaded load_other(const FileBytes& file);     ///< TIFF, WebP, GIF and so on, by OpenImageIO or FFmpeg
std::string why_no_openimageio();             ///< empty: it is loaded
Loaded load_numbers(const FileBytes& file);   ///< numbers as text
Loaded refuse_stored(const FileBytes& file);  ///< a stored table is no picture: says how to get the table back

/// The PGM or PPM that is read as the same; empty: none is.
std::string netpbm_of(const Samples& samples);

// Whether the loader takes the file, by its first bytes and its name.
bool is_picture(const FileBytes& file);
bool is_jpeg(const FileBytes& file);
bool is_netpbm(const FileBytes& file);
bool is_npy(const FileBytes& file);
bool is_other(const FileBytes& file);
inline bool is_loadable(const FileBytes& file) {
  return is_jpeg(file) || is_picture(file) || is_netpbm(file) || is_npy(file) || is_other(file);
}

/// The prefix of an input that is a pattern, not a file.
inline constexpr std::string_view k_pattern_prefix = "pattern:";
/// The picture that such an input describes.
Samples make_pattern(const std::string& input, const BytesAfter& after);

/// The whole number of thousandths 299R + 587G + 114B, rounded: BT.601 luma of 8- or 16-bit channels.
constexpr std::uint32_t luma(std::uint32_t r, std::uint32_t g, std::uint32_t b) {
  return (299 * r + 587 * g + 114 * b + 500) / 1000;
}

/// R in the lowest byte, opaque.
constexpr std::uint32_t rgba(std::uint32_t r, std::uint32_t g, std::uint32_t b) { return 0xFF000000U | b << 16 | g << 8 | r; }

/// Throws InputError if the host has not this many bytes free, or if they are more than half of what is free or take long, and
/// allow_large was not called. what: the subject of the sentence.
void require_memory(const std::string& what, double bytes);
/// The same for an input of this size: `bytes` to read it, and what is done with it afterwards.
void require_memory(const std::string& name, Extent extent, double bytes, const BytesAfter& after);

}  // namespace satscope::app
