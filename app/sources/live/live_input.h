// SPDX-License-Identifier: Apache-2.0
// The interface of everything that gives frames: stills, folders, videos, cameras, the screen, the synthetic camera. An input
// is used by one thread at a time and does not decide when a frame is shown: live_feed.h does, or no clock at all (a video is
// filtered as fast as it decodes).
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/sources/source_transform.h"
#include "app/sources/tone_map.h"
#include "kernels/types.h"

namespace satscope::app {

/// Memory of a frame. It belongs to its last owner, in any thread.
using PixelBlock = std::shared_ptr<std::byte>;
/// Returns at least this many bytes, 16-byte aligned, content undefined; throws std::bad_alloc. Called by one thread at a time.
using BlockLender = std::function<PixelBlock(std::size_t bytes)>;
/// Blocks from the heap, each new.
PixelBlock heap_block(std::size_t bytes);

/// Of a frame that came in greys of more than 8 bits.
struct FrameGreys {
  std::shared_ptr<const Samples> values;  ///< neither transformed nor mirrored
  GreyRange ends;                         ///< the least and the largest; of a LiveFeed, of all its frames so far
  GreyRange shown = {};                   ///< black and white of the words; automatic: as the source itself makes words of them
};

struct SourceFrame {
  Extent extent;
  PixelBlock rgba;           ///< extent.area() RGBA8 words, R in the lowest byte, alpha as the source has it
  double seconds = 0;        ///< when it is due, since the beginning of the source
  double capture_ms = 0;     ///< from the moment it was taken, or began to be read, until its data were here
  double decode_ms = 0;      ///< from data to pixels
  std::uint64_t number = 0;  ///< counted by its source, from 1
  bool mirrored = false;     ///< left and right were changed
  SourceTransform transform = {};
  std::shared_ptr<const SourceFrame> source =
      nullptr;  ///< neither transformed nor mirrored; null: this frame is not transformed
  std::optional<FrameGreys> greys = {};

  std::span<std::uint32_t> words() { return {reinterpret_cast<std::uint32_t*>(rgba.get()), extent.area()}; }
  std::span<const std::uint32_t> words() const { return {reinterpret_cast<const std::uint32_t*>(rgba.get()), extent.area()}; }
};

enum class Answer : std::uint8_t {
  frame,     ///< here it is
  end,       ///< there are no more
  not_mine,  ///< this kind of input does not know it; another kind may
  broken,    ///< it is mine, but it cannot be had, and there is a sentence
};

/// Mirrors in place.
void mirror(SourceFrame& frame);
/// A copy of a frame as it came from its source.
SourceFrame transformed(const SourceFrame& source, const SourceTransform& transform, const BlockLender& blocks);
/// A copy of a frame with greys as it came from its source, but with this black and white; automatic: as the source makes it.
SourceFrame ranged(const SourceFrame& source, const GreyRange& range, const BlockLender& blocks);

/// The result of reading a frame: frame, end or broken.
struct Reading {
  Answer answer = Answer::end;
  SourceFrame frame = {};     ///< of `frame`
  std::string why = {};       ///< a sentence, of `broken`
  std::uint64_t skipped = 0;  ///< frames before this one that were not delivered: too late, or damaged
};

/// What paces an input.
enum class Pace : std::uint8_t {
  stamps,   ///< a frame is due at its time
  device,   ///< a frame is due when it is there
  request,  ///< a frame is due when it is asked for: stills
};

/// Size, rate and pixel format, as far as known: otherwise 0 and empty.
struct Mode {
  Extent extent;
  double rate = 0;     ///< frames a second
  std::string format;  ///< FFmpeg's name of the codec or the pixel format: mjpeg, yuyv422, h264

  std::string text() const;  ///< "1280x720, 30 a second, mjpeg"
  bool operator==(const Mode&) const = default;
};

struct Description {
  std::string name;  ///< for people
  Pace pace = Pace::device;
  Mode requested, delivered;  ///< requested is empty where nothing was
  double seconds = 0;         ///< how long it lasts; 0: not known, or endless
  int count = 0;              ///< stills of a folder; else 0
  int position = 0;           ///< which of them, from 0
  bool can_seek = false;      ///< and so can go round
  bool can_step_back = false;
  bool made_to_order = false;      ///< a frame exists only once it is read: none is made before it is asked for
  bool mirrored = false;           ///< shown mirrored unless the user says otherwise: cameras
  bool leaves_mark = false;        ///< a camera or the screen: show that it is on
  bool reduced = false;            ///< the source has more than 8 bits a channel; its frames are these in 8 bits
  bool hdr = false;                ///< its values are codes of PQ or HLG: a tone map changes its frames
  std::vector<std::string> notes;  ///< sentences about peculiarities: rotated, interlaced, damaged parts
};

/// The sound of a video as its file stores it. While it is kept, what was read and not taken waits in memory.
class Sound {
 public:
  virtual ~Sound() = default;
  /// It is not read any more: keeps nothing from now on.
  virtual void drop() = 0;
  /// The frames are not read: the writer asks for the sound alone. This time of the video is the beginning of what is written;
  /// what is heard before is left out. False: the file has no such place.
  virtual bool begin_alone(double seconds) = 0;
};

class LiveInput {
 public:
  virtual ~LiveInput() = default;
  virtual Description describe() const = 0;
  /// The next frame. Frames that end before `not_before` (seconds of the source) may be skipped; they are counted. Throws
  /// std::bad_alloc only.
  virtual Reading next(double not_before = 0) = 0;
  /// Makes the frame of this time the next one. Returns false, and does nothing, if that is impossible.
  virtual bool seek(double seconds) = 0;
  /// Folders: how many stills to move; the next frame is that still. Videos: -1, one frame back. False if impossible.
  virtual bool step(int by) = 0;
  /// What VideoForm::sound copies; null where there is no sound, or it was not asked for (OpenContext::sound).
  virtual Sound* sound() { return nullptr; }
};

/// What an opener may use.
struct OpenContext {
  BlockLender blocks = heap_block;
  std::stop_token stop = {};  ///< when it is requested, open and next return soon with `broken` or `end`
  std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();  ///< of opening alone
  bool allow_network = false;
  std::chrono::milliseconds max_wait{0};           ///< of videos: the longest wait for data of a frame; 0: endless
  std::function<double(Extent)> bytes_after = {};  ///< what is done with a frame takes this much: see BytesAfter
  bool sound = false;                              ///< of videos: keep it for LiveInput::sound
  Mode wanted = {};                                ///< of cameras, the screen and the synthetic camera
  ToneMap tone_map = ToneMap::none;                ///< of HDR videos
  std::optional<GreyRange> greys = {};             ///< black and white of pictures in greys; nothing: as each source does
};

/// The result of opening. `frame` stands for an input that gives frames.
struct Opened {
  Answer answer = Answer::not_mine;
  std::unique_ptr<LiveInput> input = nullptr;
  std::string why = {};  ///< a sentence, of `broken`

  static Opened as(std::unique_ptr<LiveInput> input) { return {Answer::frame, std::move(input), {}}; }
  static Opened because(std::string why) { return {Answer::broken, nullptr, std::move(why)}; }
};
using Opener = std::function<Opened(const OpenContext&)>;

}  // namespace satscope::app
