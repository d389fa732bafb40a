// SPDX-License-Identifier: Apache-2.0
// Any bytes as a video in memory: opened, played for a few frames, sought in, played again. FFmpeg's own decoders are not what
// is tested, so its greed is bounded here; our code around them is.
#include <chrono>
#include <cstdint>
#include <cstdlib>

#include "app/sources/live/live_open.h"
#include "app/sources/live/video_encoder.h"

extern "C" {
#include <libavutil/mem.h>
}

namespace {

using namespace satscope::app;
using namespace std::chrono_literals;

void require(bool is_so) {
  if (!is_so) std::abort();
}

void play(LiveInput& input, int most) {
  const auto until = std::chrono::steady_clock::now() + 300ms;
  for (int i = 0; i < most && std::chrono::steady_clock::now() < until; ++i) {
    const Reading reading = input.next(i > 3 ? 0.2 : 0);
    require(reading.answer != Answer::not_mine);
    require(reading.answer != Answer::broken || !reading.why.empty());
    if (reading.answer != Answer::frame) return;
    require(reading.frame.extent.area() > 0 && reading.frame.rgba);
    volatile std::uint32_t last = reading.frame.words().back();
    static_cast<void>(last);
    require(reading.frame.seconds >= 0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  require(media_support().why_not.empty());
  av_max_alloc(std::size_t{64} << 20);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  OpenContext context;
  context.deadline = std::chrono::steady_clock::now() + 500ms;
  try {
    const Opened opened = open_video_bytes("fuzz", std::as_bytes(std::span(data, size)), context);
    require(opened.answer == Answer::frame || opened.answer == Answer::not_mine || !opened.why.empty());
    if (!opened.input) return 0;
    opened.input->describe();
    play(*opened.input, 6);
    if (opened.input->seek(0.3)) play(*opened.input, 3);
    if (opened.input->step(-1)) play(*opened.input, 2);
    opened.input->seek(1e9);
    play(*opened.input, 2);
    opened.input->describe();
  } catch (const std::bad_alloc&) {
    // what a machine answers that has no more memory
  }
  return 0;
}
