// SPDX-License-Identifier: Apache-2.0
// How a picture is to be turned before it is seen. Internal to app/sources.
#pragma once
#include "app/sources/loaders.h"

namespace satscope::app {

/// The 16 bits behind a tag in the first directory of a TIFF, which is also what EXIF consists of; nothing if it is not there.
std::optional<std::size_t> short_in_tiff(std::string_view tiff, unsigned tag);

/// What EXIF in a JPEG, PNG or WebP, or a TIFF itself says, 1 ... 8; 1 (as stored) where it says nothing that can be read.
int orientation_of(const FileBytes& file);

/// From rows and columns in an orientation of EXIF, 1 ... 8, to those that are seen.
void turn(Samples& samples, int orientation);

/// Turns values and colours as the file says, unless they are wanted as stored, and notes it.
void turn_as_it_says(Samples& samples, const FileBytes& file);

}  // namespace satscope::app
