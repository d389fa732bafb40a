// SPDX-License-Identifier: Apache-2.0
#include "app/sources/ffmpeg/stream_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

#include "app/core/files/read_files.h"
#include "app/sources/loaders.h"

namespace satscope::app::ffmpeg {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t k_most_pixels = std::int64_t{1} << 27;  // what a texture buffer holds
constexpr int k_most_errors = 300;                             // in a row: then nothing good is to be expected
constexpr int k_most_parts = 400;                              // of a playlist: one that names itself has no end
constexpr std::string_view k_network_protocols = "http,https,tcp,tls,udp,rtp,rtsp,rtmp,httpproxy,crypto,data";

/// Whether any known container begins this way.
bool is_known(const Place& place) {
  std::array<std::uint8_t, (1 << 16) + AVPROBE_PADDING_SIZE> head{};
  std::size_t size = 0;
  if (place.url.empty()) {
    size = std::min(place.bytes.size(), head.size() - AVPROBE_PADDING_SIZE);
    if (size) std::memcpy(head.data(), place.bytes.data(), size);
  } else if (std::FILE* file = std::fopen(place.name.c_str(), "rb")) {
    size = std::fread(head.data(), 1, head.size() - AVPROBE_PADDING_SIZE, file);
    std::fclose(file);
  }
  const AVProbeData probe{
      .filename = place.name.c_str(), .buf = head.data(), .buf_size = static_cast<int>(size), .mime_type = nullptr};
  return av_probe_input_format(&probe, 1) != nullptr;
}

std::string with(const std::string& reason, const LogCapture& log) {
  return log.last().empty() ? reason : fmt::format("{} ({})", reason, log.last());
}

/// The protocol by which a part of a playlist is read; empty for a plain name. "crypto+" decrypts what another one reads.
std::string_view protocol_of(std::string_view url) {
  for (const std::string_view wrapper : {"crypto+", "crypto:"})
    if (url.starts_with(wrapper)) url.remove_prefix(wrapper.size());
  const std::size_t end = url.find(':');
  return end == url.npos ? std::string_view() : url.substr(0, end);
}

bool is_in_list(std::string_view word, std::string_view list) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    if (list.substr(0, end) == word) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

}  // namespace

std::string_view address_protocols() { return "http, https, rtsp, rtmp, rtp, udp and tcp"; }

bool is_address(std::string_view words) {
  const std::size_t end = words.find("://");
  return end != words.npos && is_in_list(words.substr(0, end), k_network_protocols);
}

int StreamReader::open_part(AVFormatContext* file, AVIOContext** io, const char* url, int flags, AVDictionary** options) {
  StreamReader& reader = *static_cast<StreamReader*>(file->opaque);
  if (++reader.parts_ > k_most_parts && !reader.stream_) return AVERROR(ELOOP);
  const std::string_view protocol = protocol_of(url);
  const bool remote = protocol != "data" && is_in_list(protocol, k_network_protocols);
  // because: the author of a playlist elsewhere must not choose what is read here
  if (!remote && protocol != "data" && reader.reached_network_) {
    reader.refused_file_ = true;
    return AVERROR(EPERM);
  }
  reader.reached_network_ = reader.reached_network_ || remote;
  if (!remote) mark_as_input(protocol == "file" ? url + std::strlen("file:") : url);
  return reader.open_part_of_ffmpeg_(file, io, url, flags, options);
}

int StreamReader::interrupted(void* self) {
  const StreamReader& reader = *static_cast<const StreamReader*>(self);
  return reader.stop_.stop_requested() || Clock::now() > reader.deadline_;
}

int StreamReader::read_bytes(void* self, std::uint8_t* to, int size) {
  StreamReader& reader = *static_cast<StreamReader*>(self);
  const std::size_t count = std::min(static_cast<std::size_t>(size), reader.bytes_.size() - reader.at_);
  if (count == 0) return AVERROR_EOF;
  std::memcpy(to, reader.bytes_.data() + reader.at_, count);
  reader.at_ += count;
  return static_cast<int>(count);
}

std::int64_t StreamReader::seek_bytes(void* self, std::int64_t offset, int whence) {
  StreamReader& reader = *static_cast<StreamReader*>(self);
  const auto size = static_cast<std::int64_t>(reader.bytes_.size());
  switch (whence & ~AVSEEK_FORCE) {
    case AVSEEK_SIZE: return size;
    case SEEK_SET: break;
    case SEEK_CUR: offset += static_cast<std::int64_t>(reader.at_); break;
    case SEEK_END: offset += size; break;
    default: return AVERROR(EINVAL);
  }
  if (offset < 0 || offset > size) return AVERROR(EINVAL);
  reader.at_ = static_cast<std::size_t>(offset);
  return offset;
}

int StreamReader::open_file(const Place& place, const OpenContext& context, Options& options) {
  AVFormatContext* file = there(avformat_alloc_context());
  file->interrupt_callback = {&StreamReader::interrupted, this};
  file->flags |= AVFMT_FLAG_DISCARD_CORRUPT;
  if (place.is_device) file->flags |= AVFMT_FLAG_NONBLOCK;
  if (place.url.empty()) {
    constexpr int k_buffer = 1 << 15;
    auto* buffer = static_cast<unsigned char*>(there(av_malloc(k_buffer)));
    io_.reset(
        there(avio_alloc_context(buffer, k_buffer, 0, this, &StreamReader::read_bytes, nullptr, &StreamReader::seek_bytes)));
    file->pb = io_.get();
  }
  // Playlists lead elsewhere: what they may open is set here, and holds for everything opened inside.
  const bool elsewhere = is_address(place.url);
  std::string protocols = place.url.empty() ? "none" : "file";
  if (!place.url.empty() && !place.is_device) {
    file->opaque = this;
    open_part_of_ffmpeg_ = file->io_open;
    file->io_open = &StreamReader::open_part;
  }
  if (context.allow_network)
    protocols = fmt::format("{}{}{}", k_network_protocols, elsewhere ? "" : ",", elsewhere ? "" : protocols);
  options.set("protocol_whitelist", protocols);
  const int result = avformat_open_input(&file, place.url.c_str(), place.format, options.get());
  file_.reset(file);  // null where it failed
  return result;
}

Answer StreamReader::open(const Place& place, const OpenContext& context, Options& options) {
  sound_.reset();
  codec_.reset();
  file_.reset();
  io_.reset();
  stop_ = context.stop;
  deadline_ = context.deadline;
  max_wait_ = context.max_wait;
  stream_ = nullptr;
  parts_ = 0;
  reached_network_ = refused_file_ = false;
  bytes_ = place.bytes;
  at_ = 0;
  draining_ = false;
  errors_in_a_row_ = 0;
  damaged_ = 0;
  open_error_ = 0;
  why_.clear();
  read_error_.clear();
  packet_ = new_packet();

  LogCapture log;
  const auto broken = [&](std::string why) {
    why_ = std::move(why);
    if (stop_.stop_requested())
      why_ = fmt::format("opening '{}' was cancelled", place.name);
    else if (Clock::now() > deadline_)
      why_ = fmt::format("'{}' does not answer in time", place.name);
    else if (parts_ > k_most_parts)
      why_ = fmt::format("'{}' is a playlist that leads to more than {} others, or to itself, which is not supported",
                         place.name, k_most_parts);
    else if (refused_file_ || (log.refused_protocol() && is_address(place.url)))
      why_ = fmt::format("'{}' leads to a file of this machine; input from the network may not open files", place.name);
    else if (log.refused_protocol() && context.allow_network)
      why_ = fmt::format("'{}' leads to a protocol that is not supported; use {}", place.name, address_protocols());
    else if (log.refused_protocol())
      why_ = fmt::format("'{}' leads to the network; to allow that, give --allow-network", place.name);
    return Answer::broken;
  };
  const int opened = open_file(place, context, options);
  if (opened < 0) {
    open_error_ = opened;
    const bool interrupted_now = interrupted(this) != 0;
    const bool mine = place.is_device || log.refused_protocol() || refused_file_ || parts_ > k_most_parts || interrupted_now ||
                      is_known(place);
    const Answer answer = broken(fmt::format("'{}' cannot be opened: {}", place.name, with(reason_of(opened), log)));
    return mine ? answer : Answer::not_mine;
  }
  if (!place.is_device) {
    if (const std::string why = judge_size(place, context); !why.empty()) return broken(why);
    const int found = learn_streams();
    if (found < 0) return broken(fmt::format("'{}' is a broken video: {}", place.name, with(reason_of(found), log)));
  }
  const int best = av_find_best_stream(file_.get(), AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
  if (best < 0) return broken(fmt::format("'{}' contains no video", place.name));
  stream_ = file_->streams[best];
  if (stream_->disposition & AV_DISPOSITION_ATTACHED_PIC)
    return broken(fmt::format("'{}' contains sound and a cover, but no video", place.name));
  choose_streams(context);
  if (const std::string why = judge_size(place, context); !why.empty() && !place.is_device) return broken(why);
  if (open_codec(place) != Answer::frame) return broken(why_);
  deadline_ = Clock::time_point::max();
  return Answer::frame;
}

/// The video, and the sound if it is wanted.
void StreamReader::choose_streams(const OpenContext& context) {
  sound_ = context.sound ? std::make_unique<StoredSound>() : nullptr;
  for (unsigned i = 0; i < file_->nb_streams; ++i) {
    AVStream* const other = file_->streams[i];
    if (other == stream_) continue;
    if (sound_ && other->codecpar->codec_type == AVMEDIA_TYPE_AUDIO && other->codecpar->codec_id != AV_CODEC_ID_NONE)
      sound_->streams.push_back(other);
    else
      other->discard = AVDISCARD_ALL;
  }
  if (sound_ && sound_->streams.empty()) sound_.reset();
  if (!sound_) return;
  sound_->read_on = [this](double until) { read_sound_on(until); };
  sound_->go_to = [this](double seconds) {
    return seek(static_cast<std::int64_t>(std::floor(seconds / av_q2d(stream_->time_base))));
  };
}

void StreamReader::read_sound_on(double until) {
  constexpr double k_furthest = 10;  // because: where the sound has ended, the rest of the video need not be read
  while (!draining_ && sound_->kept() && !sound_->reaches(until)) {
    av_packet_unref(packet_.get());
    if (av_read_frame(file_.get(), packet_.get()) < 0) return;
    if (sound_->keep(packet_) || packet_->dts == AV_NOPTS_VALUE) continue;
    const AVStream& its = *file_->streams[packet_->stream_index];
    if (static_cast<double>(packet_->dts) * av_q2d(its.time_base) - sound_->start > until + k_furthest) return;
  }
}

/// Empty, or why a video of this size is not opened. Checked before FFmpeg looks into the frames, the first of which it
/// decodes, and again after that, when every size is known.
std::string StreamReader::judge_size(const Place& place, const OpenContext& context) const {
  for (unsigned i = 0; i < file_->nb_streams; ++i) {
    const AVCodecParameters& its = *file_->streams[i]->codecpar;
    if (its.codec_type != AVMEDIA_TYPE_VIDEO || its.width <= 0 || its.height <= 0) continue;
    const double pixels = 1.0 * its.width * its.height;
    if (pixels > static_cast<double>(k_most_pixels))
      return fmt::format("'{}' is a video of {}x{} pixels; more than {} million pixels are not supported", place.name,
                         its.width, its.height, k_most_pixels >> 20);
    // the frames that a decoder keeps, usually at most three bytes per pixel, and ours in RGBA
    constexpr double k_kept_frames = 8, k_bytes_kept = 3, k_our_bytes = 8;
    try {
      require_memory(place.name, {its.width, its.height}, pixels * (k_kept_frames * k_bytes_kept + k_our_bytes),
                     context.bytes_after);
    } catch (const InputError& error) {
      return error.what();
    }
  }
  return {};
}

/// FFmpeg decodes a first frame here, with the same limits as later. Below 0: an error code.
int StreamReader::learn_streams() {
  // because: streams found meanwhile have no options, and FFmpeg reads as many as there were
  std::vector<Options> options(file_->nb_streams);
  std::vector<AVDictionary*> raw;
  for (Options& of_stream : options) {
    of_stream.set("max_pixels", std::to_string(k_most_pixels));
    raw.push_back(std::exchange(*of_stream.get(), nullptr));
  }
  const int found = avformat_find_stream_info(file_.get(), raw.empty() ? nullptr : raw.data());
  for (std::size_t i = 0; i < options.size(); ++i) *options[i].get() = raw[i];
  return found;
}

Answer StreamReader::open_codec(const Place& place) {
  const AVCodecParameters& parameters = *stream_->codecpar;
  const AVCodec* decoder = avcodec_find_decoder(parameters.codec_id);
  // FFmpeg's own decoders of VP8 and VP9 ignore alpha
  const AVDictionaryEntry* alpha = av_dict_get(stream_->metadata, "alpha_mode", nullptr, 0);
  if (alpha && std::strcmp(alpha->value, "1") == 0)
    for (const auto& [id, name] : {std::pair{AV_CODEC_ID_VP8, "libvpx"}, {AV_CODEC_ID_VP9, "libvpx-vp9"}})
      if (const AVCodec* other = parameters.codec_id == id ? avcodec_find_decoder_by_name(name) : nullptr) decoder = other;
  if (!decoder) {
    why_ = fmt::format("'{}' is a {} video, which is not supported: there is no decoder for it", place.name,
                       avcodec_get_name(parameters.codec_id));
    return Answer::broken;
  }
  codec_.reset(there(avcodec_alloc_context3(decoder)));
  if (avcodec_parameters_to_context(codec_.get(), &parameters) < 0) throw std::bad_alloc();
  codec_->pkt_timebase = stream_->time_base;
  codec_->max_pixels = k_most_pixels;
  codec_->thread_count = 0;  // as many as there are cores
  if (place.is_device) {
    // a thread per frame would delay each frame by some frames
    codec_->thread_type = FF_THREAD_SLICE;
    codec_->flags |= AV_CODEC_FLAG_LOW_DELAY;
  }
  if (place.url.empty()) codec_->thread_count = 1;
  if (const int opened = avcodec_open2(codec_.get(), decoder, nullptr); opened < 0) {
    why_ = fmt::format("'{}' is a {} video that cannot be decoded: {}", place.name, decoder->name, reason_of(opened));
    return Answer::broken;
  }
  return Answer::frame;
}

/// Feeds the decoder. `frame` means that one may be ready now.
StreamReader::Got StreamReader::read_packet() {
  av_packet_unref(packet_.get());
  const Clock::time_point began = Clock::now();
  if (max_wait_.count() > 0) deadline_ = began + max_wait_;
  const int read = av_read_frame(file_.get(), packet_.get());
  const bool too_late = Clock::now() > deadline_;
  deadline_ = Clock::time_point::max();
  read_ms_ += std::chrono::duration<double, std::milli>(Clock::now() - began).count();
  if (read == AVERROR(EAGAIN)) return Got::again;
  if (stop_.stop_requested()) return Got::stopped;
  if (read < 0) {
    const int of_file = file_->pb ? file_->pb->error : 0;
    if (too_late)  // a playlist that was broken off says that it is at its end
      read_error_ = fmt::format("no data came for {:g} s", std::chrono::duration<double>(max_wait_).count());
    else if (read != AVERROR_EOF)
      read_error_ = reason_of(read);
    else if (of_file < 0 && of_file != AVERROR_EOF)
      read_error_ = reason_of(of_file);
    draining_ = true;
    avcodec_send_packet(codec_.get(), nullptr);
    return Got::frame;
  }
  if (packet_->stream_index != stream_->index) {
    if (sound_) sound_->keep(packet_);
    return Got::frame;
  }
  const int sent = avcodec_send_packet(codec_.get(), packet_.get());
  if (sent < 0 && sent != AVERROR(EAGAIN)) {
    ++damaged_;
    ++errors_in_a_row_;
  }
  return Got::frame;
}

StreamReader::Got StreamReader::next(AVFrame& frame) {
  LogCapture log;
  read_ms_ = 0;
  while (true) {
    if (stop_.stop_requested()) return Got::stopped;
    av_frame_unref(&frame);
    const int received = avcodec_receive_frame(codec_.get(), &frame);
    if (received == 0) {
      const bool whole = !(frame.flags & AV_FRAME_FLAG_CORRUPT) && frame.decode_error_flags == 0 && frame.width > 0;
      errors_in_a_row_ = whole ? 0 : errors_in_a_row_ + 1;
      if (whole) return Got::frame;
      ++damaged_;
    } else if (received == AVERROR_EOF) {
      if (read_error_.empty()) return Got::end;
      why_ = with(read_error_, log);
      return Got::broken;
    } else if (received != AVERROR(EAGAIN)) {
      ++damaged_;
      ++errors_in_a_row_;
    }
    if (errors_in_a_row_ > k_most_errors) {
      why_ = with("no more of it can be decoded", log);
      return Got::broken;
    }
    if (draining_) {
      if (received == AVERROR(EAGAIN)) return Got::end;
      continue;
    }
    if (received == 0) continue;
    if (const Got fed = read_packet(); fed != Got::frame) return fed;
  }
}

bool StreamReader::seek(std::int64_t time) {
  const LogCapture log;
  if (av_seek_frame(file_.get(), stream_->index, time, AVSEEK_FLAG_BACKWARD) < 0) return false;
  avcodec_flush_buffers(codec_.get());
  draining_ = false;
  errors_in_a_row_ = 0;
  read_error_.clear();
  return true;
}

}  // namespace satscope::app::ffmpeg
