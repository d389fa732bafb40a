// SPDX-License-Identifier: Apache-2.0
// The shelf: every filter as a thumbnail of what it alone makes of the picture, in the order of the list; rivals apart.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/ui/tips.h"
#include "app/workspaces/playground/chain/chain_edit.h"
#include "app/workspaces/playground/chain/examples.h"
#include "app/workspaces/playground/chain/presets.h"
#include "app/workspaces/playground/faces/template_tool.h"
#include "app/workspaces/playground/model.h"
#include "app/workspaces/playground/playground.h"
#include "kernels/registry.h"

namespace satscope::app {
namespace {

/// Where in the chain a filter is: "chain 1", "chain 2, 4", "chain 3 off"; empty: it is not.
std::string places_in_chain(const PlaygroundEdit& edit, const Filter& filter) {
  std::string text;
  for (std::size_t i = 0; i < edit.chain.size(); ++i) {
    if (edit.chain[i].filter != filter.id) continue;
    const bool on = edit.solo >= 0 ? static_cast<std::size_t>(edit.solo) == i : edit.chain[i].on;
    text += fmt::format("{}{}{}", text.empty() ? "chain " : ", ", i + 1, on ? "" : " off");
  }
  return text;
}

/// "16 tables of 1280x720 counts: 59 MB" is " 59 MB".
std::string after_colon(const std::string& text) { return text.substr(text.rfind(':') + 1); }

bool needs_movement(const Filter& filter, const Session& session) { return !filter.makes_picture && !session.edit.live; }

/// picture: that it would work on.
std::string tip_of(const Filter& filter, const AtlasCell* cell, Extent picture) {
  std::string tip = fmt::format("{}\n{}\n", filter.title, filter.text);
  // because: a table for each bin takes much memory, which one wants to know before
  if (picture.area() > 0 && filter.tables == std::vector<std::string>{"each bin"})
    tip += fmt::format("It takes{} of memory here.\n",
                       after_colon(filter.remark({.extent = picture, .params = fresh_entry(filter.id).params})));
  if (cell && !cell->problem.empty()) tip += fmt::format("No preview: {}.\n", cell->problem);
  tip.pop_back();
  return tip;
}

/// In the tip, below what it says: the filter's example before and after it, what to look at there, and what a click does.
void draw_rest_of_tip(PlaygroundUi& ui, const Filter& filter) {
  const FilterExample* example = example_of(filter.id);
  const float wide = widest_tip(ui.em);
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(wide);
  if (const PictureTexture* texture = example ? ui.playground.examples.of(filter.id) : nullptr) {
    const Extent extent = texture->extent();
    // NOLINTNEXTLINE(performance-no-int-to-ptr): ImGui's backend carries OpenGL's names so
    ImGui::Image(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture->texture())),
                 {wide, std::round(wide * static_cast<float>(extent.height) / static_cast<float>(extent.width))});
    ui.control("tip:example");
    ImGui::PushFont(ui.fonts.small);
    ImGui::TextUnformatted(fmt::format("Before and after: {}", example->shows).c_str());
    ImGui::PopFont();
  }
  std::string clicks = "Click: add. Shift+click: replace the chosen one. Ctrl+click: use alone.";
  if (const auto number = static_cast<std::size_t>(&filter - filters().data()) + 1;
      number <= static_cast<std::size_t>(k_filter_keys))
    clicks += fmt::format(" Key {}: on or off.", number);
  caption(ui, clicks);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void draw_grid(PlaygroundUi& ui, const std::vector<const Filter*>& shown) {
  PlaygroundEdit& edit = ui.session.edit.part<PlaygroundEdit>();
  std::vector<Tile> tiles;
  for (const Filter* filter : shown)
    tiles.push_back(
        {.control = "shelf:" + filter->id,
         .cell = filter->id,
         .title = filter->title,
         .tip = tip_of(*filter, ui.playground.shelf.thumbnails.atlas().find(filter->id), ui.frame.filtered().picture),
         .mark = places_in_chain(edit, *filter),
         .note = needs_movement(*filter, ui.session) ? std::string(k_needs_movement) : std::string()});
  draw_tiles(
      ui, tiles,
      [&](std::size_t i) {
        if (ImGui::GetIO().MouseClickedLastCount[0] > 1) return;  // because: a double click adds one filter, not two
        const Chord& held = ui.playground.shelf.pressed_with;
        const auto change = held.ctrl ? make_chain : held.shift ? replace_filter : add_filter;
        change(edit, ui.session.part<PlaygroundView>(), shown[i]->id);
        begin_chosen(ui);
      },
      [&](std::size_t i) {
        if (ImGui::IsItemHovered() && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) draw_rest_of_tip(ui, *shown[i]);
      });
}

}  // namespace

void begin_chosen(Ui& ui) {
  auto& edit = ui.session.edit.part<PlaygroundEdit>();
  ChainEntry* entry = chosen_entry(edit, ui.session.part<PlaygroundView>());
  const auto frame = ui.frame.whole_frame();
  if (!entry || !frame) return;
  if (takes_template(*entry)) begin_template(*entry, *frame);
  if (measures(*entry) && entry->on && edit.regions.empty()) edit.regions = places_to_wave_at(frame->extent);
}

void draw_shelf(PlaygroundUi& ui) {
  std::vector<const Filter*> own, rivals;
  for (const Filter& filter : filters()) (filter.rival_of.empty() ? own : rivals).push_back(&filter);
  caption(ui, "FILTERS");
  if (ui.playground.shelf.stands_in) {
    ImGui::PushTextWrapPos(0);
    caption(ui, "Shown on another picture, because this chain hides faces");
    ImGui::PopTextWrapPos();
  }
  draw_grid(ui, own);
  if (rivals.empty()) return;
  ImGui::Dummy({0, 0.3F * ui.em});
  caption(ui, "WITHOUT A TABLE, FOR COMPARISON");
  ui.control("shelf:rivals", "They make the same picture without a table. The race over the radius compares them.");
  draw_grid(ui, rivals);
}

}  // namespace satscope::app
