// SPDX-License-Identifier: Apache-2.0
// The camera that the browser gives the page, if its user allows it (assets/browser/page.js). Nothing here waits: a camera that
// is not allowed yet is not open yet, and without a new picture there is no frame.
#include "app/sources/live/camera_input.h"

#include <emscripten.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "app/sources/live/camera_list.h"
#include "app/sources/live/live_open.h"

// clang-format off
EM_JS(void, camera_switch, (int on), { Module['page'].camera.turn(on !== 0); });
/// 0: the user is asked; 1: it runs; 2: refused.
EM_JS(int, camera_phase, (void), { return Module['page']?.camera?.phase ?? 2; });
EM_JS(char*, camera_reason, (void), { return stringToNewUTF8(Module['page']?.camera?.why ?? 'a camera is not supported here'); });
/// Sides of a picture that was not taken yet; 0: there is none.
EM_JS(int, camera_width, (void), { return Module['page'].camera.fresh ? Module['page'].camera.video.videoWidth : 0; });
EM_JS(int, camera_height, (void), { return Module['page'].camera.video.videoHeight; });
EM_JS(void, camera_take, (void* to), { HEAPU8.set(Module['page'].camera.take(), to); });
// clang-format on

namespace satscope::app {
namespace {

using Clock = std::chrono::steady_clock;

class BrowserCamera : public LiveInput {
 public:
  explicit BrowserCamera(BlockLender blocks) : blocks_(std::move(blocks)) {}
  ~BrowserCamera() override { camera_switch(0); }

  Description describe() const override {
    return {.name = "camera",
            .pace = Pace::device,
            .delivered = {.extent = extent_, .rate = 0, .format = {}},
            .mirrored = true,
            .leaves_mark = true,
            .notes = {}};
  }

  Reading next(double /*not_before*/) override {
    if (camera_phase() == 2) return {.answer = Answer::broken, .why = why()};
    Reading reading{.answer = Answer::frame};
    const Extent extent{camera_width(), camera_width() > 0 ? camera_height() : 0};
    if (extent.area() == 0) return reading;
    const auto began = Clock::now();
    SourceFrame& frame = reading.frame;
    frame.extent = extent_ = extent;
    frame.rgba = blocks_(extent.area() * sizeof(std::uint32_t));
    camera_take(frame.rgba.get());
    frame.seconds = std::chrono::duration<double>(began - began_).count();
    frame.decode_ms = std::chrono::duration<double, std::milli>(Clock::now() - began).count();
    return reading;
  }

  bool seek(double /*seconds*/) override { return false; }
  bool step(int /*by*/) override { return false; }

  static std::string why() {
    const std::unique_ptr<char, decltype(&std::free)> text(camera_reason(), &std::free);
    return text.get();
  }

 private:
  BlockLender blocks_;
  Extent extent_;
  Clock::time_point began_ = Clock::now();
};

}  // namespace

bool reads_without_ffmpeg(std::string_view /*format*/) { return false; }

Opened open_camera_by_v4l2(const std::string& /*device*/, const OpenContext& /*context*/) { return {}; }

Opened open_camera(const std::string& words, const OpenContext& context) {
  if (!words_behind(words, k_camera)) return {};
  if (capture_devices().empty()) return Opened::because("this browser gives the page no camera: not supported here");
  static bool asked = false;
  if (!std::exchange(asked, true)) camera_switch(1);
  const int phase = camera_phase();
  if (phase == 0) return {.answer = Answer::end};  // not yet
  asked = false;
  if (phase == 2) return Opened::because(BrowserCamera::why());
  return Opened::as(std::make_unique<BrowserCamera>(context.blocks));
}

}  // namespace satscope::app
