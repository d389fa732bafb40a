// SPDX-License-Identifier: Apache-2.0
// One video stream of a file, of memory or of a device, opened and decoded. Internal to app/sources/ffmpeg.
#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "app/sources/ffmpeg/stored_sound.h"
#include "app/sources/live/live_input.h"

namespace satscope::app::ffmpeg {

/// The source to open.
struct Place {
  std::string name;                       ///< for sentences
  std::string url;                        ///< for FFmpeg; empty: `bytes`
  std::span<const std::byte> bytes;       ///< the caller of open keeps them
  const AVInputFormat* format = nullptr;  ///< null: to be found out
  bool is_device = false;
};

/// Whether the text is an address that FFmpeg may use if the network is allowed: http://..., rtsp://...
bool is_address(std::string_view words);
/// The protocols of such addresses, for sentences.
std::string_view address_protocols();

class StreamReader {
 public:
  enum class Got : std::uint8_t { frame, again, end, stopped, broken };

  StreamReader() = default;
  StreamReader(const StreamReader&) = delete;

  /// `frame` if frames can be read; else why() says why not. Closes what was open.
  Answer open(const Place& place, const OpenContext& context, Options& options);
  /// The error code behind a failed open of the device or file itself; 0 if it was something else.
  int open_error() const { return open_error_; }
  const std::string& why() const { return why_; }

  /// Decodes the next whole frame. `again`: none is ready yet. `broken`: reading ended before the end of the stream.
  Got next(AVFrame& frame);
  /// Goes to a frame at or before this time of the stream, in its time base. False if the file cannot.
  bool seek(std::int64_t time);
  /// Null where there is none, or the context did not ask for it.
  StoredSound* sound() const { return sound_.get(); }

  AVFormatContext& file() const { return *file_; }
  AVStream& stream() const { return *stream_; }
  const AVCodecContext& codec() const { return *codec_; }
  std::uint64_t damaged() const { return damaged_; }  ///< packets and frames that were left out
  double read_ms() const { return read_ms_; }         ///< spent in reading, not decoding, during the last next()

 private:
  int open_file(const Place& place, const OpenContext& context, Options& options);
  Answer open_codec(const Place& place);
  Got read_packet();
  void choose_streams(const OpenContext& context);
  void read_sound_on(double until);
  std::string judge_size(const Place& place, const OpenContext& context) const;
  int learn_streams();
  static int open_part(AVFormatContext* file, AVIOContext** io, const char* url, int flags, AVDictionary** options);
  static int interrupted(void* self);
  static int read_bytes(void* self, std::uint8_t* to, int size);
  static std::int64_t seek_bytes(void* self, std::int64_t offset, int whence);

  std::stop_token stop_;
  std::chrono::steady_clock::time_point deadline_;
  std::chrono::milliseconds max_wait_{0};
  int (*open_part_of_ffmpeg_)(AVFormatContext*, AVIOContext**, const char*, int, AVDictionary**) = nullptr;
  int parts_ = 0;  ///< files and addresses that were opened on the way to the first frame
  bool reached_network_ = false, refused_file_ = false;
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;

  Io io_;  ///< before file_: it must live longer
  Input file_;
  AVStream* stream_ = nullptr;
  Codec codec_;
  Packet packet_;
  std::unique_ptr<StoredSound> sound_;
  bool draining_ = false;
  int errors_in_a_row_ = 0;
  std::uint64_t damaged_ = 0;
  double read_ms_ = 0;
  int open_error_ = 0;
  std::string why_, read_error_;
};

}  // namespace satscope::app::ffmpeg
