// SPDX-License-Identifier: Apache-2.0
// All cards of a lesson as tiles: what each asks, and what it shows.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <filesystem>
#include <utility>

#include "app/core/files/atomic_file.h"
#include "app/core/files/user_folders.h"
#include "app/ui/drawing/drawing.h"
#include "app/ui/open_session.h"
#include "app/ui/panels/panels.h"
#include "app/ui/panels/presentation.h"
#include "app/ui/window_actions.h"
#include "app/ui/workspace.h"
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

/// What a card asks, or says, without the signs of Markdown.
std::string words_of(const Card& card) {
  const std::string& asked = asked_by(card);
  return plain_text(asked.empty() ? card.text : asked);
}

std::string title_of(const Card& card, std::size_t number) { return fmt::format("{}  {}", number + 1, card.title); }

/// The heights of what the cards are called, and of what they ask, in lines of this width.
struct Heights {
  float titles = 0, words = 0;
};
Heights heights_of(const Ui& ui, const Lesson& lesson, float wide) {
  const ImFont &strong = *ui.fonts.strong, &small = *ui.fonts.small;
  Heights high{strong.FontSize, small.FontSize};
  for (std::size_t i = 0; i < lesson.cards.size(); ++i) {
    const std::string title = title_of(lesson.cards[i], i), words = words_of(lesson.cards[i]);
    high.titles = std::max(high.titles, strong.CalcTextSizeA(strong.FontSize, FLT_MAX, wide, title.c_str()).y);
    high.words = std::max(high.words, small.CalcTextSizeA(small.FontSize, FLT_MAX, wide, words.c_str()).y);
  }
  return {std::ceil(std::min(high.titles, 2 * strong.FontSize)), std::ceil(high.words)};
}

/// How the tiles lie, and how large the picture in each is: above the words; no size where there is none.
struct Grid {
  int columns = 1;
  float gap = 0, titles = 0;
  ImVec2 tile, picture;
};

/// As many columns as make the pictures largest, with all tiles in sight.
Grid grid_of(const Ui& ui, const Lesson& lesson, ImVec2 room) {
  constexpr float k_widest = 2.4F, k_highest = 1.6F;  // of a picture: its width in parts of its height
  constexpr float k_lines = 4;                        // of title and words, at most
  const float gap = 0.5F * ui.em, least = 9 * ui.em, around = 1.6F * ui.em, line = ui.fonts.small->FontSize;
  const int cards = static_cast<int>(lesson.cards.size());
  Grid best{.gap = gap, .tile = {}, .picture = {}};
  for (int columns = 1; columns <= cards; ++columns) {
    const int rows = (cards + columns - 1) / columns;
    const ImVec2 tile{std::floor((room.x + gap) / static_cast<float>(columns) - gap),
                      std::floor((room.y + gap) / static_cast<float>(rows) - gap)};
    const float inside = tile.x - ui.em;
    if (inside < least) break;
    const auto [titles, words] = heights_of(ui, lesson, inside);
    const float high = tile.y - std::min(titles + words, titles + line * std::floor(k_lines - titles / line)) - around;
    const float wide = std::min(tile.x - 0.5F * ui.em, k_widest * high);
    if (wide <= std::max(best.picture.x, least)) continue;
    best = {columns, gap, titles, tile, {wide, std::min(high, wide / k_highest)}};
  }
  if (best.picture.x > 0) return best;
  // no room for pictures: the words alone
  best.columns = std::max(1, static_cast<int>((room.x + gap) / (20 * ui.em + gap)));
  const int rows = (cards + best.columns - 1) / best.columns;
  best.tile.x = (room.x + gap) / static_cast<float>(best.columns) - gap;
  const auto [titles, words] = heights_of(ui, lesson, best.tile.x - ui.em);
  best.titles = titles;
  best.tile.y =
      std::max(std::min(std::floor((room.y + gap) / static_cast<float>(rows) - gap), 13 * ui.em), titles + words + around);
  return best;
}

/// The title, the keys, and where there is no class the button.
void draw_overview_heading(Ui& ui, const Lesson& lesson) {
  const ImVec2 from = ImGui::GetCursorPos();
  float right = ImGui::GetContentRegionMax().x;
  if (!ui.session.presenting) {
    right -= ImGui::CalcTextSize("Save as a page").x + 2 * ImGui::GetStyle().FramePadding.x;
    ImGui::SetCursorPosX(right);
    if (ImGui::Button("Save as a page")) ui.ask(LearnAction::save_page);
    ui.control("lesson:save",
               "One file with all cards: any browser opens it, and prints each card on a page of its own. Slides are in the "
               "menu File",
               LearnAction::save_page);
    right -= ui.em;
  }
  const float title = [&] {
    ImGui::PushFont(ui.fonts.strong);
    const float wide = ImGui::CalcTextSize(lesson.title.c_str()).x;
    ImGui::PopFont();
    return wide;
  }();
  const std::array<Hint, 3> keys{Hint{"Arrows, Home, End", "choose"}, {"Enter", "go there"}, hint(WindowAction::leave, "back")};
  const float between = 0.4F * ui.em, after = ui.em;
  float wide = -after;
  for (const Hint& one : keys)
    wide += ImGui::CalcTextSize(one.keys.c_str()).x + between + ImGui::CalcTextSize(std::string(one.does).c_str()).x + after;
  const bool beside = from.x + title + 2 * ui.em + wide <= right;
  ImGui::SetCursorPos(from);
  ImGui::AlignTextToFramePadding();
  ImGui::PushFont(ui.fonts.strong);
  ImGui::PushTextWrapPos(right);
  ImGui::TextUnformatted(lesson.title.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  const float below = std::max(ImGui::GetCursorPosY(), from.y + ImGui::GetFrameHeightWithSpacing());
  if (beside)
    ImGui::SetCursorPos({right - wide, from.y});
  else
    ImGui::SetCursorPosY(below);
  ImGui::AlignTextToFramePadding();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, after);
    coloured_text(ui.palette.accent, keys[i].keys);
    ImGui::SameLine(0, between);
    coloured_text(ui.palette.quiet, keys[i].does);
  }
  if (beside) ImGui::SetCursorPosY(below);
}

/// By arrows, Home and End. True: another one is chosen.
bool choose_card(LearnModel& model, int cards, int columns) {
  const int before = static_cast<int>(model.chosen);
  int at = before;
  for (const auto& [key, step] : {std::pair{ImGuiKey_LeftArrow, -1},
                                  {ImGuiKey_RightArrow, 1},
                                  {ImGuiKey_UpArrow, -columns},
                                  {ImGuiKey_DownArrow, columns}})
    if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(key)) && at + step >= 0 && at + step < cards) at += step;
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Home))) at = 0;
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_End))) at = cards - 1;
  model.chosen = static_cast<std::size_t>(at);
  return at != before;
}

struct Tile {
  const Card& card;
  std::size_t number;  // from 0
  bool done;
};

void draw_tile(const Ui& ui, const Grid& grid, const ImVec2& from, const Tile& tile, const Sketch& sketch) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 to{from.x + grid.tile.x, from.y + grid.tile.y};
  const float inside = grid.tile.x - ui.em, left = from.x + 0.5F * ui.em;
  if (tile.done) list.AddCircleFilled({to.x - 0.5F * ui.em, from.y + 0.5F * ui.em}, 0.22F * ui.em, packed(ui.palette.good));
  float y = from.y + 0.4F * ui.em;
  list.PushClipRect(from, {to.x, y + grid.titles + 1}, true);
  list.AddText(ui.fonts.strong, ui.fonts.strong->FontSize, {left, y}, packed(ui.palette.text),
               title_of(tile.card, tile.number).c_str(), nullptr, inside);
  list.PopClipRect();
  y += grid.titles + 0.4F * ui.em;
  if (grid.picture.x > 0) {
    const float beside = (grid.tile.x - grid.picture.x) / 2;
    if (sketch) draw_sketch(ui, sketch, {from.x + beside, y, grid.picture.x, grid.picture.y});
    y += grid.picture.y + 0.4F * ui.em;
  }
  const float line = ui.fonts.small->FontSize, room = to.y - 0.3F * ui.em - y;
  std::string words = words_of(tile.card);
  const auto fits = [&](const std::string& text) {
    return ui.fonts.small->CalcTextSizeA(line, FLT_MAX, inside, text.c_str()).y <= room;
  };
  for (std::string whole = words; !fits(words) && whole.find(' ') != whole.npos; words = whole + " ...")
    whole.resize(whole.rfind(' '));
  list.PushClipRect(from, {to.x, y + line * std::floor(room / line)}, true);  // no half line
  list.AddText(ui.fonts.small, line, {left, y}, packed(ui.palette.quiet), words.c_str(), nullptr, inside);
  list.PopClipRect();
}

}  // namespace

Sketch sketch_of(const LearnModel& model, std::size_t card) {
  const std::vector<Card>& cards = model.player.lesson().cards;
  while (card > 0 && !cards[card].show) --card;
  if (!cards[card].show) return {};
  try {
    nlohmann::json members = *cards[card].show;
    if (!model.file.empty() && members.contains("input")) members["input"] = input_below(model.file, members["input"]);
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

void save_lesson_page(Ui& ui, const LearnModel& model) {
  const std::string stem = (user_folder(UserFolder::pictures) / ("satscope-" + model.player.lesson().id)).string();
  const std::string out = std::filesystem::absolute(free_name(stem, ".html")).string();
  const auto writer = std::ranges::find_if(workspaces(), [](const WorkspaceKind& kind) { return kind.write_lesson_page; });
  if (writer == workspaces().end()) return;
  writer->write_lesson_page(model.player.lesson(), model.file, out);
  ui.doing.message = news_of_file("saved as " + out, out);
}

void draw_overview(Ui& ui, LearnModel& model, const Area& area) {
  const LessonPlayer& player = model.player;
  const std::vector<Card>& cards = player.lesson().cards;
  begin_area(k_all_cards, area, Ground::over_others, ImGuiWindowFlags_NoNav);
  if (ImGui::IsWindowAppearing()) {
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    model.sketches.clear();
    model.chosen = player.at();
  }
  if (model.sketches.size() < cards.size()) {  // one a frame, because some take a while
    model.sketches.push_back(sketch_of(model, model.sketches.size()));
    ui.animating = true;
  }
  draw_overview_heading(ui, player.lesson());
  const Grid grid = grid_of(ui, player.lesson(), ImGui::GetContentRegionAvail());
  const bool moved = !ui.window.has_popup() && choose_card(model, static_cast<int>(cards.size()), grid.columns);
  ui.doing.dialog = true;  // because: arrows and Enter choose here, and step nothing
  if (!ui.window.has_popup() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false))
    ui.requests.push_back({LearnAction::go_to_card, {}, std::to_string(model.chosen)});
  const auto progress = ui.settings.lessons.find(player.lesson().id);
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (i % static_cast<std::size_t>(grid.columns) != 0) ImGui::SameLine(0, grid.gap);
    const ImVec2 from = ImGui::GetCursorScreenPos(), to{from.x + grid.tile.x, from.y + grid.tile.y};
    if (ImGui::Button(fmt::format("##card{}", i).c_str(), grid.tile))
      ui.requests.push_back({LearnAction::go_to_card, {}, std::to_string(i)});
    ui.control(fmt::format("lesson:go:{}", i + 1));
    const bool done = progress != ui.settings.lessons.end() && progress->second.done.contains(static_cast<int>(i));
    draw_tile(ui, grid, from, {cards[i], i, done}, i < model.sketches.size() ? model.sketches[i] : Sketch());
    if (i != model.chosen) continue;
    if (moved && !ImGui::IsRectVisible(from, to)) ImGui::SetScrollHereY();
    const float thick = 0.22F * ui.em;
    ImGui::GetWindowDrawList()->AddRect({from.x + thick / 2, from.y + thick / 2}, {to.x - thick / 2, to.y - thick / 2},
                                        packed(ui.palette.accent), 0.3F * ui.em, 0, thick);
    ui.controls["lesson:chosen"] = {from.x, from.y, grid.tile.x, grid.tile.y};
  }
  ImGui::End();
}

}  // namespace satscope::app
