// SPDX-License-Identifier: Apache-2.0
// The functions of FFmpeg that are called. They are looked up in its libraries when a video, a camera or the screen is first
// used: these load two hundred other libraries, which would delay every start, and they may be missing. The names here hide
// FFmpeg's own, so that calls look as usual. Internal to app/sources/ffmpeg.
#pragma once
extern "C" {
#include <libavcodec/avcodec.h>
#include <libavdevice/avdevice.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/time.h>
#include <libswscale/swscale.h>
}

#include <cstring>
#include <string>
#include <vector>

namespace satscope::app::ffmpeg {

/// Files set the values of some of FFmpeg's enumerations, also to numbers that have no name.
template <class E>
int number_of(const E& value) {
  static_assert(sizeof(E) == sizeof(int));
  int number;
  std::memcpy(&number, &value, sizeof number);
  return number;
}

/// Why FFmpeg cannot be used; empty if it can. The first call loads it; no other function may be called before.
std::string absence();

/// A function that is looked up by name when FFmpeg is loaded.
class Import {
 public:
  explicit Import(const char* name) : name_(name) { all().push_back(this); }
  Import(const Import&) = delete;
  Import& operator=(const Import&) = delete;

  const char* name() const { return name_; }
  void be(void* address) { address_ = address; }
  static std::vector<Import*>& all();

 protected:
  void* address_ = nullptr;

 private:
  const char* name_;
};

template <class F>
class Function : public Import {
 public:
  using Import::Import;
  operator F*() const { return reinterpret_cast<F*>(address_); }
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wignored-attributes"  // such as that a result must be used
#define SATSCOPE_WANTED(name) inline Function<decltype(::name)> name{#name};
SATSCOPE_WANTED(av_d2q)
SATSCOPE_WANTED(av_dict_copy)
SATSCOPE_WANTED(av_dict_free)
SATSCOPE_WANTED(av_dict_get)
SATSCOPE_WANTED(av_dict_set)
SATSCOPE_WANTED(av_find_best_stream)
SATSCOPE_WANTED(av_find_input_format)
SATSCOPE_WANTED(av_frame_alloc)
SATSCOPE_WANTED(av_frame_free)
SATSCOPE_WANTED(av_frame_get_buffer)
SATSCOPE_WANTED(av_frame_unref)
SATSCOPE_WANTED(av_freep)
SATSCOPE_WANTED(av_get_pix_fmt_name)
SATSCOPE_WANTED(av_gettime)
SATSCOPE_WANTED(av_gettime_relative)
SATSCOPE_WANTED(av_guess_format)
SATSCOPE_WANTED(av_guess_frame_rate)
SATSCOPE_WANTED(av_guess_sample_aspect_ratio)
SATSCOPE_WANTED(av_interleaved_write_frame)
SATSCOPE_WANTED(av_log_format_line2)
SATSCOPE_WANTED(av_log_set_callback)
SATSCOPE_WANTED(av_malloc)
SATSCOPE_WANTED(av_opt_find)
SATSCOPE_WANTED(av_packet_alloc)
SATSCOPE_WANTED(av_packet_free)
SATSCOPE_WANTED(av_packet_rescale_ts)
SATSCOPE_WANTED(av_packet_unref)
SATSCOPE_WANTED(av_pix_fmt_desc_get)
SATSCOPE_WANTED(av_probe_input_format)
SATSCOPE_WANTED(av_read_frame)
SATSCOPE_WANTED(av_rescale_q)
SATSCOPE_WANTED(av_seek_frame)
SATSCOPE_WANTED(av_strerror)
SATSCOPE_WANTED(av_version_info)
SATSCOPE_WANTED(av_write_trailer)
SATSCOPE_WANTED(avcodec_alloc_context3)
SATSCOPE_WANTED(avcodec_find_decoder)
SATSCOPE_WANTED(avcodec_find_decoder_by_name)
SATSCOPE_WANTED(avcodec_find_encoder_by_name)
SATSCOPE_WANTED(avcodec_flush_buffers)
SATSCOPE_WANTED(avcodec_free_context)
SATSCOPE_WANTED(avcodec_get_name)
SATSCOPE_WANTED(avcodec_open2)
SATSCOPE_WANTED(avcodec_parameters_copy)
SATSCOPE_WANTED(avcodec_parameters_from_context)
SATSCOPE_WANTED(avcodec_parameters_to_context)
SATSCOPE_WANTED(avcodec_receive_frame)
SATSCOPE_WANTED(avcodec_receive_packet)
SATSCOPE_WANTED(avcodec_send_frame)
SATSCOPE_WANTED(avcodec_send_packet)
SATSCOPE_WANTED(avdevice_register_all)
SATSCOPE_WANTED(avformat_alloc_context)
SATSCOPE_WANTED(avformat_alloc_output_context2)
SATSCOPE_WANTED(avformat_close_input)
SATSCOPE_WANTED(avformat_find_stream_info)
SATSCOPE_WANTED(avformat_free_context)
SATSCOPE_WANTED(avformat_network_init)
SATSCOPE_WANTED(avformat_new_stream)
SATSCOPE_WANTED(avformat_open_input)
SATSCOPE_WANTED(avformat_query_codec)
SATSCOPE_WANTED(avformat_write_header)
SATSCOPE_WANTED(avio_alloc_context)
SATSCOPE_WANTED(avio_context_free)
SATSCOPE_WANTED(avio_flush)
SATSCOPE_WANTED(sws_freeContext)
SATSCOPE_WANTED(sws_getCoefficients)
SATSCOPE_WANTED(sws_getContext)
SATSCOPE_WANTED(sws_scale)
SATSCOPE_WANTED(sws_setColorspaceDetails)
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 31, 102)
SATSCOPE_WANTED(av_packet_side_data_get)
#else
SATSCOPE_WANTED(av_stream_get_side_data)
#endif
#undef SATSCOPE_WANTED
#pragma GCC diagnostic pop

}  // namespace satscope::app::ffmpeg
