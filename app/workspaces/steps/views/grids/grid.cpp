// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/grids/grid.h"

#include <imgui.h>

#include <algorithm>
#include <map>

#include "app/ui/drawing/area_corners.h"
#include "app/ui/views/canvas.h"

namespace satscope::app {
namespace {

void read_pointer(Ui& ui, StepsState& steps, const StepsGridCache& cache, const Area& area) {
  ImGui::SetCursorScreenPos(corner(area));
  invisible_button("grids", {static_cast<float>(area.width), static_cast<float>(area.height)});
  ui.controls["view:grids"] = area;
  if (!ImGui::IsItemHovered() && !ImGui::IsItemActive()) return;
  steps.hover.reset();
  const ImGuiIO& io = ImGui::GetIO();
  const Point mouse{io.MousePos.x, io.MousePos.y};
  for (const GridPanel& panel : cache.layout.panels)
    if (const std::int64_t place = panel.place_at(mouse); place >= 0)
      steps.hover = CellAt{panel.buffer, static_cast<std::uint32_t>(place)};
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
    ui.doing.in_panels = false;
    steps.chosen = steps.hover == steps.chosen ? std::nullopt : steps.hover;
  }
  if (io.MouseWheel != 0 && cache.layout.blocks < cache.layout.all_blocks)
    steps.first_block = std::clamp(cache.layout.first_block - static_cast<int>(io.MouseWheel), 0,
                                   cache.layout.all_blocks - cache.layout.blocks);
}

}  // namespace

bool is_filler(const Story& story, std::uint32_t buffer, const Cell& cell) {
  return buffer != 0 && cell.pixels == 0 && cell.bits == 0 && story.trace.origins[cell.origin].kind != Origin::Kind::made &&
         !story.counted_zeros[cell.origin];
}

void lay_grids(StepsGridCache& cache, const StepsState& steps, const Area& area, const TypeSize& em) {
  const Player& player = *steps.player();
  const Story& story = player.story();
  const Step& step = story.first_step(player.current() ? *player.current() : story.steps.front());
  const int pass = step.pass;
  const BlockRequest wanted{steps.first_block, steps.all_blocks};
  const bool same_area =
      area.x == cache.area.x && area.y == cache.area.y && area.width == cache.area.width && area.height == cache.area.height;
  if (cache.story == story.number && cache.pass == pass && cache.phase == step.phase() && cache.wanted == wanted && same_area &&
      cache.em == em)
    return;
  cache.story = story.number;
  cache.pass = pass;
  cache.phase = step.phase();
  cache.wanted = wanted;
  cache.area = area;
  cache.em = em;
  cache.layout = layout_steps(story, visible_buffers_in(story.phases_buffers, step), area, em, wanted);
  cache.shades = story.extremes;
  std::map<std::string, Extremes> by_name;  // blocks share their scale
  for (const bool gather : {true, false})
    for (std::size_t i = 0; i < story.trace.buffers.size(); ++i) {
      const TraceBuffer& buffer = story.trace.buffers[i];
      if (buffer.space == Space::global || buffer.pass != pass) continue;
      Extremes& common = by_name[buffer.name];
      if (gather)
        common = {std::min(common.least, cache.shades[i].least), std::max(common.most, cache.shades[i].most)};
      else
        cache.shades[i] = common;
    }
  cache.part.clear();
  if (cache.layout.blocks == 1 && cache.layout.all_blocks > 1)
    cache.part = part_of_block(story.trace, pass, cache.layout.first_block);
  cache.strip.assign(story.trace.buffers.size(), 0);
  cache.main.assign(story.trace.buffers.size(), 0);
  for (std::uint32_t i = 0; i < cache.layout.panels.size(); ++i) {
    const GridPanel& panel = cache.layout.panels[i];
    (panel.role == GridRole::strip ? cache.strip : cache.main)[panel.buffer] = i + 1;
  }
}

void draw_steps_grids(Ui& ui, StepsState& steps, StepsGridCache& cache, CellTextures& textures, const Area& area, bool tip) {
  const Player& player = *steps.player();
  const Story& story = player.story();
  if (story.steps.empty()) return;
  const StoryStep& story_step = player.current() ? *player.current() : story.steps.front();
  const Step& step = story.first_step(story_step);
  // one block at a time: keep the one that works in sight
  if (!story.together && player.current()) {
    const bool same_pass = cache.story == story.number && cache.pass == step.pass;
    const int first = same_pass ? cache.layout.first_block : 0, end = first + (same_pass ? cache.layout.blocks : 0);
    if (step.block < first || step.block >= end) steps.first_block = step.block;
  }
  // because: from the last row numbers are read as words are
  const auto em = static_cast<double>(ui.em);
  lay_grids(cache, steps, area, ui.session.presenting ? TypeSize(em, k_smallest_share) : TypeSize(em));
  read_pointer(ui, steps, cache, area);
  ScreenDrawing drawing(ui.palette, ui.fonts, ui.em, &textures);
  paint_grids(drawing, steps, cache, colour_map_of(ui.session), player.arrived(ui.now));
  if (!steps.hover || !tip) return;
  const std::uint32_t number = cache.main[steps.hover->buffer];
  const PlaceIs use = number == 0 ? PlaceIs::used : cache.layout.panels[number - 1].use_of(steps.hover->index);
  const Cell& cell = steps.cell(*steps.hover);
  const bool known = steps.holds_value(*steps.hover), filler = is_filler(story, steps.hover->buffer, cell);
  cell_tooltip(ui, steps, *steps.hover, cell, known,
               known && filler           ? "filler: beyond the picture's edge there is no pixel"
               : use == PlaceIs::padding ? "padding: left empty, so that numbers read at once lie in different banks"
               : use == PlaceIs::unused  ? "filler: no block uses this place"
                                         : "");
}

}  // namespace satscope::app
