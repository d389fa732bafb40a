// SPDX-License-Identifier: Apache-2.0
// A Gaussian from boxes alone: n box means, one after the other, each from a table of the last result.
//
//      one box   two boxes   three boxes
//       ____        /\           _
//      |    |      /  \        _/ \_         the profile becomes a bell, by the central limit theorem
//
// A box of width w has variance (w^2 - 1) / 12, and variances add up. The ideal width, sqrt(12 sigma^2 / n + 1), is seldom an
// odd number, so m boxes have the odd width below it and n - m the one above. Small sigmas cannot be reached; the remark says
// the actual one. Each box is rounded to integers. Papers: W. Wells 1986; P. Kovesi, Fast Almost-Gaussian Filtering, DICTA
// 2010.
#pragma once
#include <cmath>
#include <cstdio>

#include "kernels/filters/box.h"

namespace satscope::filter_kernels::gauss {

/// n boxes of width `low` (the first m) and low + 2.
struct Boxes {
  int n, low, m;
  double sigma;  ///< of all together
  int radius(int i) const { return (i < m ? low : low + 2) / 2; }
};

inline Boxes boxes_for(double sigma, int n) {
  const double wanted = 12 * sigma * sigma, ideal = std::sqrt(wanted / n + 1);
  int low = static_cast<int>(ideal);
  if (low % 2 == 0) --low;
  // the number of narrower boxes whose variances sum nearest: wanted = m (low^2 - 1) + (n - m) ((low + 2)^2 - 1)
  const double high = (low + 2.0) * (low + 2.0) - 1, step = 4.0 * low + 4;
  const int m = static_cast<int>(std::lround(std::fmin(std::fmax((n * high - wanted) / step, 0.0), n)));
  return {n, low, m, std::sqrt((n * high - m * step) / 12)};
}

inline Boxes boxes_of(const Filter& self, const FilterRequest& request) {
  return boxes_for(number(self, request.params, "sigma"), whole(self, request.params, "n"));
}

inline std::string two_decimals(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

inline Filter describe() {
  Filter self{{
      .id = "gauss",
      .title = "Gaussian blur",
      .paper = "Wells 1986, Efficient Synthesis of Gaussian Filters by Cascaded Uniform Filters; Kovesi 2010",
      .text = "Blurs softly, without the square patches of a box mean, for a soft background or against "
              "noise. A larger strength blurs more and takes no longer.",
      .params = {{.id = "sigma",
                  .fallback = 5.0,
                  .range = ParamRange{.min = 0.5, .max = 300, .step = 0.5},
                  .help = "how far it blurs: the standard deviation of the Gaussian, in pixels"},
                 {.id = "n",
                  .fallback = 3.0,
                  .range = ParamRange{.min = 1, .max = 6, .step = 1, .whole = true},
                  .help = "how many box blurs, one after the other, it is made of: 1 leaves square patches, 3 or more "
                          "look round and soft"},
                 border_param()},
  }};
  self.phases = {
      {"mean", "Each round of box means smooths the result of the one before; several come close to a Gaussian."},
  };
  self.definition =
      "n box means, one after the other, with odd widths around sqrt(12 sigma^2/n + 1), each rounded; "
      "so sigma is only approximated, and below 0.8 not even that; three boxes come close to the bell "
      "curve, five are hard to tell from it";
  self.tables = {"pixels"};
  self.reads = "4 n of n tables, at any sigma; with clamp and mirror up to 16 n near an edge";
  self.by_channel = true;

  self.reads_per_pixel = [params = self.params](const FilterRequest& request) {
    return 4 * std::get<double>(params[1].value_in(request.params));
  };
  self.remark = [params = self.params](const FilterRequest& request) {
    const double sigma = std::get<double>(params[0].value_in(request.params));
    const Boxes boxes = boxes_for(sigma, static_cast<int>(std::get<double>(params[1].value_in(request.params))));
    std::string text = boxes.n == 1 ? "a box " : "boxes ";
    for (int i = 0; i < boxes.n; ++i)
      text.append(i == 0 ? "" : i + 1 < boxes.n ? ", " : " and ").append(std::to_string(2 * boxes.radius(i) + 1));
    text.append(boxes.n == 1 ? " pixels wide gives sigma " : " pixels wide give sigma ").append(two_decimals(boxes.sigma));
    if (const std::string asked = two_decimals(sigma); asked != two_decimals(boxes.sigma))
      text.append(" instead of ").append(asked);
    return text;
  };
  return self;
}

template <class Backend>
FilterDraft draft(const FilterRequest& request) {
  static const Filter self = describe();
  const Boxes boxes = boxes_of(self, request);
  const Border border = border_of(self, request);
  const int widest = boxes.radius(boxes.n - 1);
  const TypePair types = sums_for<Backend>(largest_area(widest, border, request.extent));
  FilterDraft d{.buffers = {{"picture", Scalar::u8, request.extent, request.channels},
                            {"table", types.out, request.extent, request.channels}}};
  // every result has its own buffer, so that it can be shown; all tables share one
  for (int i = 0; i < boxes.n; ++i) {
    const int from = i == 0 ? 0 : i + 1, to = i + 2;
    d.buffers.push_back(
        {std::string("after box ").append(std::to_string(i + 1)), Scalar::u8, request.extent, request.channels});
    d.steps.emplace_back(TableStep{from, 1, types});
    d.steps.emplace_back(box::mean_pass<Backend>(request, types.out, 1, to, boxes.radius(i), border));
    d.result = to;
  }
  return d;
}

}  // namespace satscope::filter_kernels::gauss
