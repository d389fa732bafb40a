// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/banks/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "app/workspaces/steps/caption/cell_tip.h"
#include "app/workspaces/steps/views/grids/grid.h"

namespace satscope::app {
namespace {

constexpr double k_title = 1.5, k_least = 1.25, k_most = 7;  // em: the line above the rows, and the height of a row

}  // namespace

BankMemory::BankMemory(const Drawing& drawing, const StepsState& steps, const BankInstruction& one, const Area& area,
                       CellAt selected, const Plain& plain)
    : steps_(steps),
      one_(one),
      plain_(plain),
      area_{area.x, area.y + (plain.alone ? 0 : k_title) * drawing.em, area.width,
            area.height - (plain.alone ? 0 : k_title) * drawing.em},
      banks_(static_cast<std::uint64_t>(steps.player()->story().banks)) {
  const TraceBuffer& buffer = steps.player()->story().trace.buffers[one.buffer];
  const std::size_t bytes = buffer.bytes > 0 ? buffer.bytes : size_of(buffer.type);
  words_ = std::max<std::uint64_t>(1, bytes / 4);
  if ((bytes < 4 ? 4 % bytes : bytes % 4) != 0 || banks_ % words_ != 0) return;  // a place would lie in two rows
  together_ = bytes < 4 ? 4 / bytes : 1;
  places_ = buffer.shape.area();
  cells_ = (places_ + together_ - 1) / together_;
  use_ = &steps.player()->story().shared_uses.at({buffer.pass, buffer.name});
  for (used_ = places_; used_ > 0 && !use_->touched[used_ - 1];) --used_;
  // because: a newcomer asks what a row is for that no step touches
  const std::uint64_t cells = plain.banks ? (used_ + together_ - 1) / together_ : cells_;
  rows_ = (cells * words_ + banks_ - 1) / banks_;
  const double least = k_least * drawing.em;
  const auto room = static_cast<std::uint64_t>(std::max(0.0, area_.height / least));
  if (room < std::min<std::uint64_t>(2, rows_)) return;
  shown_ = std::min(rows_, room);
  const std::uint64_t row = selected.buffer == one.buffer ? selected.index / together_ * words_ / banks_ : 0;
  first_ = std::min(row - std::min(row, shown_ / 2), rows_ - shown_);
  wide_ = area_.width / static_cast<double>(banks_);
  high_ = std::min(k_most * drawing.em, area_.height / static_cast<double>(shown_));
}

Area BankMemory::area_of(std::uint64_t cell) const {
  const std::uint64_t word = cell * words_ - first_ * banks_;
  return {area_.x + static_cast<double>(word % banks_) * wide_, area_.y + static_cast<double>(word / banks_) * high_,
          static_cast<double>(words_) * wide_, high_};
}

void BankMemory::paint(Drawing& drawing, double left, ViewScene* scene) const {
  if (!has_room()) return;
  const Palette& palette = drawing.palette;
  const double letters = drawing.letters(Face::small), y = area_.y - 0.5 * k_title * drawing.em - 0.5 * letters;
  const std::string name = steps_.player()->story().trace.buffers[one_.buffer].name;
  const std::string rows = shown_ == rows_ ? "" : fmt::format(", rows {} to {} of {}", first_ + 1, first_ + shown_, rows_);
  const std::string title = fmt::format("{} in its banks{}{}.", name, plain_.banks ? "" : " after the step", rows);
  const std::string framed = " Framed: this instruction.", marks = framed + colours_text();
  if (!plain_.alone)
    drawing.text({left, y}, drawing.first_that_fits({title + marks, title + framed, title, name}, area_.right() - left),
                 {palette.quiet});
  for (std::uint64_t row = 0; row < shown_; ++row) {
    const std::string first = fmt::format("[{}]", (first_ + row) * banks_ / words_ * together_);
    if (drawing.width_of(first) <= area_.x - left)
      drawing.text({left, area_.y + (static_cast<double>(row) + 0.5) * high_ - letters / 2}, first, {palette.quiet});
  }
  for (std::uint64_t cell = first_cell(); cell < end_cell(); ++cell) {
    paint_cell(drawing, cell);
    if (scene) scene->shapes.push_back({area_of(cell), CellAt{one_.buffer, static_cast<std::uint32_t>(cell * together_)}});
  }
}

BankMemory::Use BankMemory::use_of(std::uint64_t cell) const {
  Use use;
  for (std::uint64_t place = cell * together_; place < std::min(places_, (cell + 1) * together_); ++place) {
    const CellUse* touch = steps_.touch({one_.buffer, static_cast<std::uint32_t>(place)});
    use.reads |= touch && touch->read;
    use.writes |= touch && touch->written;
  }
  use.asked = word_of(cell) != nullptr;
  if (plain_.banks) use = {false, use.asked && one_.write, use.asked};
  return use;
}

const BankWord* BankMemory::word_of(std::uint64_t cell) const {
  const auto found = std::ranges::find_if(one_.words, [&](const BankWord& word) { return word.word / words_ == cell; });
  return found == one_.words.end() ? nullptr : &*found;
}

bool BankMemory::is_written_later(CellAt at) const {
  const auto& all = plain_.banks->instructions;
  return std::any_of(
      all.begin() + static_cast<std::ptrdiff_t>(plain_.banks->shown) + 1, all.end(), [&](const BankInstruction& later) {
        return later.write && std::ranges::any_of(later.words, [&](const BankWord& word) { return word.at == at; });
      });
}

std::string BankMemory::colours_text() const {
  bool blue = false, green = false;
  for (std::uint64_t cell = first_cell(); cell < end_cell(); ++cell) {
    const Use use = use_of(cell);
    blue |= use.reads && !use.writes && !use.asked;
    green |= use.writes;
  }
  const char* writer = plain_.banks ? " Green: it writes." : " Green: the step writes.";
  return fmt::format("{}{}", blue ? " Blue: the step reads." : "", green ? writer : "");
}

BankMemory::Texts BankMemory::texts_of(std::uint64_t cell) const {
  const Trace& trace = steps_.player()->story().trace;
  const std::uint64_t first = cell * together_, end = std::min(places_, first + together_);
  Texts texts{.place = together_ == 1 ? fmt::format("[{}]", first) : fmt::format("[{}] to [{}]", first, end - 1),
              .was = {},
              .number = {}};
  for (std::uint64_t place = first; place < end; ++place) {
    const CellAt at{one_.buffer, static_cast<std::uint32_t>(place)};
    const auto add = [&](std::string& text, const Cell& value) {
      text += (text.empty() ? "" : "  ") + cell_text(trace, at, value);
    };
    const CellUse* touch = steps_.touch(at);
    const bool replaces = touch && touch->written && steps_.held_value(at);
    if (plain_.banks && touch && touch->written && is_written_later(at)) {
      if (replaces) add(texts.number, touch->before);
      continue;
    }
    if (steps_.holds_value(at)) add(texts.number, steps_.cell(at));
    if (replaces && (!plain_.banks || (one_.write && word_of(cell)))) add(texts.was, touch->before);
  }
  if (const BankWord* word = word_of(cell); word && plain_.turns) texts.turn = fmt::format("turn {}", word->turn + 1);
  return texts;
}

void BankMemory::paint_unused(Drawing& drawing, const Area& inner, std::uint64_t place) const {
  const Palette& palette = drawing.palette;
  paint_filler(drawing, inner);
  const bool pads = use_->pitch > 0 && place <= used_ && place % use_->pitch == use_->pitch - 1;
  const double letters = drawing.letters(Face::small);
  if (inner.height < letters) return;
  const std::string name = fmt::format("[{}]", place);
  const std::vector<std::string> texts = pads ? std::vector{name + "  padding", name + " pad", name} : std::vector{name};
  const std::string words = drawing.first_that_fits(texts, inner.width - 0.4 * drawing.em);
  const double wide = drawing.width_of(words);
  if (words.empty()) return;
  drawing.rect({inner.middle().x - wide / 2 - 2, inner.middle().y - letters / 2, wide + 4, letters}, {palette.panel});
  drawing.text_in(inner, words, {palette.quiet});
}

void BankMemory::paint_cell(Drawing& drawing, std::uint64_t cell) const {
  const Palette& palette = drawing.palette;
  const Area whole = area_of(cell), inner{whole.x + 1, whole.y + 1, whole.width - 2, whole.height - 2};
  bool used = false;
  for (std::uint64_t place = cell * together_; place < std::min(places_, (cell + 1) * together_); ++place)
    used |= use_->touched[place];
  const auto [reads, writes, asked] = use_of(cell);
  drawing.rect(inner, {writes ? palette.plus_mark : palette.panel});
  drawing.frame(inner, {palette.line}, 1);  // because: on a white page it is seen by nothing else
  if (!used) return paint_unused(drawing, inner, cell * together_);
  if (reads) drawing.frame(inner, {writes ? palette.on_mark : palette.accent}, std::max(1.0, 0.1 * drawing.em));
  if (const Texts texts = texts_of(cell); plain_.banks || !texts.number.empty()) paint_texts(drawing, inner, texts, writes);
  if (!asked) return;
  drawing.frame(inner, {{0, 0, 0}, 0.75}, 4);
  drawing.frame(inner, {palette.selected}, std::max(2.0, 0.15 * drawing.em));
}

/// The place small above the number, or beside it; what was replaced is struck out between them.
void BankMemory::paint_texts(Drawing& drawing, const Area& inner, const Texts& texts, bool written) {
  const Palette& palette = drawing.palette;
  const double letters = drawing.letters(Face::small), room = inner.width - 0.4 * drawing.em, gap = drawing.width_of("  ");
  const Ink ink{written ? palette.on_mark : palette.text}, quiet{written ? palette.on_mark : palette.quiet};
  struct Word {
    const std::string& text;
    bool old, pale;
  };
  /// In a line, if all have room.
  const auto put = [&](std::initializer_list<Word> words, double y) {
    double all = -gap;
    for (const Word& word : words) all += gap + drawing.width_of(word.text);
    if (all > room) return false;
    double x = inner.middle().x - all / 2;
    for (const Word& word : words) {
      const double wide = drawing.width_of(word.text);
      drawing.text({x, y}, word.text, word.pale ? quiet : ink);
      if (word.old) drawing.line({x - 1, y + 0.55 * letters}, {x + wide + 1, y + 0.55 * letters}, ink);
      x += wide + gap;
    }
    return true;
  };
  const Word place{texts.place, false, true}, was{texts.was, true, false}, number{texts.number, false, false};
  const Word turn{texts.turn, false, false};
  if (texts.number.empty()) {
    put({place}, inner.middle().y - letters / 2);
    return;
  }
  double high = 1.4 * drawing.letters(Face::text);
  high = std::min(high, high * room / drawing.width_of(texts.number, Face::text, high));
  if (high >= letters && inner.height >= 1.1 * (letters + high)) {
    const double top = inner.y + (inner.height - letters - high) / 2;
    const bool timed = !texts.turn.empty() && (texts.was.empty() ? put({place, turn}, top) : put({place, was, turn}, top));
    if (!timed && (texts.was.empty() || !put({place, was}, top))) put({place}, top);
    return drawing.text({inner.middle().x - drawing.width_of(texts.number, Face::text, high) / 2, top + letters}, texts.number,
                        ink, Face::text, high);
  }
  if (inner.height < letters) return;
  const double y = inner.middle().y - letters / 2;
  if (!texts.turn.empty() && (texts.was.empty() ? put({place, number, turn}, y) : put({place, was, number, turn}, y))) return;
  const bool both = drawing.width_of(texts.number) + gap + drawing.width_of(texts.turn) <= room;
  if (!texts.turn.empty() && texts.was.empty() && both && inner.height >= 1.9 * letters) {
    put({place}, y - 0.43 * letters);
    put({number, turn}, y + 0.43 * letters);
    return;
  }
  if (!texts.was.empty() && put({place, was, number}, y)) return;
  if (put({place, number}, y) || put({number}, y)) return;
  const double fitting = letters * (inner.width - 2) / drawing.width_of(texts.number);
  if (fitting >= 0.55 * drawing.em)
    drawing.text({inner.x + 1, inner.middle().y - fitting / 2}, texts.number, ink, Face::small, fitting);
}

}  // namespace satscope::app
