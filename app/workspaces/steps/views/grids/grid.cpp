// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/grids/grid.h"

#include <algorithm>
#include <map>

#include "app/core/json.h"
#include "app/workspaces/steps/caption/explain.h"
#include "app/workspaces/steps/trace/story.h"

namespace satscope::app {
bool is_filler(const Story& story, std::uint32_t buffer, const Cell& cell) {
  return story.trace.has_table && buffer != 0 && cell.pixels == 0 && cell.bits == 0 &&
         story.trace.origins[cell.origin].kind != Origin::Kind::made && !story.counted_zeros[cell.origin];
}

namespace {

/// In the tables of ours a missing barrier is shown otherwise.
std::vector<std::size_t> wrong_from(const Story& story) {
  const Trace& trace = story.trace;
  std::vector<std::size_t> from;
  if (!trace.of_file || trace.provenance_exact || trace.result_matches) return from;
  from.resize(trace.buffers[static_cast<std::size_t>(trace.table)].shape.area());
  for (const WrongEntry& wrong : wrong_entries(story)) from[wrong.at.index] = wrong.position;
  return from;
}

}  // namespace

namespace {

/// Without what only later passes read, which are not shown: it is not what a class is asked about.
VisibleBuffers without_kept(const Story& story, VisibleBuffers visible) {
  if (story.trace.passes.size() == story.passes.size()) return visible;
  std::erase_if(visible.targets, [&](const VisibleBuffer& target) {
    if (target.key || (story.pass_check && story.pass_check->buffer == target.title)) return false;
    return std::ranges::none_of(story.trace.steps, [&](const Step& step) {
      return std::ranges::any_of(story.trace.reads_of(step), [&](const Read& one) { return one.buffer == target.buffer; });
    });
  });
  return visible;
}

/// Whether a row has no numbers.
bool lacks_numbers(const StepsLayout& layout) {
  return std::ranges::any_of(layout.panels, [](const GridPanel& panel) {
    return panel.role != GridRole::strip && panel.active && panel.rows == 1 && panel.number_size <= 0;
  });
}

}  // namespace

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
  if (cache.story != story.number) cache.wrong_from = wrong_from(story);
  cache.story = story.number;
  cache.pass = pass;
  cache.phase = step.phase();
  cache.wanted = wanted;
  cache.area = area;
  cache.em = em;
  const VisibleBuffers& all = visible_buffers_in(story.phases_buffers, step);
  const VisibleBuffers visible = em.to_class ? without_kept(story, all) : all;
  cache.layout = layout_steps(story, visible, area, em, wanted);
  if (em.to_class && lacks_numbers(cache.layout)) {  // because: small numbers are worth more than empty boxes
    TypeSize smaller = em;
    smaller.least_number = 0.5;
    cache.layout = layout_steps(story, visible, area, smaller, wanted);
  }
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

namespace {

/// Where the grids are drawn large: buffer, block, columns and rows, and the area of the cells in framebuffer pixels.
nlohmann::json report_grids(const Story& story, const StepsLayout& layout) {
  nlohmann::json grids = nlohmann::json::array();
  for (const bool small : {false, true})
    for (const GridPanel& panel : layout.panels)
      if ((panel.role == GridRole::strip) == small && panel.buffer < story.trace.buffers.size())
        grids.push_back({{"buffer", story.trace.buffers[panel.buffer].name},
                         {"small", small},
                         {"block", panel.block},
                         {"columns", panel.columns},
                         {"rows", panel.rows},
                         {"upright", panel.upright},
                         {"x", panel.cells.x},
                         {"y", panel.cells.y},
                         {"w", panel.cells.width},
                         {"h", panel.cells.height}});
  return grids;
}

/// A shape is a grid, by its number among the panels.
class GridsView final : public StepView {
 public:
  void follow(StepsState& steps) override {
    // one block at a time: keep the one that works in sight
    const Player& player = *steps.player();
    const Story& story = player.story();
    if (story.together || !player.current()) return;
    const Step& step = story.first_step(*player.current());
    const bool same_pass = cache_.story == story.number && cache_.pass == step.pass;
    const int first = same_pass ? cache_.layout.first_block : 0, end = first + (same_pass ? cache_.layout.blocks : 0);
    if (step.block < first || step.block >= end) steps.first_block = step.block;
  }
  void lay(const StepsState& steps, const Area& area, const PaintLook& look) override {
    lay_grids(cache_, steps, above_legend(area, look), look.type);
  }
  void paint_legend(Drawing& drawing, const StepsState& steps, const Area& area) const override {
    double from = area.x + 0.9 * drawing.em;
    if (cache_.layout.all_blocks > 1) {
      const std::string blocks = blocks_text(cache_.layout, steps.player()->story().together);
      drawing.text({from, area.middle().y - drawing.letters(Face::small) / 2}, blocks, {drawing.palette.accent});
      from += drawing.width_of(blocks) + drawing.em;
    }
    paint_grid_legend(drawing, area, from, cache_, steps);
  }
  void paint(Drawing& drawing, const StepsState& steps, const Area& area, const PaintLook& look) override {
    const Area grids = above_legend(area, look);
    const double em = drawing.em;
    paint_grids(drawing, steps, cache_, look.colours, look.arrived);
    arrived_ = look.arrived >= 1;
    if (!cache_.layout.fits)
      drawing.text({grids.x + em, grids.y + em},
                   drawing.first_that_fits({"Too little room for these buffers.", "Too little room", ""}, grids.width - 2 * em),
                   {drawing.palette.quiet});
    if (look.legend) paint_legend(drawing, steps, {area.x, grids.bottom(), area.width, area.bottom() - grids.bottom()});
    for (std::size_t i = 0; look.scene && i < cache_.layout.panels.size(); ++i)
      look.scene->shapes.push_back({.area = cache_.layout.panels[i].cells, .id = i});
  }
  bool leaves_line(bool alone) const override { return alone; }  // two at once would share it
  void draw_controls(StepsUi& ui, StepsState& steps, const Area& line) override {
    if (ui.session.part<StepsPair>().on) return;
    draw_marks(ui, cache_.layout, arrived_);
    if (ScreenDrawing drawing(ui.palette, ui.fonts, ui.em); ui.steps.prediction.outcome() && arrived_)
      paint_own_arrows(drawing, steps, cache_);  // because: they say where a number came from
    if (line.height > 0) draw_grid_legend(ui, steps, cache_, line);
  }
  std::optional<CellAt> cell_at(const StepsState& /*steps*/, const ViewShape& shape, Point point) const override {
    const GridPanel& panel = cache_.layout.panels[shape.id];
    const std::int64_t place = panel.place_at(point);
    return place < 0 ? std::nullopt : std::optional(CellAt{panel.buffer, static_cast<std::uint32_t>(place)});
  }
  std::string filler(const StepsState& steps, CellAt cell) const override {
    const std::uint32_t number = cache_.main[cell.buffer];
    const PlaceIs use = number == 0 ? PlaceIs::used : cache_.layout.panels[number - 1].use_of(cell.index);
    return steps.holds_value(cell) && is_filler(steps.player()->story(), cell.buffer, steps.cell(cell))
               ? "filler: beyond the picture's edge there is no pixel"
           : use == PlaceIs::padding ? "padding: left empty, so that numbers read at once lie in different banks"
           : use == PlaceIs::unused  ? "filler: no block uses this place"
                                     : "";
  }
  void click(StepsState& steps, const ViewShape* /*shape*/) override {
    steps.chosen = steps.hover == steps.chosen ? std::nullopt : steps.hover;
  }
  void wheel(StepsState& steps, double by) override {
    const StepsLayout& layout = cache_.layout;
    if (layout.blocks < layout.all_blocks)
      steps.first_block = std::clamp(layout.first_block - static_cast<int>(by), 0, layout.all_blocks - layout.blocks);
  }
  void report(const StepsState& steps, nlohmann::json& into) const override {
    if (const Story& story = steps.player()->story(); cache_.story == story.number)
      into["grids"] = report_grids(story, cache_.layout);
  }
  const StepsLayout* cells() const override { return &cache_.layout; }

 private:
  static Area above_legend(Area area, const PaintLook& look) {
    if (look.legend) area.height -= 1.6 * look.type.em;
    return area;
  }

  StepsGridCache cache_;
  bool arrived_ = true;  ///< the numbers of the step, when it was painted last
};

}  // namespace

StepViewKind grids_view() {
  return {.title = "Grids", .tip = "Every buffer as a grid of cells", .make = make_view<GridsView>, .essential = true};
}

}  // namespace satscope::app
