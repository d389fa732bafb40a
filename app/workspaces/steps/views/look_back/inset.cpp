// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/look_back/inset.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "app/workspaces/steps/caption/chip.h"
#include "app/workspaces/steps/views/grids/layout.h"
#include "app/workspaces/steps/views/look_back/course.h"
#include "app/workspaces/steps/views/look_back/pen.h"
#include "app/workspaces/steps/views/look_back/sums_view.h"

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
        look_back_(*steps.look_back()),
        story_(steps.player()->story()),
        block_(story_.first_step(*steps.player()->current()).block),
        area_{area.x + 0.7 * em_, area.y + 0.4 * em_, area.width - 1.4 * em_, area.height - 0.8 * em_},
        frame_(area) {
    const BlockStep whole = block_step(steps, block_, StepPart::all);
    if (const StepCaption* caption = steps.caption(); caption && caption->block == block_) {
      const std::string who = whole.threads > 1
                                  ? fmt::format("for example thread {}, one of {} busy ones", whole.thread, whole.threads)
                                  : fmt::format("thread {}", whole.thread);
      sums_.emplace(drawing, selected_sums(steps), area_.width, who, false);
      flat_.emplace(drawing, selected_sums(steps), area_.width, who, true);
      if (const std::string why = zeros_text(steps); !why.empty()) below_ = {fmt::format("Zeros: {}.", why)};
      if (const std::string use = drawing.first_that_fits(use_texts(steps), area_.width); !use.empty()) below_.push_back(use);
      idea_ = wrapped(caption->idea);
    }
    choose(whole);
  }

  InsetShows shows() const { return shows_; }

  void draw() {
    drawing_.rect(frame_, {palette_.panel, 0.6});
    drawing_.frame(frame_, {palette_.accent, 0.7}, 1);
    const auto now = steps_.player()->position();
    if (!level_.title) return draw_sums();
    const std::string who = fmt::format("Block {} in step {}", block_ + 1, now);
    const std::string label = story_.first_step(*steps_.player()->current()).label;
    drawing_.text({area_.x, area_.y},
                  drawing_.first_that_fits({fmt::format("{}: {}", who, label), who, label}, area_.width, Face::strong),
                  {palette_.accent}, Face::strong);
    draw_course();
    draw_sums();
    for (const bool written : {false, true}) draw_heading(written);
    for (std::size_t i = 0; i < places_.size(); ++i) draw_panel(step_.panels[i], places_[i]);
  }

 private:
  double line() const { return k_row * em_; }
  double words() const { return 1.25 * drawing_.letters(Face::small); }

  // ---------------------------------------------------------------- the way of the block

  struct Chip {
    Area area;
    std::string text;
    ChipIs is;
  };
  double tick() const { return 1.0 * em_; }
  /// One stage is lit, that of this step: of a step between two stages a chip of its own. only_now: without the others.
  std::vector<std::pair<std::string, ChipIs>> stages(bool brief, bool only_now) const {
    const std::vector<CourseStage> course = course_of(story_, look_back_, block_);
    const std::size_t position = steps_.player()->position(), present = stage_at(course, position);
    std::vector<std::pair<std::string, ChipIs>> all;
    for (std::size_t i = 0; i < course.size(); ++i) {
      // its own sums and its part of the table take several steps; what others read happens in one
      const bool several = course[i].kind != CourseStage::Kind::messages,
                 here = i == present && (several || course[i].last == position);
      const std::string name = course[i].name(look_back_, brief), step = brief ? "" : "step ";
      if (i == present && !here)
        all.emplace_back(fmt::format("now: {} ({}{})", brief ? "more sums" : "goes on with its sums", step, position),
                         ChipIs::now);
      if (only_now && !here) continue;
      all.emplace_back(here ? fmt::format("now: {} ({}{}{})", name, step, position,
                                          several && position < course[i].last ? fmt::format(", to {}", course[i].last) : "")
                            : fmt::format("{} ({}{}{})", name, several ? "to " : "", step, course[i].last),
                       here          ? ChipIs::now
                       : i < present ? ChipIs::before
                                     : ChipIs::later);
    }
    return all;
  }
  /// In the long words if these need at most three lines.
  void lay_course() {
    const double arrow = drawing_.width_of(" \u2192 "), pad = 0.35 * em_;
    for (const bool brief : {false, true}) {
      chips_.clear();
      double x = area_.x, y = area_.y + line() + 0.3 * em_;
      int lines = 1;
      for (const auto& [text, is] : stages(brief, level_.only_now)) {
        const double wide = drawing_.width_of(text) + 2 * pad + (is == ChipIs::before ? tick() : 0);
        if (x > area_.x && x + wide > area_.right()) {
          x = area_.x + arrow;  // the line begins with the arrow from the one above
          y += line() + 0.25 * em_;
          ++lines;
        }
        chips_.push_back({{x, y, wide, line()}, text, is});
        x += wide + arrow;
      }
      if (lines <= (level_.only_now ? 1 : 3)) break;
    }
    below_course_ = chips_.empty() ? area_.y + line() : chips_.back().area.bottom() + 0.5 * em_;
  }
  void draw_course() {
    for (const Chip& chip : chips_) {
      if (chip.area.right() > area_.right() || chip.area.bottom() > area_.bottom()) return;
      const bool done = chip.is == ChipIs::before;
      const double side = 0.55 * em_, indent = 0.35 * em_;
      if (done) drawing_.rect(chip.area, {palette_.raised}, 0.3 * em_);
      if (done) Pen(drawing_).sign({chip.area.x + indent, chip.area.middle().y - side / 2, side, side}, BlockIs::finished);
      paint_chip(drawing_, chip.area, chip.text, chip.is, indent + (done ? tick() : 0));
      if (&chip != &chips_.front())
        drawing_.text({chip.area.x - drawing_.width_of("\u2192 "), chip.area.middle().y - drawing_.letters(Face::small) / 2},
                      "\u2192", {palette_.quiet});
    }
  }

  // ---------------------------------------------------------------- what has room

  /// From all to the least: the sums of the selected thread are worth most.
  struct Level {
    bool title = true, only_now = false;
    bool idea = true, words = true;  ///< words: what the numbers are for
    std::size_t sums = 0;
    bool who = true, flat = false;
  };
  /// In at most two lines; none: it needs more.
  std::vector<std::string> wrapped(const std::string& text) const {
    if (text.empty()) return {};
    for (std::size_t end = text.size(); end != text.npos && end > 0; end = text.rfind(' ', end - 1)) {
      const std::string first = text.substr(0, end), rest = end < text.size() ? text.substr(end + 1) : "";
      if (drawing_.width_of(first) > area_.width) continue;
      if (rest.empty()) return {first};
      return drawing_.width_of(rest) <= area_.width ? std::vector{first, rest} : std::vector<std::string>{};
    }
    return {};
  }
  const SumLines& lines() const { return level_.flat ? *flat_ : *sums_; }
  double words_height() const {
    const std::size_t count = (level_.idea ? idea_.size() : 0) + (level_.words ? below_.size() : 0);
    return count == 0 ? 0 : static_cast<double>(count) * words() + 0.5 * em_;
  }
  /// Where the panels begin; beyond the area: there is no room.
  double lay(const Level& level) {
    level_ = level;
    if (level_.title)
      lay_course();
    else
      below_course_ = area_.y;
    const double sums = sums_ ? lines().height(level_.sums, level_.who) : 0;
    return panels_top_ = below_course_ + words_height() + sums + (level_.title ? 0.5 * em_ : 0);
  }
  void choose(const BlockStep& whole) {
    // with places that it reads and writes: of all threads, of its warp, of itself
    struct Try {
      StepPart part;
      Level level;
    };
    constexpr Level k_four{.sums = 4}, k_two{.sums = 2}, k_one{.sums = 1}, k_brief{.only_now = true, .sums = 1},
        k_briefer{.only_now = true, .idea = false, .sums = 1, .flat = true},
        k_briefest{.only_now = true, .idea = false, .words = false, .sums = 1, .who = false, .flat = true};
    constexpr auto k_all = StepPart::all, k_warp = StepPart::warp, k_thread = StepPart::thread;
    std::optional<StepPart> laid;
    // because: all sums of a thread are worth more than what the others do, some of them are not
    const bool complete = sums_ && sums_->is_complete();
    const Try first = complete ? Try{k_warp, k_four} : Try{k_all, k_one};
    for (const auto& [part, level] : {Try{k_all, k_four}, Try{k_all, k_two}, first, Try{k_all, k_one}, Try{k_all, k_brief},
                                      Try{k_all, k_briefer}, Try{k_all, k_briefest}, Try{k_warp, k_four}, Try{k_warp, k_two},
                                      Try{k_warp, k_one}, Try{k_thread, k_four}, Try{k_thread, k_two}, Try{k_thread, k_one}}) {
      if ((part == StepPart::warp && whole.warps < 2) || (part == StepPart::thread && whole.threads < 2)) continue;
      if (lay(level) > area_.bottom()) continue;
      part_ = part;
      if (std::exchange(laid, part) != part) step_ = part == StepPart::all ? whole : block_step(steps_, block_, part);
      if (!has_room()) continue;
      shows_ = part == StepPart::all ? InsetShows::all : InsetShows::part;
      return;
    }
    // what a thread writes is worth more than what it reads
    is_cut_ = std::erase_if(step_.panels, [](const StepPanel& panel) { return !panel.written; }) > 0;
    shows_ = InsetShows::part;
    if (lay(k_four) <= area_.bottom() && has_room()) return;
    places_.clear();
    for (const Level& level :
         {k_four, k_two, k_one, k_brief, k_briefer, Level{.only_now = true, .idea = false, .words = false, .sums = 1},
          Level{.only_now = true, .idea = false, .words = false, .sums = 1, .who = false}, k_briefest,
          Level{.title = false, .idea = false, .words = false, .sums = 1, .who = false},
          Level{.title = false, .idea = false, .words = false, .sums = 1, .who = false, .flat = true}})
      if (sums_ && lay(level) <= area_.bottom() && lines().count() > 0) return;
    shows_ = InsetShows::nothing;
    level_ = {.only_now = true, .idea = false, .words = false, .who = false};
    lay_course();
  }
  void draw_sums() {
    double y = below_course_;
    const auto write = [&](const std::vector<std::string>& texts) {
      for (const std::string& text : texts) {
        drawing_.text({area_.x, y}, text, {palette_.text});
        y += words();
      }
    };
    if (level_.idea && !idea_.empty()) {
      write(idea_);
      y += 0.3 * em_;
    }
    if (sums_ && level_.sums > 0) {
      lines().draw({area_.x, y}, level_.sums, level_.who);
      y += lines().height(level_.sums, level_.who);
    }
    if (level_.words) write(below_);
  }

  // ---------------------------------------------------------------- what the step reads and writes

  struct Place {
    Area area;  ///< with title and names
    Area cells;
  };
  double heads() const { return 1.1 * drawing_.letters(Face::small); }
  std::string row_name(const StepPanel& panel, int row) const {
    return panel.row_names.empty() ? panel.buffer.row_name(panel.y + row, true)
                                   : panel.row_names[static_cast<std::size_t>(row)];
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
    const double bottom = area_.bottom();
    double x = area_.x, y = panels_top_, high = 0;
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
  void draw_heading(bool written) {
    const double y = places_.empty() ? -1 : heading_[static_cast<std::size_t>(written)];
    if (y < 0) return;
    const double side = 0.8 * em_;
    const Area sign{area_.x, y + (line() - side) / 2, side, side};
    if (written)
      drawing_.rect(sign, {palette_.plus_mark});
    else
      drawing_.frame(sign, {palette_.accent}, k_ring);
    const bool in_place = written && heading_[0] < 0 && !step_.selected_reads.empty() && !is_cut_;
    const char* verb = in_place ? "writes, and reads what is framed" : written ? "writes" : "reads";
    std::vector<std::string> texts{verb};
    if (part_ != StepPart::all) {
      const bool warp = part_ == StepPart::warp;
      const std::string one = warp ? fmt::format("{}: warp {} of {}", verb, step_.warp + 1, step_.warps)
                                   : fmt::format("{}: thread {}, of {} busy ones", verb, step_.thread, step_.threads);
      texts.insert(texts.begin(), {one + "; the others do likewise", one});
    }
    drawing_.text({area_.x + side + 0.4 * em_, y + (line() - drawing_.letters(Face::small)) / 2},
                  drawing_.first_that_fits(texts, area_.width - 2 * em_), {palette_.text});
  }
  void draw_panel(const StepPanel& panel, const Place& place) {
    const double letters = drawing_.letters(Face::small);
    // a title may go on to where the next grid begins
    double room = area_.right() - place.area.x;
    for (const Place& other : places_)
      if (other.area.y == place.area.y && other.area.x > place.area.x)
        room = std::min(room, other.area.x - place.area.x - 0.5 * em_);
    drawing_.text({place.area.x, place.area.y}, drawing_.first_that_fits(titles(panel), room), {palette_.quiet});
    const double wide = place.cells.width / panel.columns, high = place.cells.height / panel.rows;
    const std::string widest = panel.buffer.column_name(panel.x + panel.columns - 1, true);
    const int every = names_apart(wide, drawing_.width_of(widest) + 0.3 * em_, panel.columns);
    for (int column = 0; column < panel.columns; column += every) {
      const std::string name = panel.buffer.column_name(panel.x + column, true);
      drawing_.text({place.cells.x + (column + 0.5) * wide - drawing_.width_of(name) / 2, place.cells.y - heads()}, name,
                    {palette_.quiet});
    }
    const int step = names_apart(high, letters, panel.rows);
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
    const Known known = use ? published_as(steps_, at) : Known::nothing;
    const bool word = known != Known::nothing;
    const Rgb letters = word ? palette_.panel : written ? palette_.on_mark : use ? palette_.text : palette_.quiet;
    drawing_.rect(area, {word      ? Pen(drawing_).colour_of(known)
                         : written ? palette_.plus_mark
                                   : palette_.raised,
                         use ? 1.0 : 0.4});
    if (use && use->read)
      drawing_.frame({area.x + 0.5, area.y + 0.5, area.width - 1, area.height - 1},
                     {word || written ? letters : palette_.accent}, k_ring);
    const double number = std::min(number_in_cell(cell_, type_), 1.4 * em_);
    drawing_.text_in(area, step_cell_text(steps_, at), {letters}, Face::text, number);
    if (use && step_.is_selected(at)) drawing_.frame(area, {palette_.selected}, k_heavy);
  }

  Drawing& drawing_;
  const Palette& palette_;
  const double em_;
  const TypeSize type_;
  const StepsState& steps_;
  const LookBack& look_back_;
  const Story& story_;
  const int block_;
  const Area area_, frame_;
  std::vector<Chip> chips_;
  Level level_{};
  double below_course_ = 0, panels_top_ = 0, cell_ = 0;
  std::optional<SumLines> sums_, flat_;    ///< of the selected thread; flat: where there is little room
  std::vector<std::string> idea_, below_;  ///< above its sums, and below
  std::array<double, 2> heading_{-1, -1};  ///< y of "reads" and "writes"; negative: there is none
  BlockStep step_;
  std::vector<Place> places_;  ///< of its panels; none: there is no room
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
