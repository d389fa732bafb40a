// SPDX-License-Identifier: Apache-2.0
// What a race over the radius found: times of a filter and of its rivals, which radius costs what, and what follows from it in
// words. Nothing here computes a picture or measures.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/plot/plot.h"
#include "kernels/types.h"

namespace satscope::app {

/// Times of one racer at one radius, in milliseconds.
struct RacePoint {
  int r = 0;
  int runs = 0;  ///< that the percentiles are of
  double median_ms = 0, p10_ms = 0, p90_ms = 0;
  double table_ms = 0;  ///< of the median, its tables
};

/// A racer. Of one that is wrong there are no points.
struct RaceLine {
  std::string filter;                  ///< id
  std::string name;                    ///< short, as in a sentence
  std::vector<RacePoint> points = {};  ///< by growing radius
  int left_out_from = 0;               ///< radius from which on it would take too long; 0: it does not
  double predicted_ms = 0;             ///< there
  std::string wrong = {};              ///< how its result differs from the first racer's; else empty
  std::string problem = {};            ///< a sentence why it cannot run; else empty
};

struct RaceResults {
  Extent extent;
  Machine machine = Machine::cpu;
  std::vector<RaceLine> lines = {};  ///< the first reads tables and is what the others are compared with
  int rounds = 0;                    ///< over all radii that are finished
  double most_ms = 0;                ///< a rival that would take longer is left out
  std::string problem = {};          ///< a sentence why there is no race; else empty
};

/// How long a rival will take at radius r, from what it took at smaller ones (by growing radius): its own last growth, at most
/// with the area of the window. One time alone: as the area grows. None: 0.
double predicted_ms(std::span<const RacePoint> before, int r);

/// The median at a radius; between two measured ones along a straight line of logarithms. Empty beyond the ends.
std::optional<double> time_at(const RaceLine& line, int r);

struct RaceVerdict {
  std::string headline;                   ///< who wins at this radius, by how much
  std::vector<std::string> details = {};  ///< from where on the table wins, what it costs, who is left out or wrong; sentences
  std::string brief = headline;           ///< the headline where there is little room
};
RaceVerdict verdict_of(const RaceResults& results, int r);

/// How it was measured, but for the machine's name; empty before the first time.
std::string method_of(const RaceResults& results);

/// A curve for each racer, whose name says why it ends, or is not there. r: the radius that is marked.
Plot plot_of(const RaceResults& results, int r);

}  // namespace satscope::app
