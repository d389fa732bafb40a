// SPDX-License-Identifier: Apache-2.0
// All cards of a lesson as tiles: what each asks, and what it shows.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <filesystem>

#include "app/core/files/atomic_file.h"
#include "app/core/files/user_folders.h"
#include "app/ui/drawing/drawing.h"
#include "app/ui/open_session.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/presentation.h"
#include "app/workspaces/learn/keys.h"
#include "app/workspaces/learn/learn.h"

namespace satscope::app {
namespace {

/// Without the signs of Markdown.
std::string plain_text(std::string text) {
  std::erase(text, '`');
  for (std::size_t at = text.find("**"); at != text.npos; at = text.find("**", at)) text.erase(at, 2);
  for (std::size_t i = 1; i + 1 < text.size(); ++i)  // within a paragraph
    if (text[i] == '\n' && text[i - 1] != '\n' && text[i + 1] != '\n' && text[i + 1] != '-') text[i] = ' ';
  return text;
}

/// Of tiles that have all that their cards ask, in lines of this width.
float height_of_tiles(const Ui& ui, const Lesson& lesson, float wide) {
  const ImFont& font = *ui.fonts.small;
  float high = 0;
  for (const Card& card : lesson.cards)
    high = std::max(high, font.CalcTextSizeA(font.FontSize, FLT_MAX, wide, plain_text(asked_by(card)).c_str()).y);
  return std::ceil(std::max(high, font.FontSize) + 2 * ui.em);
}

}  // namespace

Sketch sketch_of(const LearnRoom& room, std::size_t card) {
  const std::vector<Card>& cards = room.player.lesson().cards;
  while (card > 0 && !cards[card].show) --card;
  if (!cards[card].show) return {};
  try {
    nlohmann::json members = *cards[card].show;
    if (!room.file.empty() && members.contains("input")) members["input"] = input_below(room.file, members["input"]);
    const Session session = open_session({.session = members}, whole_session()).session;
    const auto sketch = kind_of(session).sketch;
    return sketch ? sketch(session) : Sketch();
  } catch (const std::exception&) {
    return {};  // because: the card itself says what is wrong when it is opened
  }
}

void draw_sketch(const Ui& ui, const Sketch& sketch, const Area& place) {
  ScreenDrawing drawing(ui.palette, ui.fonts, ui.em);
  drawing.rect(place, {ui.palette.backdrop}, 0);
  drawing.clip(place);
  sketch(drawing, place);
  drawing.unclip();
}

void save_lesson_page(Ui& ui, const LearnRoom& room) {
  const std::string stem = (user_folder(UserFolder::pictures) / ("satscope-" + room.player.lesson().id)).string();
  const std::string out = std::filesystem::absolute(free_name(stem, ".html")).string();
  const auto writer = std::ranges::find_if(workspaces(), [](const WorkspaceKind& kind) { return kind.write_lesson_page; });
  if (writer == workspaces().end()) return;
  writer->write_lesson_page(room.player.lesson(), room.file, out);
  ui.doing.message = news_of_file("saved as " + out, out);
}

void draw_overview(Ui& ui, LearnRoom& room, const Area& area) {
  const LessonPlayer& player = room.player;
  begin_area(k_all_cards, area, Ground::over_others, ImGuiWindowFlags_NoNav);
  if (ImGui::IsWindowAppearing()) {
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    room.sketches.clear();
  }
  if (room.sketches.size() < player.lesson().cards.size()) {  // one a frame, because some take a while
    room.sketches.push_back(sketch_of(room, room.sketches.size()));
    ui.animating = true;
  }
  const ImVec2 from_top = ImGui::GetCursorPos();
  const float button =
      ImGui::GetContentRegionMax().x - ImGui::CalcTextSize("Save as a page").x - 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SetCursorPosX(button);
  if (ImGui::Button("Save as a page")) ui.ask(LearnAction::save_page);
  ui.control("lesson:save",
             "One file with all cards: any browser opens it, and prints each card on a page of its own. Slides are in the menu "
             "File",
             LearnAction::save_page);
  const float below = ImGui::GetCursorPosY();
  ImGui::SetCursorPos(from_top);
  ImGui::AlignTextToFramePadding();
  ImGui::PushFont(ui.fonts.strong);
  ImGui::PushTextWrapPos(button - 0.5F * ui.em);
  ImGui::TextUnformatted(player.lesson().title.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ImGui::SetCursorPosY(std::max(below, ImGui::GetCursorPosY()));
  const auto progress = ui.settings.lessons.find(player.lesson().id);
  const float gap = 0.5F * ui.em, room_wide = ImGui::GetContentRegionAvail().x;
  const auto cards = static_cast<int>(player.lesson().cards.size());
  const int columns = std::max(1, static_cast<int>((room_wide + gap) / (20 * ui.em + gap)));
  const int rows = (cards + columns - 1) / columns;
  // as high as lets all be seen at once, but not lower than its title and all that is asked
  const float high = (ImGui::GetContentRegionAvail().y + gap) / static_cast<float>(rows) - gap;
  ImVec2 tile{(room_wide + gap) / static_cast<float>(columns) - gap, std::min(std::floor(high), 13 * ui.em)};
  const float inside = tile.x - ui.em;
  float picture = 0;  // its width
  for (const float part : {0.3F, 0.4F, 0.5F})
    if (tile.y >= std::max(6 * ui.em, height_of_tiles(ui, player.lesson(), (1 - part) * inside - ui.em)))
      picture = part * inside;
  const bool pictures = picture > 0;
  if (!pictures) tile.y = std::max(tile.y, height_of_tiles(ui, player.lesson(), inside));
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
    if (pictures && i < room.sketches.size() && room.sketches[i]) {
      draw_sketch(ui, room.sketches[i], {from.x + 0.5F * ui.em, from.y + 1.9F * ui.em, picture, tile.y - 2.4F * ui.em});
    }
    const float line = ui.fonts.small->FontSize, text_at = from.y + 1.8F * ui.em;
    list.PushClipRect(from, {to.x, text_at + line * std::floor((to.y - text_at) / line)}, true);  // no half line
    list.AddText(ui.fonts.strong, ui.fonts.strong->FontSize, {from.x + 0.5F * ui.em, from.y + 0.4F * ui.em},
                 packed(ui.palette.text),
                 cut_to_fit(*ui.fonts.strong, fmt::format("{}  {}", i + 1, card.title), inside - ui.em).c_str());
    const std::string& asked = asked_by(card);
    const float text_x = 0.5F * ui.em + picture + (pictures ? 0.5F * ui.em : 0), wide = tile.x - text_x - 0.5F * ui.em;
    std::string words = plain_text(asked.empty() ? card.text : asked);
    const auto fits = [&](const std::string& text) {
      return ui.fonts.small->CalcTextSizeA(line, FLT_MAX, wide, text.c_str()).y <= to.y - text_at;
    };
    for (std::string whole = words; !fits(words) && whole.find(' ') != whole.npos; words = whole + " ...")
      whole.resize(whole.rfind(' '));
    list.AddText(ui.fonts.small, line, {from.x + text_x, text_at}, packed(ui.palette.quiet), words.c_str(), nullptr, wide);
    list.PopClipRect();
  }
  ImGui::End();
}

}  // namespace satscope::app
