// SPDX-License-Identifier: Apache-2.0
// PGM and PPM, plain (P2, P3) and raw (P5, P6), with any maxval up to 65535. Numbers are read as written, not scaled to a full
// range: a table sums what the file says.
#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <limits>
#include <optional>

#include "app/sources/loaders.h"
#include "kernels/plural.h"
#include "kernels/slices.h"

namespace satscope::app {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

/// Reads the numbers of a header or a plain body, separated by blanks and comments (# to the end of the line).
class Numbers {
 public:
  Numbers(const FileBytes& file, std::size_t at) : file_(file), text_(file.text()), at_(at) {}

  InputError broken(std::string_view why) const {
    return InputError(fmt::format("'{}' is a broken PGM or PPM: {}", file_.name, why));
  }

  unsigned next(std::string_view what) {
    while (at_ < text_.size() && (is_blank(text_[at_]) || text_[at_] == '#'))
      at_ = text_[at_] == '#' ? std::min(text_.find_first_of("\r\n", at_), text_.size()) : at_ + 1;
    if (at_ == text_.size()) throw broken(fmt::format("it ends before {}", what));
    unsigned number = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
    if (error != std::errc() || number > 0x7FFFFFFF)
      throw broken(fmt::format("{} is not a whole number from 0 to 2147483647", what));
    at_ = static_cast<std::size_t>(end - text_.data());
    if (at_ < text_.size() && !is_blank(text_[at_]) && text_[at_] != '#')
      throw broken(fmt::format("{} is not a whole number", what));
    return number;
  }

  /// The start of a raw body: after the one blank that ends the header.
  std::size_t body() const {
    if (at_ == text_.size()) throw broken("it ends before its pixels");
    return at_ + 1;
  }

 private:
  const FileBytes& file_;
  std::string_view text_;
  std::size_t at_;
};

struct Header {
  Extent extent;
  unsigned maxval;
  bool plain, colour;
};

template <class T>
Samples read_pixels(const FileBytes& file, const Header& header, Numbers& numbers) {
  const std::size_t channels = header.colour ? 3 : 1;
  const std::size_t count = header.extent.area() * channels;
  std::span<const std::byte> raw;
  if (!header.plain) {
    raw = file.bytes.subspan(numbers.body());
    if (raw.size() < count * sizeof(T))
      throw numbers.broken(fmt::format("it ends early: {} of {} bytes of pixels", raw.size(), count * sizeof(T)));
  } else if (file.bytes.size() < 2 * count - 1) {
    // at least a digit and a blank each; checked before memory is allocated
    throw numbers.broken(
        fmt::format("it ends early: {} cannot fit into {}", counted(count, "number"), counted(file.bytes.size(), "byte")));
  }
  const std::size_t width = static_cast<std::size_t>(header.extent.width);
  std::size_t done = 0;
  const auto next = [&]() -> std::uint32_t {
    std::uint32_t value = 0;
    if (header.plain)
      value = numbers.next("a pixel");
    else if constexpr (sizeof(T) == 1)
      value = static_cast<std::uint32_t>(raw[done]);
    else
      value = static_cast<std::uint32_t>(raw[2 * done]) << 8 | static_cast<std::uint32_t>(raw[2 * done + 1]);
    if (value > header.maxval) {
      const std::size_t pixel = done / channels;
      throw numbers.broken(fmt::format("the value {} at x = {}, y = {} is above its maxval {}", value, pixel % width,
                                       pixel / width, header.maxval));
    }
    ++done;
    return value;
  };

  Samples samples{.name = file.name, .extent = header.extent, .values = {}, .colours = {}};
  std::vector<T> values(header.extent.area());
  if (header.colour) samples.colours.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % width == 0) give_way();
    if (!header.colour) {
      values[i] = static_cast<T>(next());
    } else {
      const std::uint32_t r = next(), g = next(), b = next();
      values[i] = static_cast<T>(luma(r, g, b));
      const auto shown = [&](std::uint32_t channel) { return channel * 255 / header.maxval; };
      samples.colours[i] = rgba(shown(r), shown(g), shown(b));
    }
  }
  samples.values = std::move(values);
  if (header.maxval != std::numeric_limits<T>::max()) samples.white = header.maxval;
  return samples;
}

}  // namespace

bool is_netpbm(const FileBytes& file) {
  const std::string_view text = file.text();
  return text.size() >= 3 && text[0] == 'P' && text[1] >= '1' && text[1] <= '7' && (is_blank(text[2]) || text[2] == '#');
}

Loaded load_netpbm(const FileBytes& file) {
  if (!is_netpbm(file)) return {};
  const std::string_view text = file.text();
  Header header{
      .extent = {}, .maxval = 0, .plain = text[1] == '2' || text[1] == '3', .colour = text[1] == '3' || text[1] == '6'};
  if (text[1] == '1' || text[1] == '4' || text[1] == '7')
    throw InputError(
        fmt::format("'{}' is a netpbm file of type P{}, which is not supported; P2, P3, P5 and P6 are", file.name, text[1]));
  Numbers numbers(file, 2);
  header.extent.width = static_cast<int>(numbers.next("its width"));
  header.extent.height = static_cast<int>(numbers.next("its height"));
  header.maxval = numbers.next("its maxval");
  if (header.extent.width == 0 || header.extent.height == 0)
    throw numbers.broken(
        fmt::format("it has {}x{} pixels; both sides must be at least 1", header.extent.width, header.extent.height));
  if (header.maxval < 1 || header.maxval > 65535)
    throw numbers.broken(fmt::format("its maxval is {}; it must be from 1 to 65535", header.maxval));
  const double bytes =
      1.0 * header.extent.width * header.extent.height * ((header.maxval > 255 ? 2 : 1) + (header.colour ? 4 : 0));
  require_memory(file.name, header.extent, bytes, file.after);
  return header.maxval > 255 ? read_pixels<std::uint16_t>(file, header, numbers)
                             : read_pixels<std::uint8_t>(file, header, numbers);
}

std::string netpbm_of(const Samples& samples) {
  const auto* bytes = std::get_if<std::vector<std::uint8_t>>(&samples.values);
  const auto* words = std::get_if<std::vector<std::uint16_t>>(&samples.values);
  if ((!bytes && !words) || (words && !samples.colours.empty()) || samples.white != 0 || !samples.notes.empty()) return {};
  std::string text = fmt::format("P{}\n{} {}\n{}\n", samples.colours.empty() ? 5 : 6, samples.extent.width,
                                 samples.extent.height, bytes ? 255 : 65535);
  text.reserve(text.size() + 3 * samples.extent.area());
  for (const std::uint32_t colour : samples.colours)
    for (const unsigned shift : {0U, 8U, 16U}) text += static_cast<char>(colour >> shift & 0xFF);
  if (bytes && samples.colours.empty()) text.append(bytes->begin(), bytes->end());
  if (words)
    for (const std::uint16_t word : *words) text += {static_cast<char>(word >> 8), static_cast<char>(word & 0xFF)};
  return text;
}

}  // namespace satscope::app
