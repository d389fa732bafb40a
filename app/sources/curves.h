// SPDX-License-Identifier: Apache-2.0
// Small functions for drawing: plain arithmetic, so that loops over them become vector code and every machine draws the same
// picture.
#pragma once
#include <cmath>

#include "kernels/wide.h"

namespace satscope::app {

inline float clamp01(float v) { return v < 0 ? 0.0F : (v > 1 ? 1.0F : v); }
inline float smooth(float v) { return v * v * (3 - 2 * v); }
inline float blend(float from, float to, float part) { return from + (to - from) * part; }

/// The fractional part, computed in double so that hours of running lose nothing.
inline float fraction(double turns) { return static_cast<float>(turns - std::floor(turns)); }

/// A sine over turns, exact to a thousandth: a parabola per half turn, corrected once.
inline float wave(float turns) {
  const float below = static_cast<float>(static_cast<int>(turns)) - (turns < 0 ? 1.0F : 0.0F);
  const float x = turns - below - 0.5F;
  const float parabola = x * (16 * (x < 0 ? -x : x) - 8);
  return parabola * (0.775F + 0.225F * (parabola < 0 ? -parabola : parabola));
}

}  // namespace satscope::app
