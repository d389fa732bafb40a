// SPDX-License-Identifier: Apache-2.0
// What is said of a line of numbers that a student has on paper: how many there are, and which one is wrong, but none of them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"

namespace satscope::app {

struct LineReply {
  std::string text;
  bool right = false;
};
/// None: what was typed is no line, or the card knows none.
std::optional<LineReply> reply_to_line(const std::vector<PaperLine>& lines, const std::string& answer);

}  // namespace satscope::app
