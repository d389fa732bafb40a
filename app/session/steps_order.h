// SPDX-License-Identifier: Apache-2.0
// Which steps of what are drawn into which files, as the command line orders it.
#pragma once
#include <cstddef>
#include <optional>
#include <string>

#include "kernels/plan.h"
#include "kernels/table.h"
#include "kernels/types.h"

namespace satscope::app {

struct StepsOrder {
  std::string input;                       ///< as load_input takes it, or a session
  std::optional<Box> patch;                ///< of the input
  std::string algorithm;                   ///< id; empty: as the session says
  Params params;                           ///< of that algorithm
  std::optional<Form> form;                ///< none: as the session says, or the algorithm's own
  std::string type;                        ///< id of a TypePair; empty: as the session says, or what the numbers need
  std::string view;                        ///< id of a StepsView; empty: as the session says
  std::optional<std::size_t> first, last;  ///< steps done, of the first picture and the last; none: chosen by what is written
  bool strip = false;                      ///< all of them on one page
  double scale = 1;                        ///< pixels for each of the page's
  Extent size{1280, 720};                  ///< of the page
  std::string theme = "light";
  double speed = 1;  ///< of a film: steps a second
  std::string out;   ///< ends in .svg, .png, .gif, .html or like a video; "%d" stands for the number of the step
};

}  // namespace satscope::app
