// SPDX-License-Identifier: Apache-2.0
// A video by libavcodec: H.264 where an encoder for it works, else MPEG-4, in mp4, mov or Matroska.
#include "app/sources/live/video_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <exception>
#include <filesystem>
#include <limits>
#include <optional>
#include <utility>

#include "app/sources/ffmpeg/stored_sound.h"
#include "app/sources/ffmpeg/versions.h"

namespace satscope::app {
namespace {

using namespace ffmpeg;

constexpr std::string_view k_incomplete = "the file cannot be completed";
constexpr int k_buffer = 1 << 16;  ///< bytes that the muxer holds back

/// Unit of the time stamps, the finest that MPEG-4 allows.
constexpr AVRational k_tick{1, 60000};

struct Kind {
  const char* encoder;
  std::string_view title;
};
/// Best first. Hardware encoders are left out: they fail late and differently on each machine.
constexpr std::array k_kinds{Kind{"libx264", "H.264"}, Kind{"libopenh264", "H.264"}, Kind{"mpeg4", "MPEG-4"}};

/// because: most players and browsers play only 4:2:0, where four pixels share their colour
Extent even(Extent extent) { return {extent.width + extent.width % 2, extent.height + extent.height % 2}; }

/// A stream of sound on its way into the file.
struct CopiedSound {
  const AVStream* from;
  AVStream* to;
  std::int64_t last = AV_NOPTS_VALUE;  ///< decoding stamp of its last packet, in the unit of `to`
};

class Encoder : public VideoWriter {
 public:
  Encoder(const std::string& name, const VideoForm& form)
      : name_(name),
        form_(form),
        stored_(even(form.extent)),
        file_(name, form.if_taken),
        packet_(new_packet()),
        sound_(dynamic_cast<StoredSound*>(form.sound)) {}
  ~Encoder() override {
    // the muxer may still write during destruction: to the file, which vanishes
    output_.reset();
  }

  /// Whether one of the encoders works.
  bool open(std::string& why) {
    const LogCapture log;
    for (const Kind& kind : k_kinds) {
      const AVCodec* encoder = avcodec_find_encoder_by_name(kind.encoder);
      if (encoder && open_codec(*encoder)) {
        title_ = fmt::format("{} by {}", kind.title, kind.encoder);
        break;
      }
    }
    if (!codec_) {
      why = fmt::format("this system's FFmpeg has no encoder for {}x{} pixels", form_.extent.width, form_.extent.height);
      return false;
    }
    begin_file();
    return true;
  }

  void write(std::span<const std::uint32_t> rgba, double seconds) override {
    const LogCapture log;
    to_frame(rgba);
    const auto wanted = static_cast<std::int64_t>(std::llround(std::max(seconds, 0.0) / av_q2d(k_tick)));
    frame_->pts = last_ ? std::max(wanted, *last_ + 1) : wanted;
    last_ = frame_->pts;
    encode(frame_.get());
    copy_sound(static_cast<double>(frame_->pts) * av_q2d(k_tick));
  }

  void comment(const std::string& text) override {
    if (output_) av_dict_set(&output_->metadata, "comment", text.c_str(), 0);
  }

  void finish() override {
    if (!last_) return;
    const LogCapture log;
    flush();
    if (full_ && in_file_ == 0) fail_full();  // because: a video without a frame is none
    if (output_) complete();
    if (!whole_) check(AVERROR(EIO), k_incomplete);
    file_.commit();
    last_.reset();
  }

  std::optional<std::uint64_t> flush() override {
    const LogCapture log;
    if (last_ && !std::exchange(flushed_, true)) {
      encode(nullptr);
      copy_rest_of_sound();
    }
    return in_file_;
  }

  std::string name() const override { return file_.name(); }

  std::string describe() const override {
    std::string said = fmt::format("{} in {}", title_, container_);
    if (stored_ != form_.extent)
      said += fmt::format(", {}x{} instead of {}x{}, the edge twice, because players need even sides", stored_.width,
                          stored_.height, form_.extent.width, form_.extent.height);
    return said + sound_said_;
  }

 private:
  bool open_codec(const AVCodec& encoder) {
    codec_.reset(there(avcodec_alloc_context3(&encoder)));
    codec_->width = stored_.width;
    codec_->height = stored_.height;
    codec_->pix_fmt = AV_PIX_FMT_YUV420P;
    codec_->time_base = k_tick;
    codec_->framerate = av_d2q(form_.rate > 0 ? form_.rate : 30, 60000);
    codec_->colorspace = AVCOL_SPC_BT709;
    codec_->color_primaries = AVCOL_PRI_BT709;
    codec_->color_trc = AVCOL_TRC_BT709;
    codec_->color_range = AVCOL_RANGE_MPEG;
    codec_->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    Options options;
    if (encoder.id == AV_CODEC_ID_H264) {
      options.set("preset", "fast");
      options.set("crf", "16");
    } else {
      codec_->flags |= AV_CODEC_FLAG_QSCALE;
      codec_->global_quality = 2 * FF_QP2LAMBDA;
    }
    if (avcodec_open2(codec_.get(), &encoder, options.get()) < 0) codec_.reset();
    return codec_ != nullptr;
  }

  /// The end of the file, once: a muxer is used up by it, whatever comes of it.
  void complete() {
    const int ended = av_write_trailer(output_.get());
    avio_flush(io_.get());
    output_.reset();
    check(ended, k_incomplete);
    whole_ = true;
  }

  void begin_file() {
    AVFormatContext* output = nullptr;
    const std::string ending = std::filesystem::path(name_).extension().string();
    const AVOutputFormat* format = av_guess_format(nullptr, ("a" + ending).c_str(), nullptr);
    check(avformat_alloc_output_context2(&output, format, nullptr, nullptr), "the container format is unknown");
    output_.reset(output);
    container_ = output->oformat->name;
    auto* buffer = static_cast<unsigned char*>(there(av_malloc(k_buffer)));
    io_.reset(there(avio_alloc_context(buffer, k_buffer, 1, this, nullptr, &Encoder::write_bytes, &Encoder::seek_bytes)));
    if (!file_.seekable()) io_->seekable = 0;
    output->pb = io_.get();
    output->flags |= AVFMT_FLAG_CUSTOM_IO;
    stream_ = there(avformat_new_stream(output, nullptr));
    stream_->time_base = codec_->time_base;
    stream_->avg_frame_rate = codec_->framerate;
    check(avcodec_parameters_from_context(stream_->codecpar, codec_.get()), "the header cannot be made");
    if (sound_) begin_sound();
    check(avformat_write_header(output, nullptr), "the header cannot be written");

    frame_ = new_frame();
    shape_frame();
    scaler_.reset(sws_getContext(frame_->width, frame_->height, AV_PIX_FMT_RGBA, frame_->width, frame_->height, codec_->pix_fmt,
                                 SWS_BILINEAR, nullptr, nullptr, nullptr));
    if (!scaler_) throw std::bad_alloc();
    const int* yuv = sws_getCoefficients(SWS_CS_ITU709);
    constexpr int k_one = 1 << 16;
    sws_setColorspaceDetails(scaler_.get(), yuv, 1, yuv, 0, 0, k_one, k_one);
  }

  /// A stream for each of the sound that the container can hold.
  void begin_sound() {
    std::string left_out;
    for (const AVStream* from : sound_->streams) {
      const AVCodecID codec = from->codecpar->codec_id;
      if (avformat_query_codec(output_->oformat, codec, FF_COMPLIANCE_NORMAL) != 1) {
        left_out = avcodec_get_name(codec);
        continue;
      }
      AVStream* const to = there(avformat_new_stream(output_.get(), nullptr));
      if (avcodec_parameters_copy(to->codecpar, from->codecpar) < 0) throw std::bad_alloc();
      to->codecpar->codec_tag = 0;  // of the other container
      to->time_base = from->time_base;
      to->disposition = from->disposition;
      av_dict_copy(&to->metadata, from->metadata, 0);
      copied_.push_back({from, to});
    }
    const std::string because = fmt::format("{}, which {} cannot hold", left_out, container_);
    if (copied_.empty())
      sound_said_ = fmt::format("; without the sound ({})", because);
    else if (left_out.empty())
      sound_said_ = "; its sound is copied";
    else
      sound_said_ = fmt::format("; its sound is copied but for one track ({})", because);
    if (copied_.empty()) end_sound();
  }

  void end_sound() { std::exchange(sound_, nullptr)->drop(); }

  /// The packets that are heard before this time. A sound that cannot be written ends; the video goes on.
  void copy_sound(double until) {
    if (sound_ && sound_->alone()) sound_->read_on(until);
    while (sound_) {
      const Packet packet = sound_->take(until);
      if (!packet) return;
      const auto copied =
          std::ranges::find(copied_, packet->stream_index, [](const CopiedSound& one) { return one.from->index; });
      if (copied == copied_.end()) continue;
      if (!has_room(packet->size)) return end_sound();  // the next frame says that the disk is full
      const AVRational unit = copied->from->time_base;
      const auto start = static_cast<std::int64_t>(std::llround(sound_->start / av_q2d(unit)));
      if (packet->dts == AV_NOPTS_VALUE) packet->dts = packet->pts;
      if (packet->pts == AV_NOPTS_VALUE) packet->pts = packet->dts;
      packet->pts -= start;
      packet->dts -= start;
      av_packet_rescale_ts(packet.get(), unit, copied->to->time_base);
      // because: a muxer refuses stamps that stand still or go back
      if (copied->last != AV_NOPTS_VALUE) packet->dts = std::max(packet->dts, copied->last + 1);
      packet->pts = std::max(packet->pts, packet->dts);
      copied->last = packet->dts;
      packet->stream_index = copied->to->index;
      packet->pos = -1;
      const int written = av_interleaved_write_frame(output_.get(), packet.get());
      if (failure_) check(written, "the sound cannot be written");
      if (written >= 0) continue;
      sound_said_ = fmt::format("; its sound ends at {:.2f} s: {}", until, reason_of(written));
      end_sound();
    }
  }

  /// To its own end behind a whole video, else to the end of the last frame.
  void copy_rest_of_sound() {
    if (!sound_ || full_) return;
    if (sound_->whole) return copy_sound(std::numeric_limits<double>::infinity());
    const double end = static_cast<double>(*last_) * av_q2d(k_tick) + 1 / (form_.rate > 0 ? form_.rate : 30);
    if (sound_->read_on) sound_->read_on(end);
    copy_sound(end);
  }

  void shape_frame() {
    frame_->format = codec_->pix_fmt;
    frame_->width = stored_.width;
    frame_->height = stored_.height;
    frame_->color_range = codec_->color_range;
    frame_->colorspace = codec_->colorspace;
  }

  void to_frame(std::span<const std::uint32_t> rgba) {
    av_frame_unref(frame_.get());
    shape_frame();
    check(av_frame_get_buffer(frame_.get(), 0), "not enough memory");
    const std::span<const std::uint32_t> pixels = stored_ == form_.extent ? rgba : widened(rgba);
    const std::uint8_t* const from[4] = {reinterpret_cast<const std::uint8_t*>(pixels.data())};
    const int stride[4] = {stored_.width * 4};
    sws_scale(scaler_.get(), from, stride, 0, stored_.height, frame_->data, frame_->linesize);
  }

  /// The last column and the last row again, where the stored picture has one more.
  std::span<const std::uint32_t> widened(std::span<const std::uint32_t> rgba) {
    const auto width = static_cast<std::size_t>(form_.extent.width), height = static_cast<std::size_t>(form_.extent.height);
    widened_.clear();
    for (std::size_t y = 0; y < static_cast<std::size_t>(stored_.height); ++y) {
      const auto row = rgba.subspan(std::min(y, height - 1) * width, width);
      widened_.insert(widened_.end(), row.begin(), row.end());
      if (form_.extent.width != stored_.width) widened_.push_back(row.back());
    }
    return widened_;
  }

  /// Whether a packet has room, and the end of the file behind it.
  bool has_room(int bytes) {
    // because: the index has a few numbers for each frame, and is written last
    constexpr std::int64_t k_end = std::int64_t{1} << 18, k_of_frame = 64, k_ahead = std::int64_t{1} << 20;
    const std::int64_t wanted = size_ + k_buffer + bytes + k_end + k_of_frame * ++packets_;
    if (wanted <= room_) return true;
    for (const std::int64_t room : {wanted + k_ahead, wanted}) {
      if (!file_.reserve(room)) continue;
      room_ = room;
      return true;
    }
    return false;
  }

  void encode(const AVFrame* frame) {
    const bool was_full = full_;
    check(avcodec_send_frame(codec_.get(), frame), "a frame cannot be encoded");
    while (true) {
      const int got = avcodec_receive_packet(codec_.get(), packet_.get());
      if (got == AVERROR(EAGAIN) || got == AVERROR_EOF) break;
      check(got, "a frame cannot be encoded");
      full_ = full_ || !has_room(packet_->size);
      if (full_) continue;  // what is written can still be completed
      packet_->stream_index = stream_->index;
      av_packet_rescale_ts(packet_.get(), codec_->time_base, stream_->time_base);
      check(av_interleaved_write_frame(output_.get(), packet_.get()), "a frame cannot be written");
      ++in_file_;
    }
    if (full_ && (frame || !was_full)) fail_full();
  }

  [[noreturn]] void fail_full() const { throw WriteError(fmt::format("cannot write '{}': {}", name_, std::strerror(ENOSPC))); }

  /// Throws for an error of FFmpeg, or for one of the file, which is more specific.
  void check(int result, std::string_view what) {
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    if (result < 0) throw WriteError(fmt::format("cannot write '{}': {}: {}", name_, what, reason_of(result)));
  }

  /// The AVIOContext writes here; an exception cannot pass through FFmpeg, so it waits in failure_.
  static int write_bytes(void* self, WrittenByte* bytes, int size) {
    Encoder& encoder = *static_cast<Encoder*>(self);
    try {
      encoder.file_.write(std::as_bytes(std::span(bytes, static_cast<std::size_t>(size))));
      encoder.at_ += size;
      encoder.size_ = std::max(encoder.size_, encoder.at_);
      return size;
    } catch (...) {
      encoder.failure_ = std::current_exception();
      return AVERROR(EIO);
    }
  }
  static std::int64_t seek_bytes(void* self, std::int64_t offset, int whence) {
    Encoder& encoder = *static_cast<Encoder*>(self);
    switch (whence & ~AVSEEK_FORCE) {
      case AVSEEK_SIZE: return encoder.size_;
      case SEEK_SET: break;
      case SEEK_CUR: offset += encoder.at_; break;
      case SEEK_END: offset += encoder.size_; break;
      default: return AVERROR(EINVAL);
    }
    try {
      encoder.file_.seek(offset);
      return encoder.at_ = offset;
    } catch (...) {
      encoder.failure_ = std::current_exception();
      return AVERROR(EIO);
    }
  }

  std::string name_;
  VideoForm form_;
  Extent stored_;  ///< even sides
  AtomicFile file_;
  std::int64_t at_ = 0, size_ = 0;
  std::int64_t room_ = 0, packets_ = 0;  ///< bytes that were reserved; packets so far
  std::uint64_t in_file_ = 0;            ///< of the packets, those of the video that are written
  bool full_ = false, flushed_ = false, whole_ = false;
  std::exception_ptr failure_;
  std::string title_, container_;
  Io io_;  ///< before output_: it must live longer
  Output output_;
  AVStream* stream_ = nullptr;  ///< of output_
  Codec codec_;
  Scaler scaler_;
  Frame frame_;
  Packet packet_;
  StoredSound* sound_;  ///< null: none is copied any more
  std::vector<CopiedSound> copied_;
  std::string sound_said_;
  std::vector<std::uint32_t> widened_;
  std::optional<std::int64_t> last_;  ///< stamp of the last frame
};

}  // namespace

std::unique_ptr<VideoWriter> open_encoder(const std::string& name, const VideoForm& form, std::string& why) {
  why = absence();
  if (!why.empty()) return nullptr;
  auto encoder = std::make_unique<Encoder>(name, form);
  if (!encoder->open(why)) return nullptr;
  return encoder;
}

MediaSupport media_support() {
  MediaSupport support;
  support.built = true;
  support.why_not = absence();
  if (!support.why_not.empty()) return support;
  avdevice_register_all();
  support.version = av_version_info();
  support.camera = av_find_input_format("v4l2") != nullptr;
  support.screen = av_find_input_format("x11grab") != nullptr;
  for (const Kind& kind : k_kinds)
    if (support.encoder.empty() && avcodec_find_encoder_by_name(kind.encoder)) support.encoder = kind.title;
  return support;
}

}  // namespace satscope::app
