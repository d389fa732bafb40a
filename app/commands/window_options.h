// SPDX-License-Identifier: Apache-2.0
// The options that the window and its shots share.
#pragma once
#include <CLI/CLI.hpp>
#include <memory>

#include "app/window/window.h"

namespace satscope::app {

/// Declares them all and INPUT; gives back a reader that is called once the words are there, and throws UsageError.
std::function<WindowOptions()> add_window_options(CLI::App& parser);

/// Throws where this build has no window.
void require_window();

}  // namespace satscope::app
