// SPDX-License-Identifier: Apache-2.0
// The ways into the window: open it, draw it once into a file, take a lesson in it, or draw steps or a plot as it does. All
// throw std::runtime_error with a sentence.
#pragma once
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/plot/plot.h"
#include "app/session/steps_order.h"
#include "app/session/window_options.h"

namespace satscope::app {

struct Lesson;

/// Opens the window and returns when it is closed, or asked to stop. What became of a film that was being recorded, a sentence;
/// empty: none was.
std::string open_window(const WindowOptions& options, const std::stop_token& stop);

/// Draws the real window off-screen, once everything has settled, and writes a PNG (atomically).
void make_shot(const WindowOptions& options, const std::string& file);

/// Plays a lesson through off-screen by its own solutions; options.lesson names it. Returns what is wrong with it, a sentence
/// each.
std::vector<std::string> check_lesson(const WindowOptions& options, const Lesson& lesson);

/// Writes a lesson as a web page: its cards, with questions that check answers, and the steps that they show. Whole or not at
/// all. file: that of a user's own lesson, else empty. Returns what was written, a sentence. Throws LessonError, too.
std::string write_lesson_page(const Lesson& lesson, const std::string& file, const std::string& out);

/// Called with the number of pictures done and the part of the work done, 0 ... 1. False ends the work and leaves no file.
using StepsProgress = std::function<bool(std::uint64_t, double)>;
/// Draws steps of an algorithm into files, each of them whole or none. Returns what was written, a sentence; empty: `progress`
/// ended it. Throws std::invalid_argument with a sentence where the order cannot be carried out for this story.
std::string draw_steps(const StepsOrder& order, const StepsProgress& progress);

/// The plot as the bytes of a PNG of this size. theme: "light" or "dark".
std::string plot_png(const Plot& plot, Extent size, const std::string& theme);

}  // namespace satscope::app
