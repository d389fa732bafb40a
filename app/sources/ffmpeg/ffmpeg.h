// SPDX-License-Identifier: Apache-2.0
// FFmpeg with RAII owners. Internal to app/sources/ffmpeg.
#pragma once
#include <memory>
#include <new>
#include <string>

#include "app/sources/ffmpeg/library.h"

namespace satscope::app::ffmpeg {

/// Deletes by a function of FFmpeg that takes the address of the pointer.
template <auto& free>
struct ByAddress {
  template <class T>
  void operator()(T* object) const {
    free(&object);
  }
};
struct FreeScaler {
  void operator()(SwsContext* scaler) const { sws_freeContext(scaler); }
};
struct FreeOutput {
  void operator()(AVFormatContext* output) const { avformat_free_context(output); }
};
struct FreeIo {
  void operator()(AVIOContext* io) const {
    av_freep(&io->buffer);  // it may be another one than it was given
    avio_context_free(&io);
  }
};

using Input = std::unique_ptr<AVFormatContext, ByAddress<avformat_close_input>>;
using Output = std::unique_ptr<AVFormatContext, FreeOutput>;
using Io = std::unique_ptr<AVIOContext, FreeIo>;
using Codec = std::unique_ptr<AVCodecContext, ByAddress<avcodec_free_context>>;
using Frame = std::unique_ptr<AVFrame, ByAddress<av_frame_free>>;
using Packet = std::unique_ptr<AVPacket, ByAddress<av_packet_free>>;
using Scaler = std::unique_ptr<SwsContext, FreeScaler>;

/// Throws std::bad_alloc if FFmpeg returns null.
template <class T>
T* there(T* object) {
  if (!object) throw std::bad_alloc();
  return object;
}
inline Frame new_frame() { return Frame(there(av_frame_alloc())); }
inline Packet new_packet() { return Packet(there(av_packet_alloc())); }

/// Options for opening; what was not understood is dropped.
class Options {
 public:
  Options() = default;
  Options(const Options&) = delete;
  Options& operator=(const Options&) = delete;
  ~Options() { av_dict_free(&all_); }
  void set(const char* key, const std::string& value) {
    if (av_dict_set(&all_, key, value.c_str(), 0) < 0) throw std::bad_alloc();
  }
  AVDictionary** get() { return &all_; }

 private:
  AVDictionary* all_ = nullptr;
};

/// The meaning of an error code.
std::string reason_of(int error);

/// Collects FFmpeg's messages on this thread while it lives. None of them reaches the terminal.
class LogCapture {
 public:
  LogCapture();
  ~LogCapture();
  LogCapture(const LogCapture&) = delete;
  LogCapture& operator=(const LogCapture&) = delete;

  /// The last message that is an error; empty if there was none.
  const std::string& last() const { return last_; }
  /// Whether a protocol was refused because it was not allowed.
  bool refused_protocol() const { return refused_protocol_; }
  void add(int level, const std::string& line);

 private:
  LogCapture* outer_;
  std::string last_;
  bool refused_protocol_ = false;
};

}  // namespace satscope::app::ffmpeg
