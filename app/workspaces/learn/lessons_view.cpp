// SPDX-License-Identifier: Apache-2.0
// The list of lessons: what one will be able to do, how long it takes, how far one is.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/workspaces/learn/keys.h"
#include "app/workspaces/learn/learn.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

/// next: the one to take now, whose button stands out.
void draw_row(Ui& ui, const Lesson& lesson, const std::string& number, bool next) {
  ImGui::PushID(lesson.id.c_str());
  const float width = std::min(ImGui::GetContentRegionAvail().x, 52 * ui.em), button = 6.5F * ui.em;
  const ImVec2 from = ImGui::GetCursorPos();
  ImGui::PushTextWrapPos(from.x + width - button - ui.em);
  ImGui::PushFont(ui.fonts.strong);
  ImGui::TextUnformatted(fmt::format("{}{}", number, lesson.title).c_str());
  ImGui::PopFont();
  coloured_text(ui.palette.quiet, lesson.able);
  ImGui::PushFont(ui.fonts.small);
  const std::string progress = progress_text(ui.settings, lesson);
  coloured_text(ui.palette.quiet, fmt::format("{}, {}, about {}", counted(lesson.cards.size(), "card"),
                                              counted(lesson.acts(), "task"), counted(lesson.minutes, "minute")));
  if (!progress.empty()) {
    ImGui::SameLine(0, ui.em);
    coloured_text(ui.palette.good, progress);
  }
  ImGui::PopFont();
  ImGui::PopTextWrapPos();
  const ImVec2 below = ImGui::GetCursorPos();
  ImGui::SetCursorPos({from.x + width - button, from.y});
  const bool done = progress == "done", begun = !progress.empty() && !done;
  if (next) {
    ImGui::PushStyleColor(ImGuiCol_Button, packed(ui.palette.accent));
    ImGui::PushStyleColor(ImGuiCol_Text, packed(ui.palette.on_accent));
  }
  if (ImGui::Button(begun ? "Go on" : done ? "Repeat" : "Start", {button, 0}))
    ui.requests.push_back({WindowAction::start_lesson, {}, lesson.id});
  if (next) ImGui::PopStyleColor(2);
  ui.control("lesson:start:" + lesson.id, lesson.able);
  if (begun) {
    ImGui::SetCursorPosX(from.x + width - button);
    if (ImGui::Button("Restart", {button, 0})) ui.requests.push_back({WindowAction::start_lesson, {.shift = true}, lesson.id});
    ui.control("lesson:restart:" + lesson.id, "From its first card");
  }
  ImGui::SetCursorPos({below.x, std::max(below.y, ImGui::GetCursorPosY()) + 0.6F * ui.em});
  ImGui::PopID();
}

}  // namespace

std::string progress_text(const Settings& settings, const Lesson& lesson) {
  const auto found = settings.lessons.find(lesson.id);
  if (found == settings.lessons.end()) return {};
  const LessonProgress& progress = found->second;
  const int cards = static_cast<int>(lesson.cards.size()), done = static_cast<int>(progress.done.size());
  if (done >= cards) return "done";
  if (progress.at == 0 && done == 0) return {};
  const std::string so_far = fmt::format("{} of {} done", done, cards);
  return progress.at < cards ? fmt::format("{}, at card {}", so_far, progress.at + 1) : so_far;
}

void draw_lessons(Ui& ui, const LearnRoom& /*room*/, const Area& area) {
  begin_area("lessons", area, Ground::scrolling);
  ImGui::PushFont(ui.fonts.large);
  ImGui::TextUnformatted("Lessons");
  ImGui::PopFont();
  ImGui::PushTextWrapPos(0);
  coloured_text(ui.palette.quiet,
                "Each card asks you to do something in the real window. Nothing is graded; skip what you know.");
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, 0.6F * ui.em});
  const auto done = [&](const Lesson& lesson) { return progress_text(ui.settings, lesson) == "done"; };
  const auto next = std::ranges::find_if_not(lessons(), done);
  const bool begun =
      std::ranges::any_of(lessons(), [&](const Lesson& lesson) { return ui.settings.lessons.contains(lesson.id); });
  const bool first = !begun && !done(first_steps());  // because: who has begun a lesson needs no first steps
  draw_row(ui, first_steps(), "", first);
  for (auto lesson = lessons().begin(); lesson != lessons().end(); ++lesson)
    draw_row(ui, *lesson, fmt::format("{}  ", lesson - lessons().begin() + 1), !first && lesson == next);
  ImGui::PushTextWrapPos(0);
  coloured_text(ui.palette.quiet,
                "Your own lesson: write a text file as docs/lessons.md describes, and drag it into this window.");
  ImGui::PopTextWrapPos();
  ImGui::End();
}

}  // namespace satscope::app
