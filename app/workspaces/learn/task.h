// SPDX-License-Identifier: Apache-2.0
// The task of a card in parts that have places of their own: what is asked, what it is answered with, and what is said of that.
#pragma once
#include <imgui.h>

#include <functional>
#include <string>
#include <vector>

#include "app/workspaces/learn/learn.h"

namespace satscope::app {

/// The ground of a task, or of a part of it, while it lives.
class TaskBox {
 public:
  TaskBox(Ui& ui, bool done);
  ~TaskBox();
  TaskBox(const TaskBox&) = delete;
  TaskBox& operator=(const TaskBox&) = delete;

  /// lines: gets the tops of its lines.
  void say(Rgb colour, const std::string& text, std::vector<float>* lines = nullptr) const;
  /// What it adds to the height of its content, in heights of the main font.
  static constexpr float k_around = 1.6F;

 private:
  Ui& ui_;
  const bool done_;
  const ImVec2 from_;
  const float width_;
  ImDrawList& list_;
};

// Of a card with an act.

/// titled: "Your turn" above it. lines: gets the tops of its lines.
void draw_asked(const Ui& ui, const TaskBox& box, const Act& act, bool done, bool titled, std::vector<float>* lines = nullptr);
/// Controls, the field, counters, and whether there is any of that. brief: what is covered is one word.
void draw_given(Ui& ui, LearnModel& model, const Act& act, bool brief);
bool has_given(const LessonPlayer& player);
/// Replies, remarks, hints, and whether there is any of that.
void draw_said(const Ui& ui, const LearnModel& model, const TaskBox& box, const Act& act, std::vector<float>* lines = nullptr);
bool says_anything(const Ui& ui, const LearnModel& model);
/// Of the highest that may be said on this card, without its ground.
float height_of_replies(Ui& ui, const LessonPlayer& player);

/// The height of what `draw` draws, which is not seen.
float height_of(const std::function<void()>& draw);

}  // namespace satscope::app
