// SPDX-License-Identifier: Apache-2.0
#include "app/workspaces/steps/look_back_view.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "app/ui/area_corners.h"

namespace satscope::app {
namespace {

constexpr std::array k_all_known{Known::prefix, Known::aggregate, Known::nothing};
constexpr std::array k_all_states{BlockIs::no_turn_yet, BlockIs::running, BlockIs::waiting, BlockIs::finished};

const char* letter_of(Known known) { return known == Known::prefix ? "P" : known == Known::aggregate ? "A" : "\u2013"; }
const char* arrow_of(Direction direction) {
  return direction == Direction::left ? "\u2190" : direction == Direction::up ? "\u2191" : "";
}

float length_of(ImVec2 v) { return std::sqrt(v.x * v.x + v.y * v.y); }
bool apart(const Area& a, const Area& b) {
  return a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y;
}

/// How a line is drawn, so that colour is not needed.
enum class Stroke : std::uint8_t { solid, dashed, dotted };

class Pen {
 public:
  explicit Pen(const Ui& ui) : ui_(ui), small_(*ui.fonts.small), list_(*ImGui::GetWindowDrawList()) {}

  float width_of(const std::string& text) const { return small_.CalcTextSizeA(small_.FontSize, 1e9F, 0, text.c_str()).x; }
  float letters() const { return small_.FontSize; }
  void text(ImVec2 at, const std::string& text, Rgb colour) {
    list_.AddText(&small_, small_.FontSize, {std::round(at.x), std::round(at.y)}, packed(colour), text.c_str());
  }
  Rgb colour_of(Known known) const {
    return known == Known::prefix ? ui_.palette.good : known == Known::aggregate ? ui_.palette.warning : ui_.palette.quiet;
  }

  void line(const std::vector<ImVec2>& points, unsigned colour, float thick, Stroke stroke) {
    if (stroke == Stroke::solid) {
      list_.AddPolyline(points.data(), static_cast<int>(points.size()), colour, 0, thick);
      return;
    }
    const float on = (stroke == Stroke::dashed ? 0.45F : 0.12F) * ui_.em,
                off = (stroke == Stroke::dashed ? 0.3F : 0.25F) * ui_.em;
    float passed = 0;  // of the line, before this part
    for (std::size_t i = 1; i < points.size(); ++i) {
      const ImVec2 a = points[i - 1], b = points[i];
      const float length = length_of({b.x - a.x, b.y - a.y});
      const auto point = [&](float along) {
        return ImVec2{a.x + (b.x - a.x) * along / length, a.y + (b.y - a.y) * along / length};
      };
      for (float dash = std::floor(passed / (on + off)) * (on + off); dash < passed + length; dash += on + off) {
        const float from = std::max(0.0F, dash - passed), to = std::min(length, dash + on - passed);
        if (to > from) list_.AddLine(point(from), point(to), colour, thick);
      }
      passed += length;
    }
  }

  void frame(const Area& area, unsigned colour, float thick, Stroke stroke) {
    const ImVec2 a = corner(area), b = far_corner(area);
    if (stroke == Stroke::solid)
      list_.AddRect(a, b, colour, 0, 0, thick);
    else
      line({a, {b.x, a.y}, b, {a.x, b.y}, a}, colour, thick, stroke);
  }

  /// Full: a prefix; half as high: an aggregate; empty: nothing.
  void bar(const Area& area, const Told& told) {
    const ImVec2 a = corner(area), b = far_corner(area);
    const auto words = static_cast<float>(std::max(1, told.words));
    const float prefixes = a.x + (b.x - a.x) * static_cast<float>(told.prefixes) / words;
    const float aggregates = prefixes + (b.x - a.x) * static_cast<float>(told.aggregates) / words;
    list_.AddRectFilled(a, {prefixes, b.y}, packed(colour_of(Known::prefix)));
    list_.AddRectFilled({prefixes, (a.y + b.y) / 2}, {aggregates, b.y}, packed(colour_of(Known::aggregate)));
    list_.AddRect(a, b, packed(ui_.palette.quiet, 0.7F));
  }

  /// A ring, a triangle, two bars, a tick.
  void sign(const Area& area, BlockIs is) {
    const ImVec2 a = corner(area), b = far_corner(area), middle{(a.x + b.x) / 2, (a.y + b.y) / 2};
    const float r = 0.5F * std::min(b.x - a.x, b.y - a.y), thick = std::max(1.5F, 0.1F * ui_.em);
    const unsigned colour = packed(is == BlockIs::no_turn_yet ? ui_.palette.quiet : ui_.palette.text);
    switch (is) {
      case BlockIs::no_turn_yet: list_.AddCircle(middle, 0.8F * r, colour, 0, thick); break;
      case BlockIs::running:
        list_.AddTriangleFilled({middle.x - 0.7F * r, middle.y - r}, {middle.x + r, middle.y},
                                {middle.x - 0.7F * r, middle.y + r}, colour);
        break;
      case BlockIs::waiting:
        for (const float x : {-0.75F, 0.25F})
          list_.AddRectFilled({middle.x + x * r, middle.y - r}, {middle.x + (x + 0.5F) * r, middle.y + r}, colour);
        break;
      case BlockIs::finished: {
        const std::array tick{ImVec2{middle.x - r, middle.y}, ImVec2{middle.x - 0.25F * r, middle.y + 0.8F * r},
                              ImVec2{middle.x + r, middle.y - 0.8F * r}};
        list_.AddPolyline(tick.data(), static_cast<int>(tick.size()), colour, 0, thick);
        break;
      }
    }
  }

  /// What surrounds a tile; `acts`: the present step is its own.
  void tile(const Area& area, BlockIs is, bool acts) {
    const Palette& palette = ui_.palette;
    if (is != BlockIs::no_turn_yet) list_.AddRectFilled(corner(area), far_corner(area), packed(palette.panel));
    const Stroke stroke = is == BlockIs::waiting ? Stroke::dashed : is == BlockIs::no_turn_yet ? Stroke::dotted : Stroke::solid;
    const float thick = acts ? std::max(2.5F, 0.18F * ui_.em) : std::max(1.0F, 0.07F * ui_.em);
    frame(area,
          packed(acts                         ? palette.accent
                 : is == BlockIs::no_turn_yet ? palette.quiet
                                              : palette.text,
                 acts ? 1 : 0.7F),
          thick, stroke);
  }

  struct Style {
    Stroke stroke;
    Rgb colour;
    bool filled;  ///< its head
  };
  /// Of an arrow: a full head for prefixes, an empty one for aggregates, dots where nothing is known, dashes for who waits.
  Style style_of(const Look& look) const {
    const auto count = [&](Known known) { return look.found[static_cast<std::size_t>(known)]; };
    if (look.awaited > 0) return {Stroke::dashed, ui_.palette.text, false};
    if (count(Known::nothing) > 0) return {Stroke::dotted, colour_of(Known::nothing), false};
    const Known known = count(Known::aggregate) > 0 ? Known::aggregate : Known::prefix;
    return {Stroke::solid, colour_of(known), known == Known::prefix};
  }

  void arrow(const std::vector<ImVec2>& points, const Style& style) {
    const ImVec2 tip = points.back(), before = points[points.size() - 2];
    const float length = std::max(1e-3F, length_of({tip.x - before.x, tip.y - before.y})), side = 0.45F * ui_.em;
    const ImVec2 along{(tip.x - before.x) / length * side, (tip.y - before.y) / length * side};
    const ImVec2 base{tip.x - along.x, tip.y - along.y};
    const ImVec2 a{base.x - 0.55F * along.y, base.y + 0.55F * along.x}, b{base.x + 0.55F * along.y, base.y - 0.55F * along.x};
    const float thick = std::max(1.5F, 0.12F * ui_.em);
    std::vector<ImVec2> shaft = points;
    shaft.back() = base;
    line(shaft, packed(style.colour), thick, style.stroke);
    if (style.filled)
      list_.AddTriangleFilled(tip, a, b, packed(style.colour));
    else
      list_.AddTriangle(tip, a, b, packed(style.colour), thick);
  }

  const Ui& ui_;
  ImFont& small_;
  ImDrawList& list_;
};

// ---------------------------------------------------------------- legend

/// A sign with its word.
struct Item {
  std::string text;
  float sign;  ///< its width
  std::function<void(Pen&, const Area&)> draw;
};

std::vector<Item> legend_of(const Ui& ui, const Pen& pen, bool long_words) {
  std::vector<Item> items;
  const float em = ui.em;
  for (const Known known : k_all_known) {
    const std::string_view word = known == Known::prefix      ? long_words ? "prefix: all up to the tile" : "prefix"
                                  : known == Known::aggregate ? long_words ? "aggregate: the tile alone" : "aggregate"
                                                              : "nothing told";
    const Told told{1, known == Known::aggregate, known == Known::prefix};
    items.push_back({fmt::format("{} {}", letter_of(known), word), 1.2F * em, [told](Pen& p, const Area& at) {
                       p.bar({at.x, at.y + 0.1 * at.height, at.width, 0.8 * at.height}, told);
                     }});
  }
  for (const BlockIs is : k_all_states)
    items.push_back({std::string(to_text(is)), 0.7F * em, [is](Pen& p, const Area& at) { p.sign(at, is); }});
  items.push_back({"in this step", 0.9F * em, [](Pen& p, const Area& at) { p.tile(at, BlockIs::running, true); }});
  Look look, wait;
  look.found[static_cast<std::size_t>(Known::prefix)] = 1;
  wait.awaited = 1;
  for (const auto& [one, word] : {std::pair{look, "looks at"}, std::pair{wait, "waits for"}})
    items.push_back({word, 1.8F * em, [style = pen.style_of(one)](Pen& p, const Area& at) {
                       const auto y = static_cast<float>(at.middle().y);
                       p.arrow({{static_cast<float>(at.x), y}, {static_cast<float>(at.right()), y}}, style);
                     }});
  return items;
}

/// Draws the items from left to right and line by line into the area, or only measures. Returns the lines that they take.
int lay_legend(Pen& pen, const std::vector<Item>& items, const Area& area, float em, bool draw) {
  const float line = 1.35F * em;
  auto x = static_cast<float>(area.x);
  int lines = 1;
  for (const Item& item : items) {
    const float wide = item.sign + 0.35F * em + pen.width_of(item.text);
    if (x > static_cast<float>(area.x) && x + wide > static_cast<float>(area.right())) {
      x = static_cast<float>(area.x);
      ++lines;
    }
    if (draw) {
      const float y = static_cast<float>(area.y) + static_cast<float>(lines - 1) * line, side = 0.8F * em;
      item.draw(pen, {x, y + (line - side) / 2, item.sign, side});
      pen.text({x + item.sign + 0.35F * em, y + (line - pen.letters()) / 2}, item.text, pen.ui_.palette.quiet);
    }
    x += wide + 0.9F * em;
  }
  return lines;
}

// ---------------------------------------------------------------- tiles

class TilePainter {
 public:
  TilePainter(Ui& ui, const LookBack& talk, const LookBackNow& now, const Area& area)
      : ui_(ui), talk_(talk), now_(now), pen_(ui) {
    const double em = ui.em, across = talk.across, down = talk.down;
    pitch_x_ = std::min(15 * em, area.width / (across + 0.3));
    pitch_y_ = std::min(9 * em, area.height / (down + 0.3));
    gap_x_ = std::min(4 * em, 0.3 * pitch_x_);
    gap_y_ = std::min(2.4 * em, 0.3 * pitch_y_);
    left_ = area.x + std::max(0.0, (area.width - across * pitch_x_ - 0.3 * gap_x_) / 2) + 0.3 * gap_x_;
    // because: looks over several tiles bow over the uppermost row too
    top_ = area.y + std::max(0.0, (area.height - down * pitch_y_) / 2) + gap_y_;
  }

  void draw() {
    for (std::size_t block = 0; block < now_.tiles.size(); ++block) draw_tile(static_cast<int>(block));
    for (const Look& look : now_.looks) draw_look(look);
  }

  Area place(int block) const {
    const TalkTile& tile = talk_.tiles[static_cast<std::size_t>(block)];
    return {left_ + tile.column * pitch_x_, top_ + tile.row * pitch_y_, pitch_x_ - gap_x_, pitch_y_ - gap_y_};
  }

 private:
  void draw_tile(int block) {
    const TileNow& now = now_.tiles[static_cast<std::size_t>(block)];
    const Area area = place(block);
    ui_.controls[fmt::format("look-back:tile:{}", block)] = area;
    pen_.tile(area, now.is, now.acts);
    const double em = ui_.em, pad = std::min(0.4 * em, 0.12 * area.height), inside = area.height - 2 * pad;
    const auto bars = static_cast<double>(talk_.words.size());
    const double line = 1.15 * pen_.letters();
    const Area inner{area.x + pad, area.y + pad, area.width - 2 * pad, inside};
    if (inside >= (bars + 1) * line && area.width >= 4 * em) {
      draw_title(now.is, static_cast<std::size_t>(block), {inner.x, inner.y, inner.width, line});
      draw_bars(now, {inner.x, inner.y + line, inner.width, inner.height - line}, false);
    } else if (const bool stacked = inside >= bars * line; inside >= pen_.letters() && area.width >= (stacked ? 5 : 9) * em) {
      const double side = 0.75 * pen_.letters(), left = side + 0.5 * em;
      pen_.sign({inner.x, area.middle().y - side / 2, side, side}, now.is);
      draw_bars(now, {inner.x + left, inner.y, inner.width - left, inner.height}, !stacked);
    } else {
      draw_bars(now, inner, false);
    }
  }

  /// Of each buffer of words, below one another or side by side.
  void draw_bars(const TileNow& now, const Area& area, bool beside) {
    const auto bars = static_cast<double>(talk_.words.size());
    const double gap = beside ? 0.5 * ui_.em : 0;
    const double wide = beside ? (area.width - gap * (bars - 1)) / bars : area.width;
    const double high = beside ? area.height : std::min(1.84 * pen_.letters(), area.height / bars);
    for (std::size_t i = 0; i < talk_.words.size(); ++i) {
      const auto n = static_cast<double>(i);
      draw_told(talk_.words[i].direction, now.told[i],
                {area.x + (beside ? n * (wide + gap) : 0), area.y + (beside ? 0 : n * high), wide, high});
    }
  }

  void draw_title(BlockIs is, std::size_t block, const Area& area) {
    const double side = 0.75 * pen_.letters();
    pen_.sign({area.right() - side, area.y + (area.height - side) / 2, side, side}, is);
    const float room = static_cast<float>(area.width - side - 0.4 * ui_.em);
    // by the name that the timeline and the sentences have for it
    const std::string at = fmt::format("block {}", block + 1), with = fmt::format("{} {}", at, to_text(is));
    const std::string& text = pen_.width_of(with) <= room ? with : at;
    if (pen_.width_of(text) > room) return;
    pen_.text({static_cast<float>(area.x), static_cast<float>(area.y + (area.height - pen_.letters()) / 2)}, text,
              is == BlockIs::no_turn_yet ? ui_.palette.quiet : ui_.palette.text);
  }

  /// The arrow of the direction, the bar, and the letter of what is known of all words.
  void draw_told(Direction direction, const Told& told, const Area& area) {
    if (told.words == 0) return;  // nobody needs them
    const double letters = pen_.letters(), em = ui_.em;
    const bool words = area.height >= letters && area.width >= 2.1 * letters + em;
    Area bar = area;
    if (words) {
      const auto y = static_cast<float>(area.y + (area.height - letters) / 2);
      pen_.text({static_cast<float>(area.x), y}, arrow_of(direction), ui_.palette.text);
      const char* letter = letter_of(told.least());
      pen_.text({static_cast<float>(area.right()) - pen_.width_of(letter), y}, letter, ui_.palette.text);
      bar.x += 1.1 * letters;
      bar.width -= 2.1 * letters;
    }
    const double high = std::max(3.0, std::min(0.8 * area.height, 0.8 * em));
    pen_.bar({bar.x, area.y + (area.height - high) / 2, bar.width, std::min(high, area.height)}, told);
  }

  /// From the tile that looks to the one that it looks at: straight between neighbours, in a bow over others.
  std::vector<ImVec2> path_of(const Look& look) const {
    const Area from = place(look.from), to = place(look.to);
    const Direction direction = talk_.words[static_cast<std::size_t>(look.words)].direction;
    const TalkTile &a = talk_.tiles[static_cast<std::size_t>(look.from)], &b = talk_.tiles[static_cast<std::size_t>(look.to)];
    const auto point = [](double x, double y) { return ImVec2{static_cast<float>(x), static_cast<float>(y)}; };
    const bool left = direction == Direction::left, up = direction == Direction::up;
    if (left && a.column - b.column == 1) return {point(from.x, from.middle().y), point(to.right(), to.middle().y)};
    if (up && a.row - b.row == 1) return {point(from.middle().x, from.y), point(to.middle().x, to.bottom())};
    if (!left && !up) return {point(from.middle().x, from.middle().y), point(to.middle().x, to.middle().y)};
    const ImVec2 start = left ? point(from.x + 0.3 * from.width, from.y) : point(from.right(), from.y + 0.3 * from.height);
    const ImVec2 end = left ? point(to.right() - 0.3 * to.width, to.y) : point(to.right(), to.bottom() - 0.3 * to.height);
    const ImVec2 bow = left ? point(0, -gap_y_ * 2 / 3) : point(gap_x_ * 2 / 3, 0);
    std::vector<ImVec2> points;
    constexpr int k_parts = 24;
    for (int i = 0; i <= k_parts; ++i) {
      const float t = static_cast<float>(i) / k_parts, s = 1 - t, bent = 3 * s * t;  // a cubic whose inner points are bowed out
      points.push_back({s * s * (s + 3 * t) * start.x + t * t * (t + 3 * s) * end.x + bent * bow.x,
                        s * s * (s + 3 * t) * start.y + t * t * (t + 3 * s) * end.y + bent * bow.y});
    }
    return points;
  }

  static std::string label_of(const Look& look) {
    if (look.awaited > 0) return "waits";
    std::string text;
    for (const Known known : k_all_known)
      if (const int count = look.found[static_cast<std::size_t>(known)])
        text += fmt::format("{}{} {}", text.empty() ? "" : " ", count, letter_of(known));
    return text;
  }

  void draw_look(const Look& look) {
    const std::vector<ImVec2> points = path_of(look);
    pen_.arrow(points, pen_.style_of(look));
    const std::string text = label_of(look);
    const float wide = pen_.width_of(text), high = pen_.letters(), space = 0.15F * ui_.em;
    const ImVec2 a = points.front(), b = points.back();
    const bool bowed = points.size() > 2, level = std::abs(b.x - a.x) > std::abs(b.y - a.y);
    const ImVec2 middle = bowed ? points[points.size() / 2] : ImVec2{(a.x + b.x) / 2, (a.y + b.y) / 2};
    // beside the line, in the gap that it crosses or runs in
    const Area label = level ? Area{middle.x - wide / 2, bowed ? middle.y - high / 2 : middle.y - high - space, wide, high}
                             : Area{bowed ? middle.x - wide / 2 : middle.x + space * 2, middle.y - high / 2, wide, high};
    if (level ? !bowed && wide > gap_x_ : !bowed && high > gap_y_) return;
    if (bowed && (level ? high > gap_y_ : wide > gap_x_)) return;
    for (const Area& other : labels_)
      if (!apart(label, other)) return;
    for (std::size_t block = 0; block < now_.tiles.size(); ++block)
      if (!apart(label, place(static_cast<int>(block)))) return;
    labels_.push_back(label);
    if (bowed)
      pen_.list_.AddRectFilled({static_cast<float>(label.x) - space, static_cast<float>(label.y)},
                               {static_cast<float>(label.right()) + space, static_cast<float>(label.bottom())},
                               packed(ui_.palette.backdrop));
    pen_.text(corner(label), text, ui_.palette.text);
  }

  Ui& ui_;
  const LookBack& talk_;
  const LookBackNow& now_;
  Pen pen_;
  double pitch_x_ = 0, pitch_y_ = 0, gap_x_ = 0, gap_y_ = 0, left_ = 0, top_ = 0;
  std::vector<Area> labels_;
};

std::string heading(const LookBack& talk, float width) {
  std::string words;
  for (const WordBuffer& one : talk.words)
    words += fmt::format("{}{} {}s", words.empty() ? "" : ", ", arrow_of(one.direction), one.one);
  return first_that_fits({"What each tile has told the others: " + words + ". Arrows: who looks at whom in this step.",
                          "What each tile has told the others: " + words + ".", "Told: " + words, words},
                         width);
}

}  // namespace

void draw_look_back(Ui& ui, StepsState& steps, const Area& area) {
  steps.hover.reset();
  const float em = ui.em;
  ImGui::SetCursorScreenPos(corner(area));
  ImGui::InvisibleButton("look-back", {static_cast<float>(area.width), static_cast<float>(area.height)});
  ui.controls["view:look-back"] = area;
  const bool hovered = ImGui::IsItemHovered();
  Pen pen(ui);
  const Area inside{area.x + em, area.y, area.width - 2 * em, area.height};
  const LookBack* talk = steps.look_back();
  if (!talk) {
    pen.list_.AddText(ui.fonts.small, pen.letters(), corner(inside), packed(ui.palette.quiet),
                      "The blocks of this pass tell each other nothing.", nullptr, static_cast<float>(inside.width));
    return;
  }
  ImGui::PushFont(ui.fonts.small);
  const std::string title = heading(*talk, static_cast<float>(inside.width));
  ImGui::PopFont();
  pen.text(corner(inside), title, ui.palette.quiet);
  Area tiles{inside.x, inside.y + 1.4 * em, inside.width, inside.height - 1.6 * em};
  for (const bool long_words : {true, false}) {
    const std::vector<Item> items = legend_of(ui, pen, long_words);
    const double high = 1.35 * em * lay_legend(pen, items, inside, em, false);
    if (high > (long_words ? 0.15 : 0.36) * area.height) continue;
    tiles.height -= high;
    lay_legend(pen, items, {inside.x, area.bottom() - high - 0.2 * em, inside.width, high}, em, true);
    break;
  }
  const LookBackNow& now = steps.look_back_now();
  TilePainter painter(ui, *talk, now, tiles);
  painter.draw();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  for (std::size_t block = 0; hovered && block < now.tiles.size(); ++block) {
    if (!painter.place(static_cast<int>(block)).contains({mouse.x, mouse.y})) continue;
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(28 * em);
    ImGui::TextUnformatted(sentence_of(*talk, now, static_cast<int>(block)).c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
  }
}

}  // namespace satscope::app
