// SPDX-License-Identifier: Apache-2.0
// The ways into the window: open it, draw it once into a file, or take a lesson in it. All throw std::runtime_error with a
// sentence.
#pragma once
#include <string>
#include <vector>

#include "app/session/window_options.h"

namespace satscope::app {

struct Lesson;

/// Opens the window and returns when it is closed.
void open_window(const WindowOptions& options);

/// Draws the real window off-screen, once everything has settled, and writes a PNG (atomically).
void make_shot(const WindowOptions& options, const std::string& file);

/// Plays a lesson through off-screen by its own solutions; options.lesson names it. Returns what is wrong with it, a sentence
/// each.
std::vector<std::string> check_lesson(const WindowOptions& options, const Lesson& lesson);

}  // namespace satscope::app
