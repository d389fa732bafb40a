// SPDX-License-Identifier: Apache-2.0
// A plot as data: curves with their spread, and marks of what papers print. How it looks: draw.h. As files: write.h.
#pragma once
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace satscope::app {

inline constexpr double k_not_known = std::numeric_limits<double>::quiet_NaN();

struct PlotPoint {
  double x = 0;
  double y = k_not_known;    ///< a median; NaN: nothing is there, and the line has a gap
  double low = k_not_known;  ///< p10 and p90, in the unit of y; NaN: no spread is known
  double high = k_not_known;
  std::string at = {};  ///< what x stands for, as text: "1920x1080"
};

enum class PlotKind : std::uint8_t {
  measured,   ///< a line with filled marks
  emulated,   ///< dashed: a GPU kernel on the CPU
  published,  ///< hollow marks without a line: another device in another year
  bound,      ///< a plain line: what no curve passes
};

struct PlotSeries {
  std::string name;
  PlotKind kind = PlotKind::measured;
  int look = 0;  ///< number of its colour and mark; a published series has that of the curve it belongs to
  std::vector<PlotPoint> points = {};  ///< by growing x
  bool hidden = false;                 ///< only its name is there, and the axes fit the others
};

struct PlotAxis {
  std::string title;
  bool log = false;                     ///< values are above 0; others are left out
  std::vector<std::string> names = {};  ///< values 0, 1, 2 ... have these names; then it is never logarithmic
  std::string unit = {};                ///< written behind each number
};

struct Plot {
  std::string title;
  std::vector<std::string> notes = {};  ///< sentences below the plot
  PlotAxis x, y;
  std::vector<PlotSeries> series = {};
  double marked = k_not_known;  ///< a place on x that has a line of its own; NaN: none
};

}  // namespace satscope::app
