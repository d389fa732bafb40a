// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/views/look_back/view.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/core/json.h"
#include "app/workspaces/steps/views/look_back/inset.h"
#include "app/workspaces/steps/views/look_back/pen.h"
#include "app/workspaces/steps/views/look_back/sums_view.h"
#include "app/workspaces/steps/views/look_back/words.h"

namespace satscope::app {
namespace {

bool apart(const Area& a, const Area& b) {
  return a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y;
}

class TilePainter {
 public:
  /// essential: larger, in larger letters, and arrows without a count of words.
  TilePainter(Drawing& drawing, const LookBack& look_back, const LookBackNow& now, const Area& area, bool essential)
      : drawing_(drawing),
        palette_(drawing.palette),
        em_(drawing.em),
        look_back_(look_back),
        now_(now),
        essential_(essential),
        pen_(drawing, essential ? Face::text : Face::small) {
    const double em = em_, across = look_back.across, down = look_back.down;
    pitch_x_ = std::min((essential ? 22 : 15) * em, area.width / (across + 0.3));
    pitch_y_ = std::min(9 * em, area.height / (down + 0.3));
    if (essential)
      pitch_y_ = std::min(pitch_y_, ((2 * static_cast<double>(look_back.words.size()) + 1.3) * pen_.letters()) + 3.2 * em);
    gap_x_ = std::min(4 * em, 0.3 * pitch_x_);
    // because: low tiles need the room for their numbers
    gap_y_ = std::min(2.4 * em, (0.7 * pitch_y_ < 1.6 * pen_.letters() ? 0.15 : 0.3) * pitch_y_);
    left_ = area.x + std::max(0.0, (area.width - across * pitch_x_ - 0.3 * gap_x_) / 2) + 0.3 * gap_x_;
    // because: looks over several tiles bow over the uppermost row too
    top_ = area.y + std::max(0.0, (area.height - down * pitch_y_) / 2) + gap_y_;
  }

  void draw() {
    for (std::size_t block = 0; block < now_.tiles.size(); ++block) draw_tile(static_cast<int>(block));
    for (const Look& look : now_.looks)
      if (!is_outdated(look)) draw_look(look);
  }

  Area place(int block) const {
    const LookBackTile& tile = look_back_.tiles[static_cast<std::size_t>(block)];
    return {left_ + tile.column * pitch_x_, top_ + tile.row * pitch_y_, pitch_x_ - gap_x_, pitch_y_ - gap_y_};
  }

 private:
  /// It found nothing, and in the same step the words came.
  bool is_outdated(const Look& look) const {
    const auto found = [&](Known known) { return look.found[static_cast<std::size_t>(known)]; };
    const PublishedWords& there = now_.tiles[static_cast<std::size_t>(look.to)].published[static_cast<std::size_t>(look.words)];
    return look.awaited == 0 && found(Known::prefix) + found(Known::aggregate) == 0 && there.least() != Known::nothing;
  }

  void draw_tile(int block) {
    const TileNow& now = now_.tiles[static_cast<std::size_t>(block)];
    const Area area = place(block);
    pen_.tile(area, now.is, now.acts);
    const double em = em_, pad = std::min(0.4 * em, 0.12 * area.height), inside = area.height - 2 * pad;
    const auto bars = static_cast<double>(look_back_.words.size());
    const double line = 1.15 * pen_.letters();
    const Area inner{area.x + pad, area.y + pad, area.width - 2 * pad, inside};
    if (inside >= (bars + 1) * line && area.width >= 4 * em) {
      draw_title(now.is, static_cast<std::size_t>(block), {inner.x, inner.y, inner.width, line});
      draw_bars(now, {inner.x, inner.y + line, inner.width, inner.height - line}, false);
    } else if (const bool stacked = inside >= bars * line;
               inside >= 0.8 * pen_.letters() && area.width >= 3 * em && area.width < (stacked ? 5 : 9) * em) {
      draw_bars(now, draw_number(block, inner), !stacked && inside >= k_with_value * pen_.letters());
    } else if (inside >= 0.8 * pen_.letters() && area.width >= 5 * em) {
      const double side = 0.75 * pen_.letters(), left = side + 0.5 * em;
      const Area rest = draw_number(block, inner);
      pen_.sign({rest.x, area.middle().y - side / 2, side, side}, now.is);
      draw_bars(now, {rest.x + left, rest.y, rest.width - left, rest.height}, !stacked && rest.width >= 9 * em);
    } else {
      draw_bars(now, inner, false);
    }
  }

  /// At the left; returns what is left beside it.
  Area draw_number(int block, const Area& area) {
    const std::string text = fmt::format("{}", block + 1);
    const double wide = pen_.width_of(fmt::format("{}", look_back_.tiles.size())) + 0.4 * em_;
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

  void draw_title(BlockIs is, std::size_t block, const Area& area) {
    const double side = 0.75 * pen_.letters();
    pen_.sign({area.right() - side, area.y + (area.height - side) / 2, side, side}, is);
    const double room = area.width - side - 0.4 * em_;
    // by the name that the timeline and the sentences have for it
    const std::string at = fmt::format("block {}", block + 1), with = fmt::format("{} {}", at, to_text(is));
    const std::string text = pen_.first_that_fits({with, at, fmt::format("{}", block + 1)}, room);
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
      const std::string letter = letter_of(published.least()), value = published.value + " " + letter;
      const bool valued = !published.value.empty() && area.width >= 2.4 * letters + pen_.width_of(value);
      const std::string& text = valued ? value : letter;
      pen_.text({area.right() - pen_.width_of(text), y}, text, palette_.text);
      bar.x += 1.1 * letters;
      bar.width -= 1.4 * letters + pen_.width_of(text);
    } else if (!published.value.empty() && area.height >= k_with_value * letters) {  // below the bar, which says P or A itself
      const std::string value = published.value + " " + letter_of(published.least());
      const std::string below = pen_.first_that_fits({arrow_of(direction) + value, value, published.value, ""}, area.width);
      if (!below.empty()) bar.height -= letters;
      pen_.text({area.middle().x - pen_.width_of(below) / 2, bar.bottom()}, below, palette_.text);
    }
    const double high = std::max(3.0, std::min(0.8 * bar.height, 0.8 * em));
    pen_.bar({bar.x, bar.y + (bar.height - high) / 2, bar.width, std::min(high, bar.height)}, published);
  }

  /// Why a block publishes no words of a direction.
  void draw_no_bar(Direction direction, const Area& area) {
    const std::string arrow = arrow_of(direction);
    const std::string side = direction == Direction::left ? "to the right" : direction == Direction::up ? "below" : "";
    std::vector<std::string> texts{arrow + " none needed", ""};
    if (!side.empty()) texts.insert(texts.begin(), fmt::format("{} none: no tile {}", arrow, side));
    if (area.height < pen_.letters()) return;
    pen_.text({area.x, area.y + (area.height - pen_.letters()) / 2}, pen_.first_that_fits(texts, area.width), palette_.quiet);
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

  std::string label_of(const Look& look) const {
    if (look.awaited > 0) return "waits";
    std::string text;
    for (const Known known : {Known::prefix, Known::aggregate})
      if (const int count = look.found[static_cast<std::size_t>(known)])
        text += (text.empty() ? "" : " ") + (essential_ ? letter_of(known) : fmt::format("{} × {}", count, letter_of(known)));
    return text.empty() ? "nothing yet" : text;
  }

  void draw_look(const Look& look) {
    const std::vector<Point> points = path_of(look);
    pen_.arrow(points, pen_.style_of(look));
    const std::string text = label_of(look);
    const double wide = pen_.width_of(text), high = pen_.letters(), space = 0.15 * em_;
    const Point a = points.front(), b = points.back();
    const bool bowed = points.size() > 2, level = std::abs(b.x - a.x) > std::abs(b.y - a.y);
    const Point middle = bowed ? points[points.size() / 2] : Point{(a.x + b.x) / 2, (a.y + b.y) / 2};
    // beside the line, in the gap that it crosses or runs in
    const Area label = level ? Area{middle.x - wide / 2, bowed ? middle.y - high / 2 : middle.y - high - space, wide, high}
                             : Area{bowed ? middle.x - wide / 2 : middle.x + space * 2, middle.y - high / 2, wide, high};
    if (level ? !bowed && wide + 2 * space > gap_x_ : !bowed && high > gap_y_) return;
    if (bowed && (level ? high > gap_y_ : wide > gap_x_)) return;
    for (const Area& other : labels_)
      if (!apart(label, other)) return;
    for (std::size_t block = 0; block < now_.tiles.size(); ++block)
      if (!apart(label, place(static_cast<int>(block)))) return;
    labels_.push_back(label);
    if (bowed) drawing_.rect({label.x - space, label.y, label.width + 2 * space, label.height}, {palette_.backdrop});
    pen_.text(Point{label.x, label.y}, text, palette_.text);
  }

  static constexpr double k_with_value = 1.15;  // of its letters: the height of a bar with a number below it

  Drawing& drawing_;
  const Palette& palette_;
  const double em_;
  const LookBack& look_back_;
  const LookBackNow& now_;
  const bool essential_;
  Pen pen_;
  double pitch_x_ = 0, pitch_y_ = 0, gap_x_ = 0, gap_y_ = 0, left_ = 0, top_ = 0;
  std::vector<Area> labels_;
};

std::string look_back_heading(const Drawing& drawing, const LookBack& look_back, double width) {
  std::string words, readers;
  for (const WordBuffer& one : look_back.words) {
    const std::string name = fmt::format("{} {}s", arrow_of(one.direction), one.one);
    words += (words.empty() ? "" : ", ") + name;
    readers += fmt::format("{}{}{}", readers.empty() ? " " : ", ", name,
                           one.direction == Direction::left ? " for tiles to the right"
                           : one.direction == Direction::up ? " for tiles below"
                                                            : "");
  }
  const std::string what = "A word is a sum that a block publishes, marked A or P:";
  return drawing.first_that_fits({what + readers + ". The number is that of the first word.", what + readers + ".",
                                  "Words are published sums:" + readers + ".", "Published: " + words, words},
                                 width);
}

Area within_margins(const Area& area, double em) { return {area.x + em, area.y, area.width - 2 * em, area.height}; }

/// The legend is worth more than the heading, of which it takes the room.
bool is_low(const Area& area, double em) { return area.height < 11 * em; }

/// Lines above the tiles: the heading and what is said of the step, as far as there is room.
int lines_above(const Area& area, double em) {
  return is_low(area, em) ? 1 : area.height < 14 * em ? 2 : area.height < 22 * em ? 3 : 4;
}

/// Draws the legend. Returns what it leaves below the heading, of which it takes at most 36 %.
Area draw_legend(Drawing& drawing, const Area& area, bool essential) {
  const double em = drawing.em;
  const Area inside = within_margins(area, em);
  const double above = 1.3 * em * (essential ? 1 : lines_above(area, em)) + 0.1 * em;
  Area tiles{inside.x, inside.y + above, inside.width, inside.height - above - 0.2 * em};
  Pen pen(drawing);
  for (const bool long_words : {true, false}) {
    std::vector<LegendItem> items = look_back_legend(pen, em, long_words, essential);
    if (is_low(area, em)) items = in_one_line(pen, std::move(items), inside.width, em);
    const double high = 1.35 * em * lay_legend(pen, items, inside, em, false);
    if (high > (long_words ? 0.15 * area.height : 0.36 * tiles.height)) continue;
    tiles.height -= high;
    lay_legend(pen, items, {inside.x, area.bottom() - high - 0.2 * em, inside.width, high}, em, true);
    break;
  }
  return tiles;
}

/// The tiles, and beside or below them the block of the present step, if there is room.
struct LookBackRooms {
  Area tiles, inset;  ///< no width: there is none
};
LookBackRooms rooms_of(const Area& area, const LookBack& look_back, double em, bool essential) {
  if (essential) {
    const double sum = area.height >= (4.2 * look_back.down + 3.6) * em ? 3.6 * em : 0;
    return {{area.x, area.y, area.width, area.height - sum}, {area.x, area.bottom() - sum, sum > 0 ? area.width : 0, sum}};
  }
  if (look_back.down == 1 && look_back.across > 2 && area.width >= 38 * em && area.height >= 17 * em) {
    const double tiles = std::floor((5.5 + 1.4 * static_cast<double>(look_back.words.size())) * em);
    return {{area.x, area.y, area.width, tiles},
            {area.x, area.y + tiles + 0.3 * em, area.width, area.height - tiles - 0.6 * em}};
  }
  if (area.width >= 38 * em && area.height >= 16 * em) {
    const double tiles = std::floor((area.width >= 46 * em ? 0.4 : 0.36) * area.width);
    return {{area.x, area.y, tiles, area.height},
            {area.x + tiles + 0.6 * em, area.y + 0.3 * em, area.width - tiles - 0.6 * em, area.height - 0.6 * em}};
  }
  if (area.width >= 28 * em && area.height >= 36 * em) {
    const double tiles = std::floor(0.4 * area.height);
    return {{area.x, area.y, area.width, tiles},
            {area.x, area.y + tiles + 0.6 * em, area.width, area.height - tiles - 0.9 * em}};
  }
  // of the tiles only their numbers and bars, of the block only a sum
  const double tiles = std::floor(0.42 * area.width);
  if (area.width >= 26 * em && area.height >= 4.4 * em && tiles >= 4.2 * em * look_back.across)
    return {{area.x, area.y, tiles, area.height},
            {area.x + tiles + 0.4 * em, area.y, area.width - tiles - 0.4 * em, area.height}};
  return {area, {}};
}

/// The tile that a cell belongs to: it lies in the memory of its block, or is a pixel that the block reads.
std::optional<int> tile_of(const Story& story, const LookBack& look_back, CellAt cell) {
  const TraceBuffer& buffer = story.trace.buffers[cell.buffer];
  if (buffer.pass == look_back.pass && buffer.block >= 0) return buffer.block;
  const int width = std::max(1, buffer.shape.width), x = static_cast<int>(cell.index) % width;
  const int y = static_cast<int>(cell.index) / width;
  for (std::size_t block = 0; cell.buffer == 0 && block < look_back.tiles.size(); ++block)
    if (const Box& box = look_back.tiles[block].box;
        x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height)
      return static_cast<int>(block);
  return std::nullopt;
}

/// Of the numbers that the selected thread made, the first.
void paint_sum(Drawing& drawing, const StepsState& steps, const Area& area) {
  const StepCaption* caption = steps.caption();
  if (!caption || caption->block != steps.player()->story().first_step(*steps.player()->current()).block) return;
  SumLines(drawing, selected_sums(steps), area.width, {}, true).draw({area.x, area.y}, 1, false);
}

}  // namespace

void paint_look_back(Drawing& drawing, const StepsState& steps, const Area& area, const TypeSize& type, ViewScene* scene,
                     bool essential) {
  const Area inside = within_margins(area, drawing.em);
  const LookBack* look_back = steps.look_back();
  const Point top{inside.x, inside.y};
  const Ink quiet{drawing.palette.quiet};
  if (!look_back) return drawing.text(top, "The blocks of this pass do not communicate.", quiet);
  const bool low = is_low(area, drawing.em);
  if (!low && !essential) drawing.text(top, look_back_heading(drawing, *look_back, inside.width), quiet);
  const LookBackRooms rooms = rooms_of(draw_legend(drawing, area, essential), *look_back, drawing.em, essential);
  TilePainter painter(drawing, *look_back, steps.look_back_now(), rooms.tiles, essential);
  if (steps.player()->current() && essential) {
    if (rooms.inset.width > 0) paint_sum(drawing, steps, rooms.inset);
    drawing.text(top, drawing.first_that_fits(essential_words(steps), inside.width, Face::text), {drawing.palette.text},
                 Face::text);
  } else if (steps.player()->current()) {
    const InsetShows shows = rooms.inset.width > 0 ? paint_inset(drawing, steps, rooms.inset, type) : InsetShows::nothing;
    const LookBackWords words = look_back_words(steps, shows);
    int line = low ? 0 : 1;
    for (const auto* texts : {&words.step, &words.next, &words.waits})
      if (!texts->empty() && line < lines_above(area, drawing.em))
        drawing.text({top.x, top.y + 1.3 * drawing.em * line++}, drawing.first_that_fits(*texts, inside.width),
                     {drawing.palette.text});
  }
  if (!steps.player()->current() && rooms.inset.width > 0)
    drawing.text_in(rooms.inset,
                    drawing.first_that_fits({"The active block appears here. Right: the first step.", "Right: the first step."},
                                            rooms.inset.width),
                    quiet);
  painter.draw();
  for (std::size_t block = 0; scene && block < look_back->tiles.size(); ++block)
    scene->shapes.push_back(
        {.area = painter.place(static_cast<int>(block)), .id = block, .control = fmt::format("look-back:tile:{}", block)});
  if (!steps.lit()) return;
  if (const auto tile = tile_of(steps.player()->story(), *look_back, *steps.lit())) {
    drawing.frame(painter.place(*tile), {{0, 0, 0}, 0.75}, 4);
    drawing.frame(painter.place(*tile), {drawing.palette.selected}, 2);
  }
}

namespace {

/// The tiles of blocks that exchange numbers, and who looks at whom.
nlohmann::json report_look_back(const StepsState& steps) {
  const LookBack* look_back = steps.look_back();
  if (!look_back) return nullptr;
  const LookBackNow& now = steps.look_back_now();
  nlohmann::json tiles = nlohmann::json::array(), looks = tiles;
  for (std::size_t block = 0; block < now.tiles.size(); ++block) {
    nlohmann::json caption = nlohmann::json::array();
    for (std::size_t i = 0; i < look_back->words.size(); ++i) {
      const PublishedWords& one = now.tiles[block].published[i];
      caption.push_back(
          {{"of", look_back->words[i].one}, {"words", one.words}, {"aggregates", one.aggregates}, {"prefixes", one.prefixes}});
    }
    tiles.push_back({{"column", look_back->tiles[block].column},
                     {"row", look_back->tiles[block].row},
                     {"is", to_text(now.tiles[block].is)},
                     {"acts", now.tiles[block].acts},
                     {"told", caption},
                     {"sentence", sentence_of(*look_back, now, static_cast<int>(block))}});
  }
  for (const Look& look : now.looks)
    looks.push_back({{"from", look.from}, {"to", look.to}, {"found", look.found}, {"awaited", look.awaited}});
  return {{"across", look_back->across}, {"down", look_back->down}, {"tiles", tiles}, {"looks", looks}};
}

/// A shape is the tile of a block.
class LookBackView final : public StepView {
 public:
  void paint(Drawing& drawing, const StepsState& steps, const Area& area, const PaintLook& look) override {
    paint_look_back(drawing, steps, area, look.type, look.scene, look.essential);
  }
  ViewTip tip(const StepsState& steps, const ViewShape& shape) const override {
    const LookBackNow& now = steps.look_back_now();
    const int block = static_cast<int>(shape.id);
    const std::string waits = wait_text(steps.player()->story(), *steps.look_back(), now, block);
    return {{}, sentence_of(*steps.look_back(), now, block) + (waits.empty() ? "" : " " + waits)};
  }
  void report(const StepsState& steps, nlohmann::json& into) const override { into["look_back"] = report_look_back(steps); }
  std::optional<ViewPlace> next_place(const StepsState& steps) const override {
    if (!steps.look_back()) return std::nullopt;
    if (const auto next = next_message(steps.player()->story(), *steps.look_back(), steps.player()->position()))
      return ViewPlace{next->position, next->block};
    return ViewPlace{.none = "No word is published or read after this step."};
  }
};

}  // namespace

StepViewKind look_back_view() {
  return {.title = "Look-back",
          .tip = "The blocks as tiles of the picture: what each has published, and which block looks at which",
          .make = make_view<LookBackView>,
          .needs_messages = true,
          .place = "word published or read",
          .essential = true,
          .says_step = true};
}

}  // namespace satscope::app
