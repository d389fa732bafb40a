// SPDX-License-Identifier: Apache-2.0
#include "app/sources/ffmpeg/to_rgba.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <string_view>

#include "app/sources/ffmpeg/versions.h"
#include "app/sources/pixels.h"
#include "app/sources/still_input.h"
#include "kernels/simt/thread_pool.h"

namespace satscope::app::ffmpeg {
namespace {

constexpr std::size_t k_alignment = 64;  // of rows: swscale writes whole vectors

std::size_t aligned(std::size_t bytes) { return (bytes + k_alignment - 1) / k_alignment * k_alignment; }

/// The matrix of YUV that does not name one: BT.709 for what is wider or higher than PAL, else BT.601, like players.
int usual_space(const AVFrame& frame) { return frame.width >= 1280 || frame.height > 576 ? SWS_CS_ITU709 : SWS_CS_ITU601; }

int space_of(const AVFrame& frame, std::optional<int> source) {
  switch (number_of(frame.colorspace)) {
    case AVCOL_SPC_BT709: return SWS_CS_ITU709;
    case AVCOL_SPC_FCC: return SWS_CS_FCC;
    case AVCOL_SPC_SMPTE240M: return SWS_CS_SMPTE240M;
    case AVCOL_SPC_BT2020_NCL:
    case AVCOL_SPC_BT2020_CL: return SWS_CS_BT2020;
    case AVCOL_SPC_BT470BG:
    case AVCOL_SPC_SMPTE170M: return SWS_CS_ITU601;
    default: return source.value_or(usual_space(frame));
  }
}

/// Whether 0 ... 255 stand for black to white. Where nothing says so they do in formats whose name implies it, and in grey.
bool is_full_range(const AVFrame& frame, const Untagged& untagged) {
  const int said = number_of(frame.color_range);
  if (said == AVCOL_RANGE_JPEG || said == AVCOL_RANGE_MPEG) return said == AVCOL_RANGE_JPEG;
  if (untagged.full) return *untagged.full;
  const char* const name = av_get_pix_fmt_name(static_cast<AVPixelFormat>(frame.format));
  const std::string_view pixels = name ? name : "";
  return pixels.starts_with("yuvj") || pixels.starts_with("gray") || pixels.starts_with("ya");
}

/// Bits of a number of a format that is grey alone, in two bytes, the lower one first; 0: another format.
int grey_bits(int format) {
  switch (format) {
    case AV_PIX_FMT_GRAY9LE: return 9;
    case AV_PIX_FMT_GRAY10LE: return 10;
    case AV_PIX_FMT_GRAY12LE: return 12;
    case AV_PIX_FMT_GRAY14LE: return 14;
    case AV_PIX_FMT_GRAY16LE: return 16;
    default: return 0;
  }
}

/// What swscale makes of white in 16 bits: all of them only where the source is RGB. Of YUV in narrow range it is that of 8
/// bits, in full range the bits of the source with zeros behind them.
std::uint32_t white_of(int format, bool full_range) {
  const AVPixFmtDescriptor* const pixels = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(format));
  if (!pixels || pixels->flags & AV_PIX_FMT_FLAG_RGB) return 65535;
  const int bits = full_range ? std::clamp(pixels->comp[0].depth, 8, 16) : 8;
  return 65535U >> (16 - bits) << (16 - bits);
}

}  // namespace

std::optional<Orientation> read_turn(const std::int32_t* m) {
  // a stored point (x, y) is shown at (a x + c y, b x + d y)
  const std::int32_t a = m[0], b = m[1], c = m[3], d = m[4];
  constexpr std::int32_t k_one = 1 << 16;
  const auto unit = [](std::int32_t v) { return v == k_one || v == -k_one; };
  if (unit(a) && unit(d) && b == 0 && c == 0) return Orientation{false, a < 0, d < 0};
  if (unit(b) && unit(c) && a == 0 && d == 0) return Orientation{true, b < 0, c < 0};
  return {};
}

int lost_depth(const AVCodecParameters& stream) {
  int bits = stream.bits_per_raw_sample;  // of what lies in wider words
  const AVPixFmtDescriptor* const pixels = av_pix_fmt_desc_get(static_cast<AVPixelFormat>(stream.format));
  if (bits <= 0 && pixels)
    for (const AVComponentDescriptor& channel : pixels->comp) bits = std::max(bits, channel.depth);
  return bits > 8 ? bits : 0;
}

bool ToRgba::prepare(const Job& job, std::string& why) {
  if (scaler_ && job == job_) return true;
  scaler_.reset(sws_getContext(job.from.width, job.from.height, static_cast<AVPixelFormat>(job.format), job.to.width,
                               job.to.height, tone_ ? AV_PIX_FMT_RGBA64 : AV_PIX_FMT_RGBA, SWS_BILINEAR, nullptr, nullptr,
                               nullptr));
  const char* name = av_get_pix_fmt_name(static_cast<AVPixelFormat>(job.format));
  if (!scaler_) {
    why = fmt::format("pictures of {}x{} in the format {} are not supported: they cannot be converted", job.from.width,
                      job.from.height, name ? name : "without name");
    return false;
  }
  const int* yuv = sws_getCoefficients(job.space);
  constexpr int k_one = 1 << 16;
  sws_setColorspaceDetails(scaler_.get(), yuv, job.full_range, yuv, 1, 0, k_one, k_one);  // RGB has no such thing: not an error
  const std::uint32_t white = white_of(job.format, job.full_range);
  to_white_ = ((65535 - white) * 65536 + white / 2) / white;
  job_ = job;
  return true;
}

void ToRgba::lay(const std::uint8_t* rows, std::size_t stride, Extent stored, std::uint32_t* to) const {
  const auto width = static_cast<std::size_t>(stored.width), height = static_cast<std::size_t>(stored.height);
  if (!turn_.exchange && !turn_.flip_x) {
    for (std::size_t y = 0; y < height; ++y)
      std::memcpy(to + y * width, rows + (turn_.flip_y ? height - 1 - y : y) * stride, width * sizeof(std::uint32_t));
    return;
  }
  constexpr std::size_t k_tile = 16;  // because: one side of an exchange walks down columns
  for (std::size_t top = 0; top < height; top += k_tile)
    for (std::size_t left = 0; left < width; left += k_tile)
      for (std::size_t y = top; y < std::min(top + k_tile, height); ++y)
        for (std::size_t x = left; x < std::min(left + k_tile, width); ++x) {
          const std::size_t shown_x = turn_.flip_x ? width - 1 - x : x, shown_y = turn_.flip_y ? height - 1 - y : y;
          std::uint32_t word;
          std::memcpy(&word, rows + y * stride + x * sizeof word, sizeof word);
          to[turn_.exchange ? shown_x * height + shown_y : shown_y * width + shown_x] = word;
        }
}

std::uint8_t* ToRgba::Buffer::of(std::size_t wanted) {
  if (bytes != wanted) block = heap_block(wanted);
  bytes = wanted;
  return reinterpret_cast<std::uint8_t*>(block.get());
}

bool ToRgba::scale(const Planes& from, Extent stored, std::uint8_t* to, std::size_t stride) {
  const auto scaled = [&](std::uint8_t* rows, std::size_t bytes) {
    std::uint8_t* const into[4] = {rows};
    const int into_stride[4] = {static_cast<int>(bytes)};
    return sws_scale(scaler_.get(), from.rows.data(), from.strides.data(), 0, from.height, into, into_stride) > 0;
  };
  if (!tone_) return scaled(to, stride);
  const auto width = static_cast<std::size_t>(stored.width), height = static_cast<std::size_t>(stored.height);
  const std::size_t deep_stride = aligned(width * 4 * sizeof(std::uint16_t));
  std::uint8_t* const deep = deep_rows_.of(deep_stride * height + k_alignment);
  if (!scaled(deep, deep_stride)) return false;
  constexpr std::size_t k_band = 32;
  std::atomic<std::size_t> next = 0;
  together(host_threads(), [&](int) {
    for (std::size_t first = next.fetch_add(k_band); first < height; first = next.fetch_add(k_band))
      for (std::size_t y = first; y < std::min(first + k_band, height); ++y) {
        const std::span codes(reinterpret_cast<std::uint16_t*>(deep + y * deep_stride), 4 * width);
        for (std::uint16_t& code : codes)
          code = static_cast<std::uint16_t>(std::min(code + (code * to_white_ >> 16), std::uint32_t{65535}));
        tone_->map(codes.data(), {reinterpret_cast<std::uint32_t*>(to + y * stride), width});
      }
  });
  return true;
}

std::optional<SourceFrame> ToRgba::convert(const AVFrame& frame, std::string& why) {
  const Extent stored{frame.width, frame.height};
  Planes planes;
  for (std::size_t i = 0; i < planes.rows.size(); ++i) {
    planes.rows[i] = frame.data[i];
    planes.strides[i] = frame.linesize[i];
  }
  // Only one of two fields is shown, stretched to full height: the other was taken at another time.
  Extent from = stored;
  if (is_interlaced(frame) && stored.height > 1) {
    const bool whole_fields = stored.height % 4 == 0;  // then a lower field has as many rows of colour as of light
    const bool top = top_field_first(frame) || !whole_fields;
    from.height = top ? (stored.height + 1) / 2 : stored.height / 2;
    for (std::size_t i = 0; i < planes.rows.size(); ++i) {
      if (planes.rows[i] && planes.strides[i] && !top) planes.rows[i] += planes.strides[i];
      planes.strides[i] *= 2;
    }
  }
  planes.height = from.height;
  const Job job{.from = from,
                .to = stored,
                .format = frame.format,
                .space = space_of(frame, untagged_.space),
                .full_range = is_full_range(frame, untagged_)};
  const int deep_grey = job.full_range && from == stored && !tone_ ? grey_bits(frame.format) : 0;
  if (deep_grey) {  // because: swscale is off by one here and there, and keeps no values
    const Samples samples = deep_greys_of(stored, deep_grey, frame.data[0], frame.linesize[0]);
    return frame_with_greys(std::make_shared<const Samples>(transformed(samples, {.crop = {}, .orientation = turn_})),
                            context_);
  }
  if (!prepare(job, why)) return {};

  SourceFrame made{.extent = turn_.of(stored), .rgba = context_.blocks(stored.area() * sizeof(std::uint32_t))};
  const std::size_t row = static_cast<std::size_t>(stored.width) * sizeof(std::uint32_t);
  const std::size_t stride = aligned(row);
  const bool straight = turn_.none() && stride == row;
  std::uint8_t* const to = straight ? reinterpret_cast<std::uint8_t*>(made.rgba.get())
                                    : rows_.of(stride * static_cast<std::size_t>(stored.height) + k_alignment);
  if (!scale(planes, stored, to, stride)) {
    why = "a picture cannot be converted to RGBA";
    return {};
  }
  if (!straight) lay(to, stride, stored, made.words().data());
  return made;
}

}  // namespace satscope::app::ffmpeg
