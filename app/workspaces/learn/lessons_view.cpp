// SPDX-License-Identifier: Apache-2.0
// The list of lessons: what one will be able to do, how long it takes, how far one is.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/ui/drawing/accent_buttons.h"
#include "app/ui/window_actions.h"
#include "app/workspaces/learn/keys.h"
#include "app/workspaces/learn/learn.h"
#include "app/workspaces/learn/lesson_pictures.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

/// How much of the lesson is done, 0 ... 1.
float done_part(const Settings& settings, const Lesson& lesson) {
  const auto found = settings.lessons.find(lesson.id);
  if (found == settings.lessons.end() || lesson.cards.empty()) return 0;
  return std::min(1.0F, static_cast<float>(found->second.done.size()) / static_cast<float>(lesson.cards.size()));
}

/// Its picture, and below it a bar of what is done; at the left of the row.
void draw_picture(const Ui& ui, const Lesson& lesson, const ImVec2& size) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto rows = picture_of_lesson(lesson.id);
  std::size_t columns = 1;
  for (const std::string_view row : rows) columns = std::max(columns, row.size());
  const float cell = std::floor(std::min(size.x / static_cast<float>(columns), size.y / static_cast<float>(rows.size())));
  const auto colour_of = [&](char sign) {
    return sign == 'b'   ? ui.palette.accent
           : sign == 'g' ? ui.palette.good
           : sign == 'r' ? ui.palette.bad
           : sign == 'y' ? ui.palette.warning
                         : ui.palette.raised;
  };
  for (std::size_t y = 0; y < rows.size(); ++y)
    for (std::size_t x = 0; x < rows[y].size(); ++x) {
      if (rows[y][x] == ' ') continue;
      const ImVec2 a{from.x + cell * static_cast<float>(x), from.y + cell * static_cast<float>(y)};
      list.AddRectFilled(a, {a.x + cell - 1, a.y + cell - 1}, packed(colour_of(rows[y][x])));
    }
  const float top = from.y + size.y + 0.3F * ui.em, high = 0.25F * ui.em, part = done_part(ui.settings, lesson);
  list.AddRectFilled({from.x, top}, {from.x + size.x, top + high}, packed(ui.palette.raised), high / 2);
  if (part > 0) list.AddRectFilled({from.x, top}, {from.x + part * size.x, top + high}, packed(ui.palette.good), high / 2);
}

/// A word to click.
bool link(const Ui& ui, const char* words) {
  const ImVec2 from = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(words);
  const bool clicked = invisible_button("##link", size);
  const unsigned colour = packed(ui.palette.accent);
  ImGui::GetWindowDrawList()->AddText(from, colour, words);
  if (ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    ImGui::GetWindowDrawList()->AddLine({from.x, from.y + size.y}, {from.x + size.x, from.y + size.y}, colour);
  }
  return clicked;
}

/// Its newest wrong answers, each on a line of its own: a click opens its card. Another click shows those before.
void draw_wrong_answers(Ui& ui, const Lesson& lesson, const LessonProgress& progress) {
  constexpr std::size_t k_newest = 2;
  bool& all = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("all wrong answers"));
  const std::vector<WrongAnswer> shown = newest_wrong(progress, all ? LessonProgress::k_wrong : k_newest);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const WrongAnswer& one = shown[i];
    coloured_text(ui.palette.quiet, "Answered wrong:");
    ImGui::SameLine();
    ImGui::PushID(static_cast<int>(i));  // because: a press and its release are of one control
    if (link(ui, wrong_text(one).c_str()))
      ui.requests.push_back({LearnAction::open_card, {}, fmt::format("{} {}", one.card + 1, lesson.id)});
    ImGui::PopID();
    ui.control(fmt::format("lesson:wrong:{}:{}", lesson.id, one.card + 1), "Opens the lesson at this card");
  }
  if (progress.wrong.size() <= shown.size()) return;
  all = link(ui, fmt::format("and {} before", progress.wrong.size() - shown.size()).c_str());
  ui.control("lesson:wrong:" + lesson.id, "Shows them all");
}

/// Because: the button that closes a lesson lies over one that starts another.
bool is_second_click(const Ui& ui, const LearnModel& model) {
  constexpr double k_second_click = 0.4;  // seconds
  const auto held = static_cast<double>(std::max(0.0F, ImGui::GetIO().MouseDownDurationPrev[ImGuiMouseButton_Left]));
  return ui.now - held - model.closed_at < k_second_click;
}

/// next: the one to take now, whose button stands out.
void draw_row(Ui& ui, const LearnModel& model, const Lesson& lesson, const std::string& number, bool next) {
  ImGui::PushID(lesson.id.c_str());
  if (constexpr double k_to_come = 0.3; next && ui.now - model.closed_at < k_to_come) {  // who ends one sees what comes
    ImGui::SetScrollHereY(0.3F);
    ui.animating = true;
  }
  const float whole = std::min(ImGui::GetContentRegionAvail().x, 60 * ui.em), button = 6.5F * ui.em;
  const ImVec2 picture{whole > 30 * ui.em ? 7 * ui.em : 0, 3.4F * ui.em};
  const float width = whole - (picture.x > 0 ? picture.x + 1.2F * ui.em : 0);
  if (picture.x > 0) {
    draw_picture(ui, lesson, picture);
    ImGui::Indent(whole - width);
  }
  const ImVec2 from = ImGui::GetCursorPos();
  ImGui::PushTextWrapPos(from.x + width - button - ui.em);
  ImGui::PushFont(ui.fonts.strong);
  ImGui::TextUnformatted(fmt::format("{}{}", number, lesson.title).c_str());
  ImGui::PopFont();
  coloured_text(ui.palette.quiet, lesson.able);
  ImGui::PushFont(ui.fonts.small);
  const bool open = model.player.open() && model.player.lesson().id == lesson.id && !model.to_class;
  const std::string progress = progress_text(ui.settings, lesson, open ? std::optional(model.player.at()) : std::nullopt);
  coloured_text(ui.palette.quiet, fmt::format("{}, {}, about {}", counted(lesson.cards.size(), "card"),
                                              counted(lesson.acts(), "task"), counted(lesson.minutes, "minute")));
  if (!progress.empty()) {
    ImGui::SameLine(0, ui.em);
    coloured_text(ui.palette.good, progress);
  }
  if (const auto found = ui.settings.lessons.find(lesson.id); found != ui.settings.lessons.end())
    draw_wrong_answers(ui, lesson, found->second);
  ImGui::PopFont();
  ImGui::PopTextWrapPos();
  const ImVec2 below = ImGui::GetCursorPos();
  ImGui::SetCursorPos({from.x + width - button, from.y});
  const bool done = progress == "done", begun = !progress.empty() && !done;
  {
    const AccentButtons accent(ui.palette, next);
    if (ImGui::Button(begun ? "Go on" : done ? "Repeat" : "Start", {button, 0}) && !is_second_click(ui, model))
      ui.requests.push_back({WindowAction::start_lesson, {}, lesson.id});
  }
  ui.control("lesson:start:" + lesson.id, "You take it yourself: " + lesson.able);
  const auto from_first_card = [&](const char* label, const char* id, const char* tip) {
    ImGui::SetCursorPosX(from.x + width - button);
    const bool pressed = ImGui::Button(label, {button, 0}) && !is_second_click(ui, model);
    if (pressed) ui.requests.push_back({WindowAction::start_lesson, {.shift = true}, lesson.id});
    ui.control(id + lesson.id, tip);
    return pressed;
  };
  if (from_first_card("Present", "lesson:present:", "You show it to a class: large type, and a key shows each answer"))
    ui.requests.push_back({WindowAction::present, {}, lesson.id});
  // because: the buttons above it do not move when a lesson is begun
  if (begun) from_first_card("Restart", "lesson:restart:", "From its first card");
  if (picture.x > 0) ImGui::Unindent(whole - width);
  const float least = picture.x > 0 ? from.y + picture.y + ui.em : 0;
  ImGui::SetCursorPos({below.x - (whole - width), std::max({below.y, ImGui::GetCursorPosY(), least}) + 0.6F * ui.em});
  ImGui::Dummy({0, 0});
  ImGui::PopID();
}

}  // namespace

void draw_lessons(Ui& ui, const LearnModel& model, const Area& area) {
  begin_area("lessons", area, Ground::scrolling);
  ImGui::PushFont(ui.fonts.large);
  ImGui::TextUnformatted("Lessons");
  ImGui::PopFont();
  ImGui::PushTextWrapPos(0);
  coloured_text(ui.palette.quiet,
                "Each card asks you to do something in the real window. Nothing is graded: wrong answers are listed so that "
                "you can look at them again.");
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, 0.6F * ui.em});
  const Lesson* const next = &next_lesson(ui.settings);
  const int columns = ImGui::GetContentRegionAvail().x > 76 * ui.em ? 2 : 1;
  if (ImGui::BeginTable("lessons", columns, ImGuiTableFlags_SizingStretchSame)) {
    ImGui::TableNextColumn();
    draw_row(ui, model, first_steps(), "", next == &first_steps());
    for (auto lesson = lessons().begin(); lesson != lessons().end(); ++lesson) {
      ImGui::TableNextColumn();
      draw_row(ui, model, *lesson, fmt::format("{}  ", lesson - lessons().begin() + 1), next == &*lesson);
    }
    ImGui::EndTable();
  }
  ImGui::PushTextWrapPos(0);
  coloured_text(ui.palette.quiet,
                "Your own lesson: write a text file as docs/lessons.md describes, and drag it into this window.");
  ImGui::PopTextWrapPos();
  ImGui::End();
}

}  // namespace satscope::app
