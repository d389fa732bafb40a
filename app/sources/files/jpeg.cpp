// SPDX-License-Identifier: Apache-2.0
// JPEG by libjpeg, whichever way it is coded. What libjpeg would make up for missing data (it warns, and goes on with grey) is
// refused: a picture that is not whole is broken.
// clang-format off
#include <cstdio>
#include <jpeglib.h>
#include <jerror.h>
// clang-format on
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <memory>

#include "app/sources/pixels.h"
#include "kernels/slices.h"

namespace satscope::app {
namespace {

constexpr int k_most_scans = 500;  ///< a picture needs a dozen; a few bytes can ask for thousands of them

/// One decoding. Jumps back from libjpeg on errors, so between `setjmp` and the calls there is nothing to destroy.
struct Decoder {
  jpeg_decompress_struct its = {};
  jpeg_error_mgr errors = {};
  jpeg_source_mgr source = {};
  jpeg_progress_mgr progress = {};
  std::jmp_buf back = {};
  std::array<char, JMSG_LENGTH_MAX> fatal = {};
  const char* damage = nullptr;                ///< the first sign that data are missing or wrong
  bool past_the_end = false;                   ///< it asked for more than there is
  std::array<bool, MAX_COMPONENTS> seen = {};  ///< components of the scans so far

  explicit Decoder(std::span<const std::byte> bytes) {
    its.err = jpeg_std_error(&errors);
    its.client_data = this;
    errors.error_exit = [](j_common_ptr info) {
      Decoder& self = of(info);
      info->err->format_message(info, self.fatal.data());
      std::longjmp(self.back, 1);
    };
    errors.emit_message = [](j_common_ptr info, int level) {
      if (level < 0) of(info).warn(info->err->msg_code);
    };
    errors.output_message = [](j_common_ptr) {};
    source.next_input_byte = reinterpret_cast<const JOCTET*>(bytes.data());
    source.bytes_in_buffer = bytes.size();
    source.init_source = [](j_decompress_ptr) {};
    source.term_source = [](j_decompress_ptr) {};
    source.resync_to_restart = jpeg_resync_to_restart;
    source.fill_input_buffer = [](j_decompress_ptr info) -> boolean {
      static constexpr std::array<JOCTET, 2> k_end{0xFF, JPEG_EOI};
      of(info).past_the_end = true;
      info->src->next_input_byte = k_end.data();
      info->src->bytes_in_buffer = k_end.size();
      return TRUE;
    };
    source.skip_input_data = [](j_decompress_ptr info, long count) {
      while (count > static_cast<long>(info->src->bytes_in_buffer)) {
        count -= static_cast<long>(info->src->bytes_in_buffer);
        info->src->fill_input_buffer(info);
        if (of(info).past_the_end) return;
      }
      info->src->next_input_byte += count;
      info->src->bytes_in_buffer -= static_cast<std::size_t>(count);
    };
    progress.progress_monitor = [](j_common_ptr info) { of(info).note_scan(); };
  }
  ~Decoder() { jpeg_destroy_decompress(&its); }
  Decoder(const Decoder&) = delete;

  template <class Info>
  static Decoder& of(Info info) {
    return *static_cast<Decoder*>(info->client_data);
  }

  void warn(int code) {
    if (damage) return;
    switch (code) {
      case JWRN_HIT_MARKER: damage = "it ends early, or a part of its pixels is missing"; break;
      case JWRN_MUST_RESYNC: damage = "a part of its pixels is missing between two restart marks"; break;
      case JWRN_HUFF_BAD_CODE: damage = "it has a code that its Huffman tables do not have"; break;
      case JWRN_ARITH_BAD_CODE: damage = "its arithmetic code is wrong"; break;
      default: break;  // of bytes between parts, and of headers: nothing is lost
    }
  }
  void note_scan() {
    for (int i = 0; i < its.comps_in_scan; ++i) seen[static_cast<std::size_t>(its.cur_comp_info[i]->component_index)] = true;
    if (its.input_scan_number <= k_most_scans) return;
    std::snprintf(fatal.data(), fatal.size(), "it has more than %d scans", k_most_scans);
    std::longjmp(back, 1);
  }

  bool read_header() {
    if (setjmp(back)) return false;
    jpeg_create_decompress(&its);
    its.src = &source;
    its.progress = &progress;
    its.client_data = this;
    jpeg_read_header(&its, TRUE);
    its.out_color_space = its.num_components == 1 ? JCS_GRAYSCALE : its.num_components == 3 ? JCS_RGB : JCS_CMYK;
    return true;
  }
  /// Rows of num_components bytes per pixel.
  bool read_rows(JSAMPLE* to) {
    if (setjmp(back)) return false;
    jpeg_start_decompress(&its);
    const std::size_t row = std::size_t{its.output_width} * static_cast<std::size_t>(its.output_components);
    while (its.output_scanline < its.output_height) {
      JSAMPROW at = to + its.output_scanline * row;
      jpeg_read_scanlines(&its, &at, 1);
      give_way();
    }
    return true;
  }
  /// Whether an end mark follows.
  bool ends() {
    if (setjmp(back)) return false;
    jpeg_finish_decompress(&its);
    return !past_the_end;
  }
  /// Whether a part of the numbers is in no scan, where there are several scans.
  bool lacks_a_scan() {
    if (!jpeg_has_multiple_scans(&its)) return false;
    for (int i = 0; i < its.num_components; ++i) {
      if (!seen[static_cast<std::size_t>(i)]) return true;
      // a progressive one has its numbers bit by bit; 0 is the last bit
      if (its.progressive_mode && its.coef_bits && std::ranges::any_of(its.coef_bits[i], [](int bit) { return bit != 0; }))
        return true;
    }
    return false;
  }
};

/// The picture, and whether its data ended with an end mark.
struct Decoded {
  Extent extent;
  int channels = 0;
  std::vector<JSAMPLE> pixels;
  bool has_end_mark = true, is_ink = false;
};

Decoded decode(const FileBytes& file, std::span<const std::byte> bytes) {
  const auto broken = [&](std::string_view why) {
    return InputError(fmt::format("'{}' is a broken JPEG: {}", file.name, why));
  };
  Decoder decoder(bytes);
  const auto said = [&] { return std::string_view(decoder.fatal.data()); };
  if (!decoder.read_header()) throw broken(decoder.past_the_end ? "it ends early" : said());
  const jpeg_decompress_struct& its = decoder.its;
  Decoded decoded{.extent = {static_cast<int>(its.image_width), static_cast<int>(its.image_height)},
                  .channels = its.num_components,
                  .pixels = {}};
  if (decoded.channels != 1 && decoded.channels != 3 && decoded.channels != 4)
    throw broken(fmt::format("it has {} components; 1, 3 and 4 are supported", decoded.channels));
  const double pixels = 1.0 * decoded.extent.width * decoded.extent.height;
  constexpr double k_most_pixels_per_byte = 8 * 64;  // one bit for a block of 64
  if (pixels > k_most_pixels_per_byte * static_cast<double>(file.bytes.size()))
    throw broken(fmt::format("it ends early: {}x{} pixels do not fit into {} bytes", decoded.extent.width,
                             decoded.extent.height, file.bytes.size()));
  require_memory(file.name, decoded.extent, 2.5 * 4 * pixels, file.after);
  decoded.pixels.resize(decoded.extent.area() * static_cast<std::size_t>(decoded.channels));
  const bool whole = decoder.read_rows(decoded.pixels.data());
  const bool cut = decoder.past_the_end;
  if (decoder.damage) throw broken(cut ? "it ends early" : decoder.damage);
  if (!whole) throw broken(said());
  if (decoder.lacks_a_scan()) throw broken("it ends early: one of its scans is missing");
  decoded.is_ink = decoded.channels == 4 && !its.saw_Adobe_marker;
  decoded.has_end_mark = decoder.ends();
  return decoded;
}

/// Ink to light. Adobe's programs, which make nearly all of these, store the paper that is left instead of the ink.
void cmyk_to_rgb(std::vector<JSAMPLE>& pixels, bool ink) {
  for (std::size_t i = 0; i + 3 < pixels.size(); i += 4) {
    const auto paper = [&](std::size_t channel) { return ink ? 255U - pixels[i + channel] : 0U + pixels[i + channel]; };
    const unsigned black = paper(3);
    for (std::size_t channel = 0; channel < 3; ++channel)
      pixels[i + channel] = static_cast<JSAMPLE>((paper(channel) * black + 127) / 255);
  }
}

}  // namespace

bool is_jpeg(const FileBytes& file) { return file.starts_with("\xff\xd8\xff"); }

Loaded load_jpeg(const FileBytes& file) {
  if (!is_jpeg(file)) return {};
  Decoded decoded = decode(file, file.bytes);
  // Some cameras write something else behind the pixels instead of the end mark. Then the pixels are whole without the last
  // two bytes too; of a file that was cut off they are not.
  if (!decoded.has_end_mark) decode(file, file.bytes.first(file.bytes.size() - 2));
  if (decoded.channels == 4) cmyk_to_rgb(decoded.pixels, decoded.is_ink);
  return samples_of(file.name, decoded.extent, decoded.pixels.data(), decoded.channels);
}

}  // namespace satscope::app
