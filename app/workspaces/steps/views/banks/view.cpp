// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "app/core/json.h"
#include "app/core/text/number_text.h"
#include "app/workspaces/steps/caption/cell_tip.h"
#include "app/workspaces/steps/caption/chip.h"
#include "app/workspaces/steps/views/banks/memory.h"
#include "app/workspaces/steps/views/painter.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

class BanksPainter : StepPainter {
 public:
  BanksPainter(Drawing& drawing, const StepsState& steps, const Banks& banks, const Area& area, ViewScene* scene,
               bool essential, bool paired)
      : StepPainter(drawing, steps, area, scene),
        essential_(essential),
        paired_(paired),
        banks_(banks),
        one_(banks.instructions.empty() ? nullptr : &banks.instructions[banks.shown]),
        covered_(steps.covers_conflicts) {
    if (one_) lay();
  }

  void draw() {
    const int count = story_.banks;
    if (!is_brief() && !is_plain_pair() && !chips_lead())
      line(area_.y,
           {fmt::format(
                "Shared memory has {} banks, the columns. A bank serves one address per turn: where two are stacked, the "
                "second waits.",
                count),
            fmt::format("{} banks, the columns. Each serves one address per turn; stacked ones wait.", count),
            "Columns: banks. Stacked ones wait.", "Columns: banks"},
           palette_.quiet);
    if (!one_) return draw_nothing();
    if (!low_ && (!alone_ || (chips_.empty() && !is_plain_pair()))) draw_heading();
    draw_chips();
    draw_columns();
    for (const BankWord& word : one_->words)
      if (!covered_ && !alone_) draw_word(word);
    if (memory_) memory_->paint(drawing_, area_.x, scene_);
    draw_sums();
  }

 private:
  void lay() {
    turns_ = turns_by_part(*one_);
    int rows = 0;
    double labels = 0;
    for (const auto& [part, turns] : turns_) {
      first_row_[part] = rows;
      rows += covered_ ? 0 : turns;
      labels = std::max(labels, drawing_.width_of(label(part, turns - 1)));
    }
    // because: beside another one a turn is as high as there
    if (constexpr int k_turns = 8; paired_ && !covered_ && one_->words.size() <= k_turns)
      rows = std::max(rows, static_cast<int>(one_->words.size()));
    rows_ = rows;
    labels_ = labels + em_ < 0.3 * area_.width ? labels + 0.6 * em_ : 0;
    lay_chips();
    if ((is_brief() || (low_ && is_plain_pair())) && lay_alone()) return;
    const int few = !essential_ ? k_few_lines : covered_ ? 1 : k_essential_lines;
    lay_grids(std::max(1, rows), k_all_lines, low_ ? 6 : 4);
    if (low_) return;
    if (essential_ || !memory_ || !memory_->shows_all()) lay_grids(std::max(1, rows), few, 2.6);
    if (!memory_) lay_grids(std::max(1, rows), essential_ ? few : k_all_lines, 6);
    // because: what is asked about lies in these rows
    for (const int lines : {few, 0})
      if (covered_ && essential_ && memory_ && !memory_->shows_all()) lay_grids(1, lines, 1.4);
  }
  /// For a newcomer, because: where there is little room the numbers need it, and a lesson says what banks are.
  bool is_brief() const { return essential_ && !low_ && area_.height < 20 * em_; }
  /// The memory without the grid of turns, because each place says its turn; beside another one without the line that says who
  /// reads, because a line below says it, too. False: it has no room.
  bool lay_alone() {
    for (const int lines : {covered_ ? 1 : 2, 1}) {
      lines_ = lines;
      const double above = (is_plain_pair() ? 1.4 : 3.1) * em_, below = (0.3 + k_line * lines_) * em_;
      const Area rows{area_.x + labels_, area_.y + above, area_.width - labels_, area_.height - above - below};
      memory_.emplace(drawing_, steps_, *one_, rows, selected()->at, BankMemory::Plain{&banks_, true, !covered_});
      alone_ = memory_->shows_all();
      if (!alone_) continue;
      grid_ = {rows.x, rows.y, rows.width, memory_->bottom() - rows.y};
      wide_ = grid_.width / story_.banks;
      return true;
    }
    memory_.reset();
    return false;
  }
  /// For a newcomer the lines above both are worth less than the turns.
  bool is_plain_pair() const { return essential_ && paired_; }
  double heading_y() const { return area_.y + (is_brief() || is_plain_pair() ? 0 : 1.6 * em_); }
  /// Rows of turns, the memory below them if it has room, and lines of words. most: the height of a turn, em.
  void lay_grids(int rows, int lines, double most) {
    lines_ = low_ ? 1 : lines;
    const double above = heading_y() - area_.y + (low_ ? 1.4 : 3.2) * em_ + (chips_.empty() || low_ ? 0 : 1.8 * em_);
    const double below = low_ ? 1.8 * em_ : (0.5 + k_line * lines_) * em_;
    grid_ = {area_.x + labels_, area_.y + above, area_.width - labels_, area_.height - above - below};
    wide_ = grid_.width / story_.banks;
    high_ = std::min(most * em_, grid_.height / rows);
    memory_.reset();
    if (low_) return;
    const double top = grid_.y + rows * high_ + 0.5 * em_;
    memory_.emplace(drawing_, steps_, *one_, Area{grid_.x, top, grid_.width, grid_.bottom() - top}, selected()->at,
                    BankMemory::Plain{.banks = essential_ ? &banks_ : nullptr});
    if (!memory_->has_room()) memory_.reset();
  }
  /// The instructions of the warp, by name or for a newcomer by number, if all have room in a line.
  void lay_chips() {
    chips_.clear();
    const bool brief = is_brief() || (low_ && essential_ && !paired_);  // then they take a line that is there
    if (!brief && (low_ || area_.height < 22 * em_)) return;
    const auto name = [&](std::size_t i, bool whole, bool timed) {
      const std::string places = name_of(banks_, i);
      // because: the sum of the turns of a step is asked for, one instruction after another
      const std::string turns = timed && i <= banks_.shown ? ", " + counted(turns_of(banks_.instructions[i]), "turn") : "";
      return (whole ? places : places.substr(0, places.find(" ["))) + turns;
    };
    for (const auto& [whole, timed] : {std::pair{true, true}, std::pair{true, false}, std::pair{false, false}}) {
      if (timed && (!essential_ || covered_)) continue;
      if (!chips_.empty() || (!whole && (!essential_ || paired_))) break;
      double wide = 0;  // of all, because none is more than another
      for (std::size_t i = 0; i < banks_.instructions.size(); ++i)
        if (banks_.instructions[i].warp == one_->warp)
          wide = std::max(wide, drawing_.width_of(name(i, whole, timed)) + 0.8 * em_);
      double x = area_.x;
      for (std::size_t i = 0; i < banks_.instructions.size(); ++i) {
        if (banks_.instructions[i].warp != one_->warp) continue;
        const double y = low_ ? area_.y : heading_y() + (brief ? 0 : 1.6 * em_);
        chips_.push_back({{x, y, wide, 1.4 * em_}, name(i, whole, timed), i});
        x += wide + 0.6 * em_;
      }
      if (x - 0.6 * em_ > area_.right() || chips_.size() < 2) chips_.clear();
    }
  }
  /// In the first line, where there is no room for more.
  bool chips_lead() const { return low_ && !chips_.empty(); }
  void draw_chips() {
    for (const Chip& chip : chips_) {
      paint_chip(drawing_, chip.area, chip.name, chip.instruction == banks_.shown ? ChipIs::now : ChipIs::before, 0.4 * em_);
      add({.area = chip.area, .id = chip.instruction, .control = fmt::format("steps:instruction:{}", chip.instruction + 1)});
    }
  }
  std::string label(int part, int turn) const {
    const std::string name = fmt::format("turn {}", turn + 1);
    if (turns_.size() == 1 && !halves()) return name;
    const int warp = story_.trace.passes[static_cast<std::size_t>(now_pass())].warp;
    const int parts = static_cast<int>(one_->bytes) * warp / (4 * story_.banks);
    return fmt::format("{} {}, {}", parts == 2 ? "half" : parts == 4 ? "quarter" : "group", part + 1, name);
  }
  int now_pass() const { return story_.first_step(*steps_.player()->current()).pass; }
  /// Whether each half of the warp is served by itself, because there are half as many banks as lanes.
  bool halves() const {
    return 2 * story_.banks == story_.trace.passes[static_cast<std::size_t>(now_pass())].warp && one_->bytes <= 4;
  }
  Area cell_of(const BankWord& word) const {
    return {grid_.x + word.bank * wide_, grid_.y + (first_row_.at(word.part) + word.turn) * high_, wide_, high_};
  }

  /// After a sentence: what the key does, or why there is nothing that it could go to.
  std::string where_conflicts_are() const {
    const auto has_some = [](const TracePass& pass) { return pass.counters.bank_conflicts > 0; };
    if (std::ranges::any_of(story_.trace.passes, has_some)) return hint("J: the next step with a bank conflict.");
    return " " + no_conflict_text(story_);
  }
  void draw_nothing() {
    const bool begun = steps_.player()->current() != nullptr;
    const std::string what = begun ? "This step touches no shared memory." : "Not begun.";
    const std::string next = begun ? "" : hint("Right: the first step.");
    line(area_.y + 1.6 * em_, {what + next + where_conflicts_are(), what + next, what}, palette_.text);
  }
  /// "4 lanes read temp"
  std::string who() const {
    return fmt::format("{} {}{} {}", counted(one_->lanes, "lane"), one_->write ? "write" : "read", one_->lanes == 1 ? "s" : "",
                       story_.trace.buffers[one_->buffer].name);
  }
  void draw_heading() {
    const int warp = story_.trace.passes[static_cast<std::size_t>(now_pass())].warp;
    const auto first = static_cast<int>(one_->warp) * warp;
    const std::string at = fmt::format("block {}, warp {}", banks_.block + story_.trace.first_block(), one_->warp + 1);
    const std::string verb = fmt::format("{}: {}", at, who());
    const std::string lanes =
        fmt::format("{} (its lanes 0 to {} are threads {} to {}): {}", at, warp - 1, first, first + warp - 1, who());
    const std::string number = fmt::format(". Instruction {} of {}", banks_.shown + 1, banks_.instructions.size());
    if (essential_) return line(heading_y(), {who() + number + ".", who() + "."}, palette_.text);
    const std::string halved =
        halves() ? fmt::format(" {} banks serve each half of the warp in turn, as on the GTX 295.", story_.banks) : "";
    const std::string more = "." + (banks_.instructions.size() > 1 ? hint("The wheel shows the next.") : "");
    line(heading_y(),
         {lanes + number + more + halved, lanes + number, verb + number + more + halved, verb + "." + halved, verb + number,
          verb},
         palette_.text);
  }
  void draw_columns() {
    const double letters = drawing_.letters(Face::small), y = grid_.y - 1.3 * em_;
    const double widest = drawing_.width_of(fmt::format("{}", story_.banks - 1));
    const int every = widest + 2 <= wide_ ? 1 : widest + 2 <= 4 * wide_ ? 4 : 0;
    const bool named = drawing_.width_of(fmt::format("bank {}", story_.banks - 1)) + 0.6 * em_ <= wide_;
    double bottom = covered_ && !alone_ ? draw_cover() : grid_.y;
    for (const auto& [part, turns] : turns_)
      for (int turn = 0; turn < turns && !covered_ && !alone_; ++turn) {
        const double top = grid_.y + (first_row_.at(part) + turn) * high_;
        for (int bank = 0; bank < story_.banks; ++bank)
          drawing_.rect({grid_.x + bank * wide_ + 1, top + 1, wide_ - 2, high_ - 2}, {palette_.panel});
        if (labels_ > 0 && high_ >= letters)
          drawing_.text({area_.x, top + (high_ - letters) / 2}, label(part, turn), {turn > 0 ? palette_.text : palette_.quiet});
        bottom = top + high_;
        if (turn == 0 && part != turns_.begin()->first)
          drawing_.line({area_.x, top}, {grid_.right(), top}, {palette_.quiet}, 1.5);
      }
    for (int bank = 0; every > 0 && bank < story_.banks; bank += every) {
      const std::string name = fmt::format("{}{}", named ? "bank " : "", bank);
      drawing_.text({grid_.x + (bank + 0.5) * wide_ - drawing_.width_of(name) / 2, y}, name, {palette_.quiet});
    }
    if (!named && labels_ > drawing_.width_of("bank")) drawing_.text({area_.x, y}, "bank", {palette_.quiet});
    bottom_ = paired_ && !alone_ ? std::max(bottom, grid_.y + rows_ * high_) : bottom;
  }
  /// In place of the turns: a sentence, or where the memory has no room, the places by banks. Returns where it ends.
  double draw_cover() {
    const Area cover{grid_.x + 1, grid_.y + 1, grid_.width - 2, high_ - 2};
    drawing_.rect(cover, {palette_.panel});
    if (memory_) {
      const std::string covered = "? The turns appear with the answer.";
      const std::string below = covered + " Below, framed: the places that the lanes ask for, each in its bank.";
      drawing_.text_in(cover, drawing_.first_that_fits({below, covered, "?"}, cover.width - em_), {palette_.quiet});
      return cover.bottom() + 1;
    }
    if (labels_ > 0) drawing_.text({area_.x, cover.middle().y - drawing_.letters(Face::small) / 2}, "?", {palette_.quiet});
    std::map<int, std::string> places;
    for (const BankWord& word : one_->words) {
      std::string& all = places[word.bank];
      all += fmt::format("{}[{}]", all.empty() ? "" : "  ", word.at.index);
    }
    for (const auto& [bank, all] : places)
      drawing_.text_in({grid_.x + bank * wide_, cover.y, wide_, cover.height}, drawing_.first_that_fits({all, ""}, wide_),
                       {palette_.text});
    return cover.bottom() + 1;
  }
  void draw_word(const BankWord& word) {
    const Area cell = cell_of(word);
    add({cell, word.at, word.value});
    const bool waits = word.turn > 0;
    const Area inner{cell.x + 1, cell.y + 1, cell.width - 2, cell.height - 2};
    drawing_.rect(inner, {palette_.raised});
    drawing_.frame(inner, {waits ? palette_.warning : palette_.quiet}, waits ? 2 : 1);
    if (&word == selected()) drawing_.frame(inner, {palette_.accent}, std::max(2.0, std::min(0.18 * em_, 0.12 * high_)));
    const std::string value = cell_text(story_.trace, word.at, word.value);
    const std::string lanes =
        word.lanes.size() > 1 ? fmt::format("{} lanes", word.lanes.size()) : fmt::format("lane {}", word.lanes.front());
    const std::string address = fmt::format("[{}]", word.at.index), moved = moved_text(*one_, word);
    std::vector<std::string> names{lanes + "  " + address, address, ""};
    if (!moved.empty())
      names.insert(names.begin(), {fmt::format("{}  {}: {}", lanes, address, moved),
                                   fmt::format("{}  {}: {}", lanes, address, moved.substr(0, moved.find(',')))});
    const double letters = drawing_.letters(Face::small), room = inner.width - 0.4 * em_;
    const auto put = [&](const std::string& text, double y, Rgb colour) {
      const double half = drawing_.width_of(text) / 2;
      drawing_.text({inner.x + inner.width / 2 - half, y}, text, {colour}, Face::small);
    };
    const double large = 1.4 * drawing_.letters(Face::text), wide = drawing_.width_of(value, Face::text, large);
    if (inner.height >= 1.2 * (letters + large) && wide <= room) {
      const double top = inner.y + (inner.height - letters - large) / 2;
      put(drawing_.first_that_fits(names, room), top, palette_.quiet);
      drawing_.text({inner.x + (inner.width - wide) / 2, top + letters}, value, {palette_.text}, Face::text, large);
    } else if (inner.height >= 2.1 * letters) {
      const double top = inner.y + (inner.height - 2 * letters) / 2;
      put(drawing_.first_that_fits(names, room), top, palette_.quiet);
      put(drawing_.first_that_fits({value, ""}, inner.width - 2), top + letters, palette_.text);
    } else if (inner.height >= letters) {
      const std::string words =
          drawing_.first_that_fits({lanes + "  " + address + " = " + value, address + "  " + value, value}, room);
      if (!words.empty()) return put(words, inner.y + (inner.height - letters) / 2, palette_.text);
      const double fitting = letters * (inner.width - 2) / drawing_.width_of(value);
      if (fitting >= k_smallest * em_) drawing_.text_in(inner, value, {palette_.text}, Face::small, fitting);
    } else {
      const std::string words = address + "  " + value;
      const double fitting = std::min(inner.height, letters * (inner.width - 4) / drawing_.width_of(words));
      if (fitting >= k_smallest * em_) drawing_.text_in(inner, words, {palette_.text}, Face::small, fitting);
    }
  }
  /// Under the pointer or chosen; else that of the selected thread.
  const BankWord* selected() const {
    const auto is_at = [&](const std::optional<CellAt>& at) -> const BankWord* {
      const auto found = std::ranges::find_if(one_->words, [&](const BankWord& word) { return at && word.at == *at; });
      return found == one_->words.end() ? nullptr : &*found;
    };
    if (const BankWord* word = is_at(steps_.hover)) return word;
    if (const BankWord* word = is_at(steps_.chosen)) return word;
    const StepCaption* caption = steps_.caption();
    if (!caption || caption->block != banks_.block) return &one_->words.front();
    const auto warp = static_cast<std::uint32_t>(
        story_.trace.passes[static_cast<std::size_t>(story_.trace.steps[caption->focus.step].pass)].warp);
    if (caption->focus.thread / warp == one_->warp)
      for (const BankWord& word : one_->words)
        if (std::ranges::find(word.lanes, caption->focus.thread % warp) != word.lanes.end()) return &word;
    return &one_->words.front();
  }
  void draw_sums() {
    const BankWord& word = *selected();
    const double step = k_line * em_;
    double y = memory_ ? grid_.bottom() + 0.5 * em_ : std::min(bottom_ + 0.5 * em_, area_.bottom() - lines_ * step);
    const std::string what =
        fmt::format("{} = {}", name_of(story_.trace, word.at), cell_text(story_.trace, word.at, word.value));
    std::string lanes = word.lanes.size() == 1 ? fmt::format("lane {}", word.lanes.front())
                                               : counted(static_cast<std::int64_t>(word.lanes.size()), "lane") + " in one turn";
    // a word is 4 bytes, as a bank is wide
    const std::string why = fmt::format("{} {} is in bank {} ({} mod {})", one_->bytes == 4 ? "place" : "word", word.word,
                                        word.bank, word.word, story_.banks);
    const std::string moved = moved_text(*one_, word), place = moved.empty() ? what : fmt::format("{}, {}", what, moved);
    const std::string framed = alone_ ? "Framed: " : "";
    if (alone_ && covered_)
      return line(y, {framed + who() + " at once. Each place is in the column of its bank.", framed + who() + " at once."},
                  palette_.text);
    if (!low_ && !alone_ && lines_ > 0)
      line(y,
           {fmt::format("{}: {}; {}.", lanes, place, why), fmt::format("{}; {}.", place, why),
            fmt::format("{}; {}.", what, why), what},
           palette_.accent);
    if (covered_) {
      if (!low_ && !essential_) draw_step(y + step);
      return;
    }
    const std::int64_t turns = turns_of(*one_);
    const auto parts = static_cast<std::int64_t>(turns_.size());
    const std::string cost =
        fmt::format("{} in {}{}{}", counted(static_cast<std::int64_t>(one_->words.size()), essential_ ? "place" : "address"),
                    counted(turns, "turn"), turns > parts ? fmt::format(" instead of {}", parts) : "",
                    essential_ && one_->conflicts == 0 ? "" : ": " + counted(one_->conflicts, "bank conflict"));
    if (!low_ && !alone_) y += step;
    line(y,
         {framed + who() + ": " + cost + ".", who() + ": " + cost + ".", cost + ".",
          counted(one_->conflicts, "bank conflict") + "."},
         one_->conflicts > 0 ? palette_.warning : palette_.text);
    if (low_ || lines_ < 2) return;
    y += step;
    // because: what padding would do is asked in a lesson
    auto texts = why_texts(story_, *one_);
    if (essential_ && one_->conflicts > 0 && texts.size() > 2) texts.erase(texts.begin());
    line(y, texts, palette_.text);
    if (essential_) return;
    if (lines_ == k_all_lines) {
      const Step& now = story_.first_step(*steps_.player()->current());
      const std::int64_t pass = story_.trace.passes[static_cast<std::size_t>(now.pass)].counters.bank_conflicts;
      const std::string sum =
          fmt::format("Bank conflicts of this step, all blocks: {}; of this pass: {}.", banks_.of_this_step, pass);
      line(y += step, {sum + where_conflicts_are(), sum}, palette_.quiet);
      y += step;
      if (const std::string code = code_of(story_, *one_); !code.empty())
        line(y, {fmt::format("This instruction {} in {}", one_->write ? "writes" : "reads", code), code}, palette_.quiet);
    }
    draw_step(y + step);
  }
  void draw_step(double y) {
    if (const StepCaption* caption = steps_.caption(); caption && caption->block == banks_.block && !caption->this_step.empty())
      line(y, {"The whole step: " + caption->this_step, caption->this_step_brief}, palette_.text);
  }

  // of words: those with counts and code give way to the memory, and a newcomer does not need them
  static constexpr int k_all_lines = 6, k_few_lines = 4, k_essential_lines = 3;
  static constexpr double k_line = 1.5, k_smallest = 0.55;  // em: from line to line, and letters

  const bool essential_, paired_;
  const Banks& banks_;
  const BankInstruction* one_;
  const bool covered_;
  Area grid_;
  struct Chip {
    Area area;
    std::string name;
    std::size_t instruction;
  };
  std::vector<Chip> chips_;
  std::map<int, int> turns_, first_row_;  // by part of the warp
  int rows_ = 1;                          // that have room: turns
  double labels_ = 0, wide_ = 0, high_ = 0, bottom_ = 0;
  std::optional<BankMemory> memory_;  ///< if it has room
  bool alone_ = false;                ///< the memory has the place of the turns, too
  int lines_ = 1;
};

class BanksView final : public StepView {
 public:
  void lay(const StepsState& steps, const Area& /*area*/, const PaintLook& /*look*/) override { lay_banks(banks_, steps); }
  void paint(Drawing& drawing, const StepsState& steps, const Area& area, const PaintLook& look) override {
    paint_banks(drawing, steps, banks_, area, look.scene, look.essential, look.paired);
  }
  void click(StepsState& steps, const ViewShape* shape) override {
    if (shape && !shape->cell) banks_.shown = shape->id;
    if (shape && shape->cell) show_one_that_asks(*shape->cell);
    StepView::click(steps, shape);
  }
  void begin() override { banks_ = {}; }
  void report(const StepsState& /*steps*/, nlohmann::json& into) const override {
    if (!banks_.instructions.empty()) into["bank_instruction"] = banks_.shown + 1;
  }
  void wheel(StepsState& /*steps*/, double by) override { turn(by < 0 ? 1 : -1); }
  void turn(int direction) override {
    const std::size_t count = banks_.instructions.size();
    if (count > 0) banks_.shown = (banks_.shown + (direction > 0 ? 1 : count - 1)) % count;
  }
  std::optional<ViewPlace> next_place(const StepsState& steps) const override {
    const Story& story = steps.player()->story();
    if (const auto next = next_conflict(story, steps.player()->position(), steps.first_block))
      return ViewPlace{next->position, next->block};
    return ViewPlace{.none = steps.nameless ? "No bank conflict in this run." : no_conflict_text(story)};
  }

 private:
  /// The next instruction, from the one that is shown, that asks for the cell; where none does, it stays.
  void show_one_that_asks(CellAt cell) {
    const std::size_t count = banks_.instructions.size();
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t next = (banks_.shown + k) % count;
      const auto& words = banks_.instructions[next].words;
      if (std::ranges::find(words, cell, &BankWord::at) == words.end()) continue;
      banks_.shown = next;
      return;
    }
  }

  Banks banks_;
};

}  // namespace

void paint_banks(Drawing& drawing, const StepsState& steps, const Banks& banks, const Area& area, ViewScene* scene,
                 bool essential, bool paired) {
  BanksPainter(drawing, steps, banks, area, scene, essential, paired).draw();
}

StepViewKind banks_view() {
  return {.title = "Banks",
          .tip = "What the lanes of a warp ask of each bank of shared memory at once",
          .make = make_view<BanksView>,
          .place = "bank conflict",
          .part = "instruction",
          .for_all = true};
}

}  // namespace satscope::app
