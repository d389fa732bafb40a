// SPDX-License-Identifier: Apache-2.0
// Compares machines on a small patch of what is shown: the GPU with the CPU, or, where there is no GPU, the CPU with the
// 64-bit reference.
#pragma once
#include <string>

#include "app/frame_content.h"

namespace satscope::app {

struct Agreement {
  FrameStatus::Agreement state = FrameStatus::Agreement::unknown;
  std::string text;  ///< what was compared with what, where
};

/// The side of the patch in pixels.
inline constexpr int k_patch = 32;

/// Around pixel (x, y), clipped to the picture. Computes on the calling thread; small enough for a few milliseconds.
Agreement compare_machines(const Content& content, int x, int y);

}  // namespace satscope::app
