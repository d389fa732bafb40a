// SPDX-License-Identifier: Apache-2.0
// Text in lines, on any surface.
#pragma once
#include "app/core/text/wrapped_lines.h"
#include "app/ui/drawing/drawing.h"

namespace satscope::app {

/// Broken between words, each line as long as fits into the width; a word that is wider has a line of its own.
inline std::vector<std::string> wrapped(const Drawing& drawing, std::string_view words, double width, Face face) {
  return wrapped_lines(words, [&](const std::string& line) { return drawing.width_of(line, face) <= width; });
}

}  // namespace satscope::app
