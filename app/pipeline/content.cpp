// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/content.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "kernels/filters/luma_pass.h"

namespace satscope::app {
namespace {

/// Samples on each side of the grid that a spread is told from.
constexpr int k_samples = 256;

std::size_t index_of(int x, int y, int width) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
}

const std::uint32_t* words_in(const HostBlock& block) { return reinterpret_cast<const std::uint32_t*>(block.get()); }

/// At most k_samples places from 0 to length - 1, both ends among them.
std::vector<int> places(int length) {
  const int count = std::min(length, k_samples);
  std::vector<int> list;
  for (int i = 0; i < count; ++i)
    list.push_back(count == 1 ? 0 : static_cast<int>(static_cast<std::int64_t>(i) * (length - 1) / (count - 1)));
  return list;
}

ValueSpread spread_of(const std::vector<double>& values) {
  ValueSpread spread;
  if (values.empty()) return spread;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  spread.min = *least;
  spread.max = *most;
  const double bins = static_cast<double>(spread.histogram.size());
  const double per_value = spread.max > spread.min ? bins / (spread.max - spread.min) : 0;
  for (const double value : values) {
    const double bin = std::min((value - spread.min) * per_value, bins - 1);
    ++spread.histogram[bin > 0 ? static_cast<std::size_t>(bin) : 0];
  }
  return spread;
}

/// An entry minus mean * n, as the shaders subtract it: modulo 2^bits and signed where it is whole.
double without_ramp(const Value& value, Scalar type, double mean, double n) {
  if (const double* real = std::get_if<double>(&value)) return *real - mean * n;
  const std::uint64_t difference = bits_of(value) - static_cast<std::uint64_t>(static_cast<std::int64_t>(mean * n));
  if (size_of(type) == 4) return static_cast<std::int32_t>(static_cast<std::uint32_t>(difference));
  return static_cast<double>(static_cast<std::int64_t>(difference));
}

/// Collects the spreads of values that come with their place in the picture.
class SpreadCollector {
 public:
  SpreadCollector(Scalar type, double mean) : type_(type), mean_(mean) {}
  void add(const Value& value, int x, int y) {
    const double plain = to_double(value);
    if (!std::isfinite(plain)) return;
    table_.push_back(plain);
    deramped_.push_back(without_ramp(value, type_, mean_, (x + 1.0) * (y + 1.0)));
  }
  Spreads spreads() const { return {spread_of(table_), spread_of(deramped_)}; }

 private:
  Scalar type_;
  double mean_;
  std::vector<double> table_, deramped_;
};

/// A number of a still as a grey 0 ... 255.
class GreyScale {
 public:
  explicit GreyScale(const Samples& still) {
    if (std::holds_alternative<std::vector<std::uint16_t>>(still.values)) factor_ = 255.0 / 65535.0;
    if (const auto* numbers = std::get_if<std::vector<double>>(&still.values); numbers && !numbers->empty()) {
      const auto [least, most] = std::minmax_element(numbers->begin(), numbers->end());
      // numbers that are grey values already keep their look
      if (*least >= 0 && *most <= 255) return;
      low_ = *least;
      factor_ = *most > *least ? 255.0 / (*most - *least) : 0;
    }
  }
  std::uint32_t operator()(double number) const {
    const double grey = std::clamp((number - low_) * factor_, 0.0, 255.0);
    return static_cast<std::uint32_t>(grey >= 0 ? std::lround(grey) : 0);
  }

 private:
  double low_ = 0, factor_ = 1;
};

}  // namespace

TableView Content::view() const {
  const std::size_t bytes = job.request.extent.area() * size_of(job.request.types.out);
  return {{table.get(), bytes}, job.request.extent, Form::inclusive, job.request.types.out};
}

Extent Content::stage_texels() const { return reduced(job.stage->shape, job.stage_reduction); }

std::size_t Content::stage_word_count() const {
  if (!job.stage || job.stage->is_table) return 0;
  return bytes_in_words(stage_texels().area() * size_of(job.stage->type)) / sizeof(std::uint32_t);
}

TableView Content::stage_view() const {
  return {{stage_values.get(), stage_bytes()}, job.stage->shape, Form::inclusive, job.stage->type};
}

double Content::pixel(int x, int y) const {
  if (job.still) return job.still->value(x, y);
  return luma_of(words_in(job.live.rgba)[index_of(x, y, job.request.extent.width)]);
}

Extent reduced(Extent picture, int reduction) {
  return {(picture.width + reduction - 1) / reduction, (picture.height + reduction - 1) / reduction};
}

int reduction_for(Extent picture, Scalar table, std::size_t most_words) {
  const std::size_t words_per_entry = std::max<std::size_t>(1, size_of(table) / sizeof(std::uint32_t));
  int reduction = 1;
  while (reduced(picture, reduction).area() * words_per_entry > most_words &&
         reduction < std::max(picture.width, picture.height))
    ++reduction;
  return reduction;
}

HostBlock picture_words(const Samples& still, int reduction, HostPool& pool) {
  const Extent texels = reduced(still.extent, reduction);
  HostBlock block = pool.take(texels.area() * sizeof(std::uint32_t));
  auto* to = reinterpret_cast<std::uint32_t*>(block.get());
  const GreyScale grey(still);
  for (int y = 0; y < texels.height; ++y)
    for (int x = 0; x < texels.width; ++x, ++to) {
      if (still.colours.empty())
        *to = 0xff000000 | 0x010101 * grey(still.value(x * reduction, y * reduction));
      else
        *to = still.colours[index_of(x * reduction, y * reduction, still.extent.width)];
    }
  return block;
}

HostBlock every_nth(const HostBlock& from, Extent extent, std::size_t size, int reduction, HostPool& pool) {
  if (reduction == 1) return from;
  const Extent texels = reduced(extent, reduction);
  HostBlock block = pool.take(bytes_in_words(texels.area() * size));
  std::byte* to = block.get();
  for (int y = 0; y < texels.height; ++y)
    for (int x = 0; x < texels.width; ++x, to += size)
      std::memcpy(to, from.get() + index_of(x * reduction, y * reduction, extent.width) * size, size);
  return block;
}

std::vector<std::uint8_t> brightness_of(const SourceFrame& frame) {
  std::vector<std::uint8_t> bytes(frame.extent.area());
  std::ranges::transform(frame.words(), bytes.begin(),
                         [](std::uint32_t word) { return static_cast<std::uint8_t>(luma_of(word)); });
  return bytes;
}

PictureWords small_picture(const SourceFrame& frame, int longest_side) {
  const Extent whole = frame.extent;
  const int step = std::max(1, (std::max(whole.width, whole.height) + longest_side - 1) / longest_side);
  PictureWords small{reduced(whole, step), {}};
  small.words.reserve(small.extent.area());
  const std::span<const std::uint32_t> words = frame.words();
  for (int y = 0; y < whole.height; y += step)
    for (int x = 0; x < whole.width; x += step) small.words.push_back(words[index_of(x, y, whole.width)]);
  return small;
}

double mean_of(const TableView& table) {
  const auto [width, height] = table.picture;
  // in bands of rows whose own sum of 8-bit pixels stays below 2^32
  const double row = 255.0 * width;
  const bool narrow = size_of(table.type) == 4 && !is_float(table.type);
  const double rows = narrow ? std::floor(std::numeric_limits<std::int32_t>::max() / row) : height;
  const int band = static_cast<int>(std::clamp(rows, 1.0, static_cast<double>(height)));
  double sum = 0;
  for (int y = 0; y < height; y += band) sum += to_double(box_sum(table, {0, y, width, std::min(band, height - y)}).sum);
  return sum / static_cast<double>(table.picture.area());
}

Spreads spreads_of(const TableView& table, double mean) {
  SpreadCollector collector(table.type, mean);
  const std::vector<int> columns = places(table.picture.width);
  for (const int y : places(table.picture.height))
    for (const int x : columns) collector.add(table.element(x, y), x, y);
  return collector.spreads();
}

ValueSpread spread_of(const TableView& buffer) {
  std::vector<double> values;
  const std::vector<int> columns = places(buffer.picture.width);
  for (const int y : places(buffer.picture.height))
    for (const int x : columns)
      if (const double value = to_double(buffer.element(x, y)); std::isfinite(value)) values.push_back(value);
  return spread_of(values);
}

Spreads spreads_of_rows(const std::byte* rows, Extent picture, int row_step, Scalar type, double mean) {
  const int count = (picture.height - 1) / row_step + 1;
  const Extent known{picture.width, count};
  const TableView table{{rows, known.area() * size_of(type)}, known, Form::inclusive, type};
  SpreadCollector collector(type, mean);
  const std::vector<int> columns = places(picture.width);
  for (int y = 0; y < count; ++y)
    for (const int x : columns) collector.add(table.element(x, y), x, y * row_step);
  return collector.spreads();
}

}  // namespace satscope::app
