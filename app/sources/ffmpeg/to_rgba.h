// SPDX-License-Identifier: Apache-2.0
// From anything that FFmpeg decodes to RGBA8 words: any pixel format, fields, rotated pictures. Internal to app/sources/ffmpeg.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/sources/ffmpeg/ffmpeg.h"
#include "app/sources/live/live_input.h"
#include "app/sources/tone_map.h"

namespace satscope::app::ffmpeg {

/// Nothing if the matrix is none of the eight rotations and mirrorings by right angles.
std::optional<Orientation> read_turn(const std::int32_t* matrix);

/// Bits of a channel of this stream where they are more than 8, so that RGBA8 words lose some; else 0.
int lost_depth(const AVCodecParameters& stream);

/// What a source knows of frames that do not say it themselves.
struct Untagged {
  std::optional<int> space;  ///< SWS_CS_...; nothing: by the size
  std::optional<bool> full;  ///< range; nothing: by the pixel format
};

class ToRgba {
 public:
  /// mapped: the curve of HDR frames that are mapped for an ordinary screen; nothing: values as stored.
  ToRgba(OpenContext context, Orientation turn, Untagged untagged = {}, std::optional<HdrCurve> mapped = {})
      : context_(std::move(context)), turn_(turn), untagged_(untagged) {
    if (mapped) tone_.emplace(*mapped);
  }

  /// Sets extent and pixels of the result; nothing, and a sentence, on failure.
  std::optional<SourceFrame> convert(const AVFrame& frame, std::string& why);

 private:
  /// The properties that a scaler depends on.
  struct Job {
    Extent from, to;
    int format = 0, space = 0;
    bool full_range = false;
    bool operator==(const Job&) const = default;
  };
  /// What swscale reads of a frame.
  struct Planes {
    std::array<const std::uint8_t*, 4> rows{};
    std::array<int, 4> strides{};
    int height = 0;
  };
  /// Rows that last from frame to frame.
  struct Buffer {
    PixelBlock block;
    std::size_t bytes = 0;
    std::uint8_t* of(std::size_t wanted);
  };
  bool prepare(const Job& job, std::string& why);
  /// Into RGBA8 rows of this many bytes.
  bool scale(const Planes& from, Extent stored, std::uint8_t* to, std::size_t stride);
  void lay(const std::uint8_t* rows, std::size_t stride, Extent stored, std::uint32_t* to) const;

  OpenContext context_;
  Orientation turn_;
  Untagged untagged_;
  Job job_;
  Scaler scaler_;
  std::optional<ToneMapper> tone_;
  std::uint32_t to_white_ = 0;  ///< added to a code of 16 bits: so many 65536ths of it
  Buffer rows_;                 ///< a picture whose rows are aligned, where the wanted ones are not
  Buffer deep_rows_;            ///< 16 bits a channel, before they are mapped
};

}  // namespace satscope::app::ffmpeg
