// SPDX-License-Identifier: Apache-2.0
// The two ways into the window: open it, or draw it once into a file. Both throw std::runtime_error with a sentence.
#pragma once
#include <string>

#include "app/session/window_options.h"

namespace satscope::app {

/// Opens the window and returns when it is closed.
void open_window(const WindowOptions& options);

/// Draws the real window off-screen, once everything has settled, and writes a PNG (atomically).
void make_shot(const WindowOptions& options, const std::string& file);

}  // namespace satscope::app
