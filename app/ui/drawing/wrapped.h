// SPDX-License-Identifier: Apache-2.0
// Text in lines, on any surface.
#pragma once
#include <string>
#include <vector>

#include "app/ui/drawing/drawing.h"

namespace satscope::app {

/// Broken between words, each line as long as fits into the width; a word that is wider has a line of its own.
std::vector<std::string> wrapped(const Drawing& drawing, const std::string& words, double width, Face face);

}  // namespace satscope::app
