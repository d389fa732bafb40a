// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/look_back/sums_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/workspaces/steps/views/look_back/pen.h"
#include "kernels/plural.h"

namespace satscope::app {
namespace {

constexpr double k_selected = 2;  // pixels, of a frame

}  // namespace

SumLines::SumLines(Drawing& drawing, std::vector<SelectedSum> sums, double width, std::string who, bool flat)
    : drawing_(drawing), width_(width), who_(std::move(who)), all_(sums.size()) {
  constexpr std::size_t k_most = 4;
  if (sums.size() > k_most) sums.resize(k_most);
  // the numbers are worth more than the names of their places
  struct Way {
    bool covers, wraps, places;
  };
  std::vector<Way> ways{{true, false, true}, {true, true, true}, {false, true, false}};
  if (flat) ways = {{true, false, true}, {false, false, true}, {false, false, false}};
  for (const auto& [with_covers, wraps, with_places] : ways) {
    wraps_ = wraps;
    lines_.clear();
    covers_ = 0;
    for (const SelectedSum& sum : sums) {
      Line& line = lines_.emplace_back(line_of(sum, with_places));
      if (!with_covers) line.covers.clear();
      if (flat && !with_places) line.result.place.clear();
      if (!wraps && !line.covers.empty()) covers_ = std::max(covers_, drawing.width_of(line.covers) + 0.6 * drawing.em);
    }
    if (std::ranges::all_of(lines_, [&](const Line& line) {
          return covers_ + width_of(line.items) + (wraps ? 0 : width_of_result(line)) <= width_;
        }))
      return;
  }
  // of a long sum its first and last numbers
  const auto too_wide = [&](const Line& line) { return width_of(line.items) + (wraps_ ? 0 : width_of_result(line)) > width_; };
  for (Line& line : lines_)
    while (too_wide(line) && line.items.size() > 5) {
      const auto middle = line.items.end() - 4;
      if (middle->text == " \u2026 ")
        line.items.erase(middle - 2, middle);
      else
        *middle = {.text = " \u2026 ", .place = {}, .sign = true, .width = drawing_.width_of(" \u2026 ", Face::text)};
    }
  std::erase_if(lines_, too_wide);
}

SumLines::Line SumLines::line_of(const SelectedSum& sum, bool with_places) const {
  const double em = drawing_.em;
  const auto sign = [&](const std::string& text) {
    return Item{.text = text, .place = {}, .sign = true, .width = drawing_.width_of(text, Face::text)};
  };
  const auto number = [&](const std::string& text, const std::string& place) {
    const double wide = std::max(1.8 * em, drawing_.width_of(text, Face::text) + 0.7 * em);
    return Item{.text = text, .place = place, .sign = false, .width = wide};
  };
  Line line{.covers = sum.covers, .items = {}, .sign = {}, .result = number(sum.value, sum.place)};
  for (std::size_t i = 0; i < sum.terms.size(); ++i) {
    const SumTerm& term = sum.terms[i];
    const bool computed = sum.kind == SelectedSum::Kind::made;
    if (i > 0 || term.minus) line.items.push_back(sign(computed ? ", " : term.minus ? " \u2212 " : " + "));
    Item& item = line.items.emplace_back(number(term.value, with_places ? term.place : ""));
    item.width = std::max(item.width, drawing_.width_of(item.place) + 0.2 * em);
    item.known = term.known;
  }
  line.result.known = sum.known;
  line.sign = sign(sum.kind == SelectedSum::Kind::put ? "puts " : sum.kind == SelectedSum::Kind::sum ? " = " : " \u2192 ");
  return line;
}

double SumLines::width_of(const std::vector<Item>& items) const {
  double wide = 0;
  for (const Item& item : items) wide += item.width;
  return wide;
}

double SumLines::width_of_result(const Line& line) const {
  return line.sign.width + line.result.width + 0.4 * drawing_.em + drawing_.width_of(line.result.place);
}

std::string SumLines::more(std::size_t lines) const {
  const std::size_t rest = all_ - std::min(all_, lines);
  return rest == 0 ? std::string() : fmt::format("and {} more", counted(rest, "number"));
}

double SumLines::height(std::size_t lines, bool with_who) const {
  const std::size_t shown = std::min(lines, lines_.size());
  return (with_who ? letters() + gap() : 0) + static_cast<double>(shown) * each() +
         (with_who && !more(shown).empty() ? letters() : 0);
}

/// A word has the colour that the legend gives to its kind.
void SumLines::draw_chip(const Area& area, const Item& item, bool result) const {
  const Palette& palette = drawing_.palette;
  const bool word = item.known != Known::nothing;
  drawing_.rect(area, {word ? Pen(drawing_).colour_of(item.known) : result ? palette.plus_mark : palette.raised});
  drawing_.frame(area, {palette.selected}, k_selected);
  drawing_.text_in(area, item.text, {word ? palette.panel : result ? palette.on_mark : palette.text}, Face::text);
}

void SumLines::draw_result(Point at, const Line& line) const {
  const double x = at.x + line.sign.width, after = x + line.result.width + 0.4 * drawing_.em;
  drawing_.text({at.x, at.y + (chip() - drawing_.letters(Face::text)) / 2}, line.sign.text, {drawing_.palette.text},
                Face::text);
  draw_chip({x, at.y, line.result.width, chip()}, line.result, true);
  std::vector<std::string> names{line.result.place};
  if (wraps_ && !line.covers.empty()) names.insert(names.begin(), fmt::format("{}: {}", line.result.place, line.covers));
  drawing_.text({after, at.y + (chip() - drawing_.letters(Face::small)) / 2},
                drawing_.first_that_fits(names, width_ - line.sign.width - line.result.width - 0.4 * drawing_.em),
                {drawing_.palette.text});
}

void SumLines::draw(Point at, std::size_t lines, bool with_who) const {
  const Palette& palette = drawing_.palette;
  const std::size_t shown = std::min(lines, lines_.size());
  double y = at.y;
  if (with_who) {
    const double side = 0.7 * drawing_.em;
    drawing_.frame({at.x, y + (letters() - side) / 2, side, side}, {palette.selected}, k_selected);
    drawing_.text({at.x + side + 0.4 * drawing_.em, y}, drawing_.first_that_fits({who_}, width_ - 1.2 * drawing_.em),
                  {palette.text});
    y += letters() + gap();
  }
  for (std::size_t i = 0; i < shown; ++i) {
    const Line& line = lines_[i];
    const double chips = y + letters();
    if (!wraps_) drawing_.text({at.x, chips + (chip() - drawing_.letters(Face::small)) / 2}, line.covers, {palette.text});
    double x = at.x + covers_;
    for (const Item& item : line.items) {
      if (item.sign) {
        drawing_.text({x, chips + (chip() - drawing_.letters(Face::text)) / 2}, item.text, {palette.text}, Face::text);
      } else {
        if (!item.place.empty())
          drawing_.text({x + (item.width - drawing_.width_of(item.place)) / 2, y}, item.place, {palette.quiet});
        draw_chip({x, chips, item.width, chip()}, item, false);
      }
      x += item.width;
    }
    draw_result(wraps_ ? Point{at.x + covers_, chips + chip() + gap()} : Point{x, chips}, line);
    y += each();
  }
  if (const std::string rest = more(shown); with_who && !rest.empty())
    drawing_.text({at.x + covers_, y}, rest, {palette.quiet});
}

}  // namespace satscope::app
