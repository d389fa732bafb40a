// SPDX-License-Identifier: Apache-2.0
// The many other formats of pictures, by OpenImageIO, which has each at its own depth; and by FFmpeg, where that knows one that
// OpenImageIO does not (JPEG XL), or is there alone. Both are optional.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/sources/files/orientation.h"
#include "app/sources/files/still_decoder.h"
#include "app/sources/openimageio/module.h"
#include "app/sources/pixels.h"
#include "app/sources/tone_map.h"
#include "kernels/module.h"

namespace satscope::app {
namespace {

using Text = std::string_view;

bool begins(const FileBytes& file, std::initializer_list<Text> magics) {
  return std::ranges::any_of(magics, [&](Text magic) { return file.starts_with(magic); });
}
/// A file of the kind of MP4, whose first part names its brand.
bool has_brand(const FileBytes& file, std::initializer_list<Text> brands) {
  return file.text().size() >= 12 && file.text().substr(4, 4) == "ftyp" &&
         std::ranges::count(brands, file.text().substr(8, 4)) > 0;
}

constexpr Text k_webp = "webp", k_heif = "heif";

struct Format {
  Text name;
  Text reader;  ///< OpenImageIO's name of it; empty: it has none
  bool (*claims)(const FileBytes&);
};
constexpr std::array k_other_formats{
    Format{"TIFF", "tiff",
           [](const FileBytes& file) {
             return begins(file, {Text("II*\0", 4), Text("MM\0*", 4), Text("II+\0", 4), Text("MM\0+", 4)});
           }},
    Format{"WebP", k_webp,
           [](const FileBytes& file) { return file.starts_with("RIFF") && file.text().substr(0, 12).ends_with("WEBP"); }},
    Format{"GIF", "gif",
           [](const FileBytes& file) {
             return begins(file, {"GIF87a", "GIF89a"});
           }},
    Format{"BMP", "bmp",
           [](const FileBytes& file) {
             return file.starts_with("BM") && file.text().substr(0, 10).ends_with(Text("\0\0\0\0", 4));
           }},
    Format{"EXR", "openexr", [](const FileBytes& file) { return file.starts_with("\x76\x2f\x31\x01"); }},
    Format{"HDR", "hdr",
           [](const FileBytes& file) {
             return begins(file, {"#?RADIANCE", "#?RGBE"});
           }},
    Format{"PFM", "pnm",
           [](const FileBytes& file) {
             return begins(file, {"Pf\n", "PF\n", "Pf ", "PF "});
           }},
    Format{"AVIF", k_heif, [](const FileBytes& file) { return has_brand(file, {"avif"}); }},
    Format{"HEIC", k_heif,
           [](const FileBytes& file) {
             return has_brand(file, {"heic", "heix", "heim", "heis", "mif1"});
           }},
    Format{"JPEG XL",
           {},
           [](const FileBytes& file) {
             return begins(file, {"\xff\x0a", Text("\0\0\0\x0cJXL \r\n\x87\n", 12)});
           }},
};

const Format* other_format_of(const FileBytes& file) {
  const auto* found = std::ranges::find_if(k_other_formats, [&](const Format& format) { return format.claims(file); });
  return found == k_other_formats.end() ? nullptr : found;
}

// ---------------------------------------------------------------- OpenImageIO

using Read = decltype(&satscope_read_picture);

struct OpenImageIo {
  Read read = nullptr;
  std::string why_not;
};

OpenImageIo load_openimageio() {
#ifdef SATSCOPE_OPENIMAGEIO_MODULE
  const Module module = satscope::load_module(SATSCOPE_OPENIMAGEIO_MODULE, "satscope_read_picture");
  if (module.function) return {reinterpret_cast<Read>(module.function), {}};
  return {nullptr, fmt::format("OpenImageIO, of the package libopenimageio-dev, cannot be loaded ({})",
                               module.why_not.empty() ? "its module is missing" : module.why_not)};
#else
  return {nullptr,
          "this satscope was built without OpenImageIO; install libopenimageio-dev and build satscope on this machine"};
#endif
}

const OpenImageIo& openimageio() {
  static const OpenImageIo loaded = load_openimageio();
  return loaded;
}

}  // namespace

std::string why_no_openimageio() { return openimageio().why_not; }

namespace {

/// Room for the numbers of a picture, made when its size is known.
struct Room {
  const FileBytes& file;
  Extent extent = {};
  int channels = 0;
  std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<double>> numbers = {};
  std::string refusal = {};

  void* make(char type) {
    const std::size_t count = extent.area() * static_cast<std::size_t>(channels);
    const auto made = [&]<class T>(std::vector<T> list) -> void* {
      list.resize(count);
      return std::get<std::vector<T>>(numbers = std::move(list)).data();
    };
    return type == 'b'   ? made(std::vector<std::uint8_t>())
           : type == 'w' ? made(std::vector<std::uint16_t>())
                         : made(std::vector<double>());
  }
  static void* begin(void* self, int width, int height, int channels, char type) {
    Room& room = *static_cast<Room*>(self);
    room.extent = {width, height};
    room.channels = channels;
    try {
      const double each = type == 'b' ? 1 : type == 'w' ? 2 : 12;
      require_memory(room.file.name, room.extent, 2.5 * each * width * height * std::max(channels, 4), room.file.after);
      return room.make(type);
    } catch (const std::exception& error) {
      room.refusal = error.what();
      return nullptr;
    }
  }
};

/// What floats show as white, after they were looked at.
void judge_floats(Samples& samples, const std::string& name) {
  const auto* values = std::get_if<std::vector<double>>(&samples.values);
  if (!values) return;
  const auto width = static_cast<std::size_t>(samples.extent.width);
  const auto odd = std::ranges::find_if_not(*values, [](double value) { return std::isfinite(value); });
  if (odd != values->end()) {
    const auto at = static_cast<std::size_t>(odd - values->begin());
    throw InputError(fmt::format("'{}' has no number at x = {}, y = {} but {}; every pixel must be a finite number", name,
                                 at % width, at / width, *odd));
  }
  const auto [least, most] = std::ranges::minmax(*values);
  if (least >= 0 && most <= 1) samples.white = 1;
  if (!samples.colours.empty() && (least < 0 || most > 1))
    samples.notes.emplace_back("colours are shown from 0 to 1; values outside count as they are");
}

Loaded load_by_openimageio(const FileBytes& file, const Format& format, std::string& why_not) {
  if (!openimageio().read) {
    why_not = openimageio().why_not;
    return {};
  }
  Room room{.file = file};
  SatscopeReader reader{.user = &room, .begin = &Room::begin, .more = false, .unknown = false};
  const char* error = openimageio().read(format.reader.data(), file.bytes.data(), file.bytes.size(), &reader);
  if (!room.refusal.empty()) throw InputError(room.refusal);
  if (error && reader.unknown) {
    why_not = fmt::format("this OpenImageIO has no reader for it");
    return {};
  }
  if (error && room.channels == 0) {  // another library may know this variant
    why_not = error;
    return {};
  }
  if (error) throw InputError(fmt::format("'{}' is a broken {}: {}", file.name, format.name, error));
  Samples samples = std::visit(
      [&](const auto& numbers) { return samples_of(file.name, room.extent, numbers.data(), room.channels); }, room.numbers);
  judge_floats(samples, file.name);
  if (format.reader == k_webp && room.channels == 4) {
    // because: of this format alone OpenImageIO gives colours multiplied by alpha, whatever it is asked for
    std::string ignored;
    if (Loaded stored = load_by_ffmpeg(file, ignored)) return stored;
    samples.notes.emplace_back("its colours are those over black");
  }
  if (reader.more) samples.notes.emplace_back("it has several pictures; this is the first");
  return samples;
}

/// The bits of a channel that a file of the kind of MP4 names, in its part `pixi`; 8 where it names none.
int bits_in_pixi(const FileBytes& file) {
  const std::size_t at = file.text().find("pixi");  // then 4 bytes of version, the number of channels, bits of each
  return at == Text::npos || at + 9 >= file.bytes.size() ? 8 : static_cast<int>(file.bytes[at + 9]);
}

/// The curve of an HDR picture in such a file. Its part `colr` of the type nclx has colours, curve and matrix by their codes of
/// ISO/IEC 23091-2, two bytes each.
std::optional<HdrCurve> hdr_in_colr(const FileBytes& file) {
  const std::size_t at = file.text().find("colrnclx");
  if (at == Text::npos || at + 12 > file.bytes.size()) return {};
  const int curve = std::to_integer<int>(file.bytes[at + 10]) << 8 | std::to_integer<int>(file.bytes[at + 11]);
  if (curve == 16) return HdrCurve::pq;
  return curve == 18 ? std::optional(HdrCurve::hlg) : std::nullopt;
}

Samples with_hdr_note(Samples samples, const FileBytes& file, const Format& format) {
  if (format.reader == k_heif)
    if (const auto curve = hdr_in_colr(file)) samples.notes.push_back(hdr_note(*curve));
  return samples;
}

}  // namespace

bool is_other(const FileBytes& file) { return other_format_of(file) != nullptr; }

Loaded load_other(const FileBytes& file) {
  const Format* const format = other_format_of(file);
  if (!format) return {};
  std::string why_not = "OpenImageIO has no reader for it", why_not_ffmpeg;
  constexpr unsigned k_bits = 258;
  const bool one_bit = format->name == "TIFF" && file.text()[2] != '+' && !short_in_tiff(file.text(), k_bits);
  if (one_bit) why_not = "it does not say how many bits its pixels have, which OpenImageIO takes for 8";  // they have 1
  if (!format->reader.empty() && !one_bit)
    if (Loaded loaded = load_by_openimageio(file, *format, why_not)) {
      if (const int bits = bits_in_pixi(file); format->reader == k_heif && bits > 8) note_reduced(*loaded, bits);
      return with_hdr_note(std::move(*loaded), file, *format);
    }
  if (Loaded loaded = load_by_ffmpeg(file, why_not_ffmpeg)) {
    judge_floats(*loaded, file.name);
    return with_hdr_note(std::move(*loaded), file, *format);
  }
  throw InputError(
      fmt::format("'{}' is a {} that cannot be read: {}; and by FFmpeg: {}", file.name, format->name, why_not, why_not_ffmpeg));
}

}  // namespace satscope::app
