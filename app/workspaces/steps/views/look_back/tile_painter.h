// SPDX-License-Identifier: Apache-2.0
// The tiles of the look-back view, with what their blocks have published, and the arrows of those that look.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/core/text/number_text.h"
#include "app/workspaces/steps/views/look_back/map.h"
#include "app/workspaces/steps/views/look_back/pen.h"
#include "kernels/trace/message_names.h"

namespace satscope::app {

class TilePainter {
 public:
  /// essential: larger, in larger letters, and arrows without a count of words. Tiles of a picture are then parts of it: each
  /// has one number, and only the sums are shown that the block of the step reads or publishes.
  TilePainter(Drawing& drawing, const LookBack& look_back, const LookBackNow& now, const Area& area, bool essential)
      : drawing_(drawing),
        palette_(drawing.palette),
        em_(drawing.em),
        look_back_(look_back),
        now_(now),
        essential_(essential),
        in_picture_(essential && look_back.down > 1),
        coverage_(in_picture_ ? coverage_of(look_back, now) : Coverage{}),
        pen_(drawing, essential ? Face::text : Face::small) {
    const double em = em_, across = look_back.across, down = look_back.down;
    pitch_x_ = std::min((essential && is_row() ? 26 : essential ? 22 : 15) * em, area.width / (across + 0.3));
    pitch_y_ = std::min((essential ? 11 : 9) * em, area.height / (down + 0.3));
    if (in_picture_)
      pitch_x_ = std::min(26 * em, area.width / (across + 0.1));
    else if (essential)
      pitch_y_ = std::min(
          pitch_y_, ((2 * static_cast<double>(look_back.words.size()) + (is_row() ? 4 : 2.5)) * pen_.letters()) + 3.2 * em);
    // because: all numbers of a row are shown in its tiles
    gap_x_ = std::min(4 * em, (essential && is_row() ? 0.16 : essential ? 0.22 : 0.3) * pitch_x_);
    // because: low tiles need the room for their numbers
    gap_y_ = std::min(2.4 * em, (0.7 * pitch_y_ < 1.6 * pen_.letters() ? 0.15 : 0.3) * pitch_y_);
    // because: an arrow has room for what was read, and a bow above the row needs not more; its pixels need a line
    if (essential && is_row()) {
      for (const BlockMessage& one : look_back.messages)
        gap_x_ = std::max(gap_x_, std::min(0.3 * pitch_x_, pen_.width_of("P " + one.value) + 0.4 * em));
      gap_y_ = std::min(gap_y_, 1.5 * pen_.letters());
      pitch_y_ = std::min(area.height - 0.3 * gap_y_, pitch_y_ + gap_y_);
    }
    if (in_picture_) {
      gap_x_ = std::min(gap_x_, 2 * em);
      gap_y_ = std::min(gap_y_, 1.4 * em);
    }
    left_ = area.x + std::max(0.0, (area.width - across * pitch_x_ - 0.3 * gap_x_) / 2) + 0.3 * gap_x_;
    // because: looks over several tiles bow over the uppermost row too
    top_ = area.y + std::max(0.0, (area.height - down * pitch_y_) / 2) + gap_y_;
    for (const TileNow& tile : now.tiles)
      for (const PublishedWords& one : tile.published)
        if (one.words > 0)
          labels_wide_ = std::max(labels_wide_, pen_.width_of(fmt::format("{} {}", one.value, letter_of(one.least()))));
  }

  void draw() {
    for (std::size_t block = 0; in_picture_ && block < now_.tiles.size(); ++block)
      pen_.tile(place(static_cast<int>(block)), now_.tiles[block].is, now_.tiles[block].acts);
    for (const CoveredPixels& part : coverage_.parts) pen_.covered(place_of(part.box), part.known);
    for (std::size_t block = 0; block < now_.tiles.size(); ++block) draw_tile(static_cast<int>(block));
    for (const Look& look : now_.looks)
      if (!is_outdated(look)) draw_look(look);
  }

  Area place(int block) const {
    const LookBackTile& tile = look_back_.tiles[static_cast<std::size_t>(block)];
    return {left_ + tile.column * pitch_x_, top_ + tile.row * pitch_y_, pitch_x_ - gap_x_, pitch_y_ - gap_y_};
  }

 private:
  /// Of a single row, whose pixels have room in the tiles.
  bool is_row() const {
    return look_back_.down == 1 && std::ranges::all_of(look_back_.tiles, [](const LookBackTile& tile) {
             return !tile.pixels.empty() && tile.sum == tile.first_row;
           });
  }
  static bool apart(const Area& a, const Area& b) {
    return a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y;
  }

  /// It found nothing, and in the same step the words came.
  bool is_outdated(const Look& look) const {
    const auto found = [&](Known known) { return look.found[static_cast<std::size_t>(known)]; };
    const PublishedWords& there = now_.tiles[static_cast<std::size_t>(look.to)].published[static_cast<std::size_t>(look.words)];
    return look.awaited == 0 && found(Known::prefix) + found(Known::aggregate) == 0 && there.least() != Known::nothing;
  }

  /// Of a tile's first row, which has room for the number of its first pixel.
  double first_row(const Area& at, const Box& tile) const {
    return std::max(at.height / tile.height, std::min(1.3 * pen_.letters(), 0.48 * at.height));
  }
  /// Below the upper edge of a tile that is drawn there: where this row of it begins.
  double row_at(const Area& at, const Box& tile, int row) const {
    const double first = first_row(at, tile);
    return row == 0 ? 0 : first + (row - 1) * (at.height - first) / std::max(1, tile.height - 1);
  }

  /// Of pixels that lie in one tile or in several.
  Area place_of(const Box& box) const {
    Area area;
    for (std::size_t i = 0; i < look_back_.tiles.size(); ++i) {
      const Box& tile = look_back_.tiles[i].box;
      const Area at = place(static_cast<int>(i));
      const double wide = at.width / tile.width;
      const int right = box.x + box.width, bottom = box.y + box.height;
      if (tile.x <= box.x && box.x < tile.x + tile.width) area.x = at.x + (box.x - tile.x) * wide;
      if (tile.y <= box.y && box.y < tile.y + tile.height) area.y = at.y + row_at(at, tile, box.y - tile.y);
      if (tile.x < right && right <= tile.x + tile.width) area.width = at.x + (right - tile.x) * wide;
      if (tile.y < bottom && bottom <= tile.y + tile.height) area.height = at.y + row_at(at, tile, bottom - tile.y);
    }
    area.width -= area.x;
    area.height -= area.y;
    return area;
  }

  /// What a tile of a picture sums, in its first pixel if that is all that counts; its block; and what that has published, if
  /// it is read.
  void draw_part(int block) {
    const LookBackTile& tile = look_back_.tiles[static_cast<std::size_t>(block)];
    const TileNow& now = now_.tiles[static_cast<std::size_t>(block)];
    const Area area = place(block);
    const double letters = pen_.letters(), pad = std::min(0.4 * em_, 0.1 * area.height);
    const double first = first_row(area, tile.box), rest = 0.96 * area.height - first;  // what is below the first row
    const bool in_two = rest >= 2.7 * letters, below = rest >= 1.1 * letters;
    const double line = in_two ? 1.2 * letters : below ? rest : area.height - 2 * pad;
    const double top = area.y + (below ? first : pad);
    double left = area.x + 0.4 * em_, right = area.right() - 0.4 * em_;
    const auto middle = [&](double high) { return top + (line - high) / 2; };
    if (tile.sum) {
      const bool lone = !tile.pixels.empty() && tile.pixels.front() == *tile.sum;
      const Area pixel = place_of({tile.box.x, tile.box.y, 1, 1});
      if (lone) drawing_.rect(pixel, {palette_.text});
      if (lone) left = pixel.right() + 0.3 * em_;
      const std::string own = lone ? ungrouped(*tile.sum) : "sum " + ungrouped(*tile.sum);
      const double in_pixel = std::min(1.3 * letters, 0.9 * pixel.height);
      const bool inside = lone && in_pixel >= 0.9 * letters && drawing_.width_of(own, Face::strong, in_pixel) <= pixel.width;
      if (inside) drawing_.text_in(pixel, own, {palette_.panel}, Face::strong, in_pixel);
      const double high = inside ? 0 : std::min(lone ? 1.4 * letters : letters, line);
      if (!inside) {
        drawing_.text({left, middle(high)}, own, {palette_.text}, lone ? Face::strong : Face::text, high);
        left += drawing_.width_of(own, lone ? Face::strong : Face::text, high) + 0.5 * em_;
      }
    }
    const std::string number = fmt::format("{}", block + 1), name = "block " + number;
    std::vector<std::string> names{name, number};
    if (now.is != BlockIs::running)
      names.insert(names.begin(), fmt::format("{}{} {}", name, now.is == BlockIs::waiting ? "" : ",", to_text(now.is)));
    for (const Look& look : now_.looks)
      if (look.from == block && look.awaited > 0)
        names.insert(names.begin(), fmt::format("{} waits for block {}", name, look.to + 1));
    const auto part = std::ranges::find(coverage_.parts, block, &CoveredPixels::block);
    std::string chip;
    const bool has_chip = part != coverage_.parts.end() && !part->value.empty();
    if (has_chip) {
      const std::string with = fmt::format("{} {}", id_of(part->known), part->value),
                        brief = fmt::format("{} {}", part->value, letter_of(part->known));
      const double room = right - left - (in_two ? 0 : pen_.width_of(number) + em_);
      chip = pen_.first_that_fits({with, brief, part->value}, room - 0.8 * em_);
    }
    const double wide = chip.empty() ? 0 : pen_.width_of(chip) + 0.8 * em_;
    const std::string who = pen_.first_that_fits(names, right - left - (in_two || chip.empty() ? 0 : wide + 0.5 * em_));
    pen_.text({right - pen_.width_of(who), middle(letters)}, who,
              now.is == BlockIs::no_turn_yet ? palette_.quiet : palette_.text);
    if (chip.empty()) return;
    if (!in_two) right -= pen_.width_of(who) + 0.5 * em_;
    const double high = std::min(1.4 * letters, in_two ? area.bottom() - pad - top - line : line);
    const Area at{right - wide, in_two ? area.bottom() - pad - high : middle(high), wide, high};
    pen_.chip(at, part->known);
    drawing_.text_in(at, chip, {palette_.panel}, Face::text, std::min(letters, high));
  }

  void draw_tile(int block) {
    if (in_picture_) return draw_part(block);
    const TileNow& now = now_.tiles[static_cast<std::size_t>(block)];
    const Area area = place(block);
    pen_.tile(area, now.is, now.acts);
    const double em = em_, pad = std::min({0.4 * em, 0.12 * area.height, 0.08 * area.width}), inside = area.height - 2 * pad;
    const auto bars = static_cast<double>(look_back_.words.size());
    const double line = 1.15 * pen_.letters();
    const Area inner{area.x + pad, area.y + pad, area.width - 2 * pad, inside};
    const std::string own = own_text(block);
    if (inside >= (bars + 1) * line && area.width >= 4 * em) {
      double lines = 1;
      if (essential_ && is_row() && inside >= (bars + 2) * line) {
        draw_title(now.is, static_cast<std::size_t>(block), {inner.x, inner.y, inner.width, line}, own);
        draw_pixels(block, {inner.x, inner.y + 1.1 * line, inner.width, 0.9 * line});
        const double above = 2.15 * line;
        return draw_bars(now, {inner.x, inner.y + above, inner.width, inner.height - above}, false);
      }
      // because: what a block publishes is computed from it
      if (!own.empty() && inside >= (bars + 2) * line && pen_.width_of(own) <= inner.width) {
        pen_.text({inner.x, inner.y + line}, own, palette_.text);
        lines = 2;
      }
      draw_title(now.is, static_cast<std::size_t>(block), {inner.x, inner.y, inner.width, line}, lines == 1 ? own : "");
      draw_bars(now, {inner.x, inner.y + lines * line, inner.width, inner.height - lines * line}, false);
    } else if (const bool stacked = inside >= bars * line;
               inside >= 0.8 * pen_.letters() && area.width >= 3 * em && area.width < (stacked ? 5 : 9) * em) {
      draw_bars(now, draw_number(block, inner), !stacked && inside >= k_with_value * pen_.letters());
    } else if (inside >= 0.8 * pen_.letters() && area.width >= 5 * em) {
      const double side = 0.75 * pen_.letters(), left = side + 0.5 * em;
      Area rest = draw_number(block, inner);
      pen_.sign({rest.x, area.middle().y - side / 2, side, side}, now.is);
      rest = {rest.x + left, rest.y, rest.width - left, rest.height};
      if (const double wide = pen_.width_of(own) + 0.5 * em; !own.empty() && rest.width - wide >= bars * 3.8 * em) {
        pen_.text({rest.x, area.middle().y - pen_.letters() / 2}, own, palette_.text);
        rest = {rest.x + wide, rest.y, rest.width - wide, rest.height};
      }
      draw_bars(now, rest, !stacked && rest.width + left >= 9 * em);
    } else {
      draw_bars(now, inner, false);
    }
  }

  /// Of the pixels of a tile, for a newcomer: "own sum 3"; where it has more than one row that counts, of the first, because
  /// the numbers beside the bars are those of the first words.
  std::string own_text(int block) const {
    const LookBackTile& tile = look_back_.tiles[static_cast<std::size_t>(block)];
    if (!essential_ || !tile.sum) return {};
    return fmt::format("{} {}", tile.sum == tile.first_row ? "own sum" : "own first row", ungrouped(*tile.first_row));
  }

  /// The numbers of its row, each in a cell.
  void draw_pixels(int block, const Area& area) {
    const std::vector<double>& row = look_back_.tiles[static_cast<std::size_t>(block)].pixels;
    const double wide = area.width / static_cast<double>(row.size());
    drawing_.rect(area, {palette_.raised});
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Area cell{area.x + static_cast<double>(i) * wide, area.y, wide, area.height};
      if (i > 0) drawing_.line({cell.x, cell.y}, {cell.x, cell.bottom()}, {palette_.quiet, 0.7});
      const std::string text = ungrouped(row[i]);
      const double fitting = std::min(0.85 * area.height, pen_.letters() * 0.85 * wide / pen_.width_of(text));
      drawing_.text_in(cell, text, {row[i] == 0 ? palette_.quiet : palette_.text}, Face::text, fitting);
    }
    drawing_.frame(area, {palette_.quiet, 0.7});
  }

  /// At the left; returns what is left beside it.
  Area draw_number(int block, const Area& area) {
    const std::string text = fmt::format("{}", block + 1);
    const double wide = pen_.width_of(fmt::format("{}", look_back_.tiles.size())) + std::min(0.4 * em_, 0.08 * area.width);
    pen_.text({area.x, area.middle().y - pen_.letters() / 2}, text, palette_.text);
    return {area.x + wide, area.y, area.width - wide, area.height};
  }

  /// Of each buffer of words, below one another or side by side.
  void draw_bars(const TileNow& now, const Area& area, bool beside) {
    const auto bars = static_cast<double>(look_back_.words.size());
    const double gap = beside ? 0.5 * em_ : 0;
    const double wide = beside ? (area.width - gap * (bars - 1)) / bars : area.width;
    const double high = beside ? area.height : std::min(1.84 * pen_.letters(), area.height / bars);
    for (std::size_t i = 0; i < look_back_.words.size(); ++i) {
      const auto n = static_cast<double>(i);
      draw_published(look_back_.words[i].direction, now.published[i],
                     {area.x + (beside ? n * (wide + gap) : 0), area.y + (beside ? 0 : n * high), wide, high});
    }
  }

  void draw_title(BlockIs is, std::size_t block, const Area& area, const std::string& own) {
    const double side = 0.75 * pen_.letters();
    pen_.sign({area.right() - side, area.y + (area.height - side) / 2, side, side}, is);
    const double room = area.width - side - 0.4 * em_;
    // by the name that the timeline and the sentences have for it
    const std::string at = fmt::format("block {}", block + 1), with = fmt::format("{} {}", at, to_text(is));
    std::vector<std::string> texts{with, at, fmt::format("{}", block + 1)};
    if (!own.empty()) texts.insert(texts.begin(), {with + ", " + own, at + ", " + own, fmt::format("{}: {}", block + 1, own)});
    const std::string text = pen_.first_that_fits(texts, room);
    pen_.text({area.x, area.y + (area.height - pen_.letters()) / 2}, text,
              is == BlockIs::no_turn_yet ? palette_.quiet : palette_.text);
  }

  /// The arrow of the direction, the bar, and the letter of what is known of all words.
  void draw_published(Direction direction, const PublishedWords& published, const Area& area) {
    if (published.words == 0) return draw_no_bar(direction, area);
    const double letters = pen_.letters(), em = em_;
    const bool words = area.height >= letters && area.width >= 2.1 * letters + em;
    Area bar = area;
    if (words) {
      const auto y = static_cast<double>(area.y + (area.height - letters) / 2);
      pen_.text({area.x, y}, arrow_of(direction), palette_.text);
      if (essential_ && !published.value.empty())
        return draw_named(published, {area.x + 1.1 * letters, area.y, area.width - 1.1 * letters, area.height});
      const std::string letter = letter_of(published.least()), value = published.value + " " + letter;
      const double wide = pen_.width_of(value);
      const bool valued = !published.value.empty() && area.width >= 2.4 * letters + wide;
      const std::string& text = valued ? value : letter;
      pen_.text({area.right() - pen_.width_of(text), y}, text, palette_.text);
      bar.x += 1.1 * letters;
      bar.width -= 1.4 * letters + std::max(pen_.width_of(text), std::min(labels_wide_, area.width - 2.4 * letters));
    } else if (!published.value.empty() && area.height >= k_with_value * letters) {  // below the bar, which says P or A itself
      const std::string value = published.value + " " + letter_of(published.least());
      const std::string below = pen_.first_that_fits({arrow_of(direction) + value, value, published.value, ""}, area.width);
      if (!below.empty()) bar.height -= letters;
      pen_.text({area.middle().x - pen_.width_of(below) / 2, bar.bottom()}, below, palette_.text);
    }
    const double high = std::max(3.0, std::min(0.8 * bar.height, 0.8 * em));
    pen_.bar({bar.x, bar.y + (bar.height - high) / 2, bar.width, std::min(high, bar.height)}, published);
  }

  /// For a newcomer, to whom a number with its name is worth more than a bar.
  void draw_named(const PublishedWords& published, const Area& area) {
    const Known known = published.least();
    const double letters = pen_.letters(), high = std::min(1.4 * letters, area.height), pad = 0.8 * em_;
    const std::string &value = published.value, brief = value + " " + letter_of(known);
    const std::string text = pen_.first_that_fits({fmt::format("{} {}", id_of(known), value), brief, value}, area.width - pad);
    const Area at{area.x, area.middle().y - high / 2, pen_.width_of(text) + pad, high};
    if (text.empty()) return pen_.text({area.x, area.middle().y - letters / 2}, brief, palette_.text);
    pen_.chip(at, known);
    drawing_.text_in(at, text, {palette_.panel}, Face::text, std::min(letters, high));
    if (published.now > 0) drawing_.frame({at.x - 2, at.y - 2, at.width + 4, at.height + 4}, {palette_.accent}, 2);
  }

  /// Why a block publishes no words of a direction.
  void draw_no_bar(Direction direction, const Area& area) {
    const std::string arrow = arrow_of(direction);
    const std::string side = direction == Direction::left ? "to the right" : direction == Direction::up ? "below" : "";
    const double letters = pen_.letters();
    if (area.height < letters) return;
    const std::string why = fmt::format("no tile {}", side), nothing = arrow + " publishes nothing";
    // because: a newcomer sees so why nothing is published
    const std::string line = direction == Direction::left ? " row" : direction == Direction::up ? " column" : "";
    std::vector<std::string> texts{arrow + (line.empty() || !essential_ ? " nothing" : line + " ends"), ""};
    if (essential_ && !line.empty()) texts.insert(texts.end() - 1, arrow + " end");
    if (!side.empty()) texts.insert(texts.begin(), {nothing + ": " + why, arrow + " nothing: " + why});
    const std::string text = pen_.first_that_fits(texts, area.width);
    const bool two_lines = !side.empty() && text == texts[2] && area.height > 1.8 * letters &&
                           area.width > pen_.width_of(nothing + ":") && area.width > pen_.width_of(why);
    const double lines = two_lines ? 2 : 1, y = area.y + (area.height - lines * letters) / 2;
    pen_.text({area.x, y}, two_lines ? nothing + ":" : text, palette_.quiet);
    if (two_lines) pen_.text({area.x, y + letters}, why, palette_.quiet);
  }

  /// From the tile that looks to the one that it looks at: straight between neighbours, in a bow over others.
  std::vector<Point> path_of(const Look& look) const {
    const Area from = place(look.from), to = place(look.to);
    const Direction direction = look_back_.words[static_cast<std::size_t>(look.words)].direction;
    const LookBackTile &a = look_back_.tiles[static_cast<std::size_t>(look.from)],
                       &b = look_back_.tiles[static_cast<std::size_t>(look.to)];
    const auto point = [](double x, double y) { return Point{x, y}; };
    const bool left = direction == Direction::left, up = direction == Direction::up;
    if (left && a.column - b.column == 1) return {point(from.x, from.middle().y), point(to.right(), to.middle().y)};
    if (up && a.row - b.row == 1) return {point(from.middle().x, from.y), point(to.middle().x, to.bottom())};
    if (!left && !up) return {point(from.middle().x, from.middle().y), point(to.middle().x, to.middle().y)};
    const Point start = left ? point(from.x + 0.3 * from.width, from.y) : point(from.right(), from.y + 0.3 * from.height);
    const Point end = left ? point(to.right() - 0.3 * to.width, to.y) : point(to.right(), to.bottom() - 0.3 * to.height);
    const Point bow = left ? point(0, -gap_y_ * 2 / 3) : point(gap_x_ * 2 / 3, 0);
    std::vector<Point> points;
    constexpr int k_parts = 24;
    for (int i = 0; i <= k_parts; ++i) {
      const double t = static_cast<double>(i) / k_parts, s = 1 - t,
                   bent = 3 * s * t;  // a cubic whose inner points are bowed out
      points.push_back({s * s * (s + 3 * t) * start.x + t * t * (t + 3 * s) * end.x + bent * bow.x,
                        s * s * (s + 3 * t) * start.y + t * t * (t + 3 * s) * end.y + bent * bow.y});
    }
    return points;
  }

  /// valued: with the number that was found, for a newcomer: "A 1".
  std::string label_of(const Look& look, bool valued) const {
    if (look.awaited > 0) return in_picture_ ? "" : "waits";  // because: the tile says it
    std::string text;
    for (const Known known : {Known::prefix, Known::aggregate})
      if (const int count = look.found[static_cast<std::size_t>(known)])
        text += (text.empty() ? "" : " ") + (essential_ ? letter_of(known) : fmt::format("{} × {}", count, letter_of(known)));
    if (valued && text.size() == 1 && !look.value.empty()) text += " " + look.value;
    return text.empty() ? "nothing yet" : text;
  }

  void draw_look(const Look& look) {
    const std::vector<Point> points = path_of(look);
    pen_.arrow(points, pen_.style_of(look));
    if (essential_ && draw_label(points, label_of(look, true))) return;
    draw_label(points, label_of(look, false));
  }

  /// Returns whether it had room.
  bool draw_label(const std::vector<Point>& points, const std::string& text) {
    if (text.empty()) return false;
    const double wide = pen_.width_of(text), high = pen_.letters(), space = 0.15 * em_;
    const Point a = points.front(), b = points.back();
    const bool bowed = points.size() > 2, level = std::abs(b.x - a.x) > std::abs(b.y - a.y);
    const Point middle = bowed ? points[points.size() / 2] : Point{(a.x + b.x) / 2, (a.y + b.y) / 2};
    // beside the line, in the gap that it crosses or runs in
    const double above = high + (essential_ ? 2 : 1) * space;
    const Area label = level ? Area{middle.x - wide / 2, middle.y - (bowed ? high / 2 : above), wide, high}
                             : Area{bowed ? middle.x - wide / 2 : middle.x + 0.55 * em_, middle.y - high / 2, wide, high};
    if (level ? !bowed && wide + 2 * space > gap_x_ : !bowed && high > gap_y_) return false;
    if (bowed && (level ? high > gap_y_ : wide > gap_x_)) return false;
    for (const Area& other : labels_)
      if (!apart(label, other)) return false;
    for (std::size_t block = 0; block < now_.tiles.size(); ++block)
      if (!apart(label, place(static_cast<int>(block)))) return false;
    labels_.push_back(label);
    if (bowed) drawing_.rect({label.x - space, label.y, label.width + 2 * space, label.height}, {palette_.backdrop});
    pen_.text(Point{label.x, label.y}, text, palette_.text);
    return true;
  }

  static constexpr double k_with_value = 1.15;  // of its letters: the height of a bar with a number below it

  Drawing& drawing_;
  const Palette& palette_;
  const double em_;
  const LookBack& look_back_;
  const LookBackNow& now_;
  const bool essential_;
  const bool in_picture_;    ///< the tiles are parts of a picture, with one number each
  const Coverage coverage_;  ///< of a picture
  Pen pen_;
  double pitch_x_ = 0, pitch_y_ = 0, gap_x_ = 0, gap_y_ = 0, left_ = 0, top_ = 0;
  double labels_wide_ = 0;  ///< of the widest label, so that all bars are equally wide
  std::vector<Area> labels_;
};

}  // namespace satscope::app
