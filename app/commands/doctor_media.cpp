// SPDX-License-Identifier: Apache-2.0
// The doctor's checks of FFmpeg, cameras and the screen.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string_view>

#include "app/core/finding.h"
#include "app/sources/live/camera_input.h"
#include "app/sources/live/camera_list.h"
#include "app/sources/live/live_open.h"
#include "app/sources/live/video_encoder.h"

namespace satscope::app {
namespace {

constexpr const char* k_build_cure =
    "install libavdevice-dev, libavformat-dev, libavcodec-dev and libswscale-dev, and build satscope on this machine";

/// The cure where FFmpeg, or a part of it, is missing.
std::string cure_of(const MediaSupport& support) {
  const bool not_loaded = support.built && !support.why_not.empty();
  return not_loaded
             ? "install the FFmpeg libraries of the version that satscope was built with, or build satscope on this machine"
             : k_build_cure;
}

Finding ffmpeg_finding(const MediaSupport& support) {
  if (!support.why_not.empty())
    return {.id = "ffmpeg",
            .title = "FFmpeg",
            .works = false,
            .detail = fmt::format("{}; videos, the screen and some cameras are not supported", support.why_not),
            .cure = cure_of(support)};
  return {.id = "ffmpeg",
          .title = "FFmpeg",
          .works = true,
          .detail = fmt::format("{}; writes {}", support.version, support.encoder.empty() ? "numbered PNG" : support.encoder),
          .cure = {}};
}

Finding camera_finding(const MediaSupport& support) {
  Finding finding{
      .id = "camera", .title = "Cameras", .works = false, .detail = {}, .cure = "connect a camera, or use the synthetic one"};
  bool unreadable = false;
  for (const Camera& camera : list_cameras()) {
    const bool readable = support.camera || std::ranges::any_of(camera.modes, reads_without_ffmpeg,
                                                                [](const Mode& mode) { return std::string_view(mode.format); });
    if (camera.why.empty()) (readable ? finding.works : unreadable) = true;
    finding.detail += finding.detail.empty() ? "" : "; ";
    finding.detail += camera.why.empty() ? fmt::format("{} ({})", camera.name, camera.device) : camera.why;
  }
  if (finding.detail.empty()) finding.detail = "no camera is connected";
  if (unreadable && !finding.works) {
    finding.detail += support.why_not.empty() ? "; not supported by this FFmpeg" : "; not supported without FFmpeg";
    finding.cure = cure_of(support);
  }
  if (finding.works) finding.cure.clear();
  return finding;
}

/// Reads one pixel.
Finding screen_finding(const MediaSupport& support) {
  OpenContext context;
  context.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  Opened opened = open_live("screen:1x1", context);
  const Reading reading = opened.input ? opened.input->next() : Reading{.answer = Answer::broken, .why = opened.why};
  if (reading.answer == Answer::frame)
    return {.id = "screen", .title = "Screen as a source", .works = true, .detail = opened.input->describe().name, .cure = {}};
  return {.id = "screen",
          .title = "Screen as a source",
          .works = false,
          .detail = reading.why,
          .cure = support.why_not.empty() ? "start satscope in an X session (DISPLAY)" : cure_of(support)};
}

}  // namespace

std::vector<Finding> media_findings() {
  const MediaSupport support = media_support();
  return {ffmpeg_finding(support), camera_finding(support), screen_finding(support)};
}

}  // namespace satscope::app
