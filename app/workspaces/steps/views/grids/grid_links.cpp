// SPDX-License-Identifier: Apache-2.0
// What is short and said with words: arrows from a cell to the next one, and from the old number in a cell to its new one.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/workspaces/steps/views/grids/grid_moves.h"

namespace satscope::app {
namespace {

/// Where the words of a move are.
Area label_of(const Drawing& drawing, const GridMove& move, std::string_view words) {
  const double wide = drawing.width_of(words) + 0.4 * drawing.em, high = drawing.letters(Face::small) + 2;
  return {move.label.x + (move.label.width - wide) / 2, move.label.y - high, wide, high};
}

}  // namespace

std::string words_of(const Trace& trace, const GridMove& move) {
  std::string words = cell_text(trace, move.flow->from, move.flow->value);
  if (!move.also) return words;
  const Write& write = trace.writes[move.flow->write];
  const auto value = [&](const Cell& cell, std::uint32_t buffer) {
    return to_double(number(cell, trace.buffers[buffer].type));
  };
  const std::uint32_t from = move.flow->from.buffer;
  const bool adds = value(move.flow->value, from) + value(move.also->value, from) == value(write.after, write.buffer);
  return words + (adds ? " + " : ", ") + cell_text(trace, move.also->from, move.also->value);
}

std::optional<Route> route_to_next(const Area& cell, const CellLetters& here, const Area& goal, const CellLetters& there,
                                   double most, double em) {
  const bool right = goal.x > cell.x;
  const double gap = right ? goal.x - cell.right() : cell.x - goal.right();
  if (std::abs(cell.middle().y - goal.middle().y) > 2 || gap < -2 || gap > most) return std::nullopt;
  if (here.number.width <= 0 || there.number.width <= 0) return std::nullopt;
  const double from = right ? here.number.right() + 0.4 * em : here.number.x - 0.4 * em;
  const double to = right ? there.number.x - 0.5 * em : there.number.right() + 0.5 * em;
  const double door = right ? goal.x : goal.right();
  // because: the name of a row may be between two grids, at the middle of the row
  const double level = std::max(there.number.middle().y, here.number.middle().y) + (gap > 2 ? 0.8 * em : 0);
  const bool over_old = there.old.size > 0 && level - 0.4 * em < there.old.area.bottom();
  if ((right ? to - from : from - to) < 1.6 * em || (right ? to - door : door - to) < 0.4 * em || over_old) return std::nullopt;
  Route route;
  route.to({from, level});
  route.to({right ? std::min(to, door + 0.9 * em) : std::max(to, door - 0.9 * em), level});
  return route;
}

void straighten(const Drawing& drawing, const StepsState& steps, const StepsGridCache& cache, std::span<GridMove> moves) {
  const Trace& trace = steps.player()->story().trace;
  for (GridMove& move : moves) {
    if (!move.full) continue;
    const CellAt from = move.flow->from, to = move.flow->to;
    const CellUse* touch = steps.touch(from);
    const bool overwritten = touch && touch->written && !move.also && move.flow->value == touch->before;
    if (overwritten) continue;  // its old number is where it leaves
    const GridPanel &source = cache.layout.panels[cache.main[from.buffer] - 1],
                    &target = cache.layout.panels[cache.main[to.buffer] - 1];
    const CellLetters here = letters_in(drawing, steps, cache.em, source, from.index),
                      there = letters_in(drawing, steps, cache.em, target, to.index);
    const Area cell = source.cell(from.index);
    const bool right = move.goal.x > cell.x, beyond = &source != &target;
    const double out = right ? cell.right() : cell.x, door = right ? move.goal.x : move.goal.right();
    if (beyond && (std::abs(out - (right ? source.cells.right() : source.cells.x)) > 2 ||
                   std::abs(door - (right ? target.cells.x : target.cells.right())) > 2))
      continue;
    const auto route = route_to_next(cell, here, move.goal, there, beyond ? 4 * drawing.em : 2, drawing.em);
    if (!route) continue;
    move.route = *route;
    if (!move.also) continue;
    const double left = right ? here.number.right() : there.number.right(), end = right ? there.number.x : here.number.x;
    // over the arrow; where the name of a row may be there, under it; where numbers leave no room, under these
    const double high = drawing.letters(Face::small) + 2, level = move.route.begin().y, em = drawing.em;
    const std::string words = words_of(trace, move);
    const double wide = label_of(drawing, move, words).width;
    const bool between = wide <= end - left;
    const double numbers = std::max(here.number.bottom(), there.number.bottom());
    const double bottom = !between ? numbers + high : beyond ? level + 0.4 * em + high : level - 0.4 * em;
    move.label = {left, bottom, end - left, 0};
    const Area label = label_of(drawing, move, words);
    const auto covers = [&](const Area& old) {
      return old.width > 0 && label.x < old.right() + 2 && label.right() > old.x - 2 && label.y < old.bottom() + 1;
    };
    const double ticks = 0.12 * move.goal.height;  // of the banks
    const bool fits = wide < 0.9 * move.goal.width && label.bottom() < std::min(cell.bottom(), move.goal.bottom()) - ticks;
    if (!fits || covers(there.old.area) || covers(here.old.area)) move.label = {};
  }
}

void paint_labels(Drawing& drawing, const Trace& trace, std::span<const GridMove> moves) {
  for (const GridMove& move : moves) {
    if (move.label.width <= 0) continue;
    const std::string words = words_of(trace, move);
    const Area label = label_of(drawing, move, words);
    drawing.rect(label, {drawing.palette.backdrop}, 2);
    drawing.text({label.x + 0.2 * drawing.em, label.y + 1}, words, {drawing.palette.accent});
  }
}

std::vector<Route> own_arrows(const Drawing& drawing, const StepsState& steps, const StepsGridCache& cache,
                              std::span<const GridMove> moves) {
  std::vector<Route> arrows;
  const StepCaption* caption = steps.caption();
  if (!caption) return arrows;
  const Trace& trace = steps.player()->story().trace;
  const double em = drawing.em;
  for (const std::uint32_t at : caption->into_themselves) {
    if (arrows.size() == k_most_full_arrows) return {};
    const Write& write = trace.writes[at];
    if (cache.main[write.buffer] == 0) continue;
    const GridPanel& panel = cache.layout.panels[cache.main[write.buffer] - 1];
    const CellLetters letters = letters_in(drawing, steps, cache.em, panel, write.index);
    if (letters.old.size <= 0 || letters.number.width <= 0) continue;
    const Area cell = panel.cell(write.index);
    const Area &old = letters.old.area, &number = letters.number;
    // from the left, where no other arrow comes from there; else from above
    const bool free_left = std::ranges::none_of(moves, [&](const GridMove& move) {
      return move.full && move.flow->to == CellAt{write.buffer, write.index} && move.route.end().x < cell.middle().x - 1 &&
             move.route.end().y > old.bottom();
    });
    const double x = old.middle().x, level = number.middle().y;
    Route route;
    if (free_left && number.x - x > 1.1 * em && level - old.bottom() > 0.5 * em) {
      route.to({x, old.bottom() + 1});
      route.to({x, level});
      route.to({number.x - 0.35 * em, level});
    } else if (const double down = std::max(x, number.x + 0.1 * em);
               down <= old.right() && number.y + 0.16 * number.height - old.bottom() > 0.5 * em) {
      // because: digits do not fill the height of their letters
      route.to({down, old.bottom() - 1});
      route.to({down, number.y + 0.12 * number.height});
    } else if (number.middle().x - old.right() > 1.1 * em && number.y - old.middle().y > 0.7 * em) {
      const Point tip{number.middle().x - 0.5 * em, number.y - 1};
      const bool taken = std::ranges::any_of(moves, [&](const GridMove& move) {
        return move.full && std::hypot(move.route.end().x - tip.x, move.route.end().y - tip.y) < 1.2 * em;
      });
      if (taken) continue;
      route.to({old.right() + 2, old.middle().y});
      route.to({tip.x, old.middle().y});
      route.to(tip);
    } else {
      continue;
    }
    arrows.push_back(route);
  }
  return arrows;
}

}  // namespace satscope::app
