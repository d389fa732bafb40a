// SPDX-License-Identifier: Apache-2.0
// From anything that FFmpeg decodes to RGBA8 words: any pixel format, fields, rotated pictures. Internal to app/sources/ffmpeg.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/sources/ffmpeg/ffmpeg.h"
#include "app/sources/live/live_input.h"

namespace satscope::app::ffmpeg {

/// The orientation of a stored picture on the screen: mirrored, then its axes exchanged.
struct Orientation {
  bool exchange = false;                ///< x and y
  bool flip_x = false, flip_y = false;  ///< of the stored picture

  bool none() const { return !exchange && !flip_x && !flip_y; }
  Extent of(Extent stored) const { return exchange ? stored.transposed() : stored; }
};
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
  ToRgba(BlockLender blocks, Orientation turn, Untagged untagged = {})
      : blocks_(std::move(blocks)), turn_(turn), untagged_(untagged) {}

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
  bool prepare(const Job& job, std::string& why);
  void lay(const std::uint8_t* rows, std::size_t stride, Extent stored, std::uint32_t* to) const;

  BlockLender blocks_;
  Orientation turn_;
  Untagged untagged_;
  Job job_;
  Scaler scaler_;
  PixelBlock rows_;  ///< a picture whose rows are aligned, where the wanted ones are not
  std::size_t rows_bytes_ = 0;
};

}  // namespace satscope::app::ffmpeg
