// SPDX-License-Identifier: Apache-2.0
#include "app/pipeline/numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace satscope::app {
namespace {

/// Samples on each side of the grid that a spread is estimated from.
constexpr int k_samples = 256;
/// Rows that the spread of a live table is estimated from.
constexpr int k_sampled_rows = 128;
/// Bytes of one of the single entries; wide enough for each type.
constexpr std::size_t k_single_bytes = sizeof(std::uint64_t);

/// The box clipped to entries 0 ... extent - 1.
Box clipped(Box box, Extent extent) {
  const int x0 = std::clamp(box.x, 0, extent.width), x1 = std::clamp(box.x + box.width, x0, extent.width);
  const int y0 = std::clamp(box.y, 0, extent.height), y1 = std::clamp(box.y + box.height, y0, extent.height);
  return {x0, y0, x1 - x0, y1 - y0};
}

/// At most k_samples places from 0 to length - 1, both ends among them.
std::vector<int> places(int length) {
  const int count = std::min(length, k_samples);
  std::vector<int> list;
  for (int i = 0; i < count; ++i)
    list.push_back(count == 1 ? 0 : static_cast<int>(static_cast<std::int64_t>(i) * (length - 1) / (count - 1)));
  return list;
}

/// The entries that a spread is estimated from.
std::vector<std::pair<int, int>> samples_of(Extent extent) {
  std::vector<std::pair<int, int>> samples;
  const std::vector<int> columns = places(extent.width);
  for (const int y : places(extent.height))
    for (const int x : columns) samples.emplace_back(x, y);
  return samples;
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

/// Of the pixels, from a whole table of 8-bit pixels also where its last entry has wrapped.
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

/// Of a table of which every row_step-th row is known, beginning with the first.
Spreads spreads_of(const TableView& rows, double mean, int row_step) {
  std::vector<double> plain, deramped;
  for (const auto& [x, y] : samples_of(rows.picture)) {
    const Value entry = rows.element(x, y);
    const double value = to_double(entry);
    if (!std::isfinite(value)) continue;
    plain.push_back(value);
    deramped.push_back(without_ramp(entry, rows.type, mean, (x + 1.0) * (y * row_step + 1.0)));
  }
  return {spread_of(plain), spread_of(deramped)};
}

}  // namespace

// ---------------------------------------------------------------- what is known of a table

TableNumbers::TableNumbers(const Watch& watch, Extent picture, Scalar type, PlacedRows table, const Stream& stream,
                           HostPool& pool)
    : picture_(picture), type_(type) {
  const std::size_t size = size_of(type), row = static_cast<std::size_t>(picture.width) * size;
  // P(x ... x + width, y ... y + height) are the entries from x - 1, y - 1 on
  for (const Box& box : watch.boxes)
    for (const int y : {box.y - 1, box.y + box.height - 1})
      for (const int x : {box.x - 1, box.x + box.width - 1}) single_.emplace_back(x, y);
  single_.emplace_back(picture.width - 1, picture.height - 1);
  const Box& seen = watch.visible;
  rectangle_ = clipped({seen.x - 1, seen.y - 1, seen.width + 1, seen.height + 1}, picture);
  row_step_ = std::max(1, picture.height / k_sampled_rows);
  const auto rows = static_cast<std::size_t>((picture.height - 1) / row_step_ + 1);
  rectangle_at_ = single_.size() * k_single_bytes;
  const std::size_t rectangle_row = static_cast<std::size_t>(rectangle_.width) * size;
  const std::size_t rectangle_bytes = rectangle_row * static_cast<std::size_t>(rectangle_.height);
  rows_at_ = rectangle_at_ + (rectangle_bytes + 15) / 16 * 16;
  block_ = pool.take(rows_at_ + rows * row);

  const auto entry = [&](int x, int y) {
    return static_cast<std::byte*>(table.at) + static_cast<std::size_t>(y) * table.pitch + static_cast<std::size_t>(x) * size;
  };
  for (std::size_t i = 0; i < single_.size(); ++i) {
    const auto [x, y] = single_[i];
    if (x < 0 || y < 0 || x >= picture.width || y >= picture.height) continue;
    stream.copy_to_host(block_.get() + i * k_single_bytes, entry(x, y), size);
  }
  if (rectangle_bytes)
    stream.copy_rows({block_.get() + rectangle_at_, rectangle_row}, {entry(rectangle_.x, rectangle_.y), table.pitch},
                     rectangle_row, static_cast<std::size_t>(rectangle_.height));
  stream.copy_rows({block_.get() + rows_at_, row}, {table.at, table.pitch * static_cast<std::size_t>(row_step_)}, row, rows);
}

TableView TableNumbers::whole() const {
  return {{whole_.get(), picture_.area() * size_of(type_)}, picture_, Form::inclusive, type_};
}

Value TableNumbers::value(std::size_t byte) const {
  return TableView{{block_.get() + byte, size_of(type_)}, {1, 1}, Form::inclusive, type_}.element(0, 0);
}

std::optional<Value> TableNumbers::padded(int X, int Y) const {
  if (whole_) return whole().knows(X, Y) ? std::optional(whole().padded(X, Y)) : std::nullopt;
  if (!block_ || X < 0 || Y < 0 || X > picture_.width || Y > picture_.height) return std::nullopt;
  if (X == 0 || Y == 0) return zero_of(type_);
  const int x = X - 1, y = Y - 1;
  for (std::size_t i = 0; i < single_.size(); ++i)
    if (single_[i] == std::pair{x, y}) return value(i * k_single_bytes);
  const Box& r = rectangle_;
  if (x < r.x || y < r.y || x >= r.x + r.width || y >= r.y + r.height) return std::nullopt;
  const std::size_t element =
      static_cast<std::size_t>(y - r.y) * static_cast<std::size_t>(r.width) + static_cast<std::size_t>(x - r.x);
  return value(rectangle_at_ + element * size_of(type_));
}

std::optional<BoxSum> TableNumbers::box_sum(const Box& box) const {
  if (!refusal(box, picture_).empty()) return std::nullopt;
  const std::array<std::pair<int, int>, 4> at{
      {{box.x, box.y}, {box.x + box.width, box.y}, {box.x, box.y + box.height}, {box.x + box.width, box.y + box.height}}};
  std::array<Value, 4> corners;
  for (std::size_t i = 0; i < at.size(); ++i) {
    const std::optional<Value> known = padded(at[i].first, at[i].second);
    if (!known) return std::nullopt;
    corners[i] = *known;
  }
  return satscope::box_sum(box, corners, type_);
}

double TableNumbers::total() const {
  return to_double(whole_ ? whole().element(picture_.width - 1, picture_.height - 1)
                          : value((single_.size() - 1) * k_single_bytes));
}

double TableNumbers::mean() const { return whole_ ? mean_of(whole()) : total() / static_cast<double>(picture_.area()); }

Spreads TableNumbers::spreads() const {
  if (whole_) return spreads_of(whole(), mean(), 1);
  const Extent known{picture_.width, (picture_.height - 1) / row_step_ + 1};
  return spreads_of({{block_.get() + rows_at_, known.area() * size_of(type_)}, known, Form::inclusive, type_}, mean(),
                    row_step_);
}

ValueSpread spread_of(const TableView& buffer) {
  std::vector<double> values;
  for (const auto& [x, y] : samples_of(buffer.picture))
    if (const double value = to_double(buffer.element(x, y)); std::isfinite(value)) values.push_back(value);
  return spread_of(values);
}

}  // namespace satscope::app
