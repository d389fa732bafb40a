// SPDX-License-Identifier: Apache-2.0
// The two ways to read a camera. Internal to app/sources; open_camera (live_open.h) chooses.
#pragma once
#include <string>
#include <string_view>

#include "app/sources/live/live_input.h"

namespace satscope::app {

/// By FFmpeg. `not_mine`, and a sentence, where there is no FFmpeg or it knows none of the camera's formats.
Opened open_camera_by_ffmpeg(const std::string& device, const OpenContext& context);

/// By Video4Linux alone. `not_mine`, and a sentence, where the camera sends none of the formats of reads_without_ffmpeg.
Opened open_camera_by_v4l2(const std::string& device, const OpenContext& context);

/// Whether cameras of this format (of Mode) need no FFmpeg.
bool reads_without_ffmpeg(std::string_view format);

}  // namespace satscope::app
