// SPDX-License-Identifier: Apache-2.0
// From whatever FFmpeg decodes to RGBA8 words: any pixel format, fields, turned pictures. Internal to app/sources/ffmpeg.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/sources/ffmpeg/ffmpeg.h"
#include "app/sources/live_input.h"

namespace satscope::app::ffmpeg {

/// How a stored picture is laid on the screen: mirrored, then its axes exchanged.
struct Orientation {
  bool exchange = false;                ///< x and y
  bool flip_x = false, flip_y = false;  ///< of the stored picture

  bool none() const { return !exchange && !flip_x && !flip_y; }
  Extent of(Extent stored) const { return exchange ? stored.transposed() : stored; }
};
/// Nothing if the matrix is none of the eight turns by right angles.
std::optional<Orientation> read_turn(const std::int32_t* matrix);

class ToRgba {
 public:
  ToRgba(BlockLender blocks, Orientation turn) : blocks_(std::move(blocks)), turn_(turn) {}

  /// Extent and pixels of the answer are set; nothing, and a sentence, where it cannot be.
  std::optional<SourceFrame> convert(const AVFrame& frame, std::string& why);

 private:
  /// What a scaler is made for.
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
  Job job_;
  Scaler scaler_;
  PixelBlock rows_;  ///< a picture whose rows are aligned, where the wanted ones are not
  std::size_t rows_bytes_ = 0;
};

}  // namespace satscope::app::ffmpeg
