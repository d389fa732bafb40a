// SPDX-License-Identifier: Apache-2.0
// The card of a lesson: what it says, what it asks for, whether that was done, and the way on.
#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "app/core/param_values.h"
#include "app/core/text/number_text.h"
#include "app/ui/drawing/accent_buttons.h"
#include "app/ui/drawing/drawing.h"
#include "app/ui/open_session.h"
#include "app/ui/panels/choices.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/presentation.h"
#include "app/workspaces/learn/keys.h"
#include "app/workspaces/learn/learn.h"
#include "app/workspaces/learn/markdown.h"
#include "kernels/plural.h"
#include "kernels/registry.h"

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

/// Of a wrong answer.
std::string reply_to(const LessonPlayer& player) {
  if (player.right_but_more()) return fmt::format("{} is right. The rest of the task is not done yet.", player.answer());
  const std::string why = player.why();
  return fmt::format("{} is not it. {}", player.answer(),
                     !why.empty()         ? why
                     : player.hints() > 0 ? "The hint may help."
                                          : "Look again.");
}

/// The keys that move in the steps, where an empty field has no use for them.
void press_moves(Ui& ui) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeyShift || io.KeyAlt) return;
  for (const auto& [key, chord] : {std::pair{ImGuiKey_LeftArrow, plain(k_key_left)},
                                   {ImGuiKey_RightArrow, plain(k_key_right)},
                                   {ImGuiKey_Home, plain(k_key_home)},
                                   {ImGuiKey_End, plain(k_key_end)}})
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)))
      if (const auto action = action_of(chord, false, false, ui.session)) ui.requests.push_back({*action, chord, {}});
}

void draw_answer(Ui& ui, LearnRoom& room) {
  ImGui::PushStyleColor(ImGuiCol_FrameBg, packed(ui.palette.panel));
  ImGui::PushStyleColor(ImGuiCol_Button, packed(ui.palette.panel));
  const float button = ImGui::CalcTextSize("Check").x + 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SetNextItemWidth(ImGui::CalcItemWidth() - button - ImGui::GetStyle().ItemSpacing.x);
  // because: the next digits are the next answer, not keys that choose algorithms
  if (room.answered && room.player.failed()) {
    room.answered = false;
    if (!room.player.right_but_more() && !ui.session.presenting) {
      room.typed.clear();
      room.wants_keys = 10;
    }
  }
  // more than once, because other parts of the window may appear after the card; not out of sight, because the card would
  // scroll
  if (room.wants_keys > 0 && ImGui::IsRectVisible({1, 0.8F * ImGui::GetFrameHeight()})) {
    --room.wants_keys;
    ImGui::SetKeyboardFocusHere();
    ui.animating = true;
  }
  const bool entered = ImGui::InputTextWithHint("##answer", "your answer", &room.typed,
                                                ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  if (ImGui::IsItemActive()) {
    room.wants_keys = 0;
    if (room.typed.empty() && ImGui::GetIO().WantTextInput) press_moves(ui);  // else they were keys of the window
    // because: the first digit came as a key, and the next one goes behind it
    if (std::exchange(room.began_by_key, false))
      if (ImGuiInputTextState* text = ImGui::GetInputTextState(ImGui::GetItemID())) text->ClearSelection();
  }
  ui.control("lesson:answer");
  ImGui::SameLine();
  const bool pressed = ImGui::Button("Check");
  ui.control("lesson:check", "Compares your answer; Enter does the same");
  ImGui::PopStyleColor(2);
  if ((entered || pressed) && room.typed.find_first_not_of(' ') == room.typed.npos) {
    room.wants_keys = 10;  // because: what was said stays, and the answer comes
  } else if (entered || pressed) {
    room.player.give(room.typed);
    room.answered = true;
    room.looked_at = -1e9;
  }
}

void draw_type(Ui& ui) {
  std::string& chosen = ui.session.edit.type;
  std::string type = chosen.empty() ? "auto" : chosen;
  std::vector<Choice> types{{"auto", "Type: auto", "8u32u, or 8u64u where a box can reach 2 to the 32"}};
  for (const TypePair& pair : k_type_pairs) types.push_back({std::string(pair.id), fmt::format("Type: {}", pair.id), {}});
  if (choose(ui, "##type", "type", "Number type of the picture and of its table", type, types))
    chosen = type == "auto" ? "" : type;
}

/// The controls that the card names, so that they need not be looked for. They belong to the algorithm of the workspace.
void draw_controls(Ui& ui, const LearnRoom& room, const Act& act) {
  if (act.controls.empty()) return;
  if (std::ranges::find(act.controls, "type") != act.controls.end()) draw_type(ui);
  if (!room.seen.is_object()) return;  // not looked at yet
  const bool steps = ui.session.workspace == "steps";
  const nlohmann::json of = steps ? room.seen.value("steps", nlohmann::json::object()) : room.seen;
  const Algorithm* algorithm = find_algorithm(of.value("algorithm", ""));
  if (!algorithm) return;
  const Params before = params_from_json(of.value("params", nlohmann::json::object()), algorithm->params, "the card");
  Params params = before;
  for (const std::string& id : act.controls)
    if (const auto param = std::ranges::find(algorithm->params, id, &Param::id); param != algorithm->params.end())
      draw_param(ui, *param, params);
  if (params == before) return;
  const nlohmann::json members = {{"params", to_json(params)}};
  ui.requests.push_back({LearnAction::change, {}, (steps ? nlohmann::json{{"steps", members}} : members).dump()});
}

void draw_counters(const Ui& ui, const LearnRoom& room, const Act& act) {
  const LessonPlayer& player = room.player;
  const bool covered = !player.covered().empty();
  for (const CardCounter& counter : act.counters) {
    const nlohmann::json value = counter.value.value(room.seen);
    coloured_text(ui.palette.quiet, counter.name);
    ImGui::PushFont(ui.fonts.strong);
    const char* covered_text = player.right_but_more() ? "? until the task is done" : "? until your answer is right";
    const float gap = 0.6F * ui.em, end = ImGui::GetItemRectMax().x + gap + ImGui::CalcTextSize(covered_text).x;
    if (!covered || end < ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x - gap) ImGui::SameLine(0, gap);
    if (covered)
      coloured_text(ui.palette.quiet, covered_text);
    else
      coloured_text(ui.palette.text, value.is_number()     ? grouped(value.get<double>())
                                     : value.is_string()   ? value.get<std::string>()
                                     : !value.is_boolean() ? "none"
                                     : value.get<bool>()   ? "yes"
                                                           : "no");
    ImGui::PopFont();
  }
}

/// lines: gets the tops of its lines.
void draw_act(Ui& ui, LearnRoom& room, const Act& act, std::vector<float>& lines) {
  const LessonPlayer& player = room.player;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, pad = 0.6F * ui.em;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.ChannelsSplit(2);
  list.ChannelsSetCurrent(1);
  ImGui::SetCursorScreenPos({from.x + pad, from.y + pad});
  ImGui::BeginGroup();
  ImGui::PushItemWidth(width - 2 * pad);
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width - 2 * pad);
  const auto say = [&](Rgb colour, const std::string& text) {
    draw_markdown(ui, text, {.colour = colour, .ground = ui.palette.panel, .width = width - 2 * pad, .lines = &lines});
  };
  ImGui::PushFont(ui.fonts.strong);
  coloured_text(player.done() ? ui.palette.good : ui.palette.accent, player.done() ? "Done" : "Your turn");
  ImGui::PopFont();
  say(ui.palette.text, act.ask);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, packed(ui.palette.panel));
  draw_controls(ui, room, act);
  ImGui::PopStyleColor();
  const bool answers = !player.done() && act.answers;
  if (!answers) draw_counters(ui, room, act);
  if (answers && player.failed()) say(player.right_but_more() ? ui.palette.good : ui.palette.warning, reply_to(player));
  if (!player.done() && room.missed)
    coloured_text(ui.palette.warning, "Not yet. The left arrow goes back: then predict this step again.");
  if (ui.doing.stopped)
    say(ui.palette.warning,
        act.answers ? "Answer first: going on would show it." : "Predict first: the next step shows the answer.");
  if (room.looked_at > room.since)  // because: before that, what was seen is of the card before
    if (const std::string* remark = player.remark(room.seen)) say(ui.palette.warning, *remark);
  if (player.done() && !act.done.empty()) say(ui.palette.good, act.done);
  for (std::size_t i = 0; !player.done() && i < player.hints(); ++i) say(ui.palette.quiet, "Hint: " + act.hints[i]);
  if (answers) {  // below what is said, which grows upwards: so the field stays where it is
    draw_answer(ui, room);
    draw_counters(ui, room, act);
  }
  ImGui::PopTextWrapPos();
  ImGui::PopItemWidth();
  ImGui::EndGroup();
  const float bottom = ImGui::GetItemRectMax().y + pad;
  list.ChannelsSetCurrent(0);
  list.AddRectFilled(from, {from.x + width, bottom}, packed(ui.palette.raised), 0.4F * ui.em);
  list.AddRectFilled(from, {from.x + 0.25F * ui.em, bottom}, packed(player.done() ? ui.palette.good : ui.palette.accent),
                     0.2F * ui.em);
  list.ChannelsMerge();
  ImGui::SetCursorScreenPos({from.x, bottom + 0.4F * ui.em});
  ImGui::Dummy({0, 0});
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
    if (ImGui::Button(on, {width, 0})) ui.ask(LearnAction::next_card);
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

/// The lesson, its cards as dots, and the title of this one.
void draw_card_heading(Ui& ui, const LessonPlayer& player) {
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
  draw_dots(ui, player);
  ImGui::Dummy({0, 0.2F * ui.em});
  ImGui::PushFont(ui.fonts.strong);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(player.card().title.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
}

/// By whole lines, so that the last one is in sight. Because: what a reply is about was read last.
void scroll_to_end(const LearnRoom& room, const std::vector<float>& lines) {
  const float end = ImGui::GetCursorPosY() + ImGui::GetStyle().WindowPadding.y, least = end - ImGui::GetWindowHeight();
  if (least <= 0) return;
  const auto line = std::ranges::lower_bound(lines, least);
  const float top = line == lines.end() ? least : *line;
  ImGui::Dummy({0, top - least});  // room below the last line
  if (room.frames_to_scroll > 0) ImGui::SetScrollY(top);
}

}  // namespace

bool is_answered_first(const Ui& ui, const LessonPlayer& player) {
  const auto& act = player.card().act;
  if (!act || !act->answers || player.done() || ui.session.presenting || ui.doing.lecturing) return false;
  return !act->solution.empty() && act->solution.front().kind == LessonAction::Kind::answer;
}

bool begin_answer(const Ui& ui, LearnRoom& room, char digit) {
  const LessonPlayer& player = room.player;
  if (ui.session.presenting || player.done() || !player.card().act || !player.card().act->answers) return false;
  room.typed += digit;
  room.began_by_key = true;
  room.wants_keys = 10;
  return true;
}

void draw_card(Ui& ui, LearnRoom& room, const Area& area) {
  const ImGuiStyle& style = ImGui::GetStyle();
  // because: the buttons stay where they are from card to card, and in sight
  // because: a low card needs the room for its task
  const float a_fourth = (static_cast<float>(area.width) - 2 * style.WindowPadding.x - 1.2F * ui.em) / 4;
  const bool in_one = a_fourth > ImGui::CalcTextSize("Finish").x + 2 * style.FramePadding.x;
  const int rows = in_one && area.height < 30 * ui.em ? 1 : 2;
  const double way_on = static_cast<double>(static_cast<float>(rows) * ImGui::GetFrameHeight() +
                                            static_cast<float>(rows - 1) * style.ItemSpacing.y + 2 * style.WindowPadding.y);
  const LessonPlayer& player = room.player;
  double heading = 0;
  if (area.height > 26 * ui.em) {  // it stays while the card scrolls; a low card needs the room
    heading = room.heading > 0 ? room.heading : 6 * ui.em;
    begin_area("lesson heading", {area.x, area.y, area.width, heading}, Ground::panel);
    draw_card_heading(ui, player);
    const double high = static_cast<double>(ImGui::GetCursorPosY() - style.ItemSpacing.y);  // the text has a margin of its own
    if (std::abs(std::exchange(room.heading, high) - high) > 0.5) ui.animating = true;
    ImGui::End();
  }
  const double left = area.height - way_on - heading, task = room.task_height;
  // because: what is asked stays in sight while a long text scrolls; and a field stays where it is, at the bottom
  const bool answers = player.card().act && player.card().act->answers;
  const bool has_room = answers ? left - task > 5 * ui.em : room.text_height + task > left && task < 0.62 * left;
  const bool apart = heading > 0 && !ui.doing.lecturing && has_room;
  const Area below{area.x, area.y + heading, area.width, left};
  begin_area("lesson", {below.x, below.y, below.width, apart ? left - task : left}, Ground::scrolling);
  if (std::exchange(room.to_top, false)) ImGui::SetScrollY(0);
  if (heading == 0) draw_card_heading(ui, player);
  ui.controls["lesson:card"] = {area.x, area.y, area.width, area.height - way_on};
  if (ui.doing.lecturing) draw_for_lecturer(ui, room);  // first: the rest is on the stage, too
  std::vector<float> lines;
  draw_markdown(ui, player.card().text, {.colour = ui.palette.text, .ground = ui.palette.raised, .lines = &lines});
  const double text_height = static_cast<double>(ImGui::GetCursorPosY());
  if (apart) {
    if (!player.done()) scroll_to_end(room, lines);
    lines.clear();
    ImGui::End();
    begin_area("lesson task", {below.x, below.bottom() - task, below.width, task}, Ground::panel);
  }
  const double from = apart ? 0 : text_height;
  if (player.card().act) draw_act(ui, room, *player.card().act, lines);
  if (player.card().question) draw_question(ui, player, *player.card().question);
  const double task_height = static_cast<double>(ImGui::GetCursorPosY() + (apart ? 0 : style.WindowPadding.y)) - from;
  if (apart)
    ImGui::SetScrollY(0);  // all of it has room
  else if (!ui.doing.lecturing)
    scroll_to_end(room, lines);
  else if (room.frames_to_scroll > 0)
    ImGui::SetScrollY(0);  // because: notes and the next card are at the top, and replies are on the stage
  if (room.frames_to_scroll > 0) {
    --room.frames_to_scroll;
    ui.animating = true;
  }
  ImGui::End();
  if (std::abs(std::exchange(room.text_height, text_height) - text_height) > 0.5 ||
      std::abs(std::exchange(room.task_height, task_height) - task_height) > 0.5)
    ui.animating = true;
  begin_area("lesson way on", {area.x, area.bottom() - way_on, area.width, way_on}, Ground::panel);
  draw_way_on(ui, player, rows);
  ImGui::End();
}

}  // namespace satscope::app
