// SPDX-License-Identifier: Apache-2.0
// The card of a lesson: what it says, what it asks for, whether that was done, and the way on.
#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/core/number_text.h"
#include "app/core/param_values.h"
#include "app/ui/drawing/accent_buttons.h"
#include "app/ui/panels/choices.h"
#include "app/ui/panels/panels.h"
#include "app/workspaces/learn/keys.h"
#include "app/workspaces/learn/learn.h"
#include "app/workspaces/learn/markdown.h"
#include "kernels/plural.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// A dot for each card: full for those done, this one larger, a thick ring for those that were skipped.
void draw_dots(const Ui& ui, const LessonPlayer& player) {
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
  }
  ImGui::Dummy({width, ui.em});
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
  if (room.wants_keys > 0 && ImGui::IsRectVisible({1, 2 * ImGui::GetFrameHeight()})) {
    --room.wants_keys;
    ImGui::SetKeyboardFocusHere();
    ui.animating = true;
  }
  const bool entered = ImGui::InputTextWithHint("##answer", "your answer", &room.typed,
                                                ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  if (ImGui::IsItemActive()) room.wants_keys = 0;
  ui.control("lesson:answer");
  ImGui::SameLine();
  const bool pressed = ImGui::Button("Check");
  ui.control("lesson:check", "Compares your answer; Enter does the same");
  ImGui::PopStyleColor(2);
  if (entered || pressed) {
    room.player.give(room.typed);
    room.answered = true;
    room.looked_at = -1e9;
  }
  if (!room.player.failed()) return;
  coloured_text(ui.palette.warning,
                room.player.right_but_more()
                    ? fmt::format("{} is right. The rest of the task is not done yet.", room.player.answer())
                    : fmt::format("{} is not it. Look again.", room.player.answer()));
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
  const bool covered = act.answers && player.answer().empty() && !player.done();
  for (const CardCounter& counter : act.counters) {
    const nlohmann::json value = counter.value.value(room.seen);
    coloured_text(ui.palette.quiet, counter.name);
    ImGui::SameLine(0, 0.6F * ui.em);
    ImGui::PushFont(ui.fonts.strong);
    if (covered)
      coloured_text(ui.palette.quiet, "? after your answer");
    else
      coloured_text(ui.palette.text, value.is_number()     ? grouped(value.get<double>())
                                     : value.is_string()   ? value.get<std::string>()
                                     : !value.is_boolean() ? "none"
                                     : value.get<bool>()   ? "yes"
                                                           : "no");
    ImGui::PopFont();
  }
}

void draw_act(Ui& ui, LearnRoom& room, const Act& act) {
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
    draw_markdown(ui, text, {.colour = colour, .ground = ui.palette.panel, .width = width - 2 * pad});
  };
  ImGui::PushFont(ui.fonts.strong);
  coloured_text(player.done() ? ui.palette.good : ui.palette.accent, player.done() ? "Done" : "Your turn");
  ImGui::PopFont();
  say(ui.palette.text, act.ask);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, packed(ui.palette.panel));
  draw_controls(ui, room, act);
  ImGui::PopStyleColor();
  if (!player.done() && act.answers) draw_answer(ui, room);
  draw_counters(ui, room, act);
  if (!player.done() && room.missed)
    coloured_text(ui.palette.warning, "Not yet. The left arrow goes back: then predict this step again.");
  if (player.done() && !act.done.empty()) say(ui.palette.good, act.done);
  for (std::size_t i = 0; !player.done() && i < player.hints(); ++i) say(ui.palette.quiet, "Hint: " + act.hints[i]);
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
  if (room.frames_to_scroll > 0) {
    --room.frames_to_scroll;
    ImGui::SetScrollHereY(1);
    ui.animating = true;
  }
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

/// Puts the tip of the button that was drawn last beside the card, because it would lie over the buttons around it.
void tip_beside() {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  ImGui::SetNextWindowPos({ImGui::GetWindowPos().x, ImGui::GetItemRectMin().y}, ImGuiCond_Always, {1, 0});
}

/// rows: of its four buttons, one or two.
void draw_way_on(Ui& ui, const LessonPlayer& player, int rows) {
  const float gap = 0.4F * ui.em, in_row = rows == 1 ? 4 : 2;
  const float width = (ImGui::GetContentRegionAvail().x - (in_row - 1) * gap) / in_row;
  ImGui::BeginDisabled(player.at() == 0);
  if (ImGui::Button("Back", {width, 0})) ui.ask(LearnAction::previous_card);
  ImGui::EndDisabled();
  tip_beside();
  ui.control("lesson:back", "The card before", LearnAction::previous_card);
  ImGui::SameLine(0, gap);
  const bool done = player.done();
  {
    const AccentButtons accent(ui.palette, done);
    if (ImGui::Button(player.last() ? "Finish" : done ? "Next" : "Skip", {width, 0})) ui.ask(LearnAction::next_card);
  }
  tip_beside();
  ui.control("lesson:next",
             player.last() ? "Back to the list of lessons"
             : done        ? "To the next card"
                           : "Leaves this card undone",
             LearnAction::next_card);
  if (rows == 1) ImGui::SameLine(0, gap);
  const bool hints = player.card().act && !done && player.hints() < player.card().act->hints.size();
  ImGui::BeginDisabled(!hints);
  if (ImGui::Button("Hint", {width, 0})) ui.ask(LearnAction::hint);
  ImGui::EndDisabled();
  tip_beside();
  ui.control("lesson:hint", "A little help", LearnAction::hint);
  ImGui::SameLine(0, gap);
  if (ImGui::Button("Again", {width, 0})) ui.ask(LearnAction::again);
  tip_beside();
  ui.control("lesson:again", "Sets the window as this card began");
}

/// What a card asks, as a class reads it; empty: nothing.
const std::string& asked_by(const Card& card) {
  static const std::string nothing;
  if (card.question) return card.question->text;
  if (!card.act) return nothing;
  return card.act->class_ask.empty() ? card.act->ask : card.act->class_ask;
}

/// Without the signs of Markdown.
std::string plain_text(std::string text) {
  std::erase(text, '`');
  for (std::size_t at = text.find("**"); at != text.npos; at = text.find("**", at)) text.erase(at, 2);
  return text;
}

/// What the class does not see.
void draw_for_lecturer(const Ui& ui, const LearnRoom& room) {
  const LessonPlayer& player = room.player;
  const Prose quiet{.colour = ui.palette.quiet, .ground = ui.palette.raised};
  const auto seconds = static_cast<int>(std::max(0.0, ui.now - room.since));
  draw_markdown(
      ui,
      fmt::format("Card **{} of {}**, {}:{:02} on it; the lesson takes about {}.", player.at() + 1,
                  player.lesson().cards.size(), seconds / 60, seconds % 60, counted(player.lesson().minutes, "minute")),
      quiet);
  if (!player.card().notes.empty()) draw_markdown(ui, "**For you.** " + player.card().notes, quiet);
  if (const std::string* answer = player.hidden(true); answer && !answer->empty())
    draw_markdown(ui, "**Not shown yet.** " + *answer, quiet);
  if (player.last()) return draw_markdown(ui, "This is the last card.", quiet);
  const Card& next = player.lesson().cards[player.at() + 1];
  draw_markdown(ui, fmt::format("**Next.** {}. {}", next.title, asked_by(next)), quiet);
}

}  // namespace

void draw_card_caption(Ui& ui, LearnRoom& room, const Area& area) {
  begin_area("telling", area, Ground::panel, ImGuiWindowFlags_NoNav);
  const LessonPlayer& player = room.player;
  const Card& card = player.card();
  ImGui::PushTextWrapPos(0);
  ImGui::PushFont(ui.fonts.strong);
  ImGui::TextUnformatted(fmt::format("{}  {}", player.at() + 1, card.title).c_str());
  ImGui::PopFont();
  ImGui::PopTextWrapPos();
  const auto say = [&](Rgb colour, const std::string& text) {
    if (!text.empty()) draw_markdown(ui, text, {.colour = colour, .ground = ui.palette.raised});
  };
  const bool asks_only = player.done() && (card.act || card.question);  // because: then the answer needs the room
  if (!asks_only) say(ui.palette.text, card.text);
  say(ui.palette.text, asked_by(card));
  if (player.done() && card.question) say(ui.palette.good, card.question->answer);
  if (player.done() && card.act) say(ui.palette.good, card.act->done);
  const double high = static_cast<double>(ImGui::GetCursorPosY());
  if (std::abs(std::exchange(room.caption, high) - high) > 0.5) ui.animating = true;
  ImGui::End();
}

void draw_overview(Ui& ui, const LearnRoom& room, const Area& area) {
  const LessonPlayer& player = room.player;
  begin_area("lesson overview", area, Ground::over_others, ImGuiWindowFlags_NoNav);
  if (ImGui::IsWindowAppearing()) ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
  ImGui::PushFont(ui.fonts.strong);
  ImGui::TextUnformatted(player.lesson().title.c_str());
  ImGui::PopFont();
  const auto progress = ui.settings.lessons.find(player.lesson().id);
  const float gap = 0.5F * ui.em, room_wide = ImGui::GetContentRegionAvail().x;
  const auto cards = static_cast<int>(player.lesson().cards.size());
  const int columns = std::max(1, static_cast<int>((room_wide + gap) / (20 * ui.em + gap)));
  const int rows = (cards + columns - 1) / columns;
  // as high as lets all be seen at once, but not lower than a title and a line
  const float high = (ImGui::GetContentRegionAvail().y + gap) / static_cast<float>(rows) - gap;
  const ImVec2 tile{(room_wide + gap) / static_cast<float>(columns) - gap,
                    std::clamp(std::floor(high), 3.4F * ui.em, 6.4F * ui.em)};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < player.lesson().cards.size(); ++i) {
    const Card& card = player.lesson().cards[i];
    if (i % static_cast<std::size_t>(columns) != 0) ImGui::SameLine(0, gap);
    const ImVec2 from = ImGui::GetCursorScreenPos(), to{from.x + tile.x, from.y + tile.y};
    const bool here = i == player.at();
    if (ImGui::Button(fmt::format("##card{}", i).c_str(), tile))
      ui.requests.push_back({LearnAction::go_to_card, {}, std::to_string(i)});
    ui.control(fmt::format("lesson:go:{}", i + 1));
    if (here) list.AddRect(from, to, packed(ui.palette.accent), 0.3F * ui.em, 0, 0.15F * ui.em);
    const bool done = progress != ui.settings.lessons.end() && progress->second.done.contains(static_cast<int>(i));
    if (done) list.AddCircleFilled({to.x - ui.em, from.y + ui.em}, 0.22F * ui.em, packed(ui.palette.good));
    const float inside = tile.x - ui.em;
    const float line = ui.fonts.small->FontSize, text_at = from.y + 1.8F * ui.em;
    list.PushClipRect(from, {to.x, text_at + line * std::floor((to.y - text_at) / line)}, true);  // no half line
    list.AddText(ui.fonts.strong, ui.fonts.strong->FontSize, {from.x + 0.5F * ui.em, from.y + 0.4F * ui.em},
                 packed(ui.palette.text),
                 cut_to_fit(*ui.fonts.strong, fmt::format("{}  {}", i + 1, card.title), inside - ui.em).c_str());
    const std::string& asked = asked_by(card);
    list.AddText(ui.fonts.small, ui.fonts.small->FontSize, {from.x + 0.5F * ui.em, text_at}, packed(ui.palette.quiet),
                 plain_text(asked.empty() ? card.text : asked).c_str(), nullptr, inside);
    list.PopClipRect();
  }
  ImGui::End();
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
  begin_area("lesson", {area.x, area.y, area.width, area.height - way_on}, Ground::scrolling);
  const LessonPlayer& player = room.player;
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
  ImGui::Dummy({0, 0.2F * ui.em});
  ui.controls["lesson:card"] = {area.x, area.y, area.width, area.height - way_on};
  if (ui.doing.lecturing) draw_for_lecturer(ui, room);  // first: the rest is on the stage, too
  draw_markdown(ui, player.card().text, {.colour = ui.palette.text, .ground = ui.palette.raised});
  if (player.card().act) draw_act(ui, room, *player.card().act);
  if (player.card().question) draw_question(ui, player, *player.card().question);
  ImGui::End();
  begin_area("way on", {area.x, area.bottom() - way_on, area.width, way_on}, Ground::panel);
  draw_way_on(ui, player, rows);
  ImGui::End();
}

}  // namespace satscope::app
