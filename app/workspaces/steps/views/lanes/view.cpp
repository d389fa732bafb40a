// SPDX-License-Identifier: Apache-2.0
// The threads of a block as rows, the steps of the pass as columns: what each thread does when. A click goes to the step and
// selects the thread; the wheel chooses the block.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/workspaces/steps/views/lanes/lanes.h"
#include "app/workspaces/steps/views/painter.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

class LanesPainter : StepPainter {
 public:
  LanesPainter(Drawing& drawing, const StepsState& steps, const Lanes& lanes, const Area& area, ViewScene* scene)
      : StepPainter(drawing, steps, area, scene), lanes_(lanes) {
    lay();
  }

  void draw() {
    draw_heading();
    draw_ground();
    for (std::size_t i = first_; i < end(); ++i) draw_column(i);
    draw_waiting();
    draw_separators();
    for (std::size_t i = first_; i < end(); ++i)
      if (lanes_.steps[i].barrier)
        drawing_.line({right_of(i), grid_.y}, {right_of(i), grid_.bottom()}, {palette_.warning}, std::max(2.0, 0.14 * em_));
    draw_selection();
    draw_labels();
    draw_sums();
  }

 private:
  void lay() {
    const double letters = drawing_.letters(Face::small), above = (low_ ? 1.5 : 3.1) * em_, below = (low_ ? 1.6 : 4.6) * em_;
    const double room = area_.height - above - below;
    const auto threads = static_cast<std::size_t>(lanes_.threads), warp = static_cast<std::size_t>(lanes_.warp);
    constexpr double k_least_row = 0.4;  // em
    by_warp_ = static_cast<double>(threads) * k_least_row * em_ > room && warp > 1;
    per_row_ = by_warp_ ? warp : 1;
    rows_ = (threads + per_row_ - 1) / per_row_;
    high_ = std::min(6 * em_, std::max(0.0, room) / static_cast<double>(rows_));
    const double widest = drawing_.width_of(label_of(rows_ - 1));
    labels_ = widest + 0.6 * em_ < 0.3 * area_.width && letters < room ? widest + 0.6 * em_ : 0;
    const double wide = area_.width - labels_;
    const std::size_t count = lanes_.steps.size(), fit = std::max<std::size_t>(1, static_cast<std::size_t>(wide / (0.8 * em_)));
    shown_ = std::min(count, fit);
    wide_ = shown_ == 0 ? wide : std::min(8 * em_, wide / static_cast<double>(shown_));
    const std::size_t now = lanes_.now.value_or(0);
    first_ = count <= fit ? 0 : std::min(now < fit / 2 ? 0 : now - fit / 2, count - fit);
    grid_ = {area_.x + labels_, area_.y + above, wide_ * static_cast<double>(shown_), high_ * static_cast<double>(rows_)};
  }
  std::size_t end() const { return first_ + shown_; }
  double left_of(std::size_t step) const { return grid_.x + static_cast<double>(step - first_) * wide_; }
  double right_of(std::size_t step) const { return left_of(step) + wide_; }
  double top_of(std::size_t row) const { return grid_.y + static_cast<double>(row) * high_; }
  bool is_past(std::size_t step) const { return lanes_.now && step <= *lanes_.now; }
  bool is_now(std::size_t step) const {
    return lanes_.now == step && lanes_.steps[step].story_step + 1 == steps_.player()->position();
  }
  std::string label_of(std::size_t row) const {
    return fmt::format("{} {}", by_warp_ ? "warp" : "thread", by_warp_ ? row + 1 : row);
  }
  const Step& step_of(std::size_t step) const { return story_.trace.steps[lanes_.steps[step].step]; }

  void draw_heading() {
    const int blocks = story_.trace.passes[static_cast<std::size_t>(lanes_.pass)].blocks;
    const std::string who = fmt::format("block {} of {}", lanes_.block + story_.trace.first_block(), blocks);
    const std::string rows = by_warp_ ? ". A row is a warp, as full as it has busy lanes" : "";
    const std::string legend = ". Filled: busy. Hollow: idle, its warp is busy. Dash: waits at the barrier, the tall line.";
    const std::string brief = ". Filled: busy. Hollow: idle. Dash: waits.";
    line(area_.y, {who + rows + legend, who + (by_warp_ ? rows + "." : legend), who + brief, who, ""}, palette_.quiet);
  }
  void draw_ground() {
    drawing_.rect(grid_, {palette_.panel});
    for (std::size_t i = first_; i < end(); ++i)
      if (is_now(i)) drawing_.rect({left_of(i), grid_.y, wide_, grid_.height}, {palette_.hovered});
  }
  void draw_column(std::size_t i) {
    const LaneStep& step = lanes_.steps[i];
    const double x = left_of(i) + 0.12 * wide_, wide = 0.7 * wide_, alpha = is_past(i) ? 1 : 0.35;
    const Rgb busy = is_now(i) ? palette_.plus_mark : palette_.accent;
    for (std::size_t row = 0; scene_ && row < rows_; ++row)
      scene_->shapes.push_back(
          {.area = {left_of(i), top_of(row), wide_, high_}, .id = i, .thread = static_cast<std::uint32_t>(row * per_row_)});
    if (by_warp_) {
      for (std::size_t row = 0; row < rows_; ++row) {
        const auto first = step.lanes.begin() + static_cast<std::ptrdiff_t>(row * per_row_);
        const auto last = first + static_cast<std::ptrdiff_t>(std::min(per_row_, step.lanes.size() - row * per_row_));
        const auto works = std::count(first, last, LaneDoes::works);
        if (works == 0) continue;
        const double part = static_cast<double>(works) / static_cast<double>(last - first);
        const Area all{x, top_of(row) + 1, wide, high_ - 2};
        drawing_.rect({all.x, all.y, all.width * part, all.height}, {busy, alpha});
        if (part < 1) drawing_.frame(all, {palette_.quiet, alpha});
      }
      return;
    }
    for (std::size_t from = 0, to = 0; from < rows_; from = to) {  // rows alike are one shape
      while (to < rows_ && step.lanes[to] == step.lanes[from]) ++to;
      const Area run{x, top_of(from) + 1, wide, high_ * static_cast<double>(to - from) - 2};
      if (step.lanes[from] == LaneDoes::works) drawing_.rect(run, {busy, alpha});
      if (step.lanes[from] == LaneDoes::idle) drawing_.frame(run, {palette_.quiet, alpha});
    }
  }
  /// A line from the first step that a thread waits in up to the barrier.
  void draw_waiting() {
    for (std::size_t row = 0; row < rows_; ++row)
      for (std::size_t from = first_, to = first_; from < end(); from = to) {
        const LaneDoes does = lanes_.steps[from].lanes[row * per_row_];
        ++to;
        if (does != LaneDoes::waits) continue;
        while (to < end() && !lanes_.steps[to - 1].barrier && lanes_.steps[to].lanes[row * per_row_] == does) ++to;
        const double y = top_of(row) + high_ / 2;
        drawing_.line({left_of(from) + 0.12 * wide_, y}, {right_of(to - 1), y}, {palette_.warning, is_past(from) ? 1 : 0.35},
                      std::clamp(0.15 * high_, 1.0, 0.2 * em_));
      }
  }
  void draw_separators() {
    const auto warp = static_cast<std::size_t>(lanes_.warp);
    for (std::size_t row = 1; row < rows_; ++row) {
      const bool edge = !by_warp_ && row % warp == 0;
      const double y = top_of(row);
      drawing_.line({grid_.x, y}, {grid_.right(), y}, {edge ? palette_.line : palette_.panel}, edge ? 2 : 1);
    }
  }
  void draw_selection() {
    if (const StepCaption* caption = steps_.caption(); caption && caption->block == lanes_.block) {
      const std::size_t row = caption->focus.thread / per_row_;
      if (row < rows_) drawing_.frame({grid_.x, top_of(row), grid_.width, high_}, {palette_.accent}, 2);
    }
    for (const LaneAt& at : lanes_.touching)
      if (at.step >= first_ && at.step < end()) {
        const Point middle{left_of(at.step) + 0.47 * wide_, top_of(at.thread / per_row_) + high_ / 2};
        const double radius = std::clamp(0.28 * std::min(wide_, high_), 2.0, 0.4 * em_);
        drawing_.circle(middle, radius, {palette_.selected});
        drawing_.ring(middle, radius, {{0, 0, 0}, 0.75}, 1);
      }
  }
  void draw_labels() {
    const double letters = drawing_.letters(Face::small);
    const std::size_t every = high_ >= letters ? 1 : high_ * 4 >= letters ? 4 : high_ * 16 >= letters ? 16 : rows_;
    for (std::size_t row = 0; labels_ > 0 && row < rows_; row += every) {
      const double y = top_of(row) + (high_ - letters) / 2;
      if (y + letters <= grid_.bottom() + 0.6 * em_)
        drawing_.text({area_.x, every == 1 ? y : top_of(row)}, label_of(row), {palette_.quiet});
    }
    if (low_) return;
    // the phases above, how many are busy below
    for (std::size_t from = first_, to = first_; from < end(); from = to) {
      while (to < end() && step_of(to).phase() == step_of(from).phase()) ++to;
      const double x = left_of(from), room = wide_ * static_cast<double>(to - from) - 0.4 * em_;
      const bool now = lanes_.now && *lanes_.now >= from && *lanes_.now < to;
      drawing_.text({x, grid_.y - 1.3 * em_}, drawing_.first_that_fits({std::string(step_of(from).phase()), ""}, room),
                    {now ? palette_.accent : palette_.quiet});
    }
    const double widest = drawing_.width_of(fmt::format("{}", lanes_.threads));
    const auto gap = static_cast<std::size_t>(std::ceil((widest + 0.4 * em_) / wide_));
    for (std::size_t i = first_; i < end(); ++i) {
      if (gap > 1 && !is_now(i)) continue;  // no room for all
      const std::string busy = fmt::format("{}", lanes_.steps[i].busy);
      const double x = std::min(left_of(i) + (wide_ - drawing_.width_of(busy)) / 2, area_.right() - drawing_.width_of(busy));
      drawing_.text({x, grid_.bottom() + 0.2 * em_}, busy, {is_now(i) ? palette_.accent : palette_.quiet});
    }
    if (gap <= 1 && labels_ > drawing_.width_of("busy"))
      drawing_.text({area_.x, grid_.bottom() + 0.2 * em_}, "busy", {palette_.quiet});
  }
  void draw_sums() {
    double y = low_ ? area_.bottom() - 1.4 * em_ : std::min(grid_.bottom() + 1.9 * em_, area_.bottom() - 2.9 * em_);
    if (lanes_.now && is_now(*lanes_.now)) {
      const LaneStep& step = lanes_.steps[*lanes_.now];
      const auto waiting = std::ranges::count(step.lanes, LaneDoes::waits),
                 idle = std::ranges::count(step.lanes, LaneDoes::idle);
      const std::string busy = fmt::format("{} of {} busy", step.busy, counted(lanes_.threads, "thread"));
      const std::string rest = (idle > 0 ? fmt::format(", {} idle beside them", idle) : "") +
                               (waiting > 0 ? fmt::format(", {} at the barrier", waiting) : "");
      const std::string where = fmt::format("step {}, {}: ", step.story_step + 1, step_of(*lanes_.now).label);
      line(y, {where + busy + rest + ".", busy + rest + ".", busy + "."}, palette_.text);
    } else {
      line(y, {"No step of this block is done yet." + hint("Right: the first step."), "Not begun."}, palette_.text);
    }
    if (low_) return;
    std::int64_t busy = 0;
    for (const LaneStep& step : lanes_.steps) busy += step.busy;
    const auto all = static_cast<std::int64_t>(lanes_.steps.size()) * lanes_.threads;
    const std::string sum = fmt::format("This block in this pass: {} × {}, {} % busy.", counted(lanes_.threads, "thread"),
                                        counted(lanes_.steps.size(), "step"), all > 0 ? (200 * busy + all) / (2 * all) : 0);
    const std::string part = shown_ < lanes_.steps.size() ? fmt::format(" {} of them are drawn.", shown_) : "";
    line(y + 1.4 * em_, {sum + part + " Click: go there.", sum + part, sum, ""}, palette_.quiet);
  }

  const Lanes& lanes_;
  bool by_warp_ = false;
  Area grid_;
  std::size_t rows_ = 0, per_row_ = 1, first_ = 0, shown_ = 0;
  double labels_ = 0, wide_ = 0, high_ = 0;
};

/// The cell that a thread wrote in a step, else one that it read.
std::optional<CellAt> cell_of(const Trace& trace, const Step& step, std::uint32_t thread) {
  for (const Write& write : trace.writes_of(step))
    if (write.thread == thread) return CellAt{write.buffer, write.index};
  for (const Read& read : trace.reads_of(step))
    if (read.thread == thread) return CellAt{read.buffer, read.index};
  return std::nullopt;
}

/// A shape is a thread in a step: the number of one of `Lanes::steps`. A row that is a warp has its first thread.
class LanesView final : public StepView {
 public:
  void lay(const StepsState& steps, const Area& /*area*/, const PaintLook& /*look*/) override { lay_lanes(lanes_, steps); }
  void paint(Drawing& drawing, const StepsState& steps, const Area& area, const PaintLook& look) override {
    LanesPainter(drawing, steps, lanes_, area, look.scene).draw();
  }
  std::optional<CellAt> cell_at(const StepsState& steps, const ViewShape& shape, Point /*point*/) const override {
    const LaneStep& step = lanes_.steps[shape.id];
    if (step.story_step + 1 != steps.player()->position()) return std::nullopt;
    const Trace& trace = steps.player()->story().trace;
    return cell_of(trace, trace.steps[step.step], *shape.thread);
  }
  ViewTip tip(const StepsState& steps, const ViewShape& shape) const override {
    const Story& story = steps.player()->story();
    const LaneStep& step = lanes_.steps[shape.id];
    const std::uint32_t thread = *shape.thread;
    const LaneDoes does = step.lanes[thread];
    return {fmt::format("step {}, {}", step.story_step + 1, story.trace.steps[step.step].label),
            does == LaneDoes::works   ? caption_of(story, story.steps[step.story_step], {step.step, thread}).this_step
            : does == LaneDoes::idle  ? fmt::format("thread {} is idle: others of its warp work.", thread)
            : does == LaneDoes::waits ? fmt::format("thread {} waits at the barrier.", thread)
                                      : fmt::format("thread {} has nothing to do here.", thread)};
  }
  void click(StepsState& steps, const ViewShape* shape) override {
    if (!shape) return;
    steps.player()->go_to(lanes_.steps[shape->id].story_step + 1);
    steps.thread = shape->thread;
  }
  void wheel(StepsState& steps, double by) override {
    const Story& story = steps.player()->story();
    const int blocks = story.trace.passes[static_cast<std::size_t>(lanes_.pass)].blocks;
    if (story.together) steps.first_block = std::clamp(lanes_.block + (by < 0 ? 1 : -1), 0, blocks - 1);
  }

 private:
  Lanes lanes_;
};

}  // namespace

StepViewKind lanes_view() {
  return {.title = "Lanes",
          .tip = "The threads of a block over the steps: who works, who is idle, who waits at a barrier",
          .make = make_view<LanesView>};
}

}  // namespace satscope::app
