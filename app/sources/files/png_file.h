// SPDX-License-Identifier: Apache-2.0
// Pictures as PNG.
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "app/core/files/atomic_file.h"
#include "kernels/types.h"

namespace satscope::app {

/// RGBA8 words (R in the lowest byte, top row first) as an opaque PNG; without colours if every pixel is grey and `grey_stays`.
/// Throws WriteError if it is too large.
std::string encode_png(Extent extent, std::span<const std::uint32_t> rgba, bool grey_stays = false);
/// The same with the opacity of each pixel.
std::string encode_transparent_png(Extent extent, std::span<const std::uint32_t> rgba);

/// Bytes as the format of zlib, which PDFs have too.
std::string deflated(std::string_view bytes);

/// Writes such words as an opaque PNG, whole or not at all; returns the name that it got. Throws std::runtime_error with a
/// sentence.
std::string write_png(const std::filesystem::path& file, Extent extent, std::span<const std::uint32_t> rgba,
                      IfTaken if_taken = IfTaken::replace);
/// The same into a file that is already open.
void write_png(AtomicFile& file, Extent extent, std::span<const std::uint32_t> rgba);

}  // namespace satscope::app
