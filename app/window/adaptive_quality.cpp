// SPDX-License-Identifier: Apache-2.0
#include "app/window/adaptive_quality.h"

namespace satscope::app {
namespace {

constexpr double k_pixels_saved = 4;  ///< a coarse view has a quarter of them

}  // namespace

AdaptiveQuality AdaptiveQualityRule::at(double now) const {
  const bool moving = now < last_painted_ + k_still_after;
  return {.coarse = slow_ && moving, .fewer_frames = very_slow_ && moving, .full_ms = full_ms_.empty() ? 0 : full_ms_.median()};
}

void AdaptiveQualityRule::painted(double milliseconds, double now) {
  const AdaptiveQuality in_force = at(now);
  coarse_left_ = in_force.coarse;
  full_ms_.add(in_force.coarse ? k_pixels_saved * milliseconds : milliseconds);
  const double full = full_ms_.median();
  slow_ = full > (slow_ ? k_fast_ms : k_slow_ms);
  very_slow_ = full > k_pixels_saved * (very_slow_ ? k_fast_ms : k_slow_ms);
  rests_until_ = in_force.fewer_frames ? now + milliseconds / 1000 : 0;
  last_painted_ = now;
}

}  // namespace satscope::app
