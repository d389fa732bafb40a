// SPDX-License-Identifier: Apache-2.0
// A size as text, written in two ways.
#pragma once
#include <fmt/format.h>

#include <string>

#include "kernels/types.h"

namespace satscope::app {

/// "1920x1080", as commands read it and files and tables have it.
inline std::string extent_text(Extent extent) { return fmt::format("{}x{}", extent.width, extent.height); }

/// "1920 × 1080", in sentences.
inline std::string spaced_extent(Extent extent) { return fmt::format("{} × {}", extent.width, extent.height); }

}  // namespace satscope::app
