// SPDX-License-Identifier: Apache-2.0
// The card of a lesson: what it says, what it asks for, whether that was done, and the way on.
#include <fmt/format.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/panels/panels.h"
#include "app/workspaces/learn/keys.h"
#include "app/workspaces/learn/learn.h"
#include "app/workspaces/learn/markdown.h"

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
    room.looked_at = -1e9;
  }
  if (!room.player.failed()) return;
  coloured_text(ui.palette.warning,
                room.player.right_but_more()
                    ? fmt::format("{} is right. The rest of the task is not done yet.", room.player.answer())
                    : fmt::format("{} is not it. Look again.", room.player.answer()));
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
  if (!player.done() && act.answers) draw_answer(ui, room);
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

void draw_way_on(Ui& ui, const LessonPlayer& player) {
  const float gap = 0.4F * ui.em, width = (ImGui::GetContentRegionAvail().x - gap) / 2;
  ImGui::BeginDisabled(player.at() == 0);
  if (ImGui::Button("Back", {width, 0})) ui.ask(LearnAction::previous_card);
  ImGui::EndDisabled();
  ui.control("lesson:back", "The card before", LearnAction::previous_card);
  ImGui::SameLine(0, gap);
  const bool done = player.done();
  if (done) {
    ImGui::PushStyleColor(ImGuiCol_Button, packed(ui.palette.accent));
    ImGui::PushStyleColor(ImGuiCol_Text, packed(ui.palette.on_accent));
  }
  if (ImGui::Button(player.last() ? "Finish" : done ? "Next" : "Skip", {width, 0})) ui.ask(LearnAction::next_card);
  if (done) ImGui::PopStyleColor(2);
  ui.control("lesson:next", player.last() ? "Back to the list of lessons" : "The next card", LearnAction::next_card);
  const bool hints = player.card().act && !done && player.hints() < player.card().act->hints.size();
  ImGui::BeginDisabled(!hints);
  if (ImGui::Button("Hint", {width, 0})) ui.ask(LearnAction::hint);
  ImGui::EndDisabled();
  ui.control("lesson:hint", "A little help", LearnAction::hint);
  ImGui::SameLine(0, gap);
  if (ImGui::Button("Again", {width, 0})) ui.ask(LearnAction::again);
  ui.control("lesson:again", "Sets the window as this card began");
}

/// What the class does not see.
void draw_for_lecturer(const Ui& ui, const LessonPlayer& player) {
  const Prose quiet{.colour = ui.palette.quiet, .ground = ui.palette.raised};
  if (!player.card().notes.empty()) draw_markdown(ui, "**For you.** " + player.card().notes, quiet);
  if (const std::string* answer = player.hidden(true)) draw_markdown(ui, "**Not shown yet.** " + *answer, quiet);
  draw_markdown(ui, player.last() ? "This is the last card." : "**Next.** " + player.lesson().cards[player.at() + 1].title,
                quiet);
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
  const std::string begins = card.text.substr(0, card.text.find("\n\n"));
  if (card.question) {
    if (!player.done()) say(ui.palette.text, begins);
    say(ui.palette.text, card.question->text);
    if (player.done()) say(ui.palette.good, card.question->answer);
  } else if (card.act && player.done() && !card.act->done.empty()) {
    say(ui.palette.good, card.act->done);
  } else {
    say(ui.palette.text, card.act ? card.act->ask : begins);
  }
  const double high = static_cast<double>(ImGui::GetCursorPosY());
  if (std::abs(std::exchange(room.caption, high) - high) > 0.5) ui.animating = true;
  ImGui::End();
}

void draw_card(Ui& ui, LearnRoom& room, const Area& area) {
  const ImGuiStyle& style = ImGui::GetStyle();
  // because: the buttons stay where they are from card to card, and in sight
  const double way_on = static_cast<double>(2 * ImGui::GetFrameHeight() + style.ItemSpacing.y + 2 * style.WindowPadding.y);
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
  if (ui.doing.lecturing) draw_for_lecturer(ui, player);  // first: the rest is on the stage, too
  draw_markdown(ui, player.card().text, {.colour = ui.palette.text, .ground = ui.palette.raised});
  if (player.card().act) draw_act(ui, room, *player.card().act);
  if (player.card().question) draw_question(ui, player, *player.card().question);
  ImGui::End();
  begin_area("way on", {area.x, area.bottom() - way_on, area.width, way_on}, Ground::panel);
  draw_way_on(ui, player);
  ImGui::End();
}

}  // namespace satscope::app
