// SPDX-License-Identifier: Apache-2.0
// Small pictures with titles, to be pressed: the filters of the shelf, the presets of the gallery.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/workspaces/playground/playground.h"

namespace satscope::app {
namespace {

constexpr float k_least_cell = 7, k_largest_cell = 12;  // width in ems

/// Sizes that all tiles share, in pixels.
struct CellSize {
  float width, picture, pad;
  float text_width() const { return width - 2 * pad; }
};

float title_height(const PlaygroundUi& ui, const CellSize& size, const Tile& tile) {
  ImFont& font = *ui.fonts.small;
  return font.CalcTextSizeA(font.FontSize, 1e9F, size.text_width(), tile.title.c_str()).y;
}

void draw_thumbnail(PlaygroundUi& ui, const AtlasCell* cell, ImVec2 from, ImVec2 room) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ShelfModel& shelf = ui.playground.shelf;
  const Extent atlas = shelf.texture.extent();
  if (!cell || !cell->problem.empty() || atlas.area() == 0) {
    list.AddRectFilled(from, {from.x + room.x, from.y + room.y}, packed(ui.palette.backdrop));
    ImFont& font = *ui.fonts.small;
    const char* text = cell ? "no preview" : "...";
    const ImVec2 size = font.CalcTextSizeA(font.FontSize, 1e9F, 0, text);
    if (size.x < room.x && size.y < room.y)
      list.AddText(&font, font.FontSize, {from.x + (room.x - size.x) / 2, from.y + (room.y - size.y) / 2},
                   packed(ui.palette.quiet), text);
    return;
  }
  const Box& area = cell->area;
  const auto wide = static_cast<float>(area.width), high = static_cast<float>(area.height);
  const float zoom = std::min(room.x / wide, room.y / high);
  const ImVec2 size{std::round(wide * zoom), std::round(high * zoom)};
  const ImVec2 at{std::round(from.x + (room.x - size.x) / 2), std::round(from.y + (room.y - size.y) / 2)};
  // half a texel within, so that the neighbours do not shine through
  const auto u = [&](float x) { return x / static_cast<float>(atlas.width); };
  const auto v = [&](float y) { return y / static_cast<float>(atlas.height); };
  const auto left = static_cast<float>(area.x), top = static_cast<float>(area.y);
  list.AddRectFilled(from, {from.x + room.x, from.y + room.y}, packed(ui.palette.backdrop));
  // NOLINTNEXTLINE(performance-no-int-to-ptr): ImGui's backend carries OpenGL's names so
  list.AddImage(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(shelf.texture.texture())), at,
                {at.x + size.x, at.y + size.y}, {u(left + 0.5F), v(top + 0.5F)}, {u(left + wide - 0.5F), v(top + high - 0.5F)});
}

/// A frame, and the places in the chain as a number: colour alone does not mark what is chosen.
void draw_mark(const PlaygroundUi& ui, const std::string& places, ImVec2 from, ImVec2 size) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float thick = std::max(2.0F, std::round(0.15F * ui.em));
  list.AddRect(from, {from.x + size.x, from.y + size.y}, packed(ui.palette.accent), 0.3F * ui.em, 0, thick);
  ImFont& font = *ui.fonts.small;
  const ImVec2 text = font.CalcTextSizeA(font.FontSize, 1e9F, 0, places.c_str());
  const float pad = std::round(0.3F * ui.em);
  const ImVec2 to{from.x + std::max(text.x, text.y) + 2 * pad, from.y + text.y + pad};
  list.AddRectFilled(from, to, packed(ui.palette.accent), 0.3F * ui.em);
  list.AddText(&font, font.FontSize, {std::round((from.x + to.x - text.x) / 2), std::round((from.y + to.y - text.y) / 2)},
               packed(ui.palette.on_accent), places.c_str());
}

/// In the middle of a dimmed picture.
void draw_note(const PlaygroundUi& ui, const std::string& note, ImVec2 from, ImVec2 room) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  constexpr float k_dim = 0.75F;
  list.AddRectFilled(from, {from.x + room.x, from.y + room.y}, packed(ui.palette.backdrop, k_dim));
  ImFont& font = *ui.fonts.small;
  const ImVec2 size = font.CalcTextSizeA(font.FontSize, 1e9F, room.x, note.c_str());
  list.AddText(&font, font.FontSize,
               {std::round(from.x + (room.x - size.x) / 2), std::round(from.y + std::max(0.0F, (room.y - size.y) / 2))},
               packed(ui.palette.text), note.c_str(), nullptr, room.x);
}

/// True if it is pressed.
bool draw_tile(PlaygroundUi& ui, const Tile& tile, const CellSize& size, float height) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::Button("##tile", {size.width, height});
  if (ImGui::IsItemActivated()) {  // because: who lets go of Ctrl before the button still meant it
    const ImGuiIO& io = ImGui::GetIO();
    ui.playground.shelf.pressed_with = {.ctrl = io.KeyCtrl, .shift = io.KeyShift, .alt = io.KeyAlt};
  }
  ui.control(tile.control, tile.tip);
  ImGui::SetItemAllowOverlap();
  const ImVec2 picture{from.x + size.pad, from.y + size.pad}, room{size.text_width(), size.picture};
  draw_thumbnail(ui, ui.playground.shelf.thumbnails.atlas().find(tile.cell), picture, room);
  if (!tile.note.empty()) draw_note(ui, tile.note, picture, room);
  ImFont& font = *ui.fonts.small;
  ImGui::GetWindowDrawList()->AddText(&font, font.FontSize, {from.x + size.pad, from.y + 1.5F * size.pad + size.picture},
                                      packed(ui.palette.text), tile.title.c_str(), nullptr, size.text_width());
  if (!tile.mark.empty()) draw_mark(ui, tile.mark, from, {size.width, height});
  return pressed;
}

}  // namespace

void draw_tiles(PlaygroundUi& ui, const std::vector<Tile>& tiles, const std::function<void(std::size_t)>& pressed,
                const std::function<void(std::size_t)>& over) {
  ui.playground.shelf.seen.now = true;  // because: shelf and gallery share the atlas
  const float room = ImGui::GetContentRegionAvail().x, gap = std::round(0.5F * ui.em);
  const int columns = std::max(1, static_cast<int>((room + gap) / (k_least_cell * ui.em + gap)));
  const std::vector<AtlasCell>& cells = ui.playground.shelf.thumbnails.atlas().cells;
  const float aspect =
      cells.empty() ? 0.75F : static_cast<float>(cells[0].area.height) / static_cast<float>(cells[0].area.width);
  CellSize size{.width = std::floor((room - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns)),
                .picture = 0,
                .pad = std::round(0.3F * ui.em)};
  size.width = std::clamp(size.width, 24.0F, k_largest_cell * ui.em);
  size.picture = std::round(size.text_width() * std::clamp(aspect, 0.4F, 1.0F));
  const auto across = static_cast<std::size_t>(columns);
  for (std::size_t i = 0; i < tiles.size(); i += across) {
    const std::size_t end = std::min(i + across, tiles.size());
    float title = 0;
    for (std::size_t j = i; j < end; ++j) title = std::max(title, title_height(ui, size, tiles[j]));
    const float height = std::max(24.0F, std::ceil(2.5F * size.pad + size.picture + title));
    for (std::size_t j = i; j < end; ++j) {
      if (j > i) ImGui::SameLine(0, gap);
      const ImVec2 from = ImGui::GetCursorScreenPos();
      ImGui::PushID(tiles[j].control.c_str());
      if (draw_tile(ui, tiles[j], size, height)) pressed(j);
      over(j);
      ImGui::SetCursorScreenPos(from);
      ImGui::Dummy({size.width, height});  // because: the next cell is placed beside the last item
      ImGui::PopID();
    }
  }
}

}  // namespace satscope::app
