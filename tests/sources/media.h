// SPDX-License-Identifier: Apache-2.0
// Videos by the `ffmpeg` tool: another hand makes them, and another hand decodes them.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "app/sources/live/live_feed.h"
#include "app/sources/live/live_open.h"
#include "tests/app/made_files.h"

namespace satscope::test {

/// Whether the tool is here; tests skip where it is not.
bool have_ffmpeg();

/// Runs a command of the shell, quietly; fails the test if it fails.
void shell(const std::string& command);
std::string shell_output(const std::string& command);

/// ffmpeg ARGUMENTS FILE; gives back FILE.
std::string make_video(const std::string& file, const std::string& arguments);

/// Writes a display matrix that turns the picture clockwise into the header of the file's one track (ISO/IEC 14496-12, `tkhd`).
/// By hand, because: FFmpeg's tool has other words for it in each release.
void turn_video(const std::string& file, int degrees);

struct Picture {
  Extent extent;
  std::vector<std::uint32_t> rgba;
};
/// All frames as the tool decodes them to RGBA with swscale's bilinear flag. options: before the input; filters: before the
/// conversion, with a comma behind; matrix: of the scale filter's in_color_matrix.
std::vector<Picture> decode_by_tool(const std::string& file, Extent extent, const std::string& filters = {},
                                    const std::string& matrix = "auto", const std::string& options = {});

/// Opens, and fails the test if that fails.
std::unique_ptr<app::LiveInput> open_or_fail(const std::string& words, const app::OpenContext& context = {});

/// Waits until the feed is open and gave a frame, which is not taken; the first that needs FFmpeg also loads it. False after 5
/// s.
bool gives_frames(const app::LiveFeed& feed);
/// Every frame that is there, until the answer is another one, which is given back in `last`.
std::vector<Picture> read_all(app::LiveInput& input, app::Reading* last = nullptr, std::vector<double>* stamps = nullptr);

/// The greatest difference of a channel; 255 where sizes differ.
int difference(const Picture& a, const Picture& b);

}  // namespace satscope::test

#define SATSCOPE_NEEDS_FFMPEG() \
  if (!satscope::test::have_ffmpeg()) GTEST_SKIP() << "there is no ffmpeg tool"
