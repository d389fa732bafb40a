// SPDX-License-Identifier: Apache-2.0
// The options of the window and of its screenshots.
#pragma once
#include <CLI/CLI.hpp>
#include <memory>

#include "app/lessons/lesson.h"
#include "app/window/window.h"

namespace satscope::app {

/// Declares them all and INPUT; returns a reader, to be called after parsing, which throws UsageError.
std::function<WindowOptions()> add_window_options(CLI::App& parser);
/// Declares LESSON and what every window has; else the same.
std::function<WindowOptions()> add_lesson_options(CLI::App& parser);

/// One of ours, or of a file. Throws UsageError with a sentence.
Lesson read_lesson(const std::string& id_or_file);

/// Throws if this build has no window.
void require_window();

/// Opens the window until it is closed. Throws Interrupted after a signal.
void show_window(const WindowOptions& options);

}  // namespace satscope::app
