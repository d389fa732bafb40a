// SPDX-License-Identifier: Apache-2.0
// A card before a class: its caption under the stage, and what the lecturer alone sees.
#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "app/sources/loaders.h"
#include "app/ui/imgui_versions.h"
#include "app/ui/lesson_acts.h"
#include "app/ui/panels/presentation.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"
#include "app/workspaces/learn/keys.h"
#include "app/workspaces/learn/learn.h"
#include "app/workspaces/learn/markdown.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

/// The text of a card below its title, in the current window of ImGui.
class ClassText {
 public:
  /// stage: its height with the caption.
  ClassText(Ui& ui, double stage) : ui_(ui), half_(0.5F * static_cast<float>(stage)) {}

  void draw(const Card& card, bool done) { draw(card, body_of(card), done); }

  /// Of its title, and of the question or of the answer, whichever is higher.
  float height_of(const Card& card) {
    const std::string body = body_of(card);
    return title_height(card) + std::max(measured(card, body, false), measured(card, body, true));
  }
  /// About the part of the stage that a caption has at most.
  float half() const { return half_; }

  float title_width = 0;

 private:
  void draw(const Card& card, const std::string& body, bool done) {
    const auto say = [&](Rgb colour, const std::string& text) {
      if (!text.empty()) draw_markdown(ui_, text, {.colour = colour, .ground = ui_.palette.raised});
    };
    const bool asks_only = done && (card.act || card.question);  // because: then the answer needs the room
    if (!asks_only) say(ui_.palette.text, body);
    say(done ? ui_.palette.text : ui_.palette.accent, asked_by(card));
    if (done && card.question) say(ui_.palette.good, card.question->answer);
    if (done && card.act) say(ui_.palette.good, card.act->done);
  }
  float title_height(const Card& card) const {
    ImGui::PushFont(ui_.fonts.caption_strong);
    const float high = ImGui::CalcTextSize(card.title.c_str(), nullptr, false, title_width).y;
    ImGui::PopFont();
    return high + ImGui::GetStyle().ItemSpacing.y;
  }
  float measured(const Card& card, const std::string& body, bool done) {
    const ImVec2 from = ImGui::GetCursorPos();
    ImGui::PushClipRect({0, 0}, {0, 0}, false);
    draw(card, body, done);
    const float height = ImGui::GetCursorPosY() - from.y;
    ImGui::PopClipRect();
    ImGui::SetCursorPos(from);
    return height;
  }
  /// Because: what is asked must be seen; the first paragraph says what it is about.
  std::string body_of(const Card& card) {
    std::string body = card.text;
    for (std::size_t last = body.rfind("\n\n"); last != body.npos && !asked_by(card).empty(); last = body.rfind("\n\n")) {
      if (title_height(card) + measured(card, body, false) <= half_) break;
      body.resize(last);
    }
    return body;
  }

  Ui& ui_;
  const float half_;
};

/// A typed row with blanks alone between its numbers; what is wrong with it goes into `fault`.
std::string row_of_numbers(std::string typed, std::string& fault) {
  constexpr std::string_view k_allowed = "a row is numbers with blanks or commas between them, such as 3 1 7 0";
  for (char& sign : typed)
    if (sign == ',' || sign == ';' || sign == '\t') sign = ' ';
  std::istringstream words(typed);
  std::string row, word;
  while (words >> word) {
    row += (row.empty() ? "" : " ") + word;
    try {
      numbers_from_text(word, word);
    } catch (const InputError&) {
      fault = fmt::format("'{}' is not a number; {}.", word, k_allowed);
      return {};
    }
  }
  fault = row.empty() ? fmt::format("Nothing is typed; {}.", k_allowed) : "";
  return row;
}

/// Where the lecturer types a row for a question of the class.
void draw_row_field(Ui& ui, LearnModel& model) {
  const bool asks = std::exchange(model.row_wants_keys, false);
  if (asks) focus_next_item();
  if (ImGui::InputTextWithHint("##row", "your own row: 3 1 7 0", &model.own_row,
                               ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll)) {
    const std::string row = row_of_numbers(model.own_row, model.row_fault);
    if (!model.row_fault.empty()) {
      model.row_wants_keys = true;
      ui.animating = true;
      return;
    }
    ui.requests.push_back({k_take_row, {}, row});
    ImGui::ClearActiveID();  // because: the next keys step it
    if (model.types_row)
      ui.doing.message = Notice{fmt::format("{} brings the card back as it was", keys_text(WindowAction::next_point)),
                                std::nullopt,
                                {},
                                false,
                                {},
                                true};
    model.types_row = false;
  }
  if (ImGui::IsItemEdited()) model.row_fault.clear();
  if (ImGui::IsItemDeactivated()) {
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape), false)) model.own_row.clear();
    model.types_row = false;
    model.row_fault.clear();
  }
  if (asks) ui.animating = true;
}

void say_fault_of_row(Ui& ui, const LearnModel& model) {
  if (!model.row_fault.empty()) draw_markdown(ui, model.row_fault, {.colour = ui.palette.warning, .ground = ui.palette.raised});
}

}  // namespace

const std::string& asked_by(const Card& card) {
  static const std::string nothing;
  if (card.question) return card.question->text;
  if (!card.act) return nothing;
  return card.act->class_ask.empty() ? card.act->ask : card.act->class_ask;
}

void draw_card_caption(Ui& ui, LearnModel& model, const Area& area) {
  begin_area("class card", area, Ground::panel, ImGuiWindowFlags_NoNav);
  const LessonPlayer& player = model.player;
  const std::vector<Card>& cards = player.lesson().cards;
  const bool done = player.done() || model.played.at_once();
  const std::string number = fmt::format("{} of {}", player.at() + 1, cards.size());
  const std::string end = player.last() ? number + ", the end" : number, &place = done ? end : number;
  const float edge = ImGui::GetContentRegionMax().x, right = edge - ImGui::CalcTextSize(end.c_str()).x;
  const ImVec2 from = ImGui::GetCursorPos(), corner = ImGui::GetCursorScreenPos();
  const float time = ui.doing.lecturing ? 0 : ImGui::CalcTextSize("00:00").x;  // because: the lecturer's panel has it
  ImGui::SetCursorPosX(edge - ImGui::CalcTextSize(place.c_str()).x);
  coloured_text(place == number ? ui.palette.quiet : ui.palette.good, place);
  if (time > 0)
    ui.controls[k_class_time] = {static_cast<double>(corner.x - from.x + right - ui.em - time), static_cast<double>(corner.y),
                                 static_cast<double>(time), static_cast<double>(ImGui::GetTextLineHeight())};
  ImGui::SetCursorPos(from);
  ClassText text(ui, area.bottom());
  text.title_width = right - 2 * ui.em - time - from.x;
  const bool left = model.left && ui.session.presenting;  // because: the card's question is not of the row that is shown
  if (model.types_row && !ui.doing.lecturing) {
    ImGui::SetNextItemWidth(text.title_width);
    draw_row_field(ui, model);
    ui.control("lesson:own_row");
    say_fault_of_row(ui, model);
  } else {
    model.types_row = false;
    const std::string title = !left                             ? player.card().title
                              : ui.session.workspace == "steps" ? "Another row"
                                                                : std::string(kind_of(ui.session).title);
    ImGui::PushTextWrapPos(from.x + text.title_width);
    ImGui::PushFont(ui.fonts.caption_strong);
    ImGui::TextUnformatted(title.c_str());
    const float used = std::min(text.title_width, ImGui::CalcTextSize(title.c_str(), nullptr, false, text.title_width).x);
    ImGui::PopFont();
    ImGui::PopTextWrapPos();
    ui.controls[k_class_news] = {static_cast<double>(corner.x + used + ui.em), static_cast<double>(corner.y),
                                 static_cast<double>(text.title_width - used - ui.em),
                                 static_cast<double>(ImGui::GetTextLineHeight())};
  }
  // of all cards, so that the stage stays as it is from one to the next
  const std::string of = fmt::format("{} {} {} {}", player.lesson().id, area.width, area.bottom(), ui.em);
  if (std::exchange(model.caption_of, of) != of) {
    model.caption_of_all = 0;
    for (const Card& card : cards)
      model.caption_of_all = std::max(model.caption_of_all, std::min(text.height_of(card), text.half()));
  }
  // of another row there is its title alone, and the stage gets the room
  const auto high = static_cast<double>(left ? ImGui::GetCursorPosY()
                                             : from.y + std::max(model.caption_of_all, text.height_of(player.card())));
  if (!left && model.row_fault.empty()) text.draw(player.card(), done);
  if (std::abs(std::exchange(model.caption, high) - high) > 0.5) ui.animating = true;
  ImGui::End();
}

void draw_for_lecturer(Ui& ui, LearnModel& model) {
  const LessonPlayer& player = model.player;
  const Prose quiet{.colour = ui.palette.quiet, .ground = ui.palette.raised};
  const auto seconds = static_cast<int>(std::max(0.0, ui.now - model.since));
  draw_markdown(
      ui,
      fmt::format("Card **{} of {}**, {}:{:02} on it; the lesson takes about {}.", player.at() + 1,
                  player.lesson().cards.size(), seconds / 60, seconds % 60, counted(player.lesson().minutes, "minute")),
      quiet);
  if (ui.session.workspace == "steps") {
    ImGui::SetNextItemWidth(-1);
    draw_row_field(ui, model);
    ui.control("lesson:own_row", "For a question of the class: Enter shows it in place of the card's row",
               LearnAction::own_row);
    say_fault_of_row(ui, model);
  }
  if (model.left)
    draw_markdown(ui,
                  fmt::format("**Not the card's row.** The arrows step it. {} brings the card back as it was.",
                              keys_text(WindowAction::next_point)),
                  {.colour = ui.palette.warning, .ground = ui.palette.raised});
  if (model.can_return)
    draw_markdown(ui, fmt::format("**Back to the card.** {} shows your row again.", keys_text(WindowAction::previous_point)),
                  {.colour = ui.palette.warning, .ground = ui.palette.raised});
  if (!player.card().notes.empty()) draw_markdown(ui, "**For you.** " + player.card().notes, quiet);
  if (const std::string* answer = player.hidden(true); answer && !answer->empty())
    draw_markdown(ui, "**Not shown yet.** " + *answer, quiet);
  if (player.last()) return draw_markdown(ui, "This is the last card.", quiet);
  const std::size_t number = player.at() + 1;
  const Card& next = player.lesson().cards[number];
  draw_markdown(ui, fmt::format("**Next.** {}{} {}", next.title, next.title.ends_with('?') ? "" : ".", asked_by(next)), quiet);
  if (std::exchange(model.next_card, number) != number) model.next_sketch = sketch_of(model, number);
  if (!model.next_sketch) return;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float wide = ImGui::GetContentRegionAvail().x, high = std::round(0.5F * wide);
  draw_sketch(ui, model.next_sketch,
              {static_cast<double>(from.x), static_cast<double>(from.y), static_cast<double>(wide), static_cast<double>(high)});
  ImGui::Dummy({wide, high});
  ui.control("lesson:next picture");
}

}  // namespace satscope::app
