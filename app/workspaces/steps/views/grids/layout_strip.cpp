// SPDX-License-Identifier: Apache-2.0
// The strip of all buffers above the grids: the way from the picture to the table, and where in it one is.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "app/workspaces/steps/views/grids/layout.h"

namespace satscope::app {
namespace {

constexpr double k_side = 3.2;        // em, of a buffer without numbers
constexpr double k_most_share = 0.4;  // of the canvas' height

/// A long title broken at the blank nearest its middle.
std::string in_two_lines(std::string title) {
  constexpr std::size_t k_long = 9;
  if (title.size() <= k_long) return title;
  std::size_t best = title.npos;
  const auto from_middle = [&](std::size_t at) {
    return at > title.size() / 2 ? at - title.size() / 2 : title.size() / 2 - at;
  };
  for (std::size_t at = title.find(' '); at != title.npos; at = title.find(' ', at + 1))
    if (best == title.npos || from_middle(at) < from_middle(best)) best = at;
  if (best != title.npos) title[best] = '\n';
  return title;
}

double longest_line(const std::string& title) {
  const std::size_t cut = std::min(title.find('\n'), title.size());
  return static_cast<double>(std::max(cut, title.size() - cut));
}

struct StripItem {
  VisibleBuffer shown;
  bool numbered;
  double title, cell_width, cell_height;
  Area area = {};
  double width(double em) const { return std::max(shown.columns * cell_width, 0.53 * em * longest_line(shown.title)); }
  double height() const { return title + shown.rows * cell_height; }
};

/// What a strip may consist of, best first.
struct StripPlan {
  bool numbers, small;
};

/// Side by side; small ones are stacked as far as a large one beside them is high. Returns the height; none: no room.
std::optional<double> lay_strip(std::vector<StripItem>& items, const Area& area, double em) {
  const double gap = std::round(0.8 * em), right = area.right() - em;
  double high = 0;
  for (const StripItem& item : items) high = std::max(high, item.height());
  double x = area.x + em, y = area.y, column = 0;
  bool alone = true;  // in its column, which others may not join
  for (StripItem& item : items) {
    const bool joins = !item.numbered && !alone && y + item.height() <= area.y + high;
    if (!joins && column > 0) {
      x += column + gap;
      y = area.y;
      column = 0;
    }
    item.area = {x, y, item.width(em), item.height()};
    if (item.area.right() > right) return std::nullopt;
    column = std::max(column, item.area.width);
    y += item.height() + std::round(0.4 * em);
    alone = item.numbered;
  }
  return high;
}

}  // namespace

double place_strip(const Story& story, const VisibleBuffers& visible, const Area& area, const TypeSize& em,
                   StepsLayout& layout) {
  const Trace& trace = story.trace;
  const auto takes_part = [&](std::uint32_t buffer) {
    const auto is = [&](const VisibleBuffer& shown) { return shown.buffer == buffer; };
    return std::any_of(visible.sources.begin(), visible.sources.end(), is) ||
           std::any_of(visible.targets.begin(), visible.targets.end(), is);
  };
  // because: where only the first passes are shown, the buffers of later ones stay empty
  const bool cut = trace.passes.size() < story.passes.size();
  const auto stays_empty = [&](std::uint32_t buffer) {
    if (!cut) return false;
    const auto& first = story.first_writes[buffer];
    return std::ranges::all_of(first, [](std::uint32_t step) { return step == std::numeric_limits<std::uint32_t>::max(); });
  };
  constexpr std::array k_plans{StripPlan{true, true}, StripPlan{true, false}, StripPlan{false, true}};
  for (const StripPlan& plan : k_plans) {
    std::vector<StripItem> items;
    bool two_lines = false;
    for (std::uint32_t i = 0; i < trace.buffers.size() && trace.buffers[i].space == Space::global; ++i) {
      // because: without a table they are nothing of the file's
      if (!trace.has_table && (i == 0 || static_cast<int>(i) == trace.table)) continue;
      StripItem item{shown_buffer(story, i), false, 0, 0, 0};
      item.shown.active = takes_part(i);
      // because: a class compares with the row that it began with, and the rest has no room
      if (em.to_class && (i > 0 || item.shown.rows > 1 || item.shown.active)) continue;
      item.numbered = plan.numbers && !item.shown.active && item.shown.key;
      if (!item.numbered && (em.to_class || !plan.small || (!item.shown.active && stays_empty(i)))) continue;
      const double cell = k_side * em / std::max({item.shown.columns, item.shown.rows, 3});
      item.cell_height =
          item.numbered ? std::ceil(std::max(k_number_lines * em.least_number * em, std::min(1.35 * em, cell))) : cell;
      item.cell_width = item.numbered ? std::round(width_of_cell(item.cell_height, item.shown.characters, em)) : cell;
      item.shown.title = in_two_lines(item.shown.title);
      two_lines |= item.shown.title.find('\n') != item.shown.title.npos;
      items.push_back(std::move(item));
    }
    if (items.size() < (plan.small ? 3U : 1U)) {
      const bool numbered = std::any_of(items.begin(), items.end(), [](const StripItem& item) { return item.numbered; });
      if (!numbered) continue;
    }
    for (StripItem& item : items) item.title = std::round((two_lines ? 2 : 1) * em + 0.25 * em);
    const auto high = lay_strip(items, area, em);
    if (!high || *high > k_most_share * area.height || area.height < (em.to_class ? 12 : 18) * em) continue;
    for (const StripItem& item : items)
      layout.panels.push_back(
          {item.shown,
           GridRole::strip,
           -1,
           item.area,
           {item.area.x, item.area.y + item.title, item.shown.columns * item.cell_width, item.shown.rows * item.cell_height},
           item.numbered ? number_in_cell(item.cell_height, em) : 0});
    return *high + std::round(0.6 * em);
  }
  return 0;
}

}  // namespace satscope::app
