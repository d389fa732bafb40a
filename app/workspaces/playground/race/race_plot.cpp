// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/playground/race/race_plot.h"

#include <fmt/format.h>

namespace satscope::app {
namespace {

std::string name_in_plot(const RaceLine& line) {
  if (!line.wrong.empty()) return line.name + ": wrong";
  if (!line.problem.empty()) return line.name + ": not here";
  return line.left_out_from > 0 ? fmt::format("{}: out from {}", line.name, line.left_out_from) : line.name;
}

}  // namespace

Plot plot_of(const RaceResults& results, int r) {
  Plot plot{.title = {},
            .x = {fmt::format("radius r, pixels; the line: r = {}", r), true},
            .y = {.title = {}, .log = true, .unit = "ms"},
            .marked = static_cast<double>(r)};
  for (const RaceLine& line : results.lines) {
    PlotSeries series{.name = name_in_plot(line), .look = static_cast<int>(plot.series.size())};
    for (const RacePoint& point : line.points)
      series.points.push_back({.x = static_cast<double>(point.r),
                               .y = point.median_ms,
                               .low = point.p10_ms,
                               .high = point.p90_ms,
                               .at = fmt::format("r = {}", point.r)});
    plot.series.push_back(std::move(series));
  }
  return plot;
}

}  // namespace satscope::app
