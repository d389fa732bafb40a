// SPDX-License-Identifier: Apache-2.0
#include "app/commands/lists/list_lessons.h"

#include <fmt/format.h>

#include "app/lessons/lesson.h"
#include "kernels/plural.h"

namespace satscope::app {

Json lessons_as_json() {
  Json all = Json::array();
  for (const Lesson* lesson : all_lessons())
    all.push_back({{"id", lesson->id},
                   {"title", lesson->title},
                   {"able", lesson->able},
                   {"cards", lesson->cards.size()},
                   {"acts", lesson->acts()},
                   {"minutes", lesson->minutes}});
  return all;
}

std::string lessons_as_text() {
  std::string text;
  for (const Lesson* lesson : all_lessons())
    text += fmt::format("{:<13} {} ({}, {}, about {})\n              {}\n", lesson->id, lesson->title,
                        counted(lesson->cards.size(), "card"), counted(lesson->acts(), "task"),
                        counted(lesson->minutes, "minute"), lesson->able);
  return text;
}

}  // namespace satscope::app
