// SPDX-License-Identifier: Apache-2.0
// Screen and videos in a build without FFmpeg.
#include "app/sources/files/still_decoder.h"
#include "app/sources/live/camera_input.h"
#include "app/sources/live/live_open.h"
#include "app/sources/live/video_encoder.h"

namespace satscope::app {
namespace {

constexpr const char* k_why = "this satscope was built without FFmpeg";

Opened refusal(const std::string& words) { return needs_ffmpeg(words, k_why); }

}  // namespace

Opened open_camera_by_ffmpeg(const std::string&, const OpenContext&) { return {.answer = Answer::not_mine, .why = k_why}; }
Opened open_screen(const std::string& words, const OpenContext&) {
  return words_behind(words, k_screen) ? refusal(words) : Opened{};
}
Opened open_video(const std::string& words, const OpenContext&) { return refusal(words); }
Opened open_video_bytes(const std::string& name, std::span<const std::byte>, const OpenContext&) { return refusal(name); }

Loaded load_by_ffmpeg(const FileBytes&, std::string& why_not) {
  why_not = k_why;
  return {};
}

std::unique_ptr<VideoWriter> open_encoder(const std::string&, const VideoForm&, std::string& why) {
  why = k_why;
  return nullptr;
}
MediaSupport media_support() {
  MediaSupport support;
  support.why_not = k_why;
  return support;
}

}  // namespace satscope::app
