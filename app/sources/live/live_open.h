// SPDX-License-Identifier: Apache-2.0
// From text to inputs that give frames.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "app/sources/live/live_input.h"

namespace satscope::app {

/// Opens what the text names:
///   synthetic, synthetic:WxH          the synthetic camera
///   camera, camera:/dev/videoN        the first camera, or this one
///   screen, screen:WxH+X+Y            the screen of $DISPLAY, or a part of it
///   screen:window:TITLE               a window on it, as named_x_window finds it
///   pattern:NAME:WxH[:SEED]           a pattern
///   a folder                          its pictures in order
///   a file                            a picture, numbers, or a video
/// The answer is `frame` or `broken`; no text is `not_mine`.
Opened open_live(const std::string& words, const OpenContext& context);

/// Whether the text names something that moves: anything but a picture, numbers or a pattern. Reads the beginning of a file.
bool is_live(const std::string& words);

/// Whether the text names a camera or the screen, whose use must be visible.
bool watches(std::string_view words);

// Each kind alone. They answer `not_mine` for other text. Without FFmpeg, screen, videos and cameras of most formats answer
// `broken` with "not supported".
Opened open_synthetic(const std::string& words, const OpenContext& context);
Opened open_camera(const std::string& words, const OpenContext& context);
Opened open_screen(const std::string& words, const OpenContext& context);
Opened open_folder(const std::string& words, const OpenContext& context);
Opened open_still(const std::string& words, const OpenContext& context);
Opened open_video(const std::string& words, const OpenContext& context);

/// The refusal of an input that needs FFmpeg, with the reason.
Opened needs_ffmpeg(const std::string& words, const std::string& why);

/// A video in memory; name is the subject of sentences.
Opened open_video_bytes(const std::string& name, std::span<const std::byte> bytes, const OpenContext& context);

inline constexpr std::string_view k_synthetic = "synthetic", k_camera = "camera", k_screen = "screen";
inline constexpr std::string_view k_screen_window = "screen:window";

/// The text after "WORD:", empty for WORD alone, nothing if the text begins otherwise.
std::optional<std::string_view> words_behind(std::string_view words, std::string_view word);

/// A part of the screen: "WxH+X+Y", "WxH"; nothing in it where it is empty.
struct ScreenPart {
  Extent extent;
  int x = 0, y = 0;
};
/// Nothing if the text has another form.
std::optional<ScreenPart> read_screen_part(std::string_view text);

/// Whether the name of a file begins with the scheme of a protocol, such as http://; file:// does not count.
bool names_a_protocol(std::string_view words);

}  // namespace satscope::app
