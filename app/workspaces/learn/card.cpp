// SPDX-License-Identifier: Apache-2.0
// The card of a lesson: what it says, what it asks for, whether that was done, and the way on.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "app/ui/drawing/accent_buttons.h"
#include "app/ui/drawing/drawing.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/presentation.h"
#include "app/workspaces/learn/keys.h"
#include "app/workspaces/learn/learn.h"
#include "app/workspaces/learn/markdown.h"
#include "app/workspaces/learn/task.h"

namespace satscope::app {
namespace {

/// A dot for each card: full for those done, this one larger, a thick ring for those that were skipped.
void draw_dots(Ui& ui, const LessonPlayer& player) {
  const std::size_t count = player.lesson().cards.size();
  const float width = ImGui::GetContentRegionAvail().x, gap = std::min(1.1F * ui.em, width / static_cast<float>(count));
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto progress = ui.settings.lessons.find(player.lesson().id);
  const auto done = [&](std::size_t card) {
    return (card == player.at() && player.done()) ||
           (progress != ui.settings.lessons.end() && progress->second.done.contains(static_cast<int>(card)));
  };
  for (std::size_t i = 0; i < count; ++i) {
    const ImVec2 middle{from.x + (static_cast<float>(i) + 0.5F) * gap, from.y + 0.5F * ui.em};
    const float radius = i == player.at() ? 0.34F * ui.em : 0.22F * ui.em;
    if (done(i))
      list.AddCircleFilled(middle, radius, packed(ui.palette.good));
    else if (i == player.at())
      list.AddCircleFilled(middle, radius, packed(ui.palette.accent));
    else if (i < player.at())
      list.AddCircle(middle, radius, packed(ui.palette.accent), 0, 0.1F * ui.em);
    else
      list.AddCircle(middle, radius, packed(ui.palette.quiet));
    ImGui::SetCursorScreenPos({from.x + static_cast<float>(i) * gap, from.y});
    if (invisible_button(fmt::format("##dot{}", i).c_str(), {gap, ui.em}))
      ui.requests.push_back({LearnAction::go_to_card, {}, std::to_string(i)});
    ui.control(fmt::format("lesson:dot:{}", i + 1), player.lesson().cards[i].title);
  }
  ImGui::SetCursorScreenPos(from);
  ImGui::Dummy({width, ui.em});
}

/// A question and, once it is shown, its answer.
void draw_question(Ui& ui, const LessonPlayer& player, const Question& question) {
  const Prose text{.colour = ui.palette.text, .ground = ui.palette.raised};
  ImGui::Dummy({0, 0.2F * ui.em});
  ImGui::PushFont(ui.fonts.strong);
  coloured_text(ui.palette.accent, "A question");
  ImGui::PopFont();
  draw_markdown(ui, question.text, text);
  if (!player.done()) {
    if (ImGui::Button("Show the answer")) ui.ask(LearnAction::reveal);
    ui.control("lesson:reveal", "Decide first; then compare", LearnAction::reveal);
  }
  if (player.done()) draw_markdown(ui, question.answer, {.colour = ui.palette.good, .ground = ui.palette.raised});
}

/// rows: of its four buttons, one or two.
void draw_way_on(Ui& ui, const LessonPlayer& player, int rows) {
  const float gap = 0.4F * ui.em, in_row = rows == 1 ? 4 : 2;
  const float width = (ImGui::GetContentRegionAvail().x - (in_row - 1) * gap) / in_row;
  ImGui::BeginDisabled(player.at() == 0);
  if (ImGui::Button("Back", {width, 0})) ui.ask(LearnAction::previous_card);
  ImGui::EndDisabled();
  ui.control("lesson:back", "The card before", LearnAction::previous_card);
  ImGui::SameLine(0, gap);
  const bool done = player.done();
  {
    const AccentButtons accent(ui.palette, done);
    const char* on = player.last() ? (done ? "Finish" : "Leave") : done ? "Next" : "Skip";
    ImGui::BeginDisabled(player.last() && ui.session.presenting);
    if (ImGui::Button(on, {width, 0})) ui.ask(LearnAction::next_card);
    ImGui::EndDisabled();
  }
  ui.control("lesson:next",
             !done           ? "Leaves this card undone"
             : player.last() ? "Back to the list of lessons"
                             : "To the next card",
             LearnAction::next_card);
  if (rows == 1) ImGui::SameLine(0, gap);
  const bool hints = player.card().act && !done && player.hints() < player.card().act->hints.size();
  ImGui::BeginDisabled(!hints);
  if (ImGui::Button("Hint", {width, 0})) ui.ask(LearnAction::hint);
  ImGui::EndDisabled();
  ui.control("lesson:hint", "A little help", LearnAction::hint);
  ImGui::SameLine(0, gap);
  if (ImGui::Button("Again", {width, 0})) ui.ask(LearnAction::again);
  ui.control("lesson:again", "Sets the window as this card began");
}

/// The top of the line that comes next, in the content of the window.
float top_of_line() { return ImGui::GetCursorPosY(); }

/// The lesson, its cards as dots, and the title of this one. lines: gets the tops of its lines.
void draw_card_heading(Ui& ui, const LessonPlayer& player, bool dots = true, std::vector<float>* lines = nullptr) {
  if (lines) lines->push_back(top_of_line());
  ImGui::PushFont(ui.fonts.small);
  const ImVec2 from = ImGui::GetCursorPos();
  ImGui::PushTextWrapPos(ImGui::GetContentRegionMax().x - 4 * ui.em);
  coloured_text(ui.palette.quiet, player.lesson().title);
  ImGui::PopTextWrapPos();
  const float below = ImGui::GetCursorPosY();
  ImGui::SetCursorPos({ImGui::GetContentRegionMax().x - ImGui::CalcTextSize("Close").x - 0.6F * ui.em, from.y});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0.3F * ui.em, std::round(0.1F * ui.em)});
  if (ImGui::Button("Close")) ui.ask(LearnAction::close);
  ImGui::PopStyleVar();
  ui.control("lesson:close", "Leaves the lesson; it remembers where you were", LearnAction::close);
  ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), below));
  ImGui::PopFont();
  if (dots) {
    if (lines) lines->push_back(top_of_line());
    draw_dots(ui, player);
    ImGui::Dummy({0, 0.2F * ui.em});
  }
  ImGui::PushFont(ui.fonts.strong);
  ImGui::PushTextWrapPos(0);
  const float top = top_of_line();
  ImGui::TextUnformatted(player.card().title.c_str());
  const float end = ImGui::GetItemRectMax().y - ImGui::GetItemRectMin().y + top, high = ImGui::GetTextLineHeight();
  for (float line = top; lines && line < end - 0.5F * high; line += high) lines->push_back(line);
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

/// By whole lines, so that the last one is in sight. Because: what a reply is about was read last.
void scroll_to_end(const LearnModel& model, const std::vector<float>& lines) {
  const float bottom = ImGui::GetCurrentWindow()->DC.CursorMaxPos.y - ImGui::GetWindowPos().y + ImGui::GetScrollY();
  const float least = bottom + ImGui::GetStyle().WindowPadding.y - ImGui::GetWindowHeight();
  if (least <= 0.5F) return;
  const auto line = std::ranges::lower_bound(lines, least);
  const float top = line == lines.end() ? least : *line;
  ImGui::Dummy({0, top - least});  // room below the last line
  if (model.frames_to_scroll > 0) ImGui::SetScrollY(top);
}

/// What is drawn while it lives is without the line that the end of its window would cut, because half a line is read as a
/// fault. before: the tops of lines, as they were in the frame before.
class WholeLines {
 public:
  explicit WholeLines(const std::vector<float>& before) {
    const ImVec2 from = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    const float end = size.y + ImGui::GetScrollY();
    const auto next = std::ranges::upper_bound(before, end);
    const bool cuts = next != before.begin() && *std::prev(next) + ImGui::GetTextLineHeight() > end;
    const float bottom = cuts ? *std::prev(next) - ImGui::GetScrollY() : size.y;
    ImGui::PushClipRect(from, {from.x + size.x, from.y + bottom}, true);
  }
  ~WholeLines() { ImGui::PopClipRect(); }
  WholeLines(const WholeLines&) = delete;
  WholeLines& operator=(const WholeLines&) = delete;
};

}  // namespace

bool waits_for_answer(const LessonPlayer& player) { return !player.done() && player.card().act && player.card().act->answers; }

bool is_answered_first(const Ui& ui, const LessonPlayer& player) {
  const auto& act = player.card().act;
  if (!act || !act->answers || player.done() || ui.session.presenting || ui.doing.lecturing) return false;
  return act->stop || (!act->solution.empty() && act->solution.front().kind == LessonAction::Kind::answer);
}

bool begin_answer(const Ui& ui, LearnModel& model, char digit) {
  const LessonPlayer& player = model.player;
  if (ui.session.presenting || !waits_for_answer(player)) return false;
  if (std::exchange(model.rejected, false)) model.typed.clear();
  model.typed += digit;
  model.began_by_key = true;
  model.wants_keys = 10;
  return true;
}

void draw_card(Ui& ui, LearnModel& model, const Area& area) {
  const ImGuiStyle& style = ImGui::GetStyle();
  // because: the buttons stay where they are from card to card, and in sight
  // because: a low card needs the room for its task
  const float a_fourth = (static_cast<float>(area.width) - 2 * style.WindowPadding.x - 1.2F * ui.em) / 4;
  const bool in_one = a_fourth > ImGui::CalcTextSize("Finish").x + 2 * style.FramePadding.x;
  const int rows = in_one && area.height < 30 * ui.em ? 1 : 2;
  const double way_on = static_cast<double>(static_cast<float>(rows) * ImGui::GetFrameHeight() +
                                            static_cast<float>(rows - 1) * style.ItemSpacing.y + 2 * style.WindowPadding.y);
  const LessonPlayer& player = model.player;
  double heading = 0;
  if (area.height > 26 * ui.em) {  // it stays while the card scrolls; a low card needs the room
    heading = model.heading > 0 ? model.heading : 6 * ui.em;
    begin_area("lesson heading", {area.x, area.y, area.width, heading}, Ground::panel);
    draw_card_heading(ui, player);
    const double high = static_cast<double>(ImGui::GetCursorPosY() - style.ItemSpacing.y);  // the text has a margin of its own
    if (std::abs(std::exchange(model.heading, high) - high) > 0.5) ui.animating = true;
    ImGui::End();
  }
  const double left = area.height - way_on - heading;
  const Card& card = player.card();
  const Area below{area.x, area.y + heading, area.width, left};
  // because: text, question and field stay where they are while something is said. Where all has room, that is below the field;
  // else question and field are at the bottom, and what is said lies above them, over the end of the text
  const std::string of = fmt::format("{} {} {} {} {}", player.lesson().id, player.at(), area.width, area.height, ui.em);
  const bool anew = std::exchange(model.replies_of, of) != of;
  if (!card.act || !has_given(player)) model.given_height = 0;  // what was there is of another card
  const bool apart = card.act && !ui.doing.lecturing && model.replies_apart, ask_below = apart && model.ask_below;
  const double around = static_cast<double>(TaskBox::k_around * ui.em + 2 * style.WindowPadding.y);
  const double boxed =
      around - static_cast<double>(0.4F * ui.em + style.WindowPadding.y);  // the next part has a margin of its own
  const auto high_with = [&](double asked) { return std::max(model.given_height + asked, 1.5 * ui.em) + boxed; };
  const bool says = apart && says_anything(ui, model);
  const double least_text = 5 * ui.em;
  // because: a reply is worth more than what it replies to, which is then above it
  const bool ask_is_said = says && ask_below && model.said_height > left - high_with(model.asked_height) - least_text;
  const bool ask_given = ask_below && !ask_is_said;
  const double given = apart && (ask_given || has_given(player)) ? high_with(ask_given ? model.asked_height : 0) : 0;
  const double said_before = model.said_height;
  const double all_said = model.said_height + (ask_is_said ? model.asked_height : 0);
  const double said = says ? std::min(all_said, left - given - least_text) : 0;
  const auto measure = [&](double& kept, float height) {
    if (std::abs(std::exchange(kept, static_cast<double>(height)) - static_cast<double>(height)) > 0.5) ui.animating = true;
  };
  const auto end_before_next = [&] { ImGui::GetCurrentWindow()->DC.CursorMaxPos.y -= 0.4F * ui.em + style.WindowPadding.y; };
  std::vector<float> lines;
  const auto draw_ask = [&](const TaskBox& box) {
    const float top = ImGui::GetCursorPosY();
    draw_asked(ui, box, *card.act, player.done(), heading > 0, &lines);
    measure(model.asked_height, ImGui::GetCursorPosY() - top);
  };
  const auto draw_rest = [&] {
    const float top = ImGui::GetCursorPosY();
    draw_given(ui, model, *card.act, heading == 0);
    measure(model.given_height, ImGui::GetCursorPosY() - top);
  };
  // because: a scroll bar that comes with a reply would break the lines of the text anew
  const float grab = apart && !model.scrolls ? 0 : 1;
  for (const ImGuiCol part : {ImGuiCol_ScrollbarGrab, ImGuiCol_ScrollbarGrabHovered, ImGuiCol_ScrollbarGrabActive})
    ImGui::PushStyleColor(part, ImGui::GetColorU32(part, grab));
  begin_area("lesson", {below.x, below.y, below.width, left - given - said}, Ground::scrolling,
             apart ? ImGuiWindowFlags_AlwaysVerticalScrollbar : 0);
  ImGui::PopStyleColor(3);
  model.scrolls = ImGui::GetScrollMaxY() > 0;
  if (std::exchange(model.to_top, false)) ImGui::SetScrollY(0);
  std::optional<WholeLines> whole(model.text_lines);
  // because: where there is room for a few lines, the card is worth more
  if (heading == 0) draw_card_heading(ui, player, left - given > 9 * ui.em, &lines);
  ui.controls["lesson:card"] = {area.x, area.y, area.width, area.height - way_on};
  if (ui.doing.lecturing) draw_for_lecturer(ui, model);  // first: the rest is on the stage, too
  draw_markdown(ui, card.text, {.colour = ui.palette.text, .ground = ui.palette.raised, .lines = &lines});
  if (card.question) draw_question(ui, player, *card.question);
  if (card.act) {
    const double text = static_cast<double>(ImGui::GetCursorPosY());
    if (anew) model.replies_height = static_cast<double>(height_of_replies(ui, player));
    if (apart)
      measure(model.said_height, height_of([&] {
                                   const TaskBox box(ui, player.done());
                                   draw_said(ui, model, box, *card.act);
                                 }) - 0.4F * ui.em -
                                     0.5F * style.ItemSpacing.y + style.WindowPadding.y);
    if (!ask_below) {
      const TaskBox box(ui, player.done());
      draw_ask(box);
      if (!apart) draw_rest();
      if (!apart) draw_said(ui, model, box, *card.act);
    }
    if (apart) end_before_next();
    if (anew || !player.done()) {
      const double task = model.asked_height + model.given_height;
      const bool no_room = text + task + around + model.replies_height > left;
      // because: the question is in sight while the text scrolls, of which the title and a line have room
      const bool at_bottom = no_room && task + boxed < left - 3.2 * ui.em;
      const bool moves = std::exchange(model.replies_apart, no_room) != no_room;
      if (moves && is_answered_first(ui, player)) model.wants_keys = 10;  // because: in another part it is another field
      if (std::exchange(model.ask_below, at_bottom) != at_bottom || moves) ui.animating = true;
    }
  }
  model.text_lines = std::exchange(lines, {});
  whole.reset();
  if (ui.doing.lecturing && model.frames_to_scroll > 0)
    ImGui::SetScrollY(0);  // because: notes and the next card are at the top, and replies are on the stage
  ImGui::End();
  if (said > 0) {
    begin_area("lesson said", {below.x, below.bottom() - given - said, below.width, said}, Ground::scrolling);
    {
      const TaskBox box(ui, player.done());
      if (ask_is_said) draw_asked(ui, box, *card.act, player.done(), heading > 0, &lines);
      draw_said(ui, model, box, *card.act, &lines);
    }
    end_before_next();
    // because: in the first frame of a reply its part is as high as the one before
    if (!player.done() && std::abs(model.said_height - said_before) < 0.5) scroll_to_end(model, lines);
    ImGui::End();
  }
  if (given > 0) {
    begin_area("lesson given", {below.x, below.bottom() - given, below.width, given}, Ground::panel);
    ImGui::SetScrollY(0);  // because: the margin below is of the next part, and a field that gets the keyboard scrolls to it
    {
      const TaskBox box(ui, player.done());
      if (ask_given) draw_ask(box);
      draw_rest();
    }
    ImGui::End();
  }
  if (model.frames_to_scroll > 0) {
    --model.frames_to_scroll;
    ui.animating = true;
  }
  begin_area("lesson way on", {area.x, area.bottom() - way_on, area.width, way_on}, Ground::panel);
  draw_way_on(ui, player, rows);
  ImGui::End();
}

}  // namespace satscope::app
