// SPDX-License-Identifier: Apache-2.0
// Pictures by FFmpeg. Internal to app/sources.
#pragma once
#include "app/sources/loaders.h"

namespace satscope::app {

/// The first frame of a file, at its own depth where that is 8, 16 or 32 bits of grey or RGB, else in 8 bits, with a note.
/// Nothing, and a sentence, if FFmpeg cannot be used or does not decode it.
Loaded load_by_ffmpeg(const FileBytes& file, std::string& why_not);

}  // namespace satscope::app
