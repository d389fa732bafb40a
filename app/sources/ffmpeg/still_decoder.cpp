// SPDX-License-Identifier: Apache-2.0
#include "app/sources/files/still_decoder.h"

#include <fmt/format.h>

#include <optional>

#include "app/sources/ffmpeg/stream_reader.h"
#include "app/sources/ffmpeg/to_rgba.h"
#include "app/sources/pixels.h"

namespace satscope::app {
namespace {

using namespace ffmpeg;

/// Pixels that lie as samples_of takes them, row by row.
template <class T>
Samples from_rows(const FileBytes& file, const AVFrame& frame, int channels) {
  const Extent extent{frame.width, frame.height};
  const std::size_t row = static_cast<std::size_t>(extent.width * channels);
  std::vector<T> pixels(row * static_cast<std::size_t>(extent.height));
  for (int y = 0; y < extent.height; ++y) {
    const auto* from = reinterpret_cast<const T*>(frame.data[0] + std::ptrdiff_t{y} * frame.linesize[0]);
    std::copy(from, from + row, pixels.begin() + static_cast<std::ptrdiff_t>(y) * static_cast<std::ptrdiff_t>(row));
  }
  return samples_of(file.name, extent, pixels.data(), channels);
}

/// Floats in a plane for each of G, B and R; without colour in one.
Samples from_planes(const FileBytes& file, const AVFrame& frame, bool colour) {
  const Extent extent{frame.width, frame.height};
  std::vector<double> pixels;
  for (int y = 0; y < extent.height; ++y)
    for (int x = 0; x < extent.width; ++x)
      for (const int plane : {2, 0, 1}) {
        if (!colour && plane) continue;
        pixels.push_back(reinterpret_cast<const float*>(frame.data[plane] + std::ptrdiff_t{y} * frame.linesize[plane])[x]);
      }
  return samples_of(file.name, extent, pixels.data(), colour ? 3 : 1);
}

/// As they are, or nothing if they lie otherwise.
Loaded exact(const FileBytes& file, const AVFrame& frame) {
  switch (frame.format) {
    case AV_PIX_FMT_GRAY8: return from_rows<std::uint8_t>(file, frame, 1);
    case AV_PIX_FMT_YA8: return from_rows<std::uint8_t>(file, frame, 2);
    case AV_PIX_FMT_RGB24: return from_rows<std::uint8_t>(file, frame, 3);
    case AV_PIX_FMT_RGBA: return from_rows<std::uint8_t>(file, frame, 4);
    case AV_PIX_FMT_GRAY16: return from_rows<std::uint16_t>(file, frame, 1);
    case AV_PIX_FMT_YA16: return from_rows<std::uint16_t>(file, frame, 2);
    case AV_PIX_FMT_RGB48: return from_rows<std::uint16_t>(file, frame, 3);
    case AV_PIX_FMT_RGBA64: return from_rows<std::uint16_t>(file, frame, 4);
    case AV_PIX_FMT_GRAYF32: return from_planes(file, frame, false);
    case AV_PIX_FMT_GBRPF32:
    case AV_PIX_FMT_GBRAPF32: return from_planes(file, frame, true);
    default: return {};
  }
}

}  // namespace

Loaded load_by_ffmpeg(const FileBytes& file, std::string& why_not) {
  why_not = ffmpeg::absence();
  if (!why_not.empty()) return {};
  const Place place{.name = file.name, .url = {}, .bytes = file.bytes};
  OpenContext context;
  context.bytes_after = file.after;
  Options options;
  StreamReader reader;
  const Frame frame = new_frame();
  if (reader.open(place, context, options) != Answer::frame || reader.next(*frame) != StreamReader::Got::frame) {
    why_not = reader.why().empty() ? "it has no picture that can be decoded" : reader.why();
    return {};
  }
  if (Loaded loaded = exact(file, *frame)) return loaded;
  ToRgba to_rgba(OpenContext{}, {});
  const std::optional<SourceFrame> made = to_rgba.convert(*frame, why_not);
  if (!made) return {};
  Samples samples = samples_of(file.name, made->extent, reinterpret_cast<const std::uint8_t*>(made->rgba.get()), 4);
  if (const int bits = lost_depth(*reader.stream().codecpar)) note_reduced(samples, bits);
  return samples;
}

}  // namespace satscope::app
