// SPDX-License-Identifier: Apache-2.0
#include "app/commands/shared/inexact.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "kernels/exact.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

/// A type that holds the sums if this one does not; empty if there is none.
std::string_view wider_than(const TypePair& types) {
  if (types.in == Scalar::u8 && size_of(types.out) == 4) return "8u64u";
  return types.out == Scalar::f64 ? "" : "64f64f";
}

/// Whether a float of 32 bits is another number.
bool rounds(double value) { return static_cast<double>(static_cast<float>(value)) != value; }

/// Wrong entries first, then those that overflowed or wrapped around, then the size of the errors.
bool is_worse(const TableCheck& a, const TableCheck& b) {
  const auto key = [](const TableCheck& one) { return std::tuple(one.wrong, one.not_finite, one.beyond, one.max_error); };
  return key(a) > key(b);
}

std::string text_of(const TypePair& types, const TableCheck& check, const std::string& channel) {
  const double pixels = exact_pixels(types, types.in == Scalar::u8 ? largest_addend(types) : check.largest);
  const auto entry = [](const EntryAt& at) {
    const std::string computed = to_text(at.computed), truth = to_text(at.truth);
    return fmt::format("({}, {}) is {}, {}", at.x, at.y, computed,
                       !std::isfinite(to_double(at.truth)) ? "because its sum is beyond the largest 64-bit float"
                       : computed == truth                 ? "the 64-bit float nearest to its sum"
                                                           : "should be " + truth);
  };
  std::string text;
  if (check.wrong > check.not_finite)
    text = fmt::format("{} of {} entries{} are wrong: {}", check.wrong, check.entries, channel, entry(check.first_wrong));
  else if (check.not_finite > 0)
    text =
        fmt::format("{} of {} entries{} overflowed: {}", check.not_finite, check.entries, channel, entry(check.first_beyond));
  else if (check.beyond > 0)
    text = fmt::format(
        "{} of {} entries{} are beyond {} and wrapped around modulo 2^{}: {}; {}; a box sum below {} is right all the same",
        check.beyond, check.entries, channel, limit_text(types), 8 * size_of(types.out), entry(check.first_beyond),
        why_inexact(types, pixels, fmt::format("{:.0f}", pixels)), limit_text(types));
  else
    text = fmt::format("entries{} are off by up to {}: {}; {}", channel, check.max_error, entry(check.worst),
                       why_inexact(types, pixels, fmt::format("{:.0f}", pixels)));
  const bool explained = check.wrong <= check.not_finite;  // by the range of the type
  return explained ? text + wider_text(types) : text;
}

/// Which pixels are not those of the input; empty: all are.
std::string rounded_text(const Samples& samples, const TypePair& types, std::size_t rounded) {
  if (rounded == 0) return {};
  const auto& values = std::get<std::vector<double>>(samples.values);
  const auto at = static_cast<std::size_t>(std::ranges::find_if(values, rounds) - values.begin());
  const auto width = static_cast<std::size_t>(samples.extent.width);
  return fmt::format("{} of the input {} rounded to {}-bit floats before {} summed: {} at x = {}, y = {} became {}{}",
                     counted(rounded, "pixel"), rounded == 1 ? "is" : "are", 8 * size_of(types.in),
                     rounded == 1 ? "it is" : "they are", to_text(Value(values[at])), at % width, at / width,
                     to_text(Value(static_cast<double>(static_cast<float>(values[at])))),
                     wider_than(types).empty() ? "" : fmt::format("; --type {} keeps such pixels", wider_than(types)));
}

}  // namespace

std::size_t rounded_pixels(const Samples& samples, Scalar type) {
  const auto* const values = std::get_if<std::vector<double>>(&samples.values);  // whole numbers of 16 bits are floats
  return values && type == Scalar::f32 ? static_cast<std::size_t>(std::ranges::count_if(*values, rounds)) : 0;
}

std::string wider_text(const TypePair& types) {
  const std::string_view wider = wider_than(types);
  return wider.empty() ? std::string() : fmt::format("; --type {} holds larger sums", wider);
}

std::string inexact_text(const Samples& samples, const Algorithm& algorithm, const Request& request, const TableView& table) {
  const Box whole{0, 0, table.picture.width, table.picture.height};
  if (surely_exact(request.types, largest_addend(request.types), whole)) return {};
  return doubt_about(samples, algorithm, request, table).text;
}

TableDoubt doubt_about(const Samples& samples, const Algorithm& algorithm, const Request& request, const TableView& table) {
  const TypePair& types = request.types;
  TableDoubt doubt;
  Request asked = request;
  asked.extent = samples.extent;
  const double depth = is_float(types.out) ? algorithm.float_depth(asked) : 0;
  const int channels = request.channels;
  const std::vector<std::byte> pixels = channels == 4 ? four_channels_as(samples, types.in) : pixels_as(samples, types.in);
  std::string inexact;  // the channels, of which the worst is described
  TableCheck worst;
  char of_worst = ' ';
  for (int c = 0; c < channels; ++c) {
    const PixelRows rows = rows_of(pixels, samples.extent, types.in, channels, c);
    std::vector<std::byte> one;
    TableView view = table;
    if (channels > 1)
      view.bytes = one =
          channel_of(table.bytes, size_of(types.out), static_cast<std::size_t>(channels), static_cast<std::size_t>(c));
    const TableCheck check = check_table(types, rows, view, depth);
    doubt.entries += check.entries;
    doubt.wrong += check.wrong - std::min(check.wrong, check.not_finite);
    if (check.exact()) continue;
    inexact += "RGBA"[c];
    if (inexact.size() > 1 && !is_worse(check, worst)) continue;
    worst = check;
    of_worst = inexact.back();
  }
  doubt.rounded = rounded_pixels(samples, types.in);
  const std::string rounded = rounded_text(samples, types, doubt.rounded);
  if (inexact.empty()) {
    doubt.text = rounded;
    return doubt;
  }
  doubt.text = text_of(types, worst, channels == 1 ? std::string() : fmt::format(" of {}", of_worst));
  if (inexact.size() > 1) {
    std::erase(inexact, of_worst);
    doubt.text += fmt::format("; {} {} inexact, too", fmt::join(inexact, ", "), inexact.size() == 1 ? "is" : "are");
  }
  if (!rounded.empty()) doubt.text = rounded + ". Of these pixels, " + doubt.text;
  return doubt;
}

}  // namespace satscope::app
