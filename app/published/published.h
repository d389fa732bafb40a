// SPDX-License-Identifier: Apache-2.0
// What papers measured, on their devices: shown beside our times as marks, never as ours. The data are assets/published/*.json,
// a file for each paper.
#pragma once
#include <span>
#include <string>

#include "kernels/plan.h"

namespace satscope::app {

/// One time that a paper prints.
struct PublishedTime {
  std::string source;     ///< "Ehsan et al. 2015, Table 2"
  int year = 0;           ///< 0: the paper bears none
  std::string device;     ///< "Virtex-6 XC6VLX240T, 147 MHz"
  std::string algorithm;  ///< id of the list; empty: one that we do not have
  std::string title;      ///< as the paper calls it
  Params params = {};     ///< of the algorithm
  Extent extent;
  std::string types;  ///< id of a type pair; empty where the paper does not say
  double milliseconds = 0;
  std::string note = {};  ///< a sentence: "Read off a text that quotes it."; may be empty
};

/// Anything else that a paper prints as a number: what an engine takes of a chip, how many times faster something is.
struct PublishedFigure {
  std::string source;
  int year = 0;
  std::string device;
  std::string algorithm;
  std::string title;
  Params params = {};
  Extent extent;  ///< 0x0 where the paper names no size
  std::string types;
  std::string what;  ///< "slice registers", "speed-up against NPP"
  std::string unit;  ///< "x", "%", "s", "GB/s"; empty: a count
  double value = 0;
  std::string note = {};
};

/// All of them, by source. Throws std::logic_error if the embedded data are broken.
std::span<const PublishedTime> published_times();
std::span<const PublishedFigure> published_figures();

}  // namespace satscope::app
