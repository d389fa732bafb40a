// SPDX-License-Identifier: Apache-2.0
// The lanes of a warp in a row and, below, the sectors of global memory that their instruction touches: few and full where the
// access is coalesced, many and almost empty where it is not.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "app/workspaces/steps/caption/cell_tip.h"
#include "app/workspaces/steps/views/banks/banks.h"
#include "app/workspaces/steps/views/painter.h"
#include "app/workspaces/steps/views/sectors/sectors.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

class SectorsPainter : StepPainter {
 public:
  SectorsPainter(Drawing& drawing, const StepsState& steps, const Sectors& sectors, const Area& area, ViewScene* scene)
      : StepPainter(drawing, steps, area, scene),
        sectors_(sectors),
        one_(sectors.instructions.empty() ? nullptr : &sectors.instructions[sectors.shown]) {
    if (one_) lay();
  }

  void draw() {
    line(area_.y,
         {"Global memory is read and written in sectors of 32 bytes, the frames: all of a sector is moved, also for one byte.",
          "Frames: sectors of 32 bytes. All of a sector is moved.", "Frames: sectors of 32 bytes.", ""},
         palette_.quiet);
    if (!one_) return draw_nothing();
    if (!low_) draw_heading();
    draw_lines();
    draw_lanes();
    for (std::size_t i = 0; i < shown_; ++i) draw_sector(i);
    draw_sums();
  }

 private:
  int warp() const {
    const Step& step = story_.first_step(*steps_.player()->current());
    return story_.trace.passes[static_cast<std::size_t>(step.pass)].warp;
  }
  const TraceBuffer& buffer() const { return story_.trace.buffers[one_->buffer]; }

  void lay() {
    const Step& step = story_.first_step(*steps_.player()->current());
    lanes_ = std::min(warp(), story_.trace.passes[static_cast<std::size_t>(step.pass)].threads);
    const double above = (low_ ? 1.6 : 3.2) * em_, below = (low_ ? 1.7 : 4.6) * em_;
    lane_wide_ = std::min(4 * em_, area_.width / lanes_);
    row_ = {area_.x, area_.y + above, lane_wide_ * lanes_, (low_ ? 1.1 : 1.6) * em_};
    const double gap = low_ ? 0.9 * em_ : std::clamp(0.12 * area_.height, 1.5 * em_, 4 * em_);
    room_ = {area_.x, row_.bottom() + gap, area_.width, std::max(0.0, area_.bottom() - below - row_.bottom() - gap)};
    const std::size_t count = one_->sectors.size();
    const double least_high = 1.2 * em_;
    const auto rows = std::max<std::size_t>(1, static_cast<std::size_t>(room_.height / least_high));
    // as few in a row as there is height for, so that each is wide
    columns_ = std::max<std::size_t>(1, (count + rows - 1) / rows);
    columns_ = std::max(columns_, std::min(count, static_cast<std::size_t>(room_.width / (17 * em_))));
    columns_ = std::min(columns_, std::max<std::size_t>(1, static_cast<std::size_t>(room_.width / (1.2 * em_))));
    shown_ = std::min(count, columns_ * rows);
    const std::size_t used = (shown_ + columns_ - 1) / columns_;
    wide_ = std::min(40 * em_, room_.width / static_cast<double>(columns_));
    high_ = used == 0 ? 0 : std::min(9 * em_, room_.height / static_cast<double>(used));
  }
  bool has_names() const { return high_ >= 2.6 * em_; }
  Area frame_of(std::size_t i) const {
    const double name = has_names() ? 1.4 * em_ : 0.2 * em_;  // below
    return {room_.x + static_cast<double>(i % columns_) * wide_, room_.y + static_cast<double>(i / columns_) * high_,
            wide_ - 0.3 * em_, high_ - name};
  }
  Area cell_of(std::size_t sector, std::uint32_t index) const {
    const Area all = frame_of(sector);
    const auto bytes = static_cast<double>(element_bytes(buffer()));
    const double from = static_cast<double>(index) * bytes - static_cast<double>(one_->sectors[sector].number * k_sector);
    const double byte = all.width / static_cast<double>(k_sector);
    return {all.x + std::max(0.0, from) * byte, all.y, std::min(bytes, static_cast<double>(k_sector)) * byte, all.height};
  }
  Area lane_cell(std::uint32_t lane) const { return {row_.x + lane * lane_wide_, row_.y, lane_wide_, row_.height}; }
  Rgb colour_of_lane(std::uint32_t lane) const {
    return colour_of(ColourMap::viridis, lanes_ > 1 ? 0.15 + 0.85 * lane / (lanes_ - 1) : 0.5);
  }
  /// Letters are dark on all of these colours but the first few.
  Rgb on_lane(std::uint32_t lane) const {
    const Rgb ground = colour_of_lane(lane), dark{0, 0, 0}, light{1, 1, 1};
    return contrast(dark, ground) >= contrast(light, ground) ? dark : light;
  }

  void draw_nothing() {
    const bool begun = steps_.player()->current() != nullptr;
    line(area_.y + 1.6 * em_,
         begun ? std::vector<std::string>{"This step touches no global memory: only what lies within its block.",
                                          "This step touches no global memory.", "No global memory here."}
               : std::vector<std::string>{"Not begun." + hint("Right: the first step."), "Not begun."},
         palette_.text);
  }
  std::string who() const {
    const auto count = static_cast<std::int64_t>(one_->lanes.size());
    return fmt::format("{} {}{}{} {}", counted(count, "lane"), one_->write ? "write" : "read", count == 1 ? "s" : "",
                       one_->write ? "" : " from", buffer().name);
  }
  void draw_heading() {
    const std::string verb =
        fmt::format("block {}, warp {}: {}", sectors_.block + story_.trace.first_block(), one_->warp + 1, who());
    const std::string number = fmt::format(". Instruction {} of {}", sectors_.shown + 1, sectors_.instructions.size());
    const std::string more = sectors_.instructions.size() > 1 ? ". Wheel: the next." : ".";
    line(area_.y + 1.5 * em_, {verb + number + more, verb + number, verb, ""}, palette_.text);
  }

  void draw_lanes() {
    for (int lane = 0; lane < lanes_; ++lane) {
      const auto number = static_cast<std::uint32_t>(lane);
      const Area cell = lane_cell(number), inner{cell.x + 0.5, cell.y, cell.width - 1, cell.height};
      const bool busy = std::ranges::binary_search(one_->lanes, number);
      if (busy)
        drawing_.rect(inner, {colour_of_lane(number)});
      else
        drawing_.frame(inner, {palette_.line});
      const std::string all = fmt::format("lane {}", lane), brief = fmt::format("{}", lane);
      const std::string name = drawing_.first_that_fits({all, brief, ""}, inner.width - 2);
      put(inner, name, busy ? on_lane(number) : palette_.quiet);
      if (is_lit(number)) drawing_.frame(cell, {palette_.selected}, std::max(2.0, 0.14 * em_));
    }
  }
  /// From each lane to its elements; where the sectors take many rows, of the selected lanes only.
  void draw_lines() {
    const bool all = shown_ <= 2 * columns_;
    for (std::size_t i = 0; i < shown_; ++i)
      for (const SectorElement& element : one_->sectors[i].elements) {
        const bool lit = is_lit(element.lane);
        if (!all && !lit) continue;
        const Area lane = lane_cell(element.lane), cell = cell_of(i, element.at.index);
        const Point from{lane.middle().x, lane.bottom()}, to{cell.middle().x, cell.y};
        const double bend = 0.5 * (to.y - from.y);
        drawing_.curve(from, {from.x, from.y + bend}, {to.x, to.y - bend}, to,
                       {lit ? palette_.accent : colour_of_lane(element.lane), lit ? 1 : 0.6}, lit ? 2.5 : 1.5);
      }
  }
  void draw_sector(std::size_t i) {
    const Sector& sector = one_->sectors[i];
    const Area frame = frame_of(i);
    const std::size_t bytes = element_bytes(buffer()), each = std::max<std::size_t>(1, k_sector / bytes);
    const auto places = static_cast<std::uint64_t>(buffer().shape.area());
    const std::uint64_t end = sector.number * k_sector / bytes + each;  // the last ones may lie behind those of the buffer
    const double beyond = end > places ? std::min(1.0, static_cast<double>(end - places) / static_cast<double>(each)) : 0,
                 wide = (1 - beyond) * frame.width;
    drawing_.rect({frame.x, frame.y, wide, frame.height}, {palette_.panel});
    for (std::size_t k = 1; k < each && frame.width / static_cast<double>(each) >= 3; ++k) {
      const double x = frame.x + frame.width * static_cast<double>(k) / static_cast<double>(each);
      if (x < frame.x + wide) drawing_.line({x, frame.y}, {x, frame.bottom()}, {palette_.line, 0.7});
    }
    for (const SectorElement& element : sector.elements) {
      const Area cell = cell_of(i, element.at.index);
      add({cell, element.at, element.value});
      const Area inner{cell.x + 0.5, cell.y + 1, std::max(1.0, cell.width - 1), cell.height - 2};
      // lanes that share an element: the first colours it, the lines lead to all
      if (&*std::ranges::find(sector.elements, element.at, &SectorElement::at) == &element) {
        drawing_.rect(inner, {colour_of_lane(element.lane)});
        const std::string value = cell_text(story_.trace, element.at, element.value);
        put(inner, drawing_.first_that_fits({value, ""}, inner.width - 2), on_lane(element.lane));
      }
      if (is_lit(element.lane) || steps_.hover == element.at || steps_.chosen == element.at)
        drawing_.frame(cell, {palette_.selected}, std::max(2.0, 0.14 * em_));
    }
    drawing_.frame(frame, {palette_.quiet}, 1.5);
    if (!has_names()) return;
    const auto first = static_cast<std::uint32_t>(sector.number * k_sector / bytes);
    const std::string name = name_of(story_.trace, {one_->buffer, first});
    drawing_.text({frame.x, frame.bottom() + 0.1 * em_},
                  drawing_.first_that_fits({fmt::format("sector {}, from {}", sector.number, name), "from " + name,
                                            fmt::format("{}", sector.number), ""},
                                           frame.width),
                  {palette_.quiet});
  }
  void put(const Area& in, const std::string& text, Rgb colour) {
    const double letters = drawing_.letters(Face::small);
    if (!text.empty() && in.height >= letters)
      drawing_.text({in.middle().x - drawing_.width_of(text) / 2, in.middle().y - letters / 2}, text, {colour});
  }
  /// Whether the lane accesses the selected cell; without one, whether it is selected.
  bool is_lit(std::uint32_t lane) const {
    if (const std::optional<CellAt>& cell = steps_.lit())
      for (const Sector& sector : one_->sectors)
        for (const SectorElement& element : sector.elements)
          if (element.at == *cell) return touches(lane, *cell);
    const StepCaption* caption = steps_.caption();
    return caption && caption->block == sectors_.block &&
           caption->focus.thread == one_->warp * static_cast<std::uint32_t>(warp()) + lane;
  }
  bool touches(std::uint32_t lane, CellAt cell) const {
    return std::ranges::any_of(one_->sectors, [&](const Sector& sector) {
      return std::ranges::any_of(sector.elements,
                                 [&](const SectorElement& element) { return element.lane == lane && element.at == cell; });
    });
  }

  void draw_sums() {
    const auto count = static_cast<std::int64_t>(one_->sectors.size()), moved = count * static_cast<std::int64_t>(k_sector);
    const std::string wanted = fmt::format("{} wanted, {} moved in {}: {} % used", counted(one_->wanted, "byte"), moved,
                                           counted(count, "sector"), (200 * one_->wanted + moved) / (2 * moved));
    const double bottom = room_.y + high_ * static_cast<double>((shown_ + columns_ - 1) / columns_);
    double y = low_ ? area_.bottom() - 1.4 * em_ : std::min(bottom + 0.4 * em_, area_.bottom() - 4.3 * em_);
    const bool coalesced = count <= one_->least();
    const bool alone = one_->lanes.size() == 1;  // then there is nothing to coalesce
    const std::string verdict = alone       ? "One lane alone"
                                : coalesced ? "Coalesced"
                                            : fmt::format("{} could hold them", counted(one_->least(), "sector"));
    const Rgb colour = alone ? palette_.quiet : coalesced ? palette_.good : palette_.warning;
    if (low_) return line(y, {wanted + ". " + verdict + ".", verdict + ".", ""}, colour);
    const std::string more = shown_ < one_->sectors.size() ? fmt::format(" The first {} are drawn.", shown_) : "";
    line(y, {who() + ": " + wanted + "." + more, wanted + ".", ""}, palette_.text);
    y += 1.4 * em_;
    const auto size = static_cast<std::int64_t>(element_bytes(buffer()));
    const std::string apart =
        one_->stride != 0 && std::abs(one_->stride) != size
            ? fmt::format(" Each lane is {} from the one before.", counted(std::abs(one_->stride), "byte"))
            : "";
    line(y,
         {alone       ? "One lane alone: nothing to coalesce."
          : coalesced ? "Coalesced: no fewer sectors could hold these bytes." + apart
                      : fmt::format("Not coalesced: {} could hold these bytes.", counted(one_->least(), "sector")) + apart,
          verdict + ".", ""},
         colour);
    const Step& now = story_.first_step(*steps_.player()->current());
    const std::int64_t pass = story_.trace.passes[static_cast<std::size_t>(now.pass)].counters.sectors;
    line(y + 1.4 * em_,
         {fmt::format("This step, {}: {}. This pass: {}.", sectors_.of_all_blocks ? "all blocks" : "this block",
                      counted(sectors_.of_this_step, "sector"), pass),
          ""},
         palette_.quiet);
  }

  const Sectors& sectors_;
  const SectorInstruction* one_;
  Area row_, room_;
  int lanes_ = 32;
  std::size_t columns_ = 1, shown_ = 0;
  double lane_wide_ = 0, wide_ = 0, high_ = 0;
};

class SectorsView final : public StepView {
 public:
  void lay(const StepsState& steps, const Area& /*area*/, const PaintLook& /*look*/) override { lay_sectors(sectors_, steps); }
  void paint(Drawing& drawing, const StepsState& steps, const Area& area, const PaintLook& look) override {
    SectorsPainter(drawing, steps, sectors_, area, look.scene).draw();
  }
  void wheel(StepsState& /*steps*/, double by) override {
    const std::size_t count = sectors_.instructions.size();
    if (count > 0) sectors_.shown = (sectors_.shown + (by < 0 ? 1 : count - 1)) % count;
  }
  std::optional<ViewPlace> next_place(const StepsState& steps) const override {
    const Story& story = steps.player()->story();
    if (const auto next = next_step_that(story, steps.player()->position(), steps.first_block,
                                         [&](const Step& step) { return is_scattered(story, step); }))
      return ViewPlace{next->position, next->block};
    return ViewPlace{.none = "Every access to global memory in this run is coalesced."};
  }

 private:
  Sectors sectors_;
};

}  // namespace

StepViewKind sectors_view() {
  return {.title = "Sectors",
          .tip = "Which sectors of global memory the lanes of a warp touch at once: coalesced or not",
          .make = make_view<SectorsView>,
          .place = "uncoalesced access"};
}

}  // namespace satscope::app
