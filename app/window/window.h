// SPDX-License-Identifier: Apache-2.0
// The ways into the window: open it, draw it once into a file, check a lesson in it, or draw a plot as it does. All throw
// std::runtime_error with a sentence.
#pragma once
#include <stop_token>
#include <string>
#include <vector>

#include "app/plot/plot.h"
#include "app/session/window_options.h"

namespace satscope::app {

struct Lesson;

/// Opens the window and returns when it is closed, or asked to stop. What became of a film that was being recorded, a sentence;
/// empty: none was.
std::string open_window(const WindowOptions& options, const std::stop_token& stop);

/// Draws the real window off-screen, once everything has settled, and writes a PNG (atomically).
void make_shot(const WindowOptions& options, const std::string& file);

/// A lesson as a class sees it, a slide for each press of the clicker: a PDF, or files of pictures, where "%d" is the number
/// in their name. Returns how many slides there are.
std::size_t make_slides(const WindowOptions& options, const Lesson& lesson, const std::string& out);

/// A lesson as a web page: its cards, with questions that check answers, and the steps that they show. Whole or not at all.
/// file: that of a user's own lesson, else empty. Returns what was written, a sentence. Throws LessonError, too.
std::string make_lesson_page(const Lesson& lesson, const std::string& file, const std::string& out);

/// Plays a lesson through off-screen by its own solutions; options.lesson names it. Returns what is wrong with it, a sentence
/// each.
std::vector<std::string> check_lesson(const WindowOptions& options, const Lesson& lesson);

/// The plot as the bytes of a PNG of this size. theme: "light" or "dark".
std::string plot_png(const Plot& plot, Extent size, const std::string& theme);

}  // namespace satscope::app
