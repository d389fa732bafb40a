// SPDX-License-Identifier: Apache-2.0
// How tables and results reach the screen on this machine.
#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "app/core/display_path.h"

namespace satscope::app {

struct PathChoice {
  DisplayPath path;
  std::string reason;  ///< a sentence
};

/// The best that works here, tried with the current OpenGL context. Throws std::runtime_error if `forced` cannot run.
PathChoice choose_path(std::optional<DisplayPath> forced);

/// Words that one buffer may hold here. SATSCOPE_TEXEL_LIMIT lowers it, for tests.
std::size_t find_most_words();

}  // namespace satscope::app
