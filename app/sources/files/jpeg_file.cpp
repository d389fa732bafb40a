// SPDX-License-Identifier: Apache-2.0
// clang-format off
#include <cstdio>
#include <jpeglib.h>
// clang-format on
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdlib>
#include <memory>
#include <vector>

#include "app/core/files/atomic_file.h"
#include "app/sources/files/jpeg_file.h"
#include "app/sources/files/png_file.h"

namespace satscope::app {
namespace {

constexpr int k_quality = 95;

/// One encoding. Jumps back from libjpeg on errors, so between `setjmp` and the calls there is nothing to destroy.
struct Encoder {
  jpeg_compress_struct its = {};
  jpeg_error_mgr errors = {};
  std::jmp_buf back = {};
  std::array<char, JMSG_LENGTH_MAX> fatal = {};
  unsigned char* bytes = nullptr;
  unsigned long size = 0;

  Encoder() {
    its.err = jpeg_std_error(&errors);
    its.client_data = this;
    errors.error_exit = [](j_common_ptr info) {
      auto& self = *static_cast<Encoder*>(info->client_data);
      info->err->format_message(info, self.fatal.data());
      std::longjmp(self.back, 1);
    };
    errors.output_message = [](j_common_ptr) {};
  }
  ~Encoder() {
    jpeg_destroy_compress(&its);
    std::free(bytes);
  }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  /// False: `fatal` says why not. row: for one row of samples.
  bool run(Extent extent, std::span<const std::uint32_t> rgba, int channels, std::span<JSAMPLE> row) {
    if (setjmp(back) != 0) return false;
    jpeg_create_compress(&its);
    jpeg_mem_dest(&its, &bytes, &size);
    its.image_width = static_cast<JDIMENSION>(extent.width);
    its.image_height = static_cast<JDIMENSION>(extent.height);
    its.input_components = channels;
    its.in_color_space = channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&its);
    jpeg_set_quality(&its, k_quality, TRUE);
    its.comp_info[0].h_samp_factor = its.comp_info[0].v_samp_factor = 1;
    jpeg_start_compress(&its, TRUE);
    const std::uint32_t* word = rgba.data();
    while (its.next_scanline < its.image_height) {
      JSAMPLE* sample = row.data();
      for (int x = 0; x < extent.width; ++x, ++word)
        for (int c = 0; c < channels; ++c) *sample++ = static_cast<JSAMPLE>(*word >> (8 * c));
      JSAMPLE* rows[]{row.data()};
      jpeg_write_scanlines(&its, rows, 1);
    }
    jpeg_finish_compress(&its);
    return true;
  }
};

bool is_jpeg_name(const std::string& name) { return ending_of(name) == ".jpg" || ending_of(name) == ".jpeg"; }

}  // namespace

std::string encode_jpeg(Extent extent, std::span<const std::uint32_t> rgba) {
  if (std::max(extent.width, extent.height) > JPEG_MAX_DIMENSION)
    throw WriteError(fmt::format("a JPEG has at most {} pixels a side, not {}x{}: write a .png", JPEG_MAX_DIMENSION,
                                 extent.width, extent.height));
  const bool grey = std::ranges::all_of(
      rgba, [](std::uint32_t word) { return (word & 0xFF) == (word >> 8 & 0xFF) && (word & 0xFF) == (word >> 16 & 0xFF); });
  const int channels = grey ? 1 : 3;
  std::vector<JSAMPLE> row(static_cast<std::size_t>(extent.width) * static_cast<std::size_t>(channels));
  const auto encoder = std::make_unique<Encoder>();
  if (!encoder->run(extent, rgba, channels, row))
    throw WriteError(fmt::format("no JPEG can be made: {}", encoder->fatal.data()));
  return {reinterpret_cast<const char*>(encoder->bytes), encoder->size};
}

bool is_picture_name(const std::string& name) { return ending_of(name) == ".png" || is_jpeg_name(name); }

std::string picture_endings() { return ".png, .jpg, .jpeg"; }

std::string encode_picture(const std::string& name, Extent extent, std::span<const std::uint32_t> rgba) {
  return is_jpeg_name(name) ? encode_jpeg(extent, rgba) : encode_png(extent, rgba, true);
}

std::string picture_format(const std::string& name) { return is_jpeg_name(name) ? "JPEG" : "PNG"; }

}  // namespace satscope::app
