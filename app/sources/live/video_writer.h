// SPDX-License-Identifier: Apache-2.0
// Frames into a video, or into numbered pictures if there is no encoder. A video gets its name only when it is finished, and
// can then be played: an interrupted caller finishes it with the frames so far.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/core/files/atomic_file.h"
#include "kernels/types.h"

namespace satscope::app {

inline constexpr std::size_t k_gif_colours = 255;  ///< one is left for what did not change

class Sound;

struct VideoForm {
  Extent extent;
  double rate = 30;                         ///< frames a second that are usual; stamps decide when each is shown
  int first = 1;                            ///< number of the first numbered picture
  std::vector<std::uint32_t> palette = {};  ///< of a GIF: its colours, RGBA8 words, at most k_gif_colours
  IfTaken if_taken = IfTaken::replace;      ///< of a video's name
  Sound* sound = nullptr;                   ///< of a LiveInput that outlives the writer: copied where the container can hold it
};

class VideoWriter {
 public:
  /// Without finish() no video remains; pictures already written remain.
  virtual ~VideoWriter() = default;
  /// RGBA8 words, extent.area() of them; alpha is dropped. seconds: since the beginning, increasing. Throws WriteError.
  virtual void write(std::span<const std::uint32_t> rgba, double seconds) = 0;
  /// No more frames come. The number of frames that the file holds; nothing where that is all that were written. Throws
  /// WriteError as finish() does.
  virtual std::optional<std::uint64_t> flush() { return {}; }
  /// A remark that the file keeps, where its format has a place for one.
  virtual void comment(const std::string& /*text*/) {}
  /// Completes the video and gives it its name; without a frame there is no file. Throws WriteError. If `write`, `flush` or
  /// `finish` found the disk full, the next `finish` completes what had room; else the next one tries the name again.
  virtual void finish() = 0;
  /// The name that `finish` gave a video; empty: the one that was asked for.
  virtual std::string name() const { return {}; }
  /// "H.264 by libx264 in mp4, 64x48 because ...", "numbered PNG, because ..."; says what became of the sound, once there are
  /// frames
  virtual std::string describe() const = 0;
};

/// Sides of a video that are odd grow by a pixel, the last one again, because most players take H.264 of even sides only.
/// By the ending: .mp4, .m4v, .mov, .mkv make H.264, else MPEG-4, else numbered PNG; .png makes NAME-000001.png ..., grey if a
/// frame is. Throws WriteError for another ending, or if the place cannot be written.
std::unique_ptr<VideoWriter> open_video_writer(const std::string& name, const VideoForm& form);

/// Whether a name ends like a video.
bool is_video_name(const std::string& name);
/// Those endings, for a sentence.
std::string video_endings();

}  // namespace satscope::app
