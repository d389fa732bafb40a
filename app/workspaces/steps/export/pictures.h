// SPDX-License-Identifier: Apache-2.0
// Steps in files, drawn without a window: which steps of what, as the command line orders it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/ui/drawing/page_ground.h"
#include "app/workspaces/steps/settings.h"
#include "kernels/plan.h"
#include "kernels/table.h"
#include "kernels/types.h"

namespace satscope::app {

class Drawing;
struct Area;
struct Lesson;
struct Session;

struct StepsOrder {
  std::string input;                       ///< as load_input takes it, or a session
  std::optional<Box> patch;                ///< of the input
  std::string algorithm;                   ///< id; empty: as the session says
  Params params;                           ///< of that algorithm
  std::optional<Form> form;                ///< none: as the session says, or the algorithm's own
  std::string type;                        ///< id of a TypePair; empty: as the session says, or what the numbers need
  std::string view;                        ///< id of a view of Steps; empty: as the session says
  std::optional<StepsLevel> level;         ///< none: as the session says, or essential
  std::optional<std::size_t> first, last;  ///< steps done, of the first picture and the last; none: chosen by what is written
  bool strip = false;                      ///< all of them on one page
  double scale = 1;                        ///< pixels for each of the page's
  Extent size{1280, 720};                  ///< of the page
  std::string theme = "light";
  double speed = 1;  ///< of a film: steps a second
  PageGround ground = PageGround::seen;
  std::optional<bool> captions;  ///< as PageLook has them
  std::string out;               ///< ends in .svg, .png, .gif, .html or like a video; "%d" stands for the number of the step
};

/// What make_lesson_page does (app/window/window.h).
std::string write_lesson_page(const Lesson& lesson, const std::string& file, const std::string& out);

/// The step that a session shows, in small; empty: no steps of the numbers, as where a file is edited.
std::function<void(Drawing&, const Area&)> steps_sketch(const Session& session);

/// Called with the number of pictures done and the part of the work done, 0 ... 1. False ends the work and leaves no file.
using StepsProgress = std::function<bool(std::uint64_t, double)>;
struct DrawnSteps {
  std::string written;    ///< a sentence; empty: `progress` ended it
  std::string algorithm;  ///< id; empty: the steps are of a filter
};
/// Draws steps of an algorithm into files, each of them whole or none. Throws std::invalid_argument with a sentence where the
/// order cannot be carried out for this story.
DrawnSteps draw_steps(const StepsOrder& order, const StepsProgress& progress);

}  // namespace satscope::app
