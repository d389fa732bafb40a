// SPDX-License-Identifier: Apache-2.0
// The legend of the look-back view: each sign with its word.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "app/workspaces/steps/views/look_back/pen.h"

namespace satscope::app {

struct LegendItem {
  std::string text;
  double sign;  ///< its width
  std::function<void(Pen&, const Area&)> draw;
};

std::vector<LegendItem> look_back_legend(const Pen& pen, double em, bool long_words);
/// As many of them as one line holds, those that say most.
std::vector<LegendItem> in_one_line(const Pen& pen, std::vector<LegendItem> items, double width, double em);
/// Draws the items from left to right and line by line into the area, or only measures. Returns the lines that they take.
int lay_legend(Pen& pen, const std::vector<LegendItem>& items, const Area& area, double em, bool draw);

}  // namespace satscope::app
