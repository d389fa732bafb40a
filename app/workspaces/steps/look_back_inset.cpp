// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/look_back_inset.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/workspaces/steps/chip.h"
#include "app/workspaces/steps/flow.h"
#include "app/workspaces/steps/layout.h"
#include "app/workspaces/steps/look_back_course.h"
#include "app/workspaces/steps/look_back_pen.h"

namespace satscope::app {
namespace {

constexpr double k_row = 1.35, k_between = 0.7;  // em: a line of words, and what lies between two grids
constexpr double k_highest = 2.8;                // em, of a cell
constexpr double k_ring = 1.5, k_heavy = 2.5;    // pixels

class InsetPainter {
 public:
  InsetPainter(Drawing& drawing, const StepsState& steps, const Area& area, const TypeSize& type)
      : drawing_(drawing),
        palette_(drawing.palette),
        em_(drawing.em),
        type_(type),
        steps_(steps),
        talk_(*steps.look_back()),
        story_(steps.player()->story()),
        block_(story_.first_step(*steps.player()->current()).block),
        area_{area.x + 0.7 * em_, area.y + 0.4 * em_, area.width - 1.4 * em_, area.height - 0.8 * em_},
        frame_(area) {
    told_ = told_lines();
    lay_course();
    for (const StepPart part : {StepPart::all, StepPart::warp, StepPart::thread}) {
      if ((part == StepPart::warp && step_.warps < 2) || (part == StepPart::thread && step_.threads < 2)) continue;
      part_ = part;
      step_ = block_step(steps, block_, part);
      if (has_room()) {
        shows_ = part == StepPart::all ? InsetShows::all : InsetShows::part;
        return;
      }
    }
    // what a thread writes is worth more than what it reads
    is_cut_ = std::erase_if(step_.panels, [](const StepPanel& panel) { return !panel.written; }) > 0;
    if (has_room())
      shows_ = InsetShows::part;
    else
      places_.clear();
  }

  InsetShows shows() const { return shows_; }

  void draw() {
    drawing_.rect(frame_, {palette_.panel, 0.6});
    drawing_.frame(frame_, {palette_.accent, 0.7}, 1);
    const auto now = steps_.player()->position();
    const std::string who = fmt::format("Block {} in step {}", block_ + 1, now);
    const std::string label = story_.first_step(*steps_.player()->current()).label;
    drawing_.text({area_.x, area_.y},
                  drawing_.first_that_fits({fmt::format("{}: {}", who, label), who, label}, area_.width, Face::strong),
                  {palette_.accent}, Face::strong);
    draw_course();
    draw_flows(true);  // because: words that they cross stay readable over them
    for (const bool written : {false, true}) draw_heading(written);
    for (std::size_t i = 0; i < places_.size(); ++i) draw_panel(step_.panels[i], places_[i]);
    draw_flows(false);
    draw_told();
  }

 private:
  double line() const { return k_row * em_; }

  // ---------------------------------------------------------------- the way of the block

  struct Chip {
    Area area;
    std::string text;
    std::size_t stage;
  };
  double tick() const { return 1.0 * em_; }
  /// In the long words if these need at most three lines.
  void lay_course() {
    const std::vector<CourseStage> course = course_of(story_, talk_, block_);
    present_ = stage_at(course, steps_.player()->position());
    const double arrow = drawing_.width_of(" \u2192 "), pad = 0.35 * em_;
    for (const bool brief : {false, true}) {
      chips_.clear();
      double x = area_.x, y = area_.y + line() + 0.3 * em_;
      int lines = 1;
      for (std::size_t i = 0; i < course.size(); ++i) {
        // its own sums and its part of the table take several steps; what others hear of happens in one
        const bool several = course[i].kind != CourseStage::Kind::talk;
        const bool ahead = i == present_ && !several && course[i].last > steps_.player()->position();
        const std::string text = fmt::format("{}{} ({}{}{})", ahead ? "next: " : "", course[i].name(talk_, brief),
                                             several ? "to " : "", brief ? "" : "step ", course[i].last);
        const double wide = drawing_.width_of(text) + 2 * pad + (i < present_ ? tick() : 0);
        if (x > area_.x && x + wide > area_.right()) {
          x = area_.x + arrow;  // the line begins with the arrow from the one above
          y += line() + 0.25 * em_;
          ++lines;
        }
        chips_.push_back({{x, y, wide, line()}, text, i});
        x += wide + arrow;
      }
      if (lines <= 3) break;
    }
    below_course_ = chips_.empty() ? area_.y + line() : chips_.back().area.bottom() + 0.5 * em_;
  }
  void draw_course() {
    for (const Chip& chip : chips_) {
      if (chip.area.right() > area_.right() || chip.area.bottom() > area_.bottom()) return;
      const bool done = chip.stage < present_;
      const double side = 0.55 * em_, indent = 0.35 * em_;
      if (done) Pen(drawing_).sign({chip.area.x + indent, chip.area.middle().y - side / 2, side, side}, BlockIs::finished);
      paint_chip(drawing_, chip.area, chip.text,
                 done                     ? ChipIs::before
                 : chip.stage == present_ ? ChipIs::now
                                          : ChipIs::later,
                 indent + (done ? tick() : 0));
      if (chip.stage > 0)
        drawing_.text({chip.area.x - drawing_.width_of("\u2192 "), chip.area.middle().y - drawing_.letters(Face::small) / 2},
                      "\u2192", {palette_.quiet});
    }
  }

  // ---------------------------------------------------------------- what the step reads and writes

  struct Place {
    Area area;  ///< with title and names
    Area cells;
  };
  double heads() const { return 1.1 * drawing_.letters(Face::small); }
  std::string row_name(const StepPanel& panel, int row) const {
    return panel.row_owners.empty() ? panel.buffer.row_name(panel.y + row, true)
                                    : panel.row_owners[static_cast<std::size_t>(row)];
  }
  double margin(const StepPanel& panel) const {
    if (panel.rows < 2) return 0;
    double widest = 0;
    for (int row = 0; row < panel.rows; ++row) widest = std::max(widest, drawing_.width_of(row_name(panel, row)));
    return widest + 0.4 * em_;
  }
  std::vector<std::string> titles(const StepPanel& panel) const {
    if (panel.made.empty()) return {panel.title};
    return {fmt::format("{}, from {}", panel.title, panel.made), panel.title};
  }
  double cell_width(const StepPanel& panel) const {
    const double number = number_in_cell(cell_, type_);
    return std::floor(std::max(cell_, (0.6 * std::max(panel.characters, 2) + 0.7) * number));
  }
  bool lay_panels() {
    places_.clear();
    const double bottom = area_.bottom() - (told_.empty() ? 0 : 0.5 * em_ + static_cast<double>(told_.size()) * line());
    double x = area_.x, y = below_course_, high = 0;
    heading_ = {-1, -1};
    for (const StepPanel& panel : step_.panels) {
      const auto number = static_cast<std::size_t>(panel.written);
      if (heading_[number] < 0) {
        if (high > 0) y += high + 0.4 * em_;
        heading_[number] = y;
        x = area_.x;
        y += line();
        high = 0;
      }
      const double wide = cell_width(panel) * panel.columns, tall = std::floor(cell_) * panel.rows;
      const double title = drawing_.letters(Face::small) + 0.2 * em_;
      const double all = margin(panel) + std::max(wide, drawing_.width_of(titles(panel).back()));
      if (all > area_.width) return false;
      if (x > area_.x && x + all > area_.right()) {
        x = area_.x;
        y += high + 0.4 * em_;
        high = 0;
      }
      const double above = title + heads();
      places_.push_back({{x, y, all, above + tall}, {x + margin(panel), y + above, wide, tall}});
      x += all + k_between * em_;
      high = std::max(high, above + tall);
      if (y + high > bottom) return false;
    }
    return !places_.empty();
  }
  bool has_room() {
    for (cell_ = k_highest * em_; number_in_cell(cell_, type_) > 0; cell_ *= 0.94)
      if (lay_panels()) return true;
    return false;
  }
  /// Over the arrows, which are seen through their ground.
  void draw_words(Point at, const std::string& words, const Ink& ink) {
    drawing_.rect({at.x, at.y, drawing_.width_of(words), drawing_.letters(Face::small)}, {palette_.panel, 0.6});
    drawing_.text(at, words, ink);
  }
  void draw_heading(bool written) {
    const double y = places_.empty() ? -1 : heading_[static_cast<std::size_t>(written)];
    if (y < 0) return;
    const double side = 0.8 * em_;
    const Area sign{area_.x, y + (line() - side) / 2, side, side};
    if (written)
      drawing_.rect(sign, {palette_.plus_mark});
    else
      drawing_.frame(sign, {palette_.accent}, k_ring);
    const bool in_place = written && heading_[0] < 0 && !step_.told_reads.empty() && !is_cut_;
    const char* verb = in_place ? "writes, and reads what is framed" : written ? "writes" : "reads";
    std::vector<std::string> texts{verb};
    if (part_ != StepPart::all) {
      const bool warp = part_ == StepPart::warp;
      const std::string one = warp ? fmt::format("{}: warp {} of {}", verb, step_.warp + 1, step_.warps)
                                   : fmt::format("{}: thread {}, of {} busy ones", verb, step_.thread, step_.threads);
      texts.insert(texts.begin(), {one + "; the others do likewise", one});
    }
    draw_words({area_.x + side + 0.4 * em_, y + (line() - drawing_.letters(Face::small)) / 2},
               drawing_.first_that_fits(texts, area_.width - 2 * em_), {palette_.text});
  }
  void draw_panel(const StepPanel& panel, const Place& place) {
    const double letters = drawing_.letters(Face::small);
    // a title may go on to where the next grid begins
    double room = area_.right() - place.area.x;
    for (const Place& other : places_)
      if (other.area.y == place.area.y && other.area.x > place.area.x)
        room = std::min(room, other.area.x - place.area.x - 0.5 * em_);
    draw_words({place.area.x, place.area.y}, drawing_.first_that_fits(titles(panel), room), {palette_.quiet});
    const double wide = place.cells.width / panel.columns, high = place.cells.height / panel.rows;
    int every = 1;
    while (every * wide < drawing_.width_of(panel.buffer.column_name(panel.x + panel.columns - 1, true)) + 0.3 * em_)
      every *= 2;
    for (int column = 0; column < panel.columns; column += every) {
      const std::string name = panel.buffer.column_name(panel.x + column, true);
      drawing_.text({place.cells.x + (column + 0.5) * wide - drawing_.width_of(name) / 2, place.cells.y - heads()}, name,
                    {palette_.quiet});
    }
    int step = 1;
    while (step * high < letters) step *= 2;
    for (int row = 0; panel.rows > 1 && row < panel.rows; row += step)
      drawing_.text({place.cells.x - drawing_.width_of(row_name(panel, row)) - 0.25 * em_,
                     place.cells.y + (row + 0.5) * high - letters / 2},
                    row_name(panel, row), {palette_.quiet});
    for (int row = 0; row < panel.rows; ++row)
      for (int column = 0; column < panel.columns; ++column)
        if (panel.has(column, row))
          draw_cell(panel.at(column, row), {place.cells.x + column * wide, place.cells.y + row * high, wide - 1, high - 1});
  }
  void draw_cell(CellAt at, const Area& area) {
    const CellUse* use = steps_.touch(at);
    const bool written = use && use->written;
    drawing_.rect(area, {written ? palette_.plus_mark : palette_.raised, use ? 1.0 : 0.4});
    if (use && use->read)
      drawing_.frame({area.x + 0.5, area.y + 0.5, area.width - 1, area.height - 1},
                     {written ? palette_.on_mark : palette_.accent}, k_ring);
    const double number = std::min(number_in_cell(cell_, type_), 1.4 * em_);
    drawing_.text_in(area, step_cell_text(steps_, at),
                     {written ? palette_.on_mark
                      : use   ? palette_.text
                              : palette_.quiet},
                     Face::text, number);
    if (use && step_.is_told(at)) drawing_.frame(area, {palette_.box}, k_heavy);
  }

  // ---------------------------------------------------------------- from what is read to what is written

  /// Where a place is drawn; written: rather in a panel of what is written. No area: nowhere.
  Area cell_at(CellAt at, bool written) const {
    Area found;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const StepPanel& panel = step_.panels[i];
      if (panel.buffer.buffer != at.buffer || (found.width > 0 && panel.written != written)) continue;
      const int pitch = panel.buffer.columns;
      const int column = static_cast<int>(at.index) % pitch - panel.x, row = static_cast<int>(at.index) / pitch - panel.y;
      if (column < 0 || column >= panel.columns || row < 0 || row >= panel.rows) continue;
      const Area& cells = places_[i].cells;
      const double wide = cells.width / panel.columns, high = cells.height / panel.rows;
      found = {cells.x + column * wide, cells.y + row * high, wide - 1, high - 1};
    }
    return found;
  }
  bool rows_between(const Area& from, const Area& to) const {
    return std::ranges::any_of(places_, [&, gap = 2](const Place& place) {
      return place.cells.y < to.y - gap && place.cells.bottom() > from.bottom() + gap;
    });
  }
  /// From the lower edge of a cell down to the upper edge of another, or to the names above it; along a row in a bow below it.
  void draw_flow(const Area& from, const Area& to, bool under, const Ink& ink, double thick) {
    Point a = from.middle(), b = to.middle();
    const bool below = to.y >= from.bottom();
    if (rows_between(from, to)) {  // beside their numbers
      a.x = from.x + 0.1 * from.width;
      b.x = to.x + 0.1 * to.width;
    }
    Point start{a.x, below || to.y == from.y ? from.bottom() : from.y};
    Point tip{b.x, below ? to.y - (under ? heads() : 0) : to.bottom()};
    if (to.y != from.y && std::hypot(tip.x - start.x, tip.y - start.y) < 0.3 * em_) {  // rows without a gap
      start = {from.x + 0.1 * from.width, a.y};
      tip = {to.x + 0.1 * to.width, b.y};
    }
    Point before = start;  // where the last part of the way comes from
    const double side = std::min(0.5 * em_, 0.6 * std::hypot(tip.x - start.x, tip.y - start.y));
    if (to.y == from.y) before = {b.x, to.bottom() + em_};
    const double length = std::hypot(tip.x - before.x, tip.y - before.y);
    if (length < 2) return;
    const Point along{(tip.x - before.x) / length * side, (tip.y - before.y) / length * side};
    const Point base{tip.x - along.x, tip.y - along.y};
    if (to.y == from.y)
      drawing_.curve(start, {a.x, start.y + 0.7 * em_}, {b.x, base.y + 0.3 * em_}, base, ink, thick);
    else
      drawing_.line(start, base, ink, thick);
    drawing_.triangle(tip, {base.x - 0.5 * along.y, base.y + 0.5 * along.x}, {base.x + 0.5 * along.y, base.y - 0.5 * along.x},
                      ink);
  }
  /// Of the thread that is told of, over those of the others, which are thin, where all are few. under: those that end above a
  /// grid, which words cross.
  void draw_flows(bool under) {
    if (places_.empty()) return;
    constexpr std::size_t k_most = 64;
    const Step& step = story_.trace.steps[story_.step_in(*steps_.player()->current(), block_)];
    std::vector<Flow> flows = chained_flows_of(story_.trace, step);
    const std::vector<Flow> of_told = legible_flows(flows, step_.thread);
    std::erase_if(flows, [&, many = flows.size() > k_most](const Flow& flow) { return many || flow.thread == step_.thread; });
    for (const bool told : {false, true})
      for (const Flow& flow : told ? of_told : flows) {
        if (flow.from == flow.to) continue;
        const Area from = cell_at(flow.from, false), to = cell_at(flow.to, true);
        const bool heads_first = std::ranges::any_of(
            places_, [&](const Place& place) { return place.cells.y == to.y && place.cells.y > from.bottom(); });
        if (from.width <= 0 || to.width <= 0 || heads_first != under) continue;
        draw_flow(from, to, under, told ? Ink{palette_.box} : Ink{palette_.quiet, 0.7}, told ? std::max(2.0, 0.13 * em_) : 1);
      }
  }

  // ---------------------------------------------------------------- the thread that is told of

  /// In one line or two; its last parts, after a semicolon, are worth least.
  std::vector<std::string> told_lines() const {
    const ToldStep* told = steps_.told();
    if (!told || told->block != block_ || told->this_step.empty()) return {};
    const double room = area_.width - 1.2 * em_;
    std::vector<std::string> texts{told->this_step, told->this_step_brief};
    if (const std::string why = block_step(steps_, block_, StepPart::thread).no_pixel; !why.empty())
      texts.insert(texts.begin(), {fmt::format("{} It is 0 because {}.", told->this_step, why),
                                   fmt::format("{} 0: {}.", told->this_step_brief, why)});
    for (std::string text = told->this_step; text.rfind("; ") != text.npos;) {
      text.resize(text.rfind("; "));
      texts.push_back(text + " ...");
    }
    for (const std::string& text : texts)
      for (std::size_t end = text.size(); end != text.npos && end > 0; end = text.rfind(' ', end - 1)) {
        const std::string first = text.substr(0, end), rest = end < text.size() ? text.substr(end + 1) : "";
        if (drawing_.width_of(first) > room) continue;
        if (rest.empty()) return {first};
        if (drawing_.width_of(rest) <= room) return {first, rest};
        break;
      }
    return {};
  }
  void draw_told() {
    if (told_.empty() || places_.empty()) return;
    double y = 0;
    for (const Place& place : places_) y = std::max(y, place.area.bottom() + 0.5 * em_);
    const double side = 0.8 * em_;
    drawing_.frame({area_.x, y + (line() - side) / 2, side, side}, {palette_.box}, k_heavy);
    for (const std::string& text : told_) {
      drawing_.text({area_.x + side + 0.4 * em_, y + (line() - drawing_.letters(Face::small)) / 2}, text, {palette_.text});
      y += line();
    }
  }

  Drawing& drawing_;
  const Palette& palette_;
  const double em_;
  const TypeSize type_;
  const StepsState& steps_;
  const LookBack& talk_;
  const Story& story_;
  const int block_;
  const Area area_, frame_;
  std::vector<Chip> chips_;
  std::size_t present_ = 0;
  double below_course_ = 0, cell_ = 0;
  std::array<double, 2> heading_{-1, -1};  ///< y of "reads" and "writes"; negative: there is none
  BlockStep step_;
  std::vector<Place> places_;      ///< of its panels; none: there is no room
  std::vector<std::string> told_;  ///< of the thread that is told of
  StepPart part_ = StepPart::all;
  bool is_cut_ = false;  ///< what is only read has no room
  InsetShows shows_ = InsetShows::nothing;
};

}  // namespace

InsetShows paint_inset(Drawing& drawing, const StepsState& steps, const Area& area, const TypeSize& type) {
  InsetPainter painter(drawing, steps, area, type);
  painter.draw();
  return painter.shows();
}

}  // namespace satscope::app
