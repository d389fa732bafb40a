// SPDX-License-Identifier: Apache-2.0
// The shelf: every filter as a thumbnail of what a click on it would show, in the order of the list; rivals apart.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/workspaces/playground/chain/chain_edit.h"
#include "app/workspaces/playground/playground.h"
#include "app/workspaces/playground/room.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

constexpr float k_least_cell = 7, k_largest_cell = 12;  // width in ems

/// Where in the chain a filter is: "1", "2, 4", "3 off"; empty: it is not.
std::string places_in_chain(const PlaygroundEdit& edit, const Filter& filter) {
  std::string text;
  for (std::size_t i = 0; i < edit.chain.size(); ++i) {
    if (edit.chain[i].filter != filter.id) continue;
    const bool on = edit.solo >= 0 ? static_cast<std::size_t>(edit.solo) == i : edit.chain[i].on;
    text += fmt::format("{}{}{}", text.empty() ? "" : ", ", i + 1, on ? "" : " off");
  }
  return text;
}

/// picture: that it would work on.
std::string tip_of(const Filter& filter, const AtlasCell* cell, Extent picture) {
  std::string tip = fmt::format("{}\n{}\n", filter.title, filter.text);
  // what it will take, before it takes it
  const std::string remark = picture.area() > 0 ? filter.remark({.extent = picture}) : std::string();
  if (!remark.empty()) tip += fmt::format("Here: {}.\n", remark);
  if (cell && !cell->problem.empty()) tip += fmt::format("No preview: {}.\n", cell->problem);
  return tip +
         "Click: it takes the place of the chosen filter. Shift+click: it joins the chain. Ctrl+click: the chain is this "
         "filter "
         "alone.";
}

/// Sizes that all cells of the shelf share, in pixels.
struct CellSize {
  float width, picture, pad;
  float text_width() const { return width - 2 * pad; }
};

float title_height(const PlaygroundUi& ui, const CellSize& size, const Filter& filter) {
  ImFont& font = *ui.fonts.small;
  return font.CalcTextSizeA(font.FontSize, 1e9F, size.text_width(), filter.title.c_str()).y;
}

void draw_thumbnail(PlaygroundUi& ui, const AtlasCell* cell, ImVec2 from, ImVec2 room) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ShelfRoom& shelf = ui.playground.shelf;
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

/// A frame, and the places in the chain as a number: what is chosen is not told by colour alone.
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

/// A button that adds the filter behind the others, below and left of `corner`.
void draw_plus(PlaygroundUi& ui, const Filter& filter, ImVec2 corner) {
  const float side = std::max(24.0F, std::round(1.6F * ui.em));
  ImGui::SetCursorScreenPos({corner.x - side, corner.y});
  if (ImGui::Button("+##stack", {side, side}))
    add_filter(ui.session.edit.part<PlaygroundEdit>(), ui.session.part<PlaygroundView>(), filter.id);
  ui.control("stack:" + filter.id, "Adds " + filter.title + " behind the filters of the chain");
}

void draw_cell(PlaygroundUi& ui, const Filter& filter, const CellSize& size, float height) {
  PlaygroundEdit& edit = ui.session.edit.part<PlaygroundEdit>();
  const AtlasCell* cell = ui.playground.shelf.thumbnails.atlas().find(filter.id);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::PushID(filter.id.c_str());
  if (ImGui::Button("##add", {size.width, height})) {
    const ImGuiIO& io = ImGui::GetIO();
    const auto change = io.KeyCtrl ? make_chain : io.KeyShift ? add_filter : replace_filter;
    change(edit, ui.session.part<PlaygroundView>(), filter.id);
  }
  ui.control("shelf:" + filter.id, tip_of(filter, cell, ui.frame.filtered().picture));
  ImGui::SetItemAllowOverlap();
  draw_thumbnail(ui, cell, {from.x + size.pad, from.y + size.pad}, {size.text_width(), size.picture});
  ImFont& font = *ui.fonts.small;
  ImGui::GetWindowDrawList()->AddText(&font, font.FontSize, {from.x + size.pad, from.y + 1.5F * size.pad + size.picture},
                                      packed(ui.palette.text), filter.title.c_str(), nullptr, size.text_width());
  if (const std::string places = places_in_chain(edit, filter); !places.empty())
    draw_mark(ui, places, from, {size.width, height});
  draw_plus(ui, filter, {from.x + size.width - size.pad, from.y + size.pad});
  ImGui::SetCursorScreenPos(from);
  ImGui::Dummy({size.width, height});  // because: the next cell stands beside the last item
  ImGui::PopID();
}

void draw_grid(PlaygroundUi& ui, const std::vector<const Filter*>& shown) {
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
  for (std::size_t i = 0; i < shown.size(); i += across) {
    const std::size_t end = std::min(i + across, shown.size());
    float title = 0;
    for (std::size_t j = i; j < end; ++j) title = std::max(title, title_height(ui, size, *shown[j]));
    const float height = std::max(24.0F, std::ceil(2.5F * size.pad + size.picture + title));
    for (std::size_t j = i; j < end; ++j) {
      if (j > i) ImGui::SameLine(0, gap);
      draw_cell(ui, *shown[j], size, height);
    }
  }
}

}  // namespace

void draw_shelf(PlaygroundUi& ui) {
  ui.playground.shelf.seen.now = true;
  std::vector<const Filter*> own, rivals;
  for (const Filter& filter : filters()) (filter.rival_of.empty() ? own : rivals).push_back(&filter);
  caption(ui, "FILTERS");
  draw_grid(ui, own);
  if (rivals.empty()) return;
  ImGui::Dummy({0, 0.3F * ui.em});
  caption(ui, "WITHOUT A TABLE, FOR COMPARISON");
  ui.control("shelf:rivals", "They make the same picture in another way, without a table: for the race over the radius.");
  draw_grid(ui, rivals);
}

}  // namespace satscope::app
