// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/grids/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace satscope::app {
namespace {

constexpr double k_title = 1.25, k_gap = 1.1;  // in units of em
constexpr double k_most_number = 3;            // em
constexpr double k_thumbnail = 3.2, k_small_cell = 0.45, k_lone_cell = 5, k_lone_cell_to_class = 2;
constexpr double k_tracks_to_class = 0.5;  // em; so that arrows go between cells and their indices
constexpr double k_low = 16;               // em; below there is room for nothing but what takes part
constexpr int k_most_lanes = 64;
constexpr int k_heights = 44;

/// Heights of cells to choose from, from a dot to a hand's breadth.
double height_of(int number, double em) { return 0.0217 * em * std::pow(1.17, number); }

struct Size {
  double width = 0, height = 0;
};

/// How cells of one kind are drawn.
struct Cells {
  double height = 0, stretch_x = 1, stretch_y = 1;
};

Size grid_size(const VisibleBuffer& shown, const Cells& cells, int characters, const TypeSize& em) {
  const double wide = width_of_cell(cells.height, characters, em) * cells.stretch_x, high = cells.height * cells.stretch_y;
  // because: cells of whole pixels have even lines between them
  const auto whole = [](double side) { return side >= 4 ? std::floor(side) : side; };
  return {shown.columns * whole(wide), shown.rows * whole(high)};
}

/// What is placed together: a grid under its title.
struct Placed {
  const VisibleBuffer* shown;
  std::uint32_t buffer;
  GridRole role;
  int block = -1;
  Area area = {};  ///< in what holds it
};

struct Choice {
  bool columns = true;  ///< sources, blocks and targets side by side; else the global ones above the blocks
  Cells outer, inner;
  int blocks = 0, across = 1;
  bool small_others = false;  ///< global buffers beside picture and table give way
};

/// Measures a choice; places it if it gets a place.
class Arrangement {
 public:
  Arrangement(const VisibleBuffers& visible, const Choice& choice, const TypeSize& em, const Area& room, int first_block)
      : visible_(visible),
        choice_(choice),
        em_(em),
        gap_(std::round((room.height > 0.6 * k_low * em ? k_gap : 0.3) * em)),
        title_(std::round(k_title * em)),
        room_(room) {
    for (const VisibleBuffer& shown : visible.sources) outer_.push_back({&shown, shown.buffer, GridRole::source});
    sources_ = outer_.size();
    for (const VisibleBuffer& shown : visible.targets) outer_.push_back({&shown, shown.buffer, GridRole::target});
    for (const Placed& item : outer_)
      if (is_row(*item.shown)) row_characters_ = std::max(row_characters_, item.shown->characters);
    first_block_ = first_block;
    if (choice.columns)
      in_columns();
    else
      in_rows();
  }

  bool fits() const { return fits_ && size_.width <= room_.width && size_.height <= room_.height; }

  void place(StepsLayout& layout) const {
    const double x = std::floor(room_.x + (room_.width - size_.width) / 2);
    const double free = room_.height - size_.height;
    // because: to a class a row stays where it is while what is read or written above it comes and goes
    const double y = std::floor(room_.y + (is_one_row() ? free - std::min(free / 2, 0.5 * em_) : free / 2));
    for (const Placed& item : outer_) add(item, {x, y}, layout);
    for (int i = 0; i < choice_.blocks; ++i) {
      const int column = i % choice_.across, row = i / choice_.across, block = first_block_ + i;
      const Point at{x + blocks_.x + column * (block_.width + gap_), y + blocks_.y + row * (block_.height + gap_)};
      const double label = block_label();
      if (label > 0)
        layout.labels.push_back({fmt::format("block {}", block + visible_.name_of_first), {at.x, at.y, block_.width, title_}});
      for (Placed item : in_block_) {
        item.block = block;
        const auto k = static_cast<std::size_t>(item.shown - visible_.of_block.data());
        item.buffer = visible_.buffers[static_cast<std::size_t>(block)][k];
        add(item, {at.x, at.y + label}, layout);
      }
      if (lanes() > 0) layout.lanes.push_back({block, {at.x, at.y + block_.height - lanes(), block_.width, lanes()}});
    }
  }

 private:
  bool is_one_row() const {
    return em_.to_class && (!choice_.columns || outer_.empty()) && choice_.blocks == 1 &&
           std::ranges::all_of(in_block_, [](const Placed& item) { return item.shown->rows == 1; });
  }
  static bool is_row(const VisibleBuffer& shown) { return shown.active && shown.rows == 1 && shown.columns > 2; }
  /// Because: a row and what is made of it are read downward, so their cells have one width.
  Size grid_of(const VisibleBuffer& shown, const Cells& cells) const {
    return grid_size(shown, cells, is_row(shown) ? std::max(row_characters_, shown.characters) : shown.characters, em_);
  }
  double lanes() const {
    return room_.height > 0.6 * k_low * em_ && visible_.threads > 1 && visible_.threads <= k_most_lanes ? std::round(0.6 * em_)
                                                                                                        : 0;
  }
  double block_label() const { return in_block_.size() > 1 && room_.height > 0.6 * k_low * em_ ? title_ : 0; }
  std::string title_of(const Placed& item) const {
    const bool alone = em_.to_class && visible_.buffers.size() == 1;  // to a class "block 1" of one says nothing
    return item.block >= 0 && in_block_.size() == 1 && !alone
               ? fmt::format("block {}: {}", item.block + visible_.name_of_first, item.shown->title)
               : item.shown->title;
  }
  Cells cells_of(const Placed& item) const {
    if (!item.shown->active) {
      const int longest = std::max(item.shown->columns, item.shown->rows);
      return {std::min(k_thumbnail * em_ / longest, 0.6 * em_)};
    }
    if (choice_.small_others && item.role != GridRole::block && !item.shown->key) return {k_small_cell * em_};
    Cells cells = item.role == GridRole::block ? choice_.inner : choice_.outer;
    if (item.shown->places <= 2 && item.shown->rows == 1)
      cells.height = std::min(cells.height, (em_.to_class ? k_lone_cell_to_class : k_lone_cell) * em_);
    return cells;
  }
  bool has_numbers(const Placed& item) const {
    return item.shown->active && number_in_cell(cells_of(item).height, em_) > 0 &&
           room_.height > (em_.to_class ? 10 : k_low) * em_;
  }
  /// The width of a letter of a caption, em; to a class captions are as large as text.
  double letter() const { return em_.to_class ? 0.62 : 0.5; }
  double heads(const Placed& item) const {
    return has_numbers(item) ? std::round(k_heads * em_) + (em_.to_class ? std::round(k_tracks_to_class * em_) : 0) : 0;
  }
  double margin(const Placed& item) const {
    if (!has_numbers(item) || item.shown->rows < 2) return 0;
    const std::size_t letters = std::max<std::size_t>(3, item.shown->row_name(item.shown->rows - 1, false).size());
    return std::round((0.4 + letter() * static_cast<double>(letters)) * em_);
  }
  Size size_of_item(const Placed& item) const {
    const Size grid = grid_of(*item.shown, cells_of(item));
    std::size_t letters = item.shown->title.size();
    if (item.role == GridRole::block && in_block_.size() == 1) letters += 10;
    return {margin(item) + std::max(grid.width, letter() * em_ * static_cast<double>(letters)),
            grid.height + title_ + heads(item)};
  }

  /// In rows from left to right, a new one where the width ends.
  Size shelve(std::vector<Placed>& items, double width) {
    Size size;
    double x = 0, y = 0, high = 0;
    for (Placed& item : items) {
      const Size one = size_of_item(item);
      if (one.width > width) fits_ = false;
      if (x > 0 && x + one.width > width) {
        y += high + gap_;
        x = high = 0;
      }
      item.area = {x, y, one.width, one.height};
      x += one.width + gap_;
      high = std::max(high, one.height);
      size = {std::max(size.width, x - gap_), y + high};
    }
    return size;
  }
  Size stack(std::size_t first, std::size_t end) {
    Size size;
    for (std::size_t i = first; i < end; ++i) {
      const Size one = size_of_item(outer_[i]);
      outer_[i].area = {0, size.height + (i > first ? gap_ : 0), one.width, one.height};
      size = {std::max(size.width, one.width), outer_[i].area.bottom()};
    }
    return size;
  }
  static void move(std::vector<Placed>& items, std::size_t first, std::size_t end, double x, double y) {
    for (std::size_t i = first; i < end; ++i) {
      items[i].area.x += x;
      items[i].area.y += y;
    }
  }

  /// All blocks in what is this wide.
  Size place_blocks(double width) {
    if (choice_.blocks == 0) return {};
    in_block_.clear();
    for (const VisibleBuffer& shown : visible_.of_block)
      if (shown.active) in_block_.push_back({&shown, shown.buffer, GridRole::block, 0});
    if (choice_.blocks == 1 && room_.height > k_low * em_)
      for (const VisibleBuffer& shown : visible_.of_block)
        if (!shown.active) in_block_.push_back({&shown, shown.buffer, GridRole::block, 0});
    const double one = (width - (choice_.across - 1) * gap_) / choice_.across;
    block_ = shelve(in_block_, one);
    block_.height += block_label() + lanes();
    const int rows = (choice_.blocks + choice_.across - 1) / choice_.across;
    return {choice_.across * block_.width + (choice_.across - 1) * gap_, rows * block_.height + (rows - 1) * gap_};
  }

  void in_columns() {
    const Size from = stack(0, sources_), to = stack(sources_, outer_.size());
    const double wide = 1.8 * gap_;
    const double before = from.width > 0 ? from.width + wide : 0, after = to.width > 0 ? to.width + wide : 0;
    const Size in = place_blocks(room_.width - before - after);
    const double middle = in.width > 0 ? in.width + (to.width > 0 ? wide : 0) : 0;
    size_ = {before + middle + to.width, std::max({from.height, in.height, to.height})};
    if (in.width <= 0 && to.width <= 0) size_.width = from.width;
    const auto centred = [&](const Size& part) { return std::floor((size_.height - part.height) / 2); };
    move(outer_, 0, sources_, 0, centred(from));
    move(outer_, sources_, outer_.size(), std::floor(before + middle), centred(to));
    blocks_ = {std::floor(before), centred(in)};
  }
  void in_rows() {
    const Size top = shelve(outer_, room_.width), in = place_blocks(room_.width);
    const double gap = top.height > 0 && in.height > 0 ? gap_ : 0;
    size_ = {std::max(top.width, in.width), top.height + gap + in.height};
    move(outer_, 0, outer_.size(), std::floor((size_.width - top.width) / 2), 0);
    blocks_ = {std::floor((size_.width - in.width) / 2), top.height + gap};
  }

  void add(const Placed& item, Point origin, StepsLayout& layout) const {
    const Cells cells = cells_of(item);
    const Size grid = grid_of(*item.shown, cells);
    const double x = origin.x + item.area.x, y = origin.y + item.area.y;
    GridPanel panel{*item.shown, item.role, item.block};
    panel.buffer = item.buffer;
    panel.title = title_of(item);
    panel.area = {x, y, item.area.width, item.area.height};
    panel.cells = {x + margin(item), y + title_ + heads(item), grid.width, grid.height};
    panel.number_size = number_in_cell(cells.height, em_);
    panel.heads = heads(item);
    panel.margin = margin(item);
    layout.panels.push_back(std::move(panel));
  }

  const VisibleBuffers& visible_;
  const Choice& choice_;
  const TypeSize em_;
  const double gap_, title_;
  const Area room_;
  std::vector<Placed> outer_, in_block_;
  std::size_t sources_ = 0;
  int row_characters_ = 0;  ///< of the longest number in a row of global memory
  int first_block_ = 0;
  Size size_, block_;
  Point blocks_;
  bool fits_ = true;
};

/// Numbers are worth most, those of pictures and tables first; then large cells; then many blocks.
double worth(const Choice& choice, bool has_outer, bool has_key, const TypeSize& em) {
  const auto of = [&em](const Cells& cells, double numbers) {
    const double high = cells.height / em;
    return number_in_cell(cells.height, em) > 0 ? numbers + 1.5 * std::log2(high) : 2.2 * std::sqrt(high);
  };
  const bool key_numbers = has_key && number_in_cell(choice.outer.height, em) > 0;
  return (key_numbers ? 20 : 0) + (has_outer ? 1.5 * of(choice.outer, 7) : 0) +
         (choice.blocks > 0 ? of(choice.inner, 4) + 2 * std::log2(1.0 + choice.blocks) : 0) + (choice.columns ? 0.1 : 0) -
         (choice.small_others ? 9 : 0);
}

/// Fills what is left over: cells may be taller or wider than their numbers need.
void stretch(Choice& choice, const VisibleBuffers& visible, const TypeSize& em, const Area& room, int first_block) {
  constexpr std::array k_stretches{1.5, 1.45, 1.4, 1.35, 1.3, 1.25, 1.2, 1.15, 1.1, 1.05};
  // both kinds alike, so that they look alike; then what one of them leaves over
  for (const auto& [outer, inner] : {std::pair{true, true}, {true, false}, {false, true}})
    for (double Cells::*side : {&Cells::stretch_y, &Cells::stretch_x})
      for (const double by : k_stretches) {
        Choice wider = choice;
        if (outer) wider.outer.*side = std::max(choice.outer.*side, by);
        if (inner) wider.inner.*side = std::max(choice.inner.*side, by);
        if (!Arrangement(visible, wider, em, room, first_block).fits()) continue;
        choice = wider;
        break;
      }
}

}  // namespace

double number_in_cell(double height, const TypeSize& em) {
  const double number = std::min(k_most_number * em, height / k_number_lines);
  return number >= em.least_number * em ? std::floor(number) : 0;
}

double width_of_cell(double height, int characters, const TypeSize& em) {
  // because: a class needs the digits of a row of 16 more than the space between them
  return std::max(height, (0.6 * characters + (em.to_class ? 0.25 : 0.7)) * number_in_cell(height, em));
}

Area GridPanel::cell(std::size_t index) const {
  const auto line = static_cast<std::size_t>(upright ? rows : columns);
  const auto along = static_cast<int>(index % line), across = static_cast<int>(index / line);
  const int column = upright ? across : along, row = upright ? along : across;
  return {cells.x + column * cell_width(), cells.y + row * cell_height(), cell_width(), cell_height()};
}

std::int64_t GridPanel::place_at(Point point) const {
  if (!cells.contains(point)) return -1;
  const auto column = static_cast<std::int64_t>((point.x - cells.x) / cell_width());
  const auto row = static_cast<std::int64_t>((point.y - cells.y) / cell_height());
  const auto place = static_cast<std::int64_t>(place_of(static_cast<int>(column), static_cast<int>(row)));
  return column < columns && place < static_cast<std::int64_t>(places) ? place : -1;
}

StepsLayout layout_steps(const Story& story, const VisibleBuffers& visible, const Area& area, const TypeSize& em,
                         const BlockRequest& blocks) {
  StepsLayout layout;
  layout.all_blocks = static_cast<int>(visible.buffers.size());
  layout.name_of_first = visible.name_of_first;
  const double strip = place_strip(story, visible, area, em, layout);
  const Area room{area.x + em, area.y + strip, area.width - 2 * em, area.height - strip};
  const bool has_outer = !visible.sources.empty() || !visible.targets.empty();
  const auto is_key = [](const VisibleBuffer& shown) { return shown.key; };
  const bool has_key = std::any_of(visible.sources.begin(), visible.sources.end(), is_key) ||
                       std::any_of(visible.targets.begin(), visible.targets.end(), is_key);
  const bool has_inner =
      std::any_of(visible.of_block.begin(), visible.of_block.end(), [](const VisibleBuffer& shown) { return shown.active; });

  std::vector<int> counts;
  for (int count = blocks.all ? layout.all_blocks : std::min(1, layout.all_blocks); count > 0;
       count = count == 1 ? 0 : (count + 1) / 2)
    counts.push_back(count);
  if (counts.empty() || !has_inner) counts = {std::min(1, layout.all_blocks)};

  Choice best;
  double best_worth = -1;
  for (const bool columns : {true, false})
    for (const int count : counts)
      for (int across = 1; across <= std::max(1, std::min(count, 8)); ++across)
        for (int others = 0; others < (has_key ? 2 : 1); ++others) {
          int outer = has_outer ? k_heights - 1 : 0;  // the larger one gets, the smaller the other
          for (int inner = 0; inner < (has_inner ? k_heights : 1); ++inner) {
            Choice choice{columns, {}, {height_of(inner, em)}, count, across, others == 1};
            for (; outer >= 0; --outer) {
              choice.outer = {height_of(outer, em)};
              if (Arrangement(visible, choice, em, room, 0).fits()) break;
            }
            if (outer < 0) break;
            const double value = worth(choice, has_outer, has_key, em);
            if (value <= best_worth) continue;
            best = choice;
            best_worth = value;
          }
        }
  if (best_worth < 0) {
    layout.panels.clear();
    return layout;
  }
  layout.fits = true;
  layout.blocks = best.blocks;
  layout.first_block = std::clamp(blocks.first, 0, std::max(0, layout.all_blocks - best.blocks));
  stretch(best, visible, em, room, layout.first_block);
  Arrangement(visible, best, em, room, layout.first_block).place(layout);
  return layout;
}

}  // namespace satscope::app
