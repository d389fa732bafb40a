// SPDX-License-Identifier: Apache-2.0
#include "app/plot/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/core/text/number_text.h"

namespace satscope::app {

std::vector<double> log_ticks(double lo, double hi) {
  std::vector<double> decades, all;
  constexpr double k_least = 1e-300, k_most = 1e300;  // beyond, powers of ten are zero or infinite
  lo = std::clamp(lo, k_least, k_most);
  hi = std::clamp(hi, k_least, k_most);
  const auto last = static_cast<int>(std::floor(std::log10(hi) + 1e-9));
  for (int power = static_cast<int>(std::floor(std::log10(lo))); power <= last; ++power)
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double tick = digit * std::pow(10.0, power);
      if (tick < lo * (1 - 1e-9) || tick > hi * (1 + 1e-9)) continue;
      all.push_back(tick);
      if (digit == 1) decades.push_back(tick);
    }
  return decades.size() > 3 ? decades : all;
}

std::vector<double> linear_ticks(double lo, double hi, int most) {
  const double rough = (hi - lo) / std::max(1, most), power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double digit : {5.0, 2.0, 1.0})
    if (digit * power >= rough * (1 - 1e-9)) step = digit * power;
  std::vector<double> ticks;
  // counted, because added steps lose their last digits, and where the range is less than a digit they lead nowhere
  const double first = std::ceil(lo / step - 1e-9);
  for (int n = 0; n <= std::max(1, most) && (first + n) * step <= hi + 1e-9 * step; ++n) ticks.push_back((first + n) * step);
  return ticks;
}

std::string tick_text(double value) {
  constexpr struct {
    double one;
    const char* letter;
  } k_units[]{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
  for (const auto& unit : k_units)
    if (std::abs(value) >= (unit.one == 1e3 ? 1e4 : unit.one)) return fmt::format("{:.4g}{}", value / unit.one, unit.letter);
  return std::abs(value) < 1e-12 ? "0" : fmt::format("{:.4g}", value);
}

std::string value_text(double value) { return std::abs(value) < 1000 ? fmt::format("{:.4g}", value) : grouped(value, 4); }

/// Far beyond all that is measured; what is computed with it stays a number.
constexpr double k_farthest = 1e100;

Scale::Scale(const PlotAxis& axis, double lo, double hi)
    : axis_(axis), lo_(std::clamp(lo, -k_farthest, k_farthest)), hi_(std::clamp(hi, -k_farthest, k_farthest)) {
  if (!axis.names.empty()) {
    lo_ = -0.5;
    hi_ = static_cast<double>(axis.names.size()) - 0.5;
  } else if (axis.log) {
    if (!(lo <= hi && lo > 0)) lo_ = 1, hi_ = 10;
    lo_ = std::max(lo_, 1 / k_farthest);
    hi_ = std::max(hi_, lo_);
    const double margin = std::max(1.12, std::pow(hi_ / lo_, 0.03));  // one value alone is in the middle
    lo_ /= margin;
    hi_ *= margin;
  } else {
    if (!(lo <= hi)) lo_ = 0, hi_ = 1;
    if (lo_ >= 0 && lo_ < 0.5 * hi_) lo_ = 0;  // because: lengths are compared from zero
    const double margin = hi_ > lo_ ? 0.04 * (hi_ - lo_) : std::max(1.0, std::abs(hi_) / 2);
    if (lo_ != 0) lo_ -= margin;
    hi_ += margin;
  }
}

double Scale::share(double value) const {
  if (axis_.log && axis_.names.empty()) return std::log(value / lo_) / std::log(hi_ / lo_);
  return (value - lo_) / (hi_ - lo_);
}

std::vector<Scale::Tick> Scale::ticks(int most) const {
  std::vector<Tick> found;
  if (!axis_.names.empty()) {
    for (std::size_t i = 0; i < axis_.names.size(); ++i) found.push_back({static_cast<double>(i), axis_.names[i]});
    return found;
  }
  std::vector<double> values = axis_.log ? log_ticks(lo_, hi_) : linear_ticks(lo_, hi_, most);
  if (axis_.log && values.size() < 2) values = linear_ticks(lo_, hi_, most);  // less than an octave
  const std::size_t every = axis_.log ? (values.size() - 1) / static_cast<std::size_t>(std::max(1, most)) + 1 : 1;
  for (std::size_t i = 0; i < values.size(); i += every)
    if (holds(values[i])) found.push_back({values[i], tick_text(values[i]) + (axis_.unit.empty() ? "" : " " + axis_.unit)});
  return found;
}

}  // namespace satscope::app
