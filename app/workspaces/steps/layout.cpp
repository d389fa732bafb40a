// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "app/core/number_text.h"

namespace satscope::app {
namespace {

constexpr double k_title = 1.25, k_gap = 1.1, k_small_gap = 0.3;  // in units of em
constexpr int k_longest_row = 24;                                 // places of shared memory that still stand in one row
constexpr int k_most_rows = 40;                                   // of a tile
constexpr int k_most_lanes = 64;

/// How large cells are: with numbers of this height, or squares without.
struct Scale {
  double number = 0;  ///< em
  double square = 0;  ///< em; where there are no numbers
};
constexpr std::array k_scales{Scale{1.25, 0}, Scale{1.1, 0},  Scale{0.95, 0}, Scale{0.85, 0}, Scale{0.75, 0}, Scale{0.66, 0},
                              Scale{0, 1.2},  Scale{0, 0.9},  Scale{0, 0.7},  Scale{0, 0.5},  Scale{0, 0.36}, Scale{0, 0.26},
                              Scale{0, 0.18}, Scale{0, 0.12}, Scale{0, 0.08}, Scale{0, 0.05}, Scale{0, 0.03}, Scale{0, 0.02}};

struct Size {
  double width = 0, height = 0;
};

/// A buffer that wants room.
struct BufferWish {
  std::uint32_t buffer;
  int columns, rows;
  std::size_t places;
  int characters;  ///< of its longest number
  std::string title;

  Size grid(const Scale& scale, double em) const {
    if (scale.number <= 0) return {columns * scale.square * em, rows * scale.square * em};
    const double number = scale.number * em;
    const double cell = std::round(std::max(1.5 * number, (0.6 * characters + 0.7) * number));
    return {columns * cell, rows * std::round(1.5 * number)};
  }
};

int characters_of(const Extremes& extremes) {
  return static_cast<int>(std::max(ungrouped(Value(extremes.least)).size(), ungrouped(Value(extremes.most)).size()));
}

/// The length of a row where shared memory holds square tiles with a column more than they need; 0: it does not.
int pitch_of(const Story& story, const TraceBuffer& buffer) {
  if (buffer.space != Space::shared) return 0;
  const Sizes& sizes = story.request.sizes;
  const int threads = story.trace.passes[static_cast<std::size_t>(buffer.pass)].threads;
  const int side = sizes.segment == 0 ? sizes.warp : threads == sizes.tile * sizes.tile ? sizes.tile : 0;
  return side > 0 && buffer.shape.width % (side * (side + 1)) == 0 ? side + 1 : 0;
}

BufferWish wish_for(const Story& story, std::uint32_t buffer) {
  const TraceBuffer& about = story.trace.buffers[buffer];
  BufferWish wish{buffer,    about.shape.width, about.shape.height, about.shape.area(), characters_of(story.extremes[buffer]),
                  about.name};
  const int pitch = pitch_of(story, about), banks = std::max(1, story.request.sizes.warp);
  if (pitch > 0 && about.shape.width / pitch <= k_most_rows) {
    wish.columns = pitch;
    wish.rows = about.shape.width / pitch;
  } else if (about.space == Space::shared && wish.columns > k_longest_row) {
    // rows of lanes: what stands in one column lies in one bank
    const int turns = (about.shape.width + banks - 1) / banks;
    wish.columns = banks * std::max(1, static_cast<int>(std::ceil(std::sqrt(turns / static_cast<double>(banks)) / 2)));
    wish.rows = (about.shape.width + wish.columns - 1) / wish.columns;
  }
  if (about.space == Space::shared) wish.title = "shared " + about.name;
  if (about.space == Space::registers) wish.title = "registers " + about.name;
  return wish;
}

/// What takes part in a pass.
struct Cast {
  std::vector<BufferWish> sources, targets;
  std::vector<BufferWish> of_block;                 ///< each of them once per block; `buffer` is that of block 0
  std::vector<std::vector<std::uint32_t>> buffers;  ///< by block
  int threads = 0;
};

Cast cast_of(const Story& story, int pass) {
  const Trace& trace = story.trace;
  std::set<std::uint32_t> read, written;
  for (const Step& step : trace.steps) {
    if (step.pass != pass) continue;
    for (const Read& one : trace.reads_of(step)) read.insert(one.buffer);
    for (const Write& one : trace.writes_of(step)) written.insert(one.buffer);
  }
  Cast cast;
  cast.threads = trace.passes[static_cast<std::size_t>(pass)].threads;
  cast.buffers.resize(static_cast<std::size_t>(trace.passes[static_cast<std::size_t>(pass)].blocks));
  for (std::uint32_t i = 0; i < trace.buffers.size(); ++i) {
    const TraceBuffer& buffer = trace.buffers[i];
    if (buffer.space == Space::global) {
      if (written.contains(i))
        cast.targets.push_back(wish_for(story, i));
      else if (read.contains(i))
        cast.sources.push_back(wish_for(story, i));
    } else if (buffer.pass == pass) {
      auto& own = cast.buffers[static_cast<std::size_t>(buffer.block)];
      const BufferWish wish = wish_for(story, i);
      // every block has the same buffers; the widest number of all of them counts
      if (own.size() == cast.of_block.size())
        cast.of_block.push_back(wish);
      else
        cast.of_block[own.size()].characters = std::max(cast.of_block[own.size()].characters, wish.characters);
      own.push_back(i);
    }
  }
  if (cast.of_block.empty()) cast.buffers.clear();
  return cast;
}

struct Choice {
  bool columns = true;  ///< sources, blocks and targets side by side; else the global ones above the blocks
  Scale outer, inner;
  int blocks = 0, block_columns = 1;
  int beside = 1;  ///< buffers of a block side by side, before the next stand below these
};

/// Measures a choice, and places it when told where.
class Arrangement {
 public:
  Arrangement(const Cast& cast, const Choice& choice, double em) : cast_(cast), choice_(choice), em_(em) {
    one_row_ = choice.beside >= static_cast<int>(cast.of_block.size()) &&
               std::all_of(cast.of_block.begin(), cast.of_block.end(), [](const BufferWish& w) { return w.rows == 1; });
    lanes_ = cast.threads > 1 && cast.threads <= k_most_lanes && choice.inner.square == 0 ? std::round(0.5 * em) : 0;
    label_ = one_row_ ? std::round(3.6 * em) : 0;
    title_ = std::round(k_title * em);
    gap_ = std::round(k_gap * em);
    small_ = std::round(k_small_gap * em);
  }

  Size outer(const std::vector<BufferWish>& wishes, bool vertical) const {
    Size size;
    for (const BufferWish& wish : wishes) {
      const Size grid = wish.grid(choice_.outer, em_);
      const double width = std::max(grid.width, title_width(wish)), height = grid.height + title_;
      if (vertical) {
        size.width = std::max(size.width, width);
        size.height += height + (size.height > 0 ? gap_ : 0);
      } else {
        size.width += width + (size.width > 0 ? gap_ : 0);
        size.height = std::max(size.height, height);
      }
    }
    return size;
  }
  Size block() const {
    Size size, row;
    for (std::size_t k = 0; k < cast_.of_block.size(); ++k) {
      const Size buffer = in_block(cast_.of_block[k]);
      if (begins_row(k)) row = {};
      row.width += buffer.width + (row.width > 0 ? gap_ : 0);
      size.height += std::max(0.0, buffer.height - row.height) + (begins_row(k) && k > 0 ? small_ : 0);
      row.height = std::max(row.height, buffer.height);
      size.width = std::max(size.width, row.width);
    }
    size.width += label_;
    size.height += lanes_ + (one_row_ ? 0 : title_);
    return size;
  }
  int block_rows() const {
    return choice_.blocks == 0 ? 0 : (choice_.blocks + choice_.block_columns - 1) / choice_.block_columns;
  }
  Size blocks() const {
    if (choice_.blocks == 0) return {};
    const Size one = block();
    const double between = one_row_ ? small_ : gap_;
    return {choice_.block_columns * one.width + (choice_.block_columns - 1) * gap_,
            block_rows() * one.height + (block_rows() - 1) * between + (one_row_ ? title_ : 0)};
  }
  Size all() const {
    const Size from = outer(cast_.sources, choice_.columns), to = outer(cast_.targets, choice_.columns), in = blocks();
    const int parts = (from.width > 0) + (to.width > 0) + (choice_.columns && in.width > 0);
    const double gaps = std::max(0, parts - 1) * wide_gap();
    if (choice_.columns) return {from.width + in.width + to.width + gaps, std::max({from.height, in.height, to.height})};
    const double top = std::max(from.height, to.height);
    return {std::max(from.width + to.width + gaps, in.width), top + in.height + (in.height > 0 && top > 0 ? gap_ : 0)};
  }

  void place(const Area& area, int first_block, StepsLayout& layout) const {
    const Size size = all(), from = outer(cast_.sources, choice_.columns), to = outer(cast_.targets, choice_.columns),
               in = blocks();
    double x = std::floor(area.x + (area.width - size.width) / 2);
    const double y = std::floor(area.y + (area.height - size.height) / 2);
    const auto middle = [&](const Size& part) { return std::floor(y + (size.height - part.height) / 2); };
    if (choice_.columns) {
      place_outer(cast_.sources, GridRole::source, {x, middle(from)}, layout);
      if (from.width > 0) x += from.width + wide_gap();
      place_blocks({x, middle(in)}, first_block, layout);
      if (in.width > 0) x += in.width + wide_gap();
      place_outer(cast_.targets, GridRole::target, {x, middle(to)}, layout);
      return;
    }
    const double top = std::max(from.height, to.height);
    double at = std::floor(area.x + (area.width - from.width - to.width - (from.width > 0 ? wide_gap() : 0)) / 2);
    place_outer(cast_.sources, GridRole::source, {at, y}, layout);
    if (from.width > 0) at += from.width + wide_gap();
    place_outer(cast_.targets, GridRole::target, {at, y}, layout);
    place_blocks({std::floor(area.x + (area.width - in.width) / 2), y + top + (top > 0 ? gap_ : 0)}, first_block, layout);
  }

 private:
  double wide_gap() const { return 1.6 * gap_; }
  double title_width(const BufferWish& wish) const { return 0.52 * em_ * static_cast<double>(wish.title.size()); }
  /// Of a buffer of a block, with its title where each has its own.
  Size in_block(const BufferWish& wish) const {
    const Size grid = wish.grid(choice_.inner, em_);
    return {std::max(grid.width, title_width(wish)), grid.height + (one_row_ ? 0 : title_)};
  }
  /// Buffer k of a block stands first of those side by side.
  bool begins_row(std::size_t k) const { return k % static_cast<std::size_t>(choice_.beside) == 0; }

  void add(const BufferWish& wish, std::uint32_t buffer, GridRole role, int block, const Scale& scale, Point at, bool titled,
           StepsLayout& layout) const {
    const Size grid = wish.grid(scale, em_);
    const double title = titled ? title_ : 0;
    GridPanel panel;
    panel.buffer = buffer;
    panel.role = role;
    panel.block = block;
    panel.columns = wish.columns;
    panel.rows = wish.rows;
    panel.places = wish.places;
    if (titled) panel.title = wish.title;
    panel.area = {at.x, at.y, std::max(grid.width, titled ? title_width(wish) : 0), grid.height + title};
    panel.cells = {at.x, at.y + title, grid.width, grid.height};
    panel.number_size = std::round(scale.number * em_);
    layout.panels.push_back(std::move(panel));
  }
  void place_outer(const std::vector<BufferWish>& wishes, GridRole role, Point at, StepsLayout& layout) const {
    for (const BufferWish& wish : wishes) {
      add(wish, wish.buffer, role, -1, choice_.outer, at, true, layout);
      const Area& area = layout.panels.back().area;
      if (choice_.columns)
        at.y += area.height + gap_;
      else
        at.x += area.width + gap_;
    }
  }
  void place_blocks(Point at, int first_block, StepsLayout& layout) const {
    if (choice_.blocks == 0) return;
    const Size one = block();
    const double between = one_row_ ? small_ : gap_;
    if (one_row_) {
      for (int column = 0; column < choice_.block_columns; ++column) {
        double x = at.x + column * (one.width + gap_) + label_;
        for (const BufferWish& wish : cast_.of_block) {
          const double width = in_block(wish).width;
          layout.labels.push_back({wish.title, {x, at.y, width, title_}});
          x += width + gap_;
        }
      }
      at.y += title_;
    }
    for (int i = 0; i < choice_.blocks; ++i) {
      const int block = first_block + i;
      Point corner{at.x + (i / block_rows()) * (one.width + gap_), at.y + (i % block_rows()) * (one.height + between)};
      const double left = corner.x + label_;
      if (one_row_) {
        layout.labels.push_back({fmt::format("block {}", block + 1), {corner.x, corner.y, label_, one.height - lanes_}});
        corner.x = left;
      } else {
        layout.labels.push_back({fmt::format("block {}", block + 1), {corner.x, corner.y, one.width, title_}});
        corner.y += title_;
      }
      Point place = corner;
      double lowest = corner.y;
      for (std::size_t k = 0; k < cast_.of_block.size(); ++k) {
        if (k > 0 && begins_row(k)) place = {corner.x, lowest + small_};
        add(cast_.of_block[k], cast_.buffers[static_cast<std::size_t>(block)][k], GridRole::block, block, choice_.inner, place,
            !one_row_, layout);
        const Size size = in_block(cast_.of_block[k]);
        lowest = std::max(lowest, place.y + size.height);
        place.x += size.width + gap_;
      }
      if (lanes_ > 0) {
        const double y = at.y + (i % block_rows()) * (one.height + between) + one.height - lanes_;
        layout.lanes.push_back({block, {left, y, one.width - label_, lanes_}});
      }
    }
  }

  const Cast& cast_;
  const Choice& choice_;
  double em_, lanes_, label_, title_, gap_, small_;
  bool one_row_;
};

/// Numbers are worth most, then many blocks, then large cells.
double worth(const Choice& choice, int all_blocks, bool has_outer, bool all_beside) {
  const auto of = [](const Scale& scale) { return scale.number > 0 ? 4 + scale.number : 2.2 * std::sqrt(scale.square); };
  double sum = (has_outer ? of(choice.outer) : 0) + (choice.columns ? 0.05 : 0) + (all_beside ? 0.6 : 0);
  if (choice.blocks > 0) sum += 1.5 * of(choice.inner) + 3 * std::log2(1.0 + choice.blocks) / std::log2(1.0 + all_blocks);
  return sum;
}

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

/// All buffers of the plan, small, in a row. Returns the height that it took.
double place_strip(const Story& story, const Area& area, double em, StepsLayout& layout) {
  std::vector<BufferWish> wishes;
  for (std::uint32_t i = 0; i < story.trace.buffers.size() && story.trace.buffers[i].space == Space::global; ++i)
    wishes.push_back(wish_for(story, i));
  if (wishes.size() < 3 || area.height < 20 * em) return 0;
  for (BufferWish& wish : wishes) wish.title = in_two_lines(wish.title);
  const bool two =
      std::any_of(wishes.begin(), wishes.end(), [](const BufferWish& w) { return w.title.find('\n') != w.title.npos; });
  const double title = std::round((two ? 2 : 1) * em + 0.25 * em), gap = std::round(0.8 * em), most = 3.2 * em;
  double width = 0;
  const auto size = [&](const BufferWish& wish) {
    const double cell = most / std::max(wish.columns, wish.rows);
    return Size{std::max(1.0, wish.columns * cell), std::max(1.0, wish.rows * cell)};
  };
  const auto slot = [&](const BufferWish& wish) {
    const std::size_t cut = std::min(wish.title.find('\n'), wish.title.size());
    const std::size_t longest = std::max(cut, wish.title.size() - cut);
    return std::max(size(wish).width, 0.53 * em * static_cast<double>(longest));
  };
  for (const BufferWish& wish : wishes) width += slot(wish) + gap;
  if (width - gap > area.width - 2 * em) return 0;
  double x = area.x + em;
  for (const BufferWish& wish : wishes) {
    const Size grid = size(wish);
    GridPanel panel;
    panel.buffer = wish.buffer;
    panel.role = GridRole::strip;
    panel.columns = wish.columns;
    panel.rows = wish.rows;
    panel.places = wish.places;
    panel.title = wish.title;
    panel.area = {x, area.y, slot(wish), title + most};
    panel.cells = {x, area.y + title, grid.width, grid.height};
    layout.panels.push_back(std::move(panel));
    x += slot(wish) + gap;
  }
  return title + most + std::round(0.6 * em);
}

}  // namespace

Area GridPanel::cell(std::size_t index) const {
  const auto column = static_cast<int>(index % static_cast<std::size_t>(columns));
  const auto row = static_cast<int>(index / static_cast<std::size_t>(columns));
  return {cells.x + column * cell_width(), cells.y + row * cell_height(), cell_width(), cell_height()};
}

std::int64_t GridPanel::place_at(Point point) const {
  if (!cells.contains(point)) return -1;
  const auto column = static_cast<std::int64_t>((point.x - cells.x) / cell_width());
  const auto row = static_cast<std::int64_t>((point.y - cells.y) / cell_height());
  const std::int64_t place = row * columns + column;
  return column < columns && place < static_cast<std::int64_t>(places) ? place : -1;
}

StepsLayout layout_steps(const Story& story, int pass, const Area& area, double em, int first_block) {
  StepsLayout layout;
  const Cast cast = cast_of(story, pass);
  layout.all_blocks = static_cast<int>(cast.buffers.size());
  const double strip = place_strip(story, area, em, layout);
  const Area room{area.x + em, area.y + strip, area.width - 2 * em, area.height - strip};
  const bool has_outer = !cast.sources.empty() || !cast.targets.empty();

  Choice best;
  double best_worth = -1;
  std::vector<int> counts;
  for (int count = layout.all_blocks; count > 0; count = count == 1 ? 0 : (count + 1) / 2) counts.push_back(count);
  if (counts.empty()) counts.push_back(0);
  const int in_block = std::max(1, static_cast<int>(cast.of_block.size()));
  const std::set<int> besides{in_block, (in_block + 1) / 2, (in_block + 2) / 3, (in_block + 3) / 4, 1};
  for (const bool columns : {true, false})
    for (const Scale& outer : k_scales)
      for (const Scale& inner : k_scales)
        for (const int blocks : counts)
          for (const int beside : besides)
            for (int across = 1; across <= std::max(1, std::min(blocks, 8)); ++across) {
              const Choice choice{columns, outer, inner, blocks, across, beside};
              const double value = worth(choice, layout.all_blocks, has_outer, beside == in_block);
              if (value <= best_worth) continue;
              const Size size = Arrangement(cast, choice, em).all();
              if (size.width > room.width || size.height > room.height) continue;
              best = choice;
              best_worth = value;
            }
  if (best_worth < 0) {
    layout.panels.clear();
    return layout;
  }
  layout.fits = true;
  layout.blocks = best.blocks;
  layout.first_block = std::clamp(first_block, 0, layout.all_blocks - best.blocks);
  Arrangement(cast, best, em).place(room, layout.first_block, layout);
  return layout;
}

}  // namespace satscope::app
