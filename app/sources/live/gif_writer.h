// SPDX-License-Identifier: Apache-2.0
// Frames into a GIF that repeats, without any library.
#pragma once
#include <memory>
#include <string>

#include "app/sources/live/video_writer.h"

namespace satscope::app {

/// form.palette: the colours, at least one. Throws WriteError if the place cannot be written, or the sides are longer than a
/// GIF can say.
std::unique_ptr<VideoWriter> open_gif(const std::string& name, const VideoForm& form);

}  // namespace satscope::app
