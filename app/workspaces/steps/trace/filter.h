// SPDX-License-Identifier: Apache-2.0
// What it takes to step a filter on a small picture: parameters that fit there, what the filter reads beside the picture, made
// up, and its reads, counted.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/filter.h"
#include "kernels/trace/trace.h"

namespace satscope::app {

/// Parameters with windows of a few pixels; what is absent keeps its default.
Params params_for_patch(const Filter& filter);

/// Ids of the algorithms whose tables the filter can be traced with, one that takes few steps to follow first.
std::vector<std::string> traced_table_makers(const Filter& filter, const FilterRequest& request);

/// Rectangles that are made up for a filter that measures regions.
inline constexpr int k_made_up_regions = 2;

/// What a filter reads beside the picture, in the order of the plan's inputs: a frame before, rectangles, a map.
struct MadeUp {
  std::vector<std::vector<std::byte>> inputs;
  std::string sentence;  ///< what they are; empty: there are none
};
/// picture: its bytes, row-major.
MadeUp made_up_inputs(const FilterPlan& plan, std::span<const std::byte> picture);

/// Reads of global memory by the filter's own passes, not by those that make tables, for each pixel whose windows lie within
/// the picture, which the provenance of the pixel's result gives.
struct CountedReads {
  struct Of {
    std::string buffer;
    double reads;  ///< per pixel
  };
  int pixels = 0;        ///< whose windows lie within
  double per_pixel = 0;  ///< their mean; 0: there are none
  bool alike = true;     ///< each of them read as many
  std::vector<Of> of = {};
  std::vector<double> by_pass = {};
};
CountedReads counted_reads(const Trace& trace);

/// Whether the source at this path is that of a filter.
bool is_filter_source(std::string_view path);

}  // namespace satscope::app
