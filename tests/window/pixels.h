// SPDX-License-Identifier: Apache-2.0
// Pixels of a test's off-screen window: made only where they are looked at.
#pragma once
#include <epoxy/gl.h>

#include <cstdlib>

namespace satscope::app {

/// The folder for pictures of what tests draw, from SATSCOPE_SHOTS; null: they are not kept.
inline const char* shots_folder() { return std::getenv("SATSCOPE_SHOTS"); }

/// Without a folder for pictures, OpenGL takes and checks all calls but fills no pixel: with software that is most of the time.
inline void fill_pixels_for_shots_only() {
  if (!shots_folder()) glEnable(GL_RASTERIZER_DISCARD);
}

}  // namespace satscope::app
