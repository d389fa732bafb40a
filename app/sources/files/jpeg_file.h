// SPDX-License-Identifier: Apache-2.0
// Pictures as JPEG, and by the ending of a name as JPEG or PNG.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "kernels/types.h"

namespace satscope::app {

/// RGBA8 words (R in the lowest byte, top row first) as JPEG without subsampled colours; without colours if every pixel is
/// grey. Throws WriteError if a side is too long.
std::string encode_jpeg(Extent extent, std::span<const std::uint32_t> rgba);

/// Whether a name ends like a picture that is written: .png, .jpg, .jpeg.
bool is_picture_name(const std::string& name);
/// Those endings, for a sentence.
std::string picture_endings();
/// As the name's ending says; a PNG without one. A PNG has no colours if every pixel is grey.
std::string encode_picture(const std::string& name, Extent extent, std::span<const std::uint32_t> rgba);
/// "JPEG" or "PNG".
std::string picture_format(const std::string& name);

}  // namespace satscope::app
