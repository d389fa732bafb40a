// SPDX-License-Identifier: Apache-2.0
// What the window does where painting the views causes visible lag. Standing views are always painted
// at their full resolution.
#pragma once
#include "app/pipeline/times.h"

namespace satscope::app {

class AdaptiveQualityRule {
 public:
  /// After a drawn frame in which views were painted, in `milliseconds` and in force as it is; now: seconds.
  void painted(double milliseconds, double now);

  /// In force for what is painted at `now`.
  AdaptiveQuality at(double now) const;
  /// When views that stand still by then are to be painted again at full resolution; 0: they are.
  double sharp_at() const { return coarse_left_ ? last_painted_ + k_still_after : 0; }
  /// Until then no new frame is taken, so that the window answers the hand meanwhile.
  double rests_until() const { return rests_until_; }

 private:
  static constexpr double k_still_after = 0.3;  ///< seconds without painting
  static constexpr double k_slow_ms = 25;       ///< painting more than this is felt
  static constexpr double k_fast_ms = 18;       ///< below it is not; between the two it stays as it is

  LastTimes full_ms_{5};  ///< what all pixels take, or would take
  bool slow_ = false, very_slow_ = false;
  bool coarse_left_ = false;  ///< what was painted last is coarse
  double last_painted_ = -1e9, rests_until_ = 0;
};

}  // namespace satscope::app
