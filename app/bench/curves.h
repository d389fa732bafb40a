// SPDX-License-Identifier: Apache-2.0
// Results as curves: what is varied along x, a curve for everything else, floors as bounds, and what papers print as marks.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/bench/report.h"
#include "app/plot/plot.h"

namespace satscope::app {

enum class CurveView : std::uint8_t {
  time,       ///< milliseconds
  bandwidth,  ///< bytes of picture and table per second, below those of the floor: a roofline
  speed_up,   ///< how many times faster than another algorithm
  ratio,      ///< how many times as long as another algorithm
};
inline constexpr std::array k_curve_views{
    Named<CurveView>{CurveView::time, "time"}, Named<CurveView>{CurveView::bandwidth, "bandwidth"},
    Named<CurveView>{CurveView::speed_up, "speed-up"}, Named<CurveView>{CurveView::ratio, "ratio"}};

/// What is along x: one of these, or the id of another parameter of algorithms or filters.
inline constexpr const char *k_by_size = "size", *k_by_threads = "threads", *k_by_type = "type", *k_by_radius = "r";

struct CurvesRequest {
  std::string vary = k_by_size;
  CurveView shown = CurveView::time;
  std::string relative_to = {};                  ///< of speed_up and ratio: an algorithm's id
  std::optional<Params> relative_params = {};    ///< what was asked of it; none: whatever is fastest
  std::optional<Machine> relative_machine = {};  ///< on which that runs; none: on the same
};

/// What of a case lies along x, as text; empty: it has none of it.
std::string varied_text(const BenchCase& one, const std::string& vary);

/// Several reports are several devices or dates, and have curves of their own. Throws std::runtime_error with a sentence where
/// nothing can be drawn.
Plot curves_of(std::span<const BenchReport> reports, const CurvesRequest& request);

}  // namespace satscope::app
