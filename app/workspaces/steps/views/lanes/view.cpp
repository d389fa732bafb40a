// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/lanes/view.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/ui/drawing/area_corners.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

class LanesPainter {
 public:
  LanesPainter(Drawing& drawing, const StepsState& steps, const Lanes& lanes, const Area& area)
      : drawing_(drawing),
        palette_(drawing.palette),
        em_(drawing.em),
        steps_(steps),
        story_(steps.player()->story()),
        lanes_(lanes),
        area_{area.x + em_, area.y, area.width - 2 * em_, area.height},
        low_(area.height < 14 * em_) {
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

  /// The thread in a step under a point of the screen. Where a row is a warp, its first thread.
  std::optional<LaneAt> lane_at(Point p) const {
    if (!grid_.contains(p) || lanes_.steps.empty()) return std::nullopt;
    const auto column = static_cast<std::size_t>((p.x - grid_.x) / wide_),
               row = static_cast<std::size_t>((p.y - grid_.y) / high_);
    if (column >= shown_ || row >= rows_) return std::nullopt;
    return LaneAt{first_ + column, static_cast<std::uint32_t>(row * per_row_)};
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

  void line(double y, const std::vector<std::string>& texts, Rgb colour) {
    drawing_.text({area_.x, y}, drawing_.first_that_fits(texts, area_.width), {colour});
  }
  void draw_heading() {
    const int blocks = story_.trace.passes[static_cast<std::size_t>(lanes_.pass)].blocks;
    const std::string who = fmt::format("block {} of {}", lanes_.block + 1, blocks);
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
      line(y, {"No step of this block is done yet. Right: the first step.", "Not begun."}, palette_.text);
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

  Drawing& drawing_;
  const Palette& palette_;
  const double em_;
  const StepsState& steps_;
  const Story& story_;
  const Lanes& lanes_;
  const Area area_;
  const bool low_;  ///< then the rows need the room of some lines
  bool by_warp_ = false;
  Area grid_;
  std::size_t rows_ = 0, per_row_ = 1, first_ = 0, shown_ = 0;
  double labels_ = 0, wide_ = 0, high_ = 0;
};

/// What a thread did in a step, in words.
void lane_tooltip(const StepsUi& ui, const Story& story, const Lanes& lanes, const LaneAt& at) {
  const LaneStep& step = lanes.steps[at.step];
  const LaneDoes does = step.lanes[at.thread];
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(28 * ui.em);
  ImGui::PushFont(ui.fonts.strong);
  ImGui::TextUnformatted(fmt::format("step {}, {}", step.story_step + 1, story.trace.steps[step.step].label).c_str());
  ImGui::PopFont();
  const std::string caption = does == LaneDoes::works
                                  ? caption_of(story, story.steps[step.story_step], {step.step, at.thread}).this_step
                              : does == LaneDoes::idle  ? fmt::format("thread {} is idle: others of its warp work.", at.thread)
                              : does == LaneDoes::waits ? fmt::format("thread {} waits at the barrier.", at.thread)
                                                        : fmt::format("thread {} has nothing to do here.", at.thread);
  ImGui::TextUnformatted(caption.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

/// The cell that a thread wrote in a step, else one that it read.
std::optional<CellAt> cell_of(const Trace& trace, const Step& step, std::uint32_t thread) {
  for (const Write& write : trace.writes_of(step))
    if (write.thread == thread) return CellAt{write.buffer, write.index};
  for (const Read& read : trace.reads_of(step))
    if (read.thread == thread) return CellAt{read.buffer, read.index};
  return std::nullopt;
}

}  // namespace

void paint_lanes(Drawing& drawing, const StepsState& steps, const Lanes& lanes, const Area& area) {
  LanesPainter(drawing, steps, lanes, area).draw();
}

void draw_lanes(StepsUi& ui, StepsState& steps, Lanes& lanes, const Area& area) {
  Player& player = *steps.player();
  if (player.story().steps.empty()) return;
  lay_lanes(lanes, steps);
  ImGui::SetCursorScreenPos(corner(area));
  invisible_button("lanes", {static_cast<float>(area.width), static_cast<float>(area.height)});
  ui.controls["view:lanes"] = area;
  ScreenDrawing drawing(ui.palette, ui.fonts, ui.em);
  if (ImGui::IsItemHovered()) {
    const ImGuiIO& io = ImGui::GetIO();
    steps.hover.reset();
    if (const auto at = LanesPainter(drawing, steps, lanes, area).lane_at({io.MousePos.x, io.MousePos.y})) {
      const LaneStep& step = lanes.steps[at->step];
      lane_tooltip(ui, player.story(), lanes, *at);
      if (step.story_step + 1 == player.position())
        steps.hover = cell_of(player.story().trace, player.story().trace.steps[step.step], at->thread);
      if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        ui.doing.in_panels = false;
        ui.steps.prediction.forget();
        player.go_to(step.story_step + 1);
        steps.thread = at->thread;
      }
    }
    const int blocks = player.story().trace.passes[static_cast<std::size_t>(lanes.pass)].blocks;
    if (io.MouseWheel != 0 && player.story().together)
      steps.first_block = std::clamp(lanes.block + (io.MouseWheel < 0 ? 1 : -1), 0, blocks - 1);
    lay_lanes(lanes, steps);
  }
  paint_lanes(drawing, steps, lanes, area);
}

}  // namespace satscope::app
