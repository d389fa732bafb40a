// SPDX-License-Identifier: Apache-2.0
// Numbers along an axis: where they lie, and which of them are written beside it.
#pragma once
#include <string>
#include <vector>

#include "app/plot/plot.h"

namespace satscope::app {

/// Values from lo to hi (above 0) that are 1, 2 or 5 times a power of ten; only powers of ten where these are enough.
std::vector<double> log_ticks(double lo, double hi);

/// About `most` values from lo to hi, at equal distances of 1, 2 or 5 times a power of ten.
std::vector<double> linear_ticks(double lo, double hi, int most);

/// "0.002", "35", "20k", "4M".
std::string tick_text(double value);

/// A measured number with four significant digits: "0.0005741", "12.3", "1,204".
std::string value_text(double value);

/// An axis with its range.
class Scale {
 public:
  /// Holds lo ... hi, rounded outward and never empty. If lo is above hi nothing is known, and the range is made up.
  Scale(const PlotAxis& axis, double lo, double hi);

  bool holds(double value) const { return value >= lo_ && value <= hi_; }  ///< false for NaN
  double share(double value) const;                                        ///< 0 at the begin, 1 at the end
  struct Tick {
    double value;
    std::string text;
  };
  std::vector<Tick> ticks(int most) const;

 private:
  const PlotAxis& axis_;
  double lo_, hi_;
};

}  // namespace satscope::app
