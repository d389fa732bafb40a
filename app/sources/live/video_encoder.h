// SPDX-License-Identifier: Apache-2.0
// Writing videos, and what FFmpeg can do here.
#pragma once
#include <memory>
#include <string>

#include "app/sources/live/video_writer.h"

namespace satscope::app {

/// A video by its ending. Null, and why, if no encoder is usable. Throws WriteError if the place cannot be written.
std::unique_ptr<VideoWriter> open_encoder(const std::string& name, const VideoForm& form, std::string& why);

struct MediaSupport {
  bool built = false;   ///< whether this satscope was built with FFmpeg
  std::string why_not;  ///< it cannot be used; empty if it can
  std::string version;
  bool camera = false, screen = false;
  std::string encoder;  ///< the first that would be tried; empty if there is none
};
MediaSupport media_support();

}  // namespace satscope::app
